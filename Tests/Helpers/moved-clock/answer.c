#define _GNU_SOURCE
#include "answer.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// What somebody has made of the wall clock.
struct wall {
  struct timespec now;
  int is_synchronised;
};

// A file that can't be read, or says something else, leaves the clock as it is.
static struct wall read_wall(const char *file) {
  struct wall wall = {0};
  long long seconds = 0;
  char word[16] = "";
  FILE *stream = fopen(file, "re");
  if (stream) {
    if (fscanf(stream, "%lld %15s", &seconds, word) < 1) seconds = 0;
    fclose(stream);
  }
  clock_gettime(CLOCK_REALTIME, &wall.now);
  wall.now.tv_sec += seconds;
  wall.is_synchronised = strcmp(word, "synchronised") == 0;
  return wall;
}

// Copies into the memory of whoever asks, or out of it; nothing where he gave no place.
static int copy(pid_t who, uint64_t place, void *value, size_t size, int writes) {
  if (!place) return 0;
  struct iovec here = {.iov_base = value, .iov_len = size};
  struct iovec there = {.iov_base = (void *)(uintptr_t)place, .iov_len = size};
  ssize_t count = writes ? process_vm_writev(who, &here, 1, &there, 1, 0)
                         : process_vm_readv(who, &here, 1, &there, 1, 0);
  return count == (ssize_t)size ? 0 : -EFAULT;
}

// What the kernel says of its clock to somebody who only asks; nobody sets it from here.
static int64_t adjustment(pid_t who, uint64_t place, struct wall wall) {
  struct timex asked;
  if (!place || copy(who, place, &asked, sizeof asked, 0) < 0) return -EFAULT;
  if (asked.modes) return -EPERM;
  struct timex told = {
    .status = wall.is_synchronised ? STA_PLL : STA_UNSYNC,
    .tick = 1000000 / 100,
    .time = {.tv_sec = wall.now.tv_sec, .tv_usec = wall.now.tv_nsec / 1000},
  };
  if (copy(who, place, &told, sizeof told, 1) < 0) return -EFAULT;
  return wall.is_synchronised ? TIME_OK : TIME_ERROR;
}

// The result of the system call, or a negated error.
static int64_t result_of(const struct seccomp_notif *question, struct wall wall) {
  pid_t who = (pid_t)question->pid;
  const struct seccomp_data *call = &question->data;
  struct timeval coarse = {.tv_sec = wall.now.tv_sec, .tv_usec = wall.now.tv_nsec / 1000};
  switch (call->nr) {
  case __NR_clock_gettime: return copy(who, call->args[1], &wall.now, sizeof wall.now, 1);
  case __NR_gettimeofday: return copy(who, call->args[0], &coarse, sizeof coarse, 1);
  case __NR_adjtimex: return adjustment(who, call->args[0], wall);
  case __NR_clock_adjtime:
    return call->args[0] == CLOCK_REALTIME ? adjustment(who, call->args[1], wall) : -EOPNOTSUPP;
#ifdef __NR_time
  case __NR_time: {
    int failure = copy(who, call->args[0], &wall.now.tv_sec, sizeof wall.now.tv_sec, 1);
    return failure ? failure : wall.now.tv_sec;
  }
#endif
  default: return -ENOSYS;
  }
}

static int reply(int listener, uint64_t id, int64_t result, size_t size) {
  struct seccomp_notif_resp *response = calloc(1, size);
  if (!response) return -1;
  response->id = id;
  if (result < 0) response->error = (int32_t)result;
  else response->val = result;
  int failed = ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, response) < 0 && errno != ENOENT;
  int reason = errno;
  free(response);
  errno = reason;
  return failed ? -1 : 0;
}

int answer_one(int listener, const char *file) {
  struct seccomp_notif_sizes sizes;
  if (syscall(__NR_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) < 0) return -1;
  // A newer kernel may say more than this was compiled with.
  size_t size = sizes.seccomp_notif > sizeof(struct seccomp_notif) ? sizes.seccomp_notif
                                                                   : sizeof(struct seccomp_notif);
  struct seccomp_notif *question = calloc(1, size);
  if (!question) return -1;
  int failed = 0;
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, question) < 0) {
    failed = errno != ENOENT && errno != EINTR;
  } else if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &question->id) == 0) {
    // While the question is valid its process waits, so its number means nobody else.
    int64_t result = result_of(question, read_wall(file));
    size_t room = sizes.seccomp_notif_resp > sizeof(struct seccomp_notif_resp)
      ? sizes.seccomp_notif_resp
      : sizeof(struct seccomp_notif_resp);
    failed = reply(listener, question->id, result, room) < 0;
  }
  int reason = errno;
  free(question);
  errno = reason;
  return failed ? -1 : 0;
}
