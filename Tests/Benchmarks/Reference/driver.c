#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

// More than any run asks for; what is above it is a mistake of the harness.
enum { count_limit = 1000000 };

uint64_t monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

_Noreturn void fail(const char *operation) {
  fprintf(stderr, "%s: could not %s: %s\n", program_invocation_short_name, operation,
          strerror(errno));
  exit(1);
}

void end_with_parent(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("ask to end with the parent");
  if (getppid() == 1) exit(1);
}

void say_ready(void) {
  printf("ready 0\n");
  fflush(stdout);
}

void drive_blocks(measure_block block, void *context, size_t columns) {
  printf("ready %zu\n", columns);
  fflush(stdout);
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    unsigned long count = strtoul(line, NULL, 10);
    if (count == 0 || count > count_limit) {
      errno = EINVAL;
      fail("read a count");
    }
    uint64_t *samples = calloc(count * columns, sizeof *samples);
    if (!samples) fail("hold the samples");
    block(context, samples, count);
    fwrite(samples, sizeof *samples, count * columns, stdout);
    fflush(stdout);
    free(samples);
  }
}

struct singly {
  measure_once once;
  void *context;
  size_t columns;
};

static void measure_singly(void *context, uint64_t *samples, size_t count) {
  const struct singly *singly = context;
  for (size_t index = 0; index < count; index++) {
    singly->once(singly->context, samples + index * singly->columns);
  }
}

void drive(measure_once once, void *context, size_t columns) {
  struct singly singly = {once, context, columns};
  drive_blocks(measure_singly, &singly, columns);
}
