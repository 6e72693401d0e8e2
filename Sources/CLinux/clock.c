#define _GNU_SOURCE
#include "clock.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

// TFD_TIMER_CANCEL_ON_SET cancels an absolute timer when the clock is set: so the timer is for a
// day that never comes, and its cancellation is the news.
static int arm(int alarm) {
  struct itimerspec never = {.it_value = {.tv_sec = INT64_C(253402300799)}};
  return timerfd_settime(alarm, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int64_t oal_wall_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int oal_clock_alarm_create(void) {
  int alarm = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (alarm < 0) return -1;
  if (arm(alarm) == 0) return alarm;
  int reason = errno;
  close(alarm);
  errno = reason;
  return -1;
}

int oal_clock_alarm_was_set(int alarm) {
  uint64_t expirations;
  int was_set = read(alarm, &expirations, sizeof expirations) < 0 && errno == ECANCELED;
  if (was_set) arm(alarm);
  return was_set;
}

int oal_clock_is_synchronised(void) {
  struct timex asked = {.modes = 0};
  int state = adjtimex(&asked);
  return state >= 0 && state != TIME_ERROR && !(asked.status & STA_UNSYNC);
}
