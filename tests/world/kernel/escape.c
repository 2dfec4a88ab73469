/* Tries every way out that a C program has; returns 0 if all of them are closed. VICTIM is a file of the host. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static long direct(long number, long a, long b, long c) {
    long result = -ENOSYS;
#if defined(__x86_64__)
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    __asm__ volatile("svc 0" : "=r"(x0) : "r"(x8), "0"(x0), "r"(x1), "r"(x2) : "memory");
    result = x0;
#endif
    (void)number, (void)a, (void)b, (void)c;
    return result;
}

#if defined(__x86_64__)
enum { NATIVE_OPEN = 2, NATIVE_UNLINK = 87, NATIVE_SOCKET = 41, NATIVE_EXECVE = 59 };
#else
enum { NATIVE_OPEN = 1024, NATIVE_UNLINK = 1026, NATIVE_SOCKET = 198, NATIVE_EXECVE = 221 };
#endif

static int files(void) {
    const char *paths[] = {"/etc/passwd", "/proc/self/mem", "/dev/mem", "/proc/self/exe", VICTIM, "../../../../../../.." VICTIM};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (open(paths[i], O_RDONLY) >= 0 || fopen(paths[i], "r") != NULL || access(paths[i], F_OK) == 0)
            return 1;
    return 0;
}

static int changes(void) {
    struct stat status;
    if (unlink(VICTIM) == 0 || rename(VICTIM, "/tmp/x") == 0 || truncate(VICTIM, 0) == 0 || chmod(VICTIM, 0) == 0)
        return 1;
    if (stat(VICTIM, &status) == 0 || symlink(VICTIM, "/tmp/link") != 0 || open("/tmp/link", O_WRONLY) >= 0)
        return 2;
    FILE *created = fopen("/tmp/albers-escape-test", "w");
    if (created == NULL || fputs("inside only", created) < 0 || fclose(created) != 0)
        return 3;
    return 0;
}

static int processes(void) {
    char *arguments[] = {"/bin/sh", "-c", "rm " VICTIM, NULL};
    pid_t child;
    if (fork() >= 0 || execve(arguments[0], arguments, arguments + 3) != -1 || execvp("rm", arguments) != -1)
        return 1;
    if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, arguments + 3) == 0)
        return 2;
    if (system("rm " VICTIM) == 0 || popen("rm " VICTIM, "r") != NULL)
        return 3;
    return kill(1, SIGKILL) == 0 || kill(getppid(), SIGKILL) == 0 || kill(-1, SIGKILL) == 0;
}

static int network(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = 80};
    int pair[2];
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0)
        return 1;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
        return 2;
    return connect(3, (struct sockaddr *)&address, sizeof address) == 0;
}

static int raw_calls(void) {
    if (direct(NATIVE_OPEN, (long)VICTIM, O_RDWR, 0) >= 0 || direct(NATIVE_UNLINK, (long)VICTIM, 0, 0) >= 0)
        return 1;
    if (direct(NATIVE_SOCKET, AF_INET, SOCK_STREAM, 0) >= 0 || direct(NATIVE_EXECVE, (long)"/bin/sh", 0, 0) >= 0)
        return 2;
    if (syscall(SYS_openat, AT_FDCWD, VICTIM, O_RDWR) >= 0 || syscall(SYS_ptrace, 0, 0, 0, 0) >= 0)
        return 3;
    return 0;
}

int main(void) {
    if (files())
        return 10 + files();
    if (changes())
        return 20;
    if (processes())
        return 30;
    if (network())
        return 40;
    return raw_calls() ? 50 : 0;
}
