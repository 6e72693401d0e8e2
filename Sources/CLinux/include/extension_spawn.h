#pragma once

#include <stdint.h>

/// Starts `path` in a process group of its own, with /dev/null as its input, `output` as its
/// output and error output, no other descriptor, and this process's environment; no signal is
/// blocked or ignored in it. One C function, because the file actions and attributes of posix_spawn
/// are opaque to Swift. Returns the process id, or -1 with errno.
int32_t oal_spawn_extension(const char *path, char *const arguments[], int output);

/// Makes a pipe, closed on exec, whose reading end never blocks. Swift sees no pipe2.
int oal_output_pipe(int *reading, int *writing);

/// Takes the exit status of a child that has ended. Returns 1 when there was one, 0 when it still
/// runs, -1 with errno. Swift sees none of the macros that read a status.
/// `signal` is 0 for a child that ended by itself.
int oal_reap(int32_t child, int *exit_status, int *signal);
