#pragma once

#include <spawn.h>
#include <stdint.h>

// What the functions that start a program have in common; not for Swift.

// Starts a program with its descriptors prepared by `actions`, no signal blocked or handled, and, as
// `apart` says (POSIX_SPAWN_SETSID or POSIX_SPAWN_SETPGROUP), in a session or process group of its own.
// Takes the actions over. Answers the process id, or -1 with errno set.
int32_t oal_spawn_prepared(
    const char *path, char *const arguments[], char *const environment[],
    posix_spawn_file_actions_t *actions, short apart);
