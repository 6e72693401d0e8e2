#pragma once

#include <stdint.h>

/// Milliseconds of the wall clock since 1970. Swift's own clocks don't tell the date.
int64_t oal_wall_milliseconds(void);

/// Makes a descriptor that becomes readable when somebody sets the wall clock; -1 with errno.
/// Swift sees no timerfd.
int oal_clock_alarm_create(void);

/// Answers 1 when the wall clock was set since the last call, 0 when not, and watches on.
int oal_clock_alarm_was_set(int alarm);

/// Answers 1 when the kernel says that a time server keeps the wall clock right, otherwise 0.
/// Swift sees no adjtimex.
int oal_clock_is_synchronised(void);
