#pragma once

#include <stdint.h>

/// Opens the kernel's process connector for exec events, with a receive buffer of `room` bytes.
/// Swift does not see netlink's macros. Returns -1 with errno, EPERM without the right to.
int oal_proc_connector_open(int room);

/// Reads one event. Returns 1 with the process that executed something, 0 when none waits,
/// -1 with errno; ENOBUFS says that events were lost.
int oal_proc_connector_next(int connector, int32_t *process);
