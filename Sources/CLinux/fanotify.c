#define _GNU_SOURCE
#include "fanotify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <unistd.h>

int oal_fanotify_open(void) {
  return fanotify_init(
      FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK | FAN_UNLIMITED_QUEUE | FAN_UNLIMITED_MARKS,
      O_RDONLY | O_CLOEXEC | O_LARGEFILE);
}

int oal_fanotify_mark(int group, int file, int add) {
  // By descriptor, so that what was checked is what gets marked; an O_PATH descriptor is only
  // accepted by way of its name under /proc.
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  unsigned int flags = add ? FAN_MARK_ADD : FAN_MARK_REMOVE;
  return fanotify_mark(group, flags, FAN_OPEN_EXEC_PERM, AT_FDCWD, path);
}

int oal_fanotify_next(int group, struct oal_exec_request *request) {
  // Room for exactly one event: each is answered before the next is taken.
  struct fanotify_event_metadata event;
  ssize_t got;
  do {
    got = read(group, &event, sizeof event);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return errno == EAGAIN ? 0 : -1;
  if (got < (ssize_t)sizeof event || event.vers != FANOTIFY_METADATA_VERSION) {
    errno = EPROTO;
    return -1;
  }
  request->file = event.fd;
  request->process = event.pid;
  return 1;
}

int oal_fanotify_answer(int group, int file, int allow) {
  struct fanotify_response response = {.fd = file, .response = allow ? FAN_ALLOW : FAN_DENY};
  ssize_t put;
  do {
    put = write(group, &response, sizeof response);
  } while (put < 0 && errno == EINTR);
  return put == (ssize_t)sizeof response ? 0 : -1;
}
