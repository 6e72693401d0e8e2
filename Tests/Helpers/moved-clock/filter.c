#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define ON(number, action) SKIP_UNLESS(number, 1), ANSWER(action)
#define DENY (SECCOMP_RET_ERRNO | EPERM)

int filter_install(void) {
  // The low half of the first argument comes first on both architectures.
  struct sock_filter program[] = {
    LOAD(arch),
    SKIP_UNLESS(ARCHITECTURE, 1),
    BPF_STMT(BPF_JMP | BPF_JA, 1),
    ANSWER(SECCOMP_RET_ALLOW),
    LOAD(nr),
    ON(__NR_settimeofday, DENY),
    ON(__NR_clock_settime, DENY),
    ON(__NR_adjtimex, SECCOMP_RET_USER_NOTIF),
    ON(__NR_clock_adjtime, SECCOMP_RET_USER_NOTIF),
    ON(__NR_gettimeofday, SECCOMP_RET_USER_NOTIF),
#ifdef __NR_time
    ON(__NR_time, SECCOMP_RET_USER_NOTIF),
#endif
    SKIP_UNLESS(__NR_clock_gettime, 5),
    LOAD(args[0]),
    ON(CLOCK_REALTIME, SECCOMP_RET_USER_NOTIF),
    ON(CLOCK_REALTIME_COARSE, SECCOMP_RET_USER_NOTIF),
    ANSWER(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog whole = {.len = sizeof program / sizeof *program, .filter = program};
  if (!ARCHITECTURE) {
    errno = ENOSYS;
    return -1;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return (int)syscall(
    __NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &whole);
}
