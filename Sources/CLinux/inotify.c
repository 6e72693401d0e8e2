#define _GNU_SOURCE
#include "inotify.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int oal_inotify_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int oal_inotify_add(int group, const char *folder) {
  return inotify_add_watch(
      group, folder,
      IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
          IN_ONLYDIR);
}

int oal_inotify_remove(int group, int watch) { return inotify_rm_watch(group, watch); }

int64_t oal_inotify_read(int group, void *buffer, int64_t capacity) {
  ssize_t got;
  do {
    got = read(group, buffer, (size_t)capacity);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return errno == EAGAIN ? 0 : -1;
  return got;
}

int64_t oal_inotify_take(
    const void *buffer, int64_t length, int64_t offset, struct oal_folder_event *event) {
  struct inotify_event head;
  if (offset < 0 || offset + (int64_t)sizeof head > length) return -1;
  const char *start = (const char *)buffer + offset;
  memcpy(&head, start, sizeof head);
  int64_t next = offset + (int64_t)sizeof head + head.len;
  if (next > length) return -1;
  event->watch = (head.mask & IN_Q_OVERFLOW) ? -1 : head.wd;
  event->over = (head.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0;
  size_t count = strnlen(start + sizeof head, head.len);
  if (count >= sizeof event->name) count = sizeof event->name - 1;
  memcpy(event->name, start + sizeof head, count);
  event->name[count] = 0;
  return next;
}
