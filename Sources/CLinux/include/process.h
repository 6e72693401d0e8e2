#pragma once

#include <stddef.h>
#include <stdint.h>

/// Sends a signal to exactly the process behind `pidfd`; ESRCH once that one is gone. The system
/// call has no name that Swift sees.
int oal_pidfd_signal(int pidfd, int number);

/// Asks the kernel for the real user of `process`, which takes a quarter of the time that reading
/// its status does. Swift doesn't see ioctl numbers, and Debian's headers don't have this one.
/// Returns -1 with errno where the kernel is older than 6.13 (ENOTTY or EINVAL), or the process gone.
int64_t oal_real_user(int32_t process);

/// Starts `path` in a session of its own with `inherited` as its descriptor 3, /dev/null as
/// 0, 1 and 2, no other descriptor, no environment, and default signal handling. One C function,
/// because the order of the steps between fork and exec is the kernel's, not ours.
/// Returns the process id, or -1 with errno.
int32_t oal_spawn_with_descriptor(const char *path, char *const arguments[], int inherited);

/// Makes a pair of sockets that keep packets apart, closed on exec and never blocking.
int oal_packet_pair(int *first, int *second);

/// Sends one packet without waiting and without SIGPIPE. Returns -1 with errno.
int64_t oal_packet_send(int socket, const void *bytes, size_t count);

/// Receives one packet without waiting. Returns its size, 0 when the other side is gone, -1 with
/// errno; EMSGSIZE for one that does not fit.
int64_t oal_packet_receive(int socket, void *bytes, size_t capacity);

/// Keeps other processes of the same user out of this one's memory, and it from new rights.
int oal_seal_process(void);

/// Opens a path without reading it (O_PATH), following links. Swift sees no O_PATH.
int oal_open_path(const char *path);
