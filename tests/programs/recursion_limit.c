// expect: paths=0 partial=1 complete=no
// options: --max-stack-frames 50
// A recursion without end is cut, with a test, and the run is not complete.
static int forever(volatile int n) { return forever(n + 1) + 1; }

int main(void) { return forever(0); }
