#pragma once

#include <stdint.h>

/// Asks the kernel for SIGTERM when the process that started this one ends. Swift does not see
/// prctl. Returns 1 when `parent` is that process, 0 when it is not, so that it ended before, -1
/// with errno.
int oal_end_with_parent(int32_t parent);
