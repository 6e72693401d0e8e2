#pragma once

#include <stdint.h>

/// What keeps a program that is started apart from the rest.
struct oal_confinement {
  /// Whether it is kept apart at all. If so it has none of root's capabilities either, and gains no
  /// rights by executing something.
  int applies;
  /// A ruleset of Landlock that it is under from its first instruction on, -1 for none, and the
  /// version that it was made for. What it may read of its own process is added.
  int ruleset, version;
  /// Whether it may make no socket but those of the Unix family.
  int without_network;
};

/// Starts `path` in a process group of its own, with /dev/null as its input, `output` as its
/// output and error output, no other descriptor, and this process's environment; no signal is
/// blocked or ignored in it. It leaves no memory dump, is the first to go where memory runs out, and
/// is killed when the thread that started it ends.
///
/// One C function, because the order of the steps between fork and exec is the kernel's, and no
/// Swift may run there. Returns the process id, or -1 with errno and, in `failed`, the step.
int32_t oal_spawn_confined(
    const char *path, char *const arguments[], int output,
    const struct oal_confinement *confinement, int *failed);

/// The steps that can fail.
enum oal_spawn_step {
  OAL_SPAWN_START,
  OAL_SPAWN_CONFINE_FILES,
  OAL_SPAWN_CONFINE_NETWORK,
  OAL_SPAWN_EXECUTE,
};
