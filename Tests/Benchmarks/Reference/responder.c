// The smallest fanotify responder that denies: no table, no users, no reports.
//
//   responder FILE    denies every start of FILE, and of nothing else

#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: responder FILE\n");
    return 64;
  }
  end_with_parent();
  int group = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY | O_CLOEXEC);
  if (group < 0) fail("open fanotify");
  if (fanotify_mark(group, FAN_MARK_ADD, FAN_OPEN_EXEC_PERM, AT_FDCWD, arguments[1]) != 0)
    fail("mark the file");
  say_ready();
  _Alignas(struct fanotify_event_metadata) char buffer[4096];
  for (;;) {
    ssize_t length = read(group, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) fail("read events");
    struct fanotify_event_metadata *event = (struct fanotify_event_metadata *)buffer;
    for (; FAN_EVENT_OK(event, length); event = FAN_EVENT_NEXT(event, length)) {
      if (event->fd < 0) continue;
      struct fanotify_response response = {.fd = event->fd, .response = FAN_DENY};
      if (write(group, &response, sizeof response) != (ssize_t)sizeof response) fail("answer");
      close(event->fd);
    }
  }
}
