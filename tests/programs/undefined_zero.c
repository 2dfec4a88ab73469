// expect: paths=1 complete=no
// options: --undefined zero
// warns: calling external: nobody_wrote_this
// A function nobody defines returns 0, whatever it should return.
struct pair {
    long a, b;
};
int nobody_wrote_this(int);
struct pair nor_this(void);
void *nor_that(void);

int main(void) {
    struct pair pair = nor_this();
    return nobody_wrote_this(1) != 0 || pair.a || pair.b || nor_that() != 0;
}
