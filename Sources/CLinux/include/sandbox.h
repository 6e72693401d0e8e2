#pragma once

#include <stdint.h>

// What a process that is started may reach, as the kernel's Landlock and seccomp keep it. Swift sees
// neither, and older headers don't have all of it.

/// The version of Landlock that this kernel offers; 0 where it has none or it is switched off.
int oal_landlock_version(void);

/// Whether this kernel filters system calls.
int oal_seccomp_is_there(void);

/// Makes a ruleset of Landlock that refuses everything which `version` can refuse: files, TCP, and
/// from 6 on abstract sockets and signals to processes outside. Returns its descriptor, closed on
/// exec, or -1 with errno.
int oal_landlock_create(int version);

/// What a rule of Landlock allows below a path, or of the file that the path is.
enum oal_landlock_allowance {
  /// To read files and list folders.
  OAL_LANDLOCK_READ,
  /// The same, and to execute files.
  OAL_LANDLOCK_EXECUTE,
  /// To read and write files and folders, to make and remove them; nothing there can be executed.
  OAL_LANDLOCK_CHANGE,
};

/// Allows something below `path` in a ruleset of that version. Returns -1 with errno.
int oal_landlock_allow(int ruleset, int version, const char *path, int allowance);
