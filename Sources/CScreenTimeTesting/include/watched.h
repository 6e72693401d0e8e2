#pragma once

#include <stdint.h>

/// A program that was started to be watched: each of its calls that changes a file asks a thread
/// of this process first, which lets it go on, or kills the program right there. Swift can neither
/// fork nor install a system call filter.
typedef struct watched_program watched_program;

/// Starts `path` in a process group of its own, its input /dev/null and its output appended to the
/// file `log`, with no signal blocked or ignored and with the environment of this process. With
/// `watches` its file changes are counted. NULL with errno when it can't be started: ENOSYS or
/// EINVAL where the kernel can't watch.
watched_program *watched_start(
    const char *path, char *const arguments[], const char *log, int watches);

/// The process id.
int32_t watched_pid(const watched_program *program);

/// Has the program killed right before the `number`-th change from now; 0 takes that back. What is
/// killed in the middle of a change has made all changes before it and none after.
void watched_kill_before(watched_program *program, uint32_t number);

/// How many changes it made, or was about to make when it was killed.
uint32_t watched_changes(const watched_program *program);

/// Whether it was killed before a change.
int watched_was_killed(const watched_program *program);

/// Sends it a signal, if it hasn't been collected.
void watched_signal(const watched_program *program, int signal);

/// Whether it has ended; it is collected then. `status` is its exit status, or minus the signal
/// that ended it.
int watched_has_ended(watched_program *program, int32_t *status);

/// Kills it with everything in its process group, if it hasn't ended, collects it, and forgets it.
void watched_free(watched_program *program);
