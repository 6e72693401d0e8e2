#define _GNU_SOURCE
#include "extension_spawn.h"
#include "start_program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static int prepare_descriptors(posix_spawn_file_actions_t *actions, int output) {
  int failed = posix_spawn_file_actions_adddup2(actions, output, 1);
  if (!failed) failed = posix_spawn_file_actions_adddup2(actions, output, 2);
  if (!failed) failed = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return failed;
}

int32_t oal_spawn_extension(const char *path, char *const arguments[], int output) {
  if (output < 3) {
    // 0 to 2 are replaced before the program starts.
    errno = EBADF;
    return -1;
  }
  posix_spawn_file_actions_t actions;
  int failed = posix_spawn_file_actions_init(&actions);
  if (!failed) {
    failed = prepare_descriptors(&actions, output);
    if (failed) posix_spawn_file_actions_destroy(&actions);
  }
  if (failed) {
    errno = failed;
    return -1;
  }
  return oal_spawn_prepared(path, arguments, environ, &actions, POSIX_SPAWN_SETPGROUP);
}

int oal_output_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0) {
    int reason = errno;
    close(ends[0]);
    close(ends[1]);
    errno = reason;
    return -1;
  }
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int oal_reap(int32_t child, int *exit_status, int *signal) {
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(child, &status, WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0) return -1;
  if (ended == 0) return 0;
  *exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 1;
}
