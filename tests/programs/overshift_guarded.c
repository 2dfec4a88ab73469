// expect: paths=1 exits=3:1
// also: -O1 -O2
// Optimised code shifts first and then chooses: what the program guards against must not be reported.
static unsigned shifted(unsigned x, unsigned amount) { return amount < 32 ? x << amount : 0; }

static unsigned narrow(unsigned short x, unsigned char amount) { return amount > 15 ? x : (unsigned short)(x >> amount); }

static int shifts_in_loop(int x, unsigned amount, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        if (amount < 32) sum += x >> amount; // the same in every round: computed before the loop
    return sum;
}

int main(void) {
    volatile unsigned too_far = 40, far_enough = 4;
    unsigned all = shifted(1, too_far) + shifted(1, far_enough) + narrow(3, too_far) + shifts_in_loop(-1, too_far, 9);
    return all == 19 ? 3 : 4;
}
