#define _GNU_SOURCE
#include "vdso.h"

#include <elf.h>
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

static int read_word(pid_t program, unsigned long address, unsigned long *word) {
  errno = 0;
  *word = (unsigned long)ptrace(PTRACE_PEEKDATA, program, address, 0);
  return errno ? -1 : 0;
}

static int stack_pointer(pid_t program, unsigned long *address) {
  struct user_regs_struct registers;
  struct iovec whole = {.iov_base = &registers, .iov_len = sizeof registers};
  if (ptrace(PTRACE_GETREGSET, program, NT_PRSTATUS, &whole) < 0) return -1;
#if defined(__x86_64__)
  *address = registers.rsp;
#elif defined(__aarch64__)
  *address = registers.sp;
#else
  errno = ENOSYS;
  return -1;
#endif
  return 0;
}

// The stack of a program that starts: the number of arguments, the arguments, nothing, the
// environment, nothing, and then pairs of a kind and a value, which tell where the code is.
static int find_pairs(pid_t program, unsigned long *address) {
  unsigned long word;
  if (stack_pointer(program, address) < 0 || read_word(program, *address, &word) < 0) return -1;
  *address += (word + 2) * sizeof word;
  do {
    if (read_word(program, *address, &word) < 0) return -1;
    *address += sizeof word;
  } while (word);
  return 0;
}

int vdso_hide(pid_t program) {
  unsigned long address, kind;
  if (find_pairs(program, &address) < 0) return -1;
  for (;; address += 2 * sizeof kind) {
    if (read_word(program, address, &kind) < 0) return -1;
    if (kind == AT_NULL) return 0;
    if (kind == AT_SYSINFO_EHDR
        && ptrace(PTRACE_POKEDATA, program, address, (unsigned long)AT_IGNORE) < 0)
      return -1;
  }
}
