#pragma once
#include <stdint.h>

// What the event loop needs of Linux and Swift can't see: epoll, timerfd, eventfd, signalfd and
// pidfd. Plain C types only. A function that fails answers -1 and leaves the reason in errno.

/// A new epoll instance, closed on exec.
int eventloop_poller_create(void);
/// Reports `descriptor` with `token` for as long as it is readable or hung up.
int eventloop_poller_add(int poller, int descriptor, uint64_t token);
/// Stops reporting `descriptor`.
int eventloop_poller_remove(int poller, int descriptor);
/// Waits at most `milliseconds` (-1: for ever); answers how many of `tokens` were filled.
int eventloop_poller_wait(int poller, uint64_t *tokens, int capacity, int milliseconds);

/// A timer on the boot-time clock, which goes on while the machine sleeps.
int eventloop_timer_create(void);
/// Makes the timer readable at `nanoseconds` since boot; 0 disarms it.
int eventloop_timer_arm(int timer, int64_t nanoseconds);
/// Nanoseconds since boot, suspended time included.
int64_t eventloop_boot_nanoseconds(void);

/// A descriptor that one thread makes readable to wake another.
int eventloop_event_create(void);
/// Makes the event readable.
int eventloop_event_signal(int event);
/// Makes the event unreadable again.
int eventloop_event_clear(int event);

/// Blocks signal `number` for this thread and those it makes; 1 when it was blocked before.
int eventloop_signal_block(int number);
/// Undoes `eventloop_signal_block`.
int eventloop_signal_unblock(int number);
/// A descriptor on which the signals `numbers` are read; `descriptor` is -1, or one to change.
int eventloop_signal_descriptor(int descriptor, const int *numbers, int count);
/// The number of the next pending signal, 0 when there is none.
int eventloop_signal_read(int descriptor);

/// A descriptor that becomes readable when the process `pid` ends.
int eventloop_process_open(int pid);

/// The system's text for an error number, in English, never null.
const char *eventloop_error_text(int number);
