// expect: paths=4 exits=0:1,1:1,2:1,3:1 lines=all
// options: --fail-syscalls 1
// One of the calls may fail, whichever; the inputs open_fail, write_fail and close_fail say which.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int file = open("/tmp/f", O_CREAT | O_WRONLY, 0600);
    if (file < 0)
        return 1;
    if (write(file, "text", 4) != 4)
        return 2;
    if (close(file) != 0)
        return 3;
    return 0;
}
