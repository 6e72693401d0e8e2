#define _GNU_SOURCE
#include "eventloop.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { most_events = 64 };

int eventloop_poller_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int eventloop_poller_add(int poller, int descriptor, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
  return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

int eventloop_poller_remove(int poller, int descriptor) {
  return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, NULL);
}

int eventloop_poller_wait(int poller, uint64_t *tokens, int capacity, int milliseconds) {
  struct epoll_event events[most_events];
  int limit = capacity < most_events ? capacity : most_events;
  int count = epoll_wait(poller, events, limit, milliseconds);
  // An interrupted wait is a turn in which nothing happened; the caller knows its own deadline.
  if (count < 0) return errno == EINTR ? 0 : -1;
  for (int index = 0; index < count; index++) tokens[index] = events[index].data.u64;
  return count;
}

int eventloop_timer_create(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int eventloop_timer_arm(int timer, int64_t nanoseconds) {
  struct itimerspec spec = {
      .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

int64_t eventloop_boot_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int eventloop_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int eventloop_event_signal(int event) { return eventfd_write(event, 1); }

int eventloop_event_clear(int event) {
  eventfd_t value;
  return eventfd_read(event, &value);
}

int eventloop_signal_block(int number) {
  sigset_t added, before;
  sigemptyset(&added);
  if (sigaddset(&added, number) != 0) return -1;
  int failure = pthread_sigmask(SIG_BLOCK, &added, &before);
  if (failure != 0) {
    errno = failure;
    return -1;
  }
  return sigismember(&before, number);
}

int eventloop_signal_unblock(int number) {
  sigset_t removed;
  sigemptyset(&removed);
  if (sigaddset(&removed, number) != 0) return -1;
  int failure = pthread_sigmask(SIG_UNBLOCK, &removed, NULL);
  if (failure == 0) return 0;
  errno = failure;
  return -1;
}

int eventloop_signal_descriptor(int descriptor, const int *numbers, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index++) {
    if (sigaddset(&set, numbers[index]) != 0) return -1;
  }
  return signalfd(descriptor, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int eventloop_signal_read(int descriptor) {
  struct signalfd_siginfo info;
  ssize_t size = read(descriptor, &info, sizeof info);
  if (size == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return size < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

int eventloop_process_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

const char *eventloop_error_text(int number) {
  const char *text = strerrordesc_np(number);
  return text != NULL ? text : "unknown error";
}
