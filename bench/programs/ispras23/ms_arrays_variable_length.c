// A local array whose length comes from outside.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 64)
        return 0;
    int a[n];
    a[n / 2] = 1;
    a[n - n % 2] = 2;
    return a[n / 2];
}
