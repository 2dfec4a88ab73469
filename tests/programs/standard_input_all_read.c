// expect: paths=2 exits=0:1,3:1 tests=2
// options: --sym-stdin 3
// Paths that leave some of standard input unread are dropped by check_stdin_read.
#include <klee/klee.h>
#include <unistd.h>

int main(int argc, char **argv) {
    klee_init_env(&argc, &argv);
    char buffer[3];
    read(0, buffer, 1);
    if (buffer[0] == 'a') {
        check_stdin_read(); // the path ends here
        return 1;
    }
    read(0, buffer, 2);
    check_stdin_read();
    if (buffer[1] == 'b')
        return 3;
    return 0;
}
