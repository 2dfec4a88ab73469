// Reads all of a symbolic file and looks at its first and last byte.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef SIZE
#define SIZE 1048576
#endif

int main(int argc, char **argv) {
    int file = argc > 1 ? open(argv[1], O_RDONLY) : 0;
    char *data = malloc(SIZE);
    long length = 0, count;
    if (file < 0 || data == NULL)
        return 1;
    while ((count = read(file, data + length, (size_t)(SIZE - length))) > 0)
        length += count;
    if (length != SIZE)
        return 2;
    if (data[0] == 'x')
        return 3;
    return data[SIZE - 1] == 'y' ? 4 : 0;
}
