// expect: paths=1
// options: --env HOME=/nowhere --env EMPTY= --cwd /srv --clock 86400
// The environment, the current directory and the clock are what the command line says.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp) {
    char directory[16];
    (void)argc, (void)argv;
    if (strcmp(envp[0], "HOME=/nowhere") != 0 || envp[2] != 0)
        return 1;
    if (strcmp(getenv("EMPTY"), "") != 0 || getenv("PATH") != 0)
        return 2;
    if (getcwd(directory, sizeof directory) == 0 || strcmp(directory, "/srv") != 0)
        return 3;
    return time(0) != 86400;
}
