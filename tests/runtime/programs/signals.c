/* Signals that a program sends to itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int depth;

static void plain(int signal) {
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  printf("handler of %d, blocked %d\n", signal == SIGUSR1, sigismember(&blocked, SIGUSR1));
}

static void informed(int signal, siginfo_t *information, void *context) {
  printf("%d %d %d %d\n", signal == information->si_signo, information->si_pid == getpid(), context != NULL, ++depth);
}

int main(void) {
  printf("%d %d\n", signal(SIGUSR1, plain) == SIG_DFL, getpid() == gettid());
  printf("%d\n", raise(SIGUSR1));
  struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO | SA_RESETHAND}, old;
  sigaction(SIGUSR2, &action, NULL);
  printf("%d\n", kill(getpid(), SIGUSR2));
  sigaction(SIGUSR2, NULL, &old);
  printf("%d\n", old.sa_handler == SIG_DFL);
  signal(SIGTERM, SIG_IGN);
  printf("%d %d\n", raise(SIGTERM), kill(getpid(), 0));
  errno = 0;
  printf("%d ", raise(1000));
  printf("%d %s\n", errno == EINVAL, strsignal(SIGINT));
  return 0;
}
