/* Standard files: everything stdio and unistd do with one, told on standard output. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void tell(const char *what, long value) {
    printf("%s: %ld%s%s\n", what, value, value < 0 ? " " : "", value < 0 ? strerror(errno) : "");
}

int main(void) {
    char line[64];
    FILE *file = fopen("f.txt", "w+");
    tell("printed", fprintf(file, "one %d\ntwo %s\nthree %.2f\n", 1, "zwei", 3.0));
    tell("seek", fseek(file, 4, SEEK_SET));
    int number = 0;
    tell("scanned", fscanf(file, "%d", &number));
    tell("number", number);
    while (fgets(line, sizeof line, file) != NULL)
        printf("line %zu: %s", strlen(line), line);
    tell("eof", feof(file) != 0);
    rewind(file);
    tell("unget", ungetc('X', file));
    tell("got", fgetc(file));
    tell("position", ftell(file));
    tell("closed", fclose(file));

    file = fopen("f.txt", "a");
    fputs("appended\n", file);
    fclose(file);
    struct stat status;
    tell("stat", stat("f.txt", &status));
    tell("size", (long)status.st_size);
    tell("regular", S_ISREG(status.st_mode) != 0);
    tell("mode", status.st_mode & 0777);

    int low = open("f.txt", O_RDWR);
    tell("read", read(low, line, 3));
    tell("again", lseek(low, -2, SEEK_END));
    struct iovec parts[2] = {{line, 1}, {line + 1, 5}};
    tell("vector", readv(low, parts, 2));
    tell("write", pwrite(low, "ONE", 3, 0));
    tell("cut", ftruncate(low, 10));
    int copy = dup(low);
    close(low);
    tell("seek copy", lseek(copy, 0, SEEK_SET));
    tell("rest", read(copy, line, sizeof line));
    tell("closed twice", close(low));

    tell("no such", open("missing", O_RDONLY));
    tell("exists", open("f.txt", O_CREAT | O_EXCL, 0600));
    tell("directory", open(".", O_WRONLY));
    tell("rename", rename("f.txt", "g.txt"));
    tell("link", link("g.txt", "h.txt"));
    tell("symlink", symlink("g.txt", "s.txt"));
    memset(line, 0, sizeof line);
    tell("readlink", readlink("s.txt", line, sizeof line));
    puts(line);
    stat("h.txt", &status);
    tell("links", (long)status.st_nlink);
    tell("unlink", unlink("g.txt"));
    tell("dangling", access("s.txt", F_OK));

    char name[] = "tmpXXXXXX";
    int temporary = mkstemp(name);
    tell("temporary", temporary >= 0);
    tell("name", (long)strlen(name));
    tell("removed", unlink(name));
    file = tmpfile();
    tell("tmpfile", file != NULL && fputs("x", file) >= 0);
    tell("remove", remove("missing"));
    tell("terminal", isatty(1));

    int ends[2];
    tell("pipe", pipe(ends));
    tell("into", write(ends[1], "through", 7));
    close(ends[1]);
    tell("out of", read(ends[0], line, sizeof line));
    tell("end", read(ends[0], line, sizeof line));
    fprintf(stderr, "told everything\n");
    return 3;
}
