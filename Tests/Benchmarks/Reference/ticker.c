// A program that does next to nothing and can be watched doing it: every 50 microseconds it writes
// the time into a file that it shares with whoever watches. Once it is frozen the time stands.
//
//   ticker FILE

#define _GNU_SOURCE
#include "driver.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: ticker FILE\n");
    return 64;
  }
  end_with_parent();
  prctl(PR_SET_TIMERSLACK, 1);
  int file = open(arguments[1], O_RDWR | O_CLOEXEC);
  if (file < 0) fail("open the shared file");
  _Atomic uint64_t *tick = mmap(NULL, sizeof *tick, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (tick == MAP_FAILED) fail("map the shared file");
  const struct timespec pause = {.tv_nsec = tick_period_ns};
  for (;;) {
    atomic_store(tick, monotonic_ns());
    nanosleep(&pause, NULL);
  }
}
