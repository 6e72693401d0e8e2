#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's numbers, stated here because Debian's headers are older than the kernel.
enum {
  call_create = 444,
  call_add_rule = 445,
  ask_version = 1,
  rule_path_beneath = 1,
};

enum {
  fs_execute = 1 << 0,
  fs_write_file = 1 << 1,
  fs_read_file = 1 << 2,
  fs_read_folder = 1 << 3,
  fs_remove_folder = 1 << 4,
  fs_remove_file = 1 << 5,
  fs_make_folder = 1 << 7,
  fs_make_file = 1 << 8,
  fs_first = (1 << 13) - 1,  // everything of version 1
  fs_refer = 1 << 13,        // from version 2: into another folder
  fs_truncate = 1 << 14,     // from version 3
  fs_control = 1 << 15,      // from version 5: ioctl of a device
};

enum { tcp_bind = 1 << 0, tcp_connect = 1 << 1 };          // from version 4
enum { scope_abstract_socket = 1 << 0, scope_signal = 1 << 1 };  // from version 6

struct ruleset {
  uint64_t files, network, scopes;
};

struct path_beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

int oal_landlock_version(void) {
  long version = syscall(call_create, NULL, 0, ask_version);
  return version < 0 ? 0 : (int)version;
}

int oal_seccomp_is_there(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

static uint64_t known_files(int version) {
  uint64_t files = fs_first;
  if (version >= 2) files |= fs_refer;
  if (version >= 3) files |= fs_truncate;
  if (version >= 5) files |= fs_control;
  return files;
}

int oal_landlock_create(int version) {
  struct ruleset rules = {.files = known_files(version)};
  size_t size = sizeof rules.files;
  if (version >= 4) {
    rules.network = tcp_bind | tcp_connect;
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= 6) {
    rules.scopes = scope_abstract_socket | scope_signal;
    size = sizeof rules;
  }
  return (int)syscall(call_create, &rules, size, 0);
}

static uint64_t allowed_files(int allowance) {
  switch (allowance) {
    case OAL_LANDLOCK_READ:
      return fs_read_file | fs_read_folder;
    case OAL_LANDLOCK_EXECUTE:
      return fs_read_file | fs_read_folder | fs_execute;
    default:
      // No device, link, pipe or socket is made there.
      return fs_read_file | fs_read_folder | fs_write_file | fs_truncate | fs_make_file |
             fs_remove_file | fs_make_folder | fs_remove_folder | fs_refer;
  }
}

int oal_landlock_allow(int ruleset, int version, const char *path, int allowance) {
  struct path_beneath rule = {.parent = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) return -1;
  struct stat status;
  int failed = fstat(rule.parent, &status);
  if (!failed) {
    rule.allowed = allowed_files(allowance) & known_files(version);
    // A rule on a file may not speak of what only folders have.
    if (!S_ISDIR(status.st_mode))
      rule.allowed &= fs_read_file | fs_execute | fs_write_file | fs_truncate;
    failed = syscall(call_add_rule, ruleset, rule_path_beneath, &rule, 0) < 0;
  }
  int reason = errno;
  close(rule.parent);
  errno = reason;
  return failed ? -1 : 0;
}
