// expect: paths=1
// options: --sym-arg 2
// The object of an argument ends behind its NUL.
int main(int argc, char **argv) {
    (void)argc;
    if (argv[1][0] == 'a')
        return argv[1][3]; // error: ptr out of bound pointer
    return 0;
}
