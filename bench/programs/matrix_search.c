// A staircase search in a matrix that is sorted by rows and columns, all entries symbolic.
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

int main(void) {
    short m[N][N], wanted;
    klee_make_symbolic(m, sizeof m, "m");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (j + 1 < N)
                klee_assume(m[i][j] <= m[i][j + 1]);
            if (i + 1 < N)
                klee_assume(m[i][j] <= m[i + 1][j]);
        }
    int row = 0, column = N - 1, steps = 0;
    while (row < N && column >= 0) {
        if (m[row][column] == wanted)
            return steps;
        if (m[row][column] > wanted)
            column--;
        else
            row++;
        steps++;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (m[i][j] == wanted)
                return 100; // not found though it is there: impossible
    return 50;
}
