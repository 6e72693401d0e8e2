#define _GNU_SOURCE
#include "process.h"
#include "start_program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int oal_pidfd_signal(int pidfd, int number) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0);
}

// What the kernel's <linux/pidfd.h> has from 6.13 on.
struct pidfd_answer {
  uint64_t mask, cgroup;
  uint32_t pid, tgid, ppid, ruid, rgid, euid, egid, suid, sgid, fsuid, fsgid;
  int32_t exit_code;
};
#define PIDFD_ASK _IOWR(0xFF, 11, struct pidfd_answer)
#define PIDFD_HAS_CREDENTIALS 2u

int64_t oal_real_user(int32_t process) {
  int pidfd = (int)syscall(SYS_pidfd_open, process, 0);
  if (pidfd < 0) return -1;
  struct pidfd_answer answer = {.mask = PIDFD_HAS_CREDENTIALS};
  int failed = ioctl(pidfd, PIDFD_ASK, &answer) < 0 ? errno : 0;
  close(pidfd);
  if (!failed && !(answer.mask & PIDFD_HAS_CREDENTIALS)) failed = ENOTTY;
  if (failed) {
    errno = failed;
    return -1;
  }
  return answer.ruid;
}

static int prepare_descriptors(posix_spawn_file_actions_t *actions, int inherited) {
  int failed = posix_spawn_file_actions_adddup2(actions, inherited, 3);
  if (!failed) failed = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDWR, 0);
  if (!failed) failed = posix_spawn_file_actions_adddup2(actions, 0, 1);
  if (!failed) failed = posix_spawn_file_actions_adddup2(actions, 0, 2);
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, 4);
  return failed;
}

int32_t oal_spawn_with_descriptor(const char *path, char *const arguments[], int inherited) {
  if (inherited < 3) {
    // 0 to 2 are replaced before the program starts.
    errno = EBADF;
    return -1;
  }
  posix_spawn_file_actions_t actions;
  int failed = posix_spawn_file_actions_init(&actions);
  if (!failed) {
    failed = prepare_descriptors(&actions, inherited);
    if (failed) posix_spawn_file_actions_destroy(&actions);
  }
  if (failed) {
    errno = failed;
    return -1;
  }
  char *const environment[] = {NULL};
  return oal_spawn_prepared(path, arguments, environment, &actions, POSIX_SPAWN_SETSID);
}

int oal_packet_pair(int *first, int *second) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) return -1;
  *first = ends[0];
  *second = ends[1];
  return 0;
}

int64_t oal_packet_send(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do {
    sent = send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

int64_t oal_packet_receive(int socket, void *bytes, size_t capacity) {
  ssize_t got;
  do {
    got = recv(socket, bytes, capacity, MSG_DONTWAIT | MSG_TRUNC);
  } while (got < 0 && errno == EINTR);
  if (got > 0 && (size_t)got > capacity) {
    errno = EMSGSIZE;
    return -1;
  }
  return got;
}

int oal_seal_process(void) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return -1;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int oal_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }
