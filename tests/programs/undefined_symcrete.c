// expect: paths=3 exits=0:1,1:1,2:1
// options: --undefined symcrete
// warns: calling external: sensor
// inputs: sensor=00000000 sensor=00000000 sensor=07000000 sensor=00000000 sensor=00000000 sensor=09000000
// An unknown function answers 0 until a branch needs something else; what no branch asks about stays as it is.
int sensor(int channel);

int main(void) {
    int a = sensor(1);
    int b = sensor(2);
    if (a == 7)
        return 1;
    if (b == 9)
        return 2;
    return 0;
}
