#define _GNU_SOURCE
#include "CZeroMQ.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// Reads a number that ends at `end`; NULL when it isn't one.
static const char *read_number(const char *text, char end, uint32_t *value) {
  uint64_t sum = 0;
  const char *start = text;
  while (*text >= '0' && *text <= '9' && sum <= UINT32_MAX) sum = sum * 10 + (uint64_t)(*text++ - '0');
  if (text == start || *text != end || sum > UINT32_MAX) return NULL;
  *value = (uint32_t)sum;
  return end == '\0' ? text : text + 1;
}

int czeromq_sender(zmq_msg_t *message, uint32_t *uid, uint32_t *gid, int32_t *pid) {
  // "localhost:<uid>:<gid>:<pid>"
  const char *address = zmq_msg_gets(message, "Peer-Address");
  const char *text = address != NULL ? strchr(address, ':') : NULL;
  uint32_t process = 0;
  if (text == NULL) return 0;
  if ((text = read_number(text + 1, ':', uid)) == NULL) return 0;
  if ((text = read_number(text, ':', gid)) == NULL) return 0;
  if (read_number(text, '\0', &process) == NULL) return 0;
  *pid = (int32_t)process;
  return 1;
}

int czeromq_wait(int first, int second, int milliseconds) {
  struct pollfd items[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  int count = poll(items, 2, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -1;
  return (items[0].revents != 0) | (items[1].revents != 0) << 1;
}

int czeromq_listener(const char *path, uint32_t *uid, uint32_t *gid, int32_t *pid) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  // Not blocking: where the queue of a busy listener is full this fails with EAGAIN at once.
  int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (probe < 0) return -1;
  int failed = connect(probe, (struct sockaddr *)&address, sizeof address) != 0 ||
               getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0;
  int reason = errno;
  close(probe);
  if (failed) {
    errno = reason;
    return -1;
  }
  *uid = peer.uid;
  *gid = peer.gid;
  *pid = peer.pid;
  return 0;
}
