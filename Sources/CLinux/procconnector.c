#define _GNU_SOURCE
#include "procconnector.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Numbers of the kernel's interface; older and newer headers name them in different scopes.
enum { event_exec = 0x00000002 };

/// Lets only exec events through, so that a busy compiler's forks and exits never wake us.
static int accept_execs_only(int connector) {
  const unsigned int kind =
      NLMSG_LENGTH(0) + sizeof(struct cn_msg) + offsetof(struct proc_event, what);
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kind),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htonl(event_exec), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof program[0], .filter = program};
  return setsockopt(connector, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

static int listen_to_processes(int connector) {
  // Two structures and a number, one behind the other: netlink's, the connector's, the request.
  _Alignas(struct nlmsghdr) char request[NLMSG_SPACE(sizeof(struct cn_msg) + sizeof(uint32_t))];
  const uint32_t operation = PROC_CN_MCAST_LISTEN;
  struct nlmsghdr header = {
      .nlmsg_len = NLMSG_LENGTH(sizeof(struct cn_msg) + sizeof operation),
      .nlmsg_type = NLMSG_DONE,
  };
  struct cn_msg message;
  memset(request, 0, sizeof request);
  memset(&message, 0, sizeof message);
  message.id.idx = CN_IDX_PROC;
  message.id.val = CN_VAL_PROC;
  message.len = sizeof operation;
  memcpy(request, &header, sizeof header);
  memcpy(request + NLMSG_LENGTH(0), &message, sizeof message);
  memcpy(request + NLMSG_LENGTH(0) + sizeof message, &operation, sizeof operation);
  return send(connector, request, header.nlmsg_len, 0) < 0 ? -1 : 0;
}

int oal_proc_connector_open(int room) {
  int connector =
      socket(PF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_CONNECTOR);
  if (connector < 0) return -1;
  // The forced size needs a right; the plain one is bounded by the machine's setting.
  if (setsockopt(connector, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) < 0)
    setsockopt(connector, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
  if (accept_execs_only(connector) < 0 ||
      bind(connector, (struct sockaddr *)&address, sizeof address) < 0 ||
      listen_to_processes(connector) < 0) {
    int reason = errno;
    close(connector);
    errno = reason;
    return -1;
  }
  return connector;
}

int oal_proc_connector_next(int connector, int32_t *process) {
  _Alignas(struct nlmsghdr) char buffer[512];
  for (;;) {
    struct sockaddr_nl sender;
    socklen_t length = sizeof sender;
    ssize_t got =
        recvfrom(connector, buffer, sizeof buffer, 0, (struct sockaddr *)&sender, &length);
    if (got < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? 0 : -1;
    }
    // Only the kernel itself has address 0: a process cannot make up events for us.
    if (sender.nl_pid != 0) continue;
    const size_t start = NLMSG_LENGTH(0) + sizeof(struct cn_msg);
    if ((size_t)got < start + offsetof(struct proc_event, event_data) + 2 * sizeof(int32_t))
      continue;
    uint32_t kind;
    memcpy(&kind, buffer + start + offsetof(struct proc_event, what), sizeof kind);
    if (kind != event_exec) continue;
    // The thread group's id is the second number of the exec event.
    memcpy(process, buffer + start + offsetof(struct proc_event, event_data) + sizeof(int32_t),
           sizeof *process);
    return 1;
  }
}
