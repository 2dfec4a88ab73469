// expect: paths=3 exits=0:1,1:1,2:1 lines=all
// options: --undefined symbolic
// warns: calling external: nobody_wrote_this
// A function nobody defines returns anything; what it is, is an input called after it.
struct pair {
    long a, b;
};
int nobody_wrote_this(int);
struct pair nor_this(void);
void nor_that(int *);

int main(void) {
    int kept = 5;
    nor_that(&kept);
    if (nobody_wrote_this(1) == 17)
        return kept == 5;
    if (nor_this().b == 18)
        return 2;
    return 0;
}
