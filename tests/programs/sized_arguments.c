// expect: paths=4 exits=0:1,1:1,2:1,3:1
// options: --sizes lazy --sym-arg 3 --sym-sizes
// inputs: arg00=00 arg00=0100 arg00=010100 arg00=01010100 arg00_size=0100000000000000 arg00_size=0200000000000000 arg00_size=0300000000000000 arg00_size=0400000000000000
// With --sym-sizes an argument has any length up to the longest, and its object ends with the NUL.
#include <klee/klee.h>
#include <stddef.h>

int main(int argc, char **argv) {
    size_t size = klee_get_obj_size(argv[1]);
    int i = 0;
    for (; argv[1][i]; i++)
        klee_assume(argv[1][i] == 1);
    klee_assume((size_t)i + 1 == size);
    return i;
}
