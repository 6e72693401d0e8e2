// Starts programs and measures.
//
//   starter start PROGRAM          from posix_spawn to the end of PROGRAM
//   starter deny PROGRAM           one posix_spawn of PROGRAM, which must fail with EPERM
//   starter deny-execve PROGRAM    the same without a child: execve alone

#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *no_environment[] = {NULL};

static void start(void *program, uint64_t *sample) {
  char *arguments[] = {program, NULL};
  pid_t pid;
  int status;
  uint64_t begin = monotonic_ns();
  errno = posix_spawn(&pid, program, NULL, NULL, arguments, no_environment);
  if (errno != 0) fail("start the program");
  if (waitpid(pid, &status, 0) != pid) fail("wait for the program");
  sample[0] = monotonic_ns() - begin;
}

static void deny(void *program, uint64_t *sample) {
  char *arguments[] = {program, NULL};
  pid_t pid;
  uint64_t begin = monotonic_ns();
  errno = posix_spawn(&pid, program, NULL, NULL, arguments, no_environment);
  sample[0] = monotonic_ns() - begin;
  if (errno != EPERM) fail("be denied");
}

// A denied execve leaves the caller as it was, so that no child is needed: what is measured is the
// kernel's question and the responder's answer, and nothing else. If it is not denied this process
// becomes the program, which ends, and the harness sees that.
static void deny_execve(void *program, uint64_t *sample) {
  char *arguments[] = {program, NULL};
  uint64_t begin = monotonic_ns();
  execve(program, arguments, no_environment);
  sample[0] = monotonic_ns() - begin;
  if (errno != EPERM) fail("be denied");
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: starter start|deny|deny-execve PROGRAM\n");
    return 64;
  }
  end_with_parent();
  measure_once once = start;
  if (strcmp(arguments[1], "deny") == 0) once = deny;
  if (strcmp(arguments[1], "deny-execve") == 0) once = deny_execve;
  drive(once, arguments[2], 1);
  return 0;
}
