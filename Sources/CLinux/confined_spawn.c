#define _GNU_SOURCE
#include "confined_spawn.h"
#include "network_filter.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { call_restrict_self = 446 };

// What the child is told, and what it tells: it shares our memory until it is another program.
struct start {
  const char *path;
  char *const *arguments;
  int input, output, parent;
  const struct oal_confinement *confinement;
  volatile int step, reason;
};

static _Noreturn void give_up(struct start *start, int step) {
  start->reason = errno;
  start->step = step;
  _exit(127);
}

static void reset_signals(void) {
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  // SIGKILL, SIGSTOP and the C library's own can't be set, and needn't be.
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
}

static void take_descriptors(struct start *start) {
  if (dup2(start->input, 0) < 0 || dup2(start->output, 1) < 0 || dup2(start->output, 2) < 0)
    give_up(start, OAL_SPAWN_START);
  // Marked rather than closed: the ruleset is still needed.
  if (syscall(SYS_close_range, 3, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */) == 0) return;
  // A kernel older than 5.11, which has no Landlock either.
  closefrom(3);
}

static void be_expendable(void) {
  struct rlimit none = {0, 0};
  // Both make a bad case better and are no condition of a good one.
  setrlimit(RLIMIT_CORE, &none);
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return;
  ssize_t written = write(score, "1000", 4);
  (void)written;
  close(score);
}

// Root's extensions keep nothing of what root may do beyond his own files.
static void drop_capabilities(struct start *start) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  if (syscall(SYS_capset, &header, none) < 0) give_up(start, OAL_SPAWN_START);
}

static void confine(struct start *start) {
  if (!start->confinement->applies) return;
  // Without it the rest would not be allowed, and root would get back at exec what he dropped.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) give_up(start, OAL_SPAWN_START);
  drop_capabilities(start);
  int ruleset = start->confinement->ruleset;
  if (ruleset >= 0) {
    // What the program is told of itself: its arguments, to begin with. Only it knows its folder.
    if (oal_landlock_allow(
            ruleset, start->confinement->version, "/proc/self", OAL_LANDLOCK_READ) < 0 ||
        syscall(call_restrict_self, ruleset, 0) < 0)
      give_up(start, OAL_SPAWN_CONFINE_FILES);
  }
  if (start->confinement->without_network && oal_refuse_network() < 0)
    give_up(start, OAL_SPAWN_CONFINE_NETWORK);
}

static int be_the_program(void *told) {
  struct start *start = told;
  reset_signals();
  if (setpgid(0, 0) < 0) give_up(start, OAL_SPAWN_START);
  take_descriptors(start);
  be_expendable();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) give_up(start, OAL_SPAWN_START);
  if (getppid() != start->parent) _exit(127);
  confine(start);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(start->path, start->arguments, environ);
  give_up(start, OAL_SPAWN_EXECUTE);
}

// As posix_spawn does it: the child has our memory and a stack of its own, and we wait until it is
// another program or gone. Copying the memory's tables, as fork does, would take longer than the rest.
static pid_t start_child(struct start *start) {
  _Alignas(16) char stack[32768];
  return clone(be_the_program, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, start);
}

int32_t oal_spawn_confined(
    const char *path, char *const arguments[], int output,
    const struct oal_confinement *confinement, int *failed) {
  *failed = OAL_SPAWN_START;
  if (output < 3) {
    // 0 to 2 are replaced before the program starts.
    errno = EBADF;
    return -1;
  }
  struct start start = {
      .path = path,
      .arguments = arguments,
      .input = open("/dev/null", O_RDONLY | O_CLOEXEC),
      .output = output,
      .parent = getpid(),
      .confinement = confinement,
  };
  if (start.input < 0) return -1;
  // No handler of ours may run in the child, whose memory is ours.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t child = start_child(&start);
  int reason = child < 0 ? errno : start.reason;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(start.input);
  if (child > 0 && reason == 0) return child;
  if (child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    *failed = start.step;
  }
  errno = reason;
  return -1;
}
