// Runs a program on a machine whose wall clock somebody moves, without touching the machine's own.
//
//   moved-clock FILE PROGRAM ARGUMENT…
//
// FILE says how many seconds the wall clock is ahead of the machine's, and "synchronised" after it where a
// time server is said to keep it; it may be replaced at any time. The program may set no clock. Its
// children have their system calls answered alike, but those that are programs of their own read the
// machine's clock where the kernel lets them do so without one.
//
// The exit status is the program's; 64 for a bad call, 77 where the kernel can't do this.

#define _GNU_SOURCE
#include "answer.h"
#include "filter.h"
#include "vdso.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { bad_call = 64, cannot = 77, not_started = 127 };

static int complain(const char *what, int status) {
  fprintf(stderr, "moved-clock: could not %s: %s\n", what, strerror(errno));
  return status;
}

// The child: waits, stopped, until its parent has the descriptor of the questions, and becomes the
// program.
static void become(char **program, int report, pid_t parent, const sigset_t *signals) {
  sigprocmask(SIG_SETMASK, signals, NULL);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent) _exit(cannot);
  int listener = -1;
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) listener = filter_install();
  int told = listener < 0 ? -errno : listener;
  if (write(report, &told, sizeof told) != sizeof told || listener < 0) _exit(cannot);
  raise(SIGSTOP);
  execv(program[0], program);
  _exit(complain("start the program", not_started));
}

// Waits until the child stops; whether it did. One that has ended instead has said why.
static int stops(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 0;
  if (WIFEXITED(status)) exit(WEXITSTATUS(status));
  errno = ECHILD;
  return WIFSTOPPED(status);
}

// Takes over the child's descriptor, lets it load the program, and has that ask for each time.
static int take_over(pid_t child, int pidfd, int report) {
  int told;
  if (read(report, &told, sizeof told) != sizeof told) return -1;
  if (told < 0) {
    errno = -told;
    return -1;
  }
  if (!stops(child)) return -1;
  int listener = (int)syscall(__NR_pidfd_getfd, pidfd, told, 0);
  if (listener < 0 || ptrace(PTRACE_CONT, child, 0, 0) < 0) return -1;
  if (!stops(child) || vdso_hide(child) < 0) return -1;
  return ptrace(PTRACE_DETACH, child, 0, 0) < 0 ? -1 : listener;
}

static void forward(int signals, pid_t child) {
  struct signalfd_siginfo news;
  if (read(signals, &news, sizeof news) == sizeof news) kill(child, (int)news.ssi_signo);
}

// Ends as the program has ended.
static int end_as(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return complain("wait for the program", cannot);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  sigset_t all;
  sigfillset(&all);
  signal(WTERMSIG(status), SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

static int serve(pid_t child, int pidfd, int listener, int signals, const char *file) {
  struct pollfd watched[] = {
    {.fd = listener, .events = POLLIN},
    {.fd = pidfd, .events = POLLIN},
    {.fd = signals, .events = POLLIN},
  };
  for (;;) {
    if (poll(watched, 3, -1) < 0 && errno != EINTR) return complain("wait", cannot);
    if (watched[0].revents & POLLIN && answer_one(listener, file) < 0)
      return complain("answer for the clock", cannot);
    if (watched[2].revents & POLLIN) forward(signals, child);
    if (watched[1].revents & POLLIN) return end_as(child);
  }
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: moved-clock FILE PROGRAM ARGUMENT...\n");
    return bad_call;
  }
  sigset_t forwarded, before;
  sigemptyset(&forwarded);
  sigaddset(&forwarded, SIGTERM);
  sigaddset(&forwarded, SIGINT);
  sigaddset(&forwarded, SIGHUP);
  sigprocmask(SIG_BLOCK, &forwarded, &before);
  int signals = signalfd(-1, &forwarded, SFD_CLOEXEC);
  int report[2];
  if (signals < 0 || pipe(report) < 0) return complain("prepare", cannot);

  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) return complain("start a process", cannot);
  if (child == 0) {
    close(report[0]);
    become(words + 2, report[1], parent, &before);
  }
  close(report[1]);
  int pidfd = (int)syscall(__NR_pidfd_open, child, 0);
  int listener = pidfd < 0 ? -1 : take_over(child, pidfd, report[0]);
  if (listener < 0) {
    int status = complain("stand between a program and the clock", cannot);
    kill(child, SIGKILL);
    return status;
  }
  return serve(child, pidfd, listener, signals, words[1]);
}
