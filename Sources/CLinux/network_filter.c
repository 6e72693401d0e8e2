#define _GNU_SOURCE
#include "network_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_MACHINE AUDIT_ARCH_X86_64
// Calls with this bit are of the x32 kind, which would go around the numbers below.
#define OTHER_KIND 0x40000000
#elif defined(__aarch64__)
#define OWN_MACHINE AUDIT_ARCH_AARCH64
#define OTHER_KIND 0x80000000
#else
#error "the filter knows the call numbers of x86-64 and AArch64"
#endif

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
// Goes on after `skipped` further lines when the value is equal, otherwise with the next one.
#define IF_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skipped), 0)

int oal_refuse_network(void) {
  struct sock_filter lines[] = {
      FIELD(arch),
      IF_EQUAL(OWN_MACHINE, 1),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      FIELD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_KIND, 6, 0),
      IF_EQUAL(SYS_socket, 2),
      // A ring of the kernel's would make sockets without this filter's seeing it.
      IF_EQUAL(SYS_io_uring_setup, 4),
      RETURN(SECCOMP_RET_ALLOW),
      // The family is an int, and these machines are little-endian: its word comes first.
      FIELD(args[0]),
      IF_EQUAL(AF_UNIX, 2),
      RETURN(SECCOMP_RET_ERRNO | EACCES),
      RETURN(SECCOMP_RET_ERRNO | EPERM),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof lines / sizeof *lines, .filter = lines};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}
