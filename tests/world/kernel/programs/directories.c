/* Directories: made, walked, listed and removed. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const char *what, long value) {
    printf("%s: %ld%s%s\n", what, value, value < 0 ? " " : "", value < 0 ? strerror(errno) : "");
}

static int shown(const char *path, const struct stat *status, int kind, struct FTW *place) {
    printf("%d %s %d %d\n", kind, path, place->level, (status->st_mode & S_IFMT) == S_IFDIR);
    return 0;
}

static void touch(const char *path) {
    close(open(path, O_CREAT | O_WRONLY, 0644));
}

int main(void) {
    tell("mkdir", mkdir("d", 0755));
    tell("mkdir again", mkdir("d", 0755));
    tell("mkdir deep", mkdir("x/y", 0755));
    touch("d/one.c");
    mkdir("d/sub", 0700);
    tell("rmdir full", rmdir("d"));

    struct dirent **entries;
    int count = scandir("d", &entries, NULL, alphasort);
    for (int i = 0; i < count; i++)
        printf("%s %d\n", entries[i]->d_name, entries[i]->d_type);

    DIR *directory = opendir("d");
    int seen = 0;
    while (readdir(directory) != NULL)
        seen++;
    rewinddir(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        seen++;
    tell("seen", seen);
    tell("closed", closedir(directory));
    tell("opendir", opendir("d/one.c") != NULL);

    tell("nftw", nftw("d/sub", shown, 4, FTW_PHYS));
    touch("d/two.c");
    glob_t found;
    tell("glob", glob("d/*.c", 0, NULL, &found));
    for (size_t i = 0; i < found.gl_pathc; i++)
        puts(found.gl_pathv[i]);

    char path[256], base[256];
    getcwd(base, sizeof base);
    tell("chdir", chdir("d/sub"));
    getcwd(path, sizeof path);
    puts(path + strlen(base));
    tell("up", access("../one.c", R_OK));
    tell("realpath", realpath("../two.c", path) != NULL);
    puts(path + strlen(base));
    tell("back", chdir("../.."));

    int at = open("d", O_DIRECTORY);
    tell("openat", openat(at, "one.c", O_RDONLY) >= 0);
    tell("unlinkat", unlinkat(at, "one.c", 0));
    tell("renameat", renameat(at, "two.c", AT_FDCWD, "out.c"));
    tell("rmdir sub", unlinkat(at, "sub", AT_REMOVEDIR));
    tell("rmdir", rmdir("d"));
    tell("gone", chdir("d"));
    return 0;
}
