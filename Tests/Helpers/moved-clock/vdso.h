#ifndef MOVED_CLOCK_VDSO_H
#define MOVED_CLOCK_VDSO_H

#include <sys/types.h>

// Hides the kernel's code for reading clocks without a system call from a program that has just been
// loaded and is stopped before its first instruction: from then on it asks by system calls.
//
// Returns 0, or -1 with errno.
int vdso_hide(pid_t program);

#endif
