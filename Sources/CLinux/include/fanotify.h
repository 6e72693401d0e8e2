#pragma once

#include <stdint.h>

/// A start that waits for an answer: the file that is to be executed, opened, and who asked.
struct oal_exec_request {
  /// The file, open for reading; -1 when the queue overflowed and there is nothing to answer.
  int32_t file;
  /// The process that asked; 0 when it lies outside our pid namespace.
  int32_t process;
};

/// Opens a group for permission events. Swift does not see fanotify.
/// Returns -1 with errno, EPERM without the right to.
int oal_fanotify_open(void);

/// Sets or removes the mark on the inode behind `file`, a descriptor that may be O_PATH.
int oal_fanotify_mark(int group, int file, int add);

/// Reads one waiting start. Returns 1 with `request` filled, 0 when none waits, -1 with errno.
int oal_fanotify_next(int group, struct oal_exec_request *request);

/// Lets the start behind `file` go on or refuses it. The caller still closes `file`.
int oal_fanotify_answer(int group, int file, int allow);
