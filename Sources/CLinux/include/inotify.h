#pragma once

#include <stdint.h>

/// What happened to a name in a watched folder.
struct oal_folder_event {
  /// The watch that it belongs to; -1 when events were lost.
  int32_t watch;
  /// Whether the watch is over: the folder was removed, moved or unmounted, or we let go of it.
  int32_t over;
  /// The name in the folder, empty for the folder itself.
  char name[256];
};

/// Opens a group of folder watches. Swift does not see inotify.
int oal_inotify_open(void);

/// Watches a folder for names that come, go or are replaced. Returns the watch or -1 with errno.
int oal_inotify_add(int group, const char *folder);

/// Lets go of a watch.
int oal_inotify_remove(int group, int watch);

/// Reads what is there into `buffer`, aligned for 64-bit numbers. Returns the bytes, 0 when there
/// is nothing, -1 with errno.
int64_t oal_inotify_read(int group, void *buffer, int64_t capacity);

/// Takes the event at `offset` out of `buffer`. Returns the next one's offset, or -1 at the end.
int64_t oal_inotify_take(
    const void *buffer, int64_t length, int64_t offset, struct oal_folder_event *event);
