/* Signals that the program sends to itself: the library calls the handler, which the kernel cannot. */

#include "pthread_impl.h"
#include "syscall.h"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

/* Whether the program handles the signal now: there is a handler, and the signal is not blocked. */
static int is_handled(int signal, struct sigaction *action) {
  sigset_t blocked;
  if (sigaction(signal, NULL, action) != 0 || sigprocmask(SIG_BLOCK, NULL, &blocked) != 0)
    return 0;
  return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN && !sigismember(&blocked, signal);
}

static void deliver(int signal, const struct sigaction *action) {
  sigset_t during = action->sa_mask, before;
  if (!(action->sa_flags & SA_NODEFER))
    sigaddset(&during, signal);
  if (action->sa_flags & SA_RESETHAND)
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  sigprocmask(SIG_BLOCK, &during, &before);
  if (action->sa_flags & SA_SIGINFO) {
    siginfo_t information = {.si_signo = signal, .si_code = SI_USER, .si_pid = getpid(), .si_uid = getuid()};
    ucontext_t context = {0};
    action->sa_sigaction(signal, &information, &context);
  } else {
    action->sa_handler(signal);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
}

int kill(pid_t process, int signal) {
  struct sigaction action;
  if ((process != 0 && process != getpid()) || signal == 0 || !is_handled(signal, &action))
    return syscall(SYS_kill, process, signal);
  deliver(signal, &action);
  return 0;
}

int raise(int signal) {
  return kill(getpid(), signal);
}
