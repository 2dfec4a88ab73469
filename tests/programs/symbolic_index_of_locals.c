// expect: paths=2 exits=0:1,1:1
// The constant in the index moves the pointer's constant part far from the array and near to others; the array is
// still the one that is meant. Both indices are in bounds for all inputs that are left: only the comparison forks.
#include <klee/klee.h>

int main(void) {
    volatile int below[64];
    int counts[26];
    volatile int above[64];
    unsigned long letter;
    for (int i = 0; i < 26; i++)
        counts[i] = i;
    below[0] = above[0] = 1;
    klee_make_symbolic(&letter, sizeof letter, "letter");
    klee_assume(letter >= 'a');
    klee_assume(letter <= 'z');
    if (counts[letter - 'a'] == 3)
        return 1;
    counts[letter - 'a']++;
    return 0;
}
