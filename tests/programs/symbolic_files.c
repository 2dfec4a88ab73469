// expect: paths=4 exits=0:1,1:1,2:1,3:1 lines=all
// options: --sym-files 1 4 --cwd /data
// The file A is in the current directory; its bytes, mode and times are inputs, its size is not.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    char text[4];
    int file = open("/data/A", O_RDONLY);
    if (file < 0)
        return 3;
    int known = fstat(file, &status) == 0 && status.st_size == 4 && open("B", O_RDONLY) < 0;
    if (!S_ISREG(status.st_mode))
        return 2;
    known = known && read(file, text, 4) == 4;
    if (text[3] == 'z')
        return known;
    return 0;
}
