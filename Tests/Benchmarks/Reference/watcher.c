// Watches from outside when a shield takes hold, whatever enforces it.
//
//   watcher VICTIM SHARED PROBE
//
// VICTIM is a copy of the ticker, which this program starts with the file SHARED. PROBE is a file
// that may be executed but is no program: a start that is let through ends with ENOEXEC, and one
// that is denied with EPERM, in a few microseconds and without a child either way.
//
// It reads lines and answers each with one line; times are of the monotonic clock, in nanoseconds:
//   shut    answers "armed" at once; then "shut DENIED FROZEN": when the first denied start came
//           back, and when the victim stood still
//   thaw    answers "armed" at once; then "thawed MOVED": when a victim that stood still moved again
//   open    answers "open" as soon as the victim moves and the probe is let through
// What doesn't happen within two seconds ends the program with a sentence and status 1.

#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t patience_ns = 2000000000;
// A victim that hasn't moved for so long stands still; less might be no more than a busy machine.
static const uint64_t stillness_ns = 20000000;

extern char **environ;

// What is watched.
struct watch {
  _Atomic uint64_t *tick;
  char *probe;
  pid_t victim;
};

static void pause_briefly(void) {
  const struct timespec pause = {.tv_nsec = tick_period_ns};
  nanosleep(&pause, NULL);
}

static void give_up(const char *what) {
  errno = ETIMEDOUT;
  fail(what);
}

static bool is_denied(const struct watch *watch) {
  char *arguments[] = {watch->probe, NULL};
  execve(watch->probe, arguments, environ);
  if (errno != EPERM && errno != ENOEXEC) fail("probe a start");
  return errno == EPERM;
}

static uint64_t await_denial(const struct watch *watch, uint64_t deadline) {
  for (;;) {
    if (is_denied(watch)) return monotonic_ns();
    if (monotonic_ns() > deadline) give_up("see a start denied");
    pause_briefly();
  }
}

// The last tick before the victim stood still, and the period in which the next one should have come.
static uint64_t await_stillness(const struct watch *watch, uint64_t deadline) {
  for (;;) {
    uint64_t last = atomic_load(watch->tick), now = monotonic_ns();
    if (now > last && now - last > stillness_ns) return last + tick_period_ns;
    if (now > deadline) give_up("see the victim stand still");
    pause_briefly();
  }
}

static void await_open(const struct watch *watch) {
  uint64_t start = monotonic_ns(), deadline = start + patience_ns;
  while (is_denied(watch) || atomic_load(watch->tick) <= start) {
    if (monotonic_ns() > deadline) give_up("see the shield lifted");
    pause_briefly();
  }
}

static void shut(const struct watch *watch) {
  printf("armed\n");
  fflush(stdout);
  uint64_t deadline = monotonic_ns() + patience_ns;
  uint64_t denied = await_denial(watch, deadline);
  uint64_t frozen = await_stillness(watch, deadline);
  printf("shut %llu %llu\n", (unsigned long long)denied, (unsigned long long)frozen);
}

// The victim's tick is the time at which it was made.
static void thaw(const struct watch *watch) {
  uint64_t deadline = monotonic_ns() + patience_ns, last = atomic_load(watch->tick), next;
  printf("armed\n");
  fflush(stdout);
  while ((next = atomic_load(watch->tick)) == last) {
    if (monotonic_ns() > deadline) give_up("see the victim move");
    pause_briefly();
  }
  printf("thawed %llu\n", (unsigned long long)next);
}

static _Atomic uint64_t *share(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof(uint64_t)) != 0) fail("make the shared file");
  void *page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) fail("map the shared file");
  close(file);
  return page;
}

static pid_t start(char *program, char *shared) {
  char *arguments[] = {program, shared, NULL};
  pid_t pid;
  errno = posix_spawn(&pid, program, NULL, NULL, arguments, environ);
  if (errno != 0) fail("start the victim");
  return pid;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: watcher VICTIM SHARED PROBE\n");
    return 64;
  }
  end_with_parent();
  prctl(PR_SET_TIMERSLACK, 1);
  struct watch watch = {.tick = share(arguments[2]), .probe = arguments[3]};
  watch.victim = start(arguments[1], arguments[2]);
  printf("victim %d\n", (int)watch.victim);
  fflush(stdout);
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    if (strcmp(line, "shut\n") == 0) {
      shut(&watch);
    } else if (strcmp(line, "thaw\n") == 0) {
      thaw(&watch);
    } else if (strcmp(line, "open\n") == 0) {
      await_open(&watch);
      printf("open\n");
    } else {
      errno = EINVAL;
      fail("read a command");
    }
    fflush(stdout);
  }
  kill(watch.victim, SIGKILL);
  waitpid(watch.victim, NULL, 0);
  return 0;
}
