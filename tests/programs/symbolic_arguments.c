// expect: paths=5 exits=1:1,2:1,3:1,4:1,5:1 lines=all
// options: --sym-args 0 2 1 -- first
// The number of arguments and their bytes are inputs; an argument always ends with a NUL.
int main(int argc, char **argv) {
    if (argc == 4) {
        if (argv[2][0] == 'x')
            return 4;
        return argv[2][1] + (argv[argc] != 0) + (argv[1][0] != 'f') ? 100 : 5;
    }
    if (argc == 3 && argv[2][0] == 'y')
        return 1;
    return argc;
}
