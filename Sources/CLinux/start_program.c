#define _GNU_SOURCE
#include "start_program.h"

#include <errno.h>
#include <signal.h>

static int prepare_attributes(posix_spawnattr_t *attributes, short apart) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int failed = posix_spawnattr_setsigmask(attributes, &none);
  if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
  if (!failed) failed = posix_spawnattr_setpgroup(attributes, 0);
  if (!failed)
    failed = posix_spawnattr_setflags(
        attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | apart));
  return failed;
}

int32_t oal_spawn_prepared(
    const char *path, char *const arguments[], char *const environment[],
    posix_spawn_file_actions_t *actions, short apart) {
  posix_spawnattr_t attributes;
  pid_t child = -1;
  int failed = posix_spawnattr_init(&attributes);
  if (!failed) {
    failed = prepare_attributes(&attributes, apart);
    if (!failed) failed = posix_spawn(&child, path, actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(actions);
  if (failed) {
    errno = failed;
    return -1;
  }
  return child;
}
