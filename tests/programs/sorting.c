// expect: paths=6
// Three unknown bytes sorted by insertion: a path per ordering, 3! = 6, ties going with one of them.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char a[3];
    klee_make_symbolic(a, 3, "a");
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            unsigned char t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
