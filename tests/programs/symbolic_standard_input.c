// expect: paths=4 exits=0:1,1:1,2:1,3:1 lines=all
// options: --sym-stdin 2 --sym-sizes
// With --sym-sizes the input may end anywhere: `stdin_size` is how many bytes of `stdin` there are.
#include <unistd.h>

int main(void) {
    char text[8];
    long count = read(0, text, sizeof text);
    if (count == 0)
        return read(0, text, 1) != 0 ? 100 : 0;
    if (count == 2) {
        if (text[1] == '!')
            return 3;
        return 2;
    }
    return 1;
}
