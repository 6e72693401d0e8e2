#pragma once
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

// What the bus needs and Swift can't say itself: parsing libzmq's note of the peer, waiting on two
// descriptors, and asking who serves a socket. A function that fails answers -1, with errno set.

/// Who sent `message`, from the kernel's credentials that libzmq keeps with it; 0 when it has none.
int czeromq_sender(zmq_msg_t *message, uint32_t *uid, uint32_t *gid, int32_t *pid);

/// Waits until one of two descriptors is readable; bit 0 for the first, bit 1 for the second (-1:
/// none). An interrupted wait answers 0, as one whose time is over does.
int czeromq_wait(int first, int second, int milliseconds);

/// Connects to the Unix socket at `path`, learns who listens there, and hangs up.
int czeromq_listener(const char *path, uint32_t *uid, uint32_t *gid, int32_t *pid);
