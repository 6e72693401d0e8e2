#define _GNU_SOURCE
#include "watched.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct watched_program {
  pid_t pid;
  int has_ended;
  int32_t status;
  int listener;  // -1 where nothing is watched
  int stop;      // an eventfd that ends the thread
  dev_t log_device;
  ino_t log_file;
  pthread_t thread;
  atomic_uint changes;
  atomic_uint kill_before;  // counted as `changes` is; 0 for never
  atomic_int was_killed;
};

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no one has said which system calls change files here"
#endif

// The calls that change what a file or folder holds. Which of those that name a descriptor mean a
// file is looked at by the thread; a program's own output is none of them.
static const int by_descriptor[] = {
    SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_ftruncate, SYS_fsync, SYS_fdatasync,
};
static const int by_name[] = {
#ifdef SYS_rename
    SYS_rename, SYS_link, SYS_unlink, SYS_mkdir, SYS_rmdir, SYS_creat,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_mkdirat, SYS_truncate,
};
#define COUNT(list) (sizeof(list) / sizeof(list[0]))

static struct sock_filter statement(uint16_t code, uint32_t value) {
  return (struct sock_filter)BPF_STMT(code, value);
}

static struct sock_filter jump(uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  return (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

static size_t add_question(struct sock_filter *code, size_t length, uint32_t call) {
  code[length] = jump(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
  code[length + 1] = statement(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  return length + 2;
}

/// An open asks where it may make or empty a file: its flags are argument `argument`.
static size_t add_open(struct sock_filter *code, size_t length, uint32_t call, int argument) {
  uint32_t flags = (uint32_t)(offsetof(struct seccomp_data, args) + 8u * (unsigned)argument);
  code[length++] = jump(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
  code[length++] = statement(BPF_LD | BPF_W | BPF_ABS, flags);
  code[length++] = jump(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | O_TRUNC, 0, 1);
  code[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  code[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  return length;
}

/// Installs the filter and answers the descriptor over which it asks.
static int install_filter(void) {
  struct sock_filter code[80];
  size_t length = 0;
  code[length++] =
      statement(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, arch));
  code[length++] = jump(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  code[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code[length++] =
      statement(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < COUNT(by_descriptor); i++)
    length = add_question(code, length, (uint32_t)by_descriptor[i]);
  for (size_t i = 0; i < COUNT(by_name); i++)
    length = add_question(code, length, (uint32_t)by_name[i]);
#ifdef SYS_open
  length = add_open(code, length, SYS_open, 1);
#endif
  length = add_open(code, length, SYS_openat, 2);
  code[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)length, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return (int)syscall(
      SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// MARK: Between the two processes, until the program is itself

/// Tells the parent how far it got: an error number, and a descriptor where there is one.
static void report(int socket, int error, int descriptor) {
  char room[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = &error, .iov_len = sizeof error};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  // Where even this fails the parent sees the end of the socket, which is as good.
  (void)!sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// Waits for a report: 1 and what it says, or 0 when the other side is itself or gone.
static int hear(int socket, int *error, int *descriptor) {
  char room[CMSG_SPACE(sizeof(int))];
  struct iovec part = {.iov_base = error, .iov_len = sizeof *error};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  ssize_t count;
  do {
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return 1;
}

static void reset_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// The child's way from fork to the program; only calls that are safe there.
static void become(
    const char *path, char *const arguments[], int output, int socket, int watches) {
  setpgid(0, 0);
  reset_signals();
  int input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) goto failed;
  // The socket goes to 3, and everything from 4 on is closed.
  if (socket != 3) {
    if (dup2(socket, 3) < 0) goto failed;
    socket = 3;
  }
  if (fcntl(3, F_SETFD, FD_CLOEXEC) < 0) goto failed;
  if (syscall(SYS_close_range, 4u, ~0u, 0u) < 0) goto failed;
  if (watches) {
    int listener = install_filter();
    if (listener < 0) goto failed;
    report(socket, 0, listener);
    close(listener);
  }
  execve(path, arguments, environ);
failed:
  report(socket, errno, -1);
  _exit(127);
}

// MARK: The thread that is asked

static int is_file(const watched_program *program, uint64_t descriptor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%llu", program->pid, (unsigned long long)descriptor);
  struct stat status;
  if (stat(path, &status) < 0) return 0;
  // What it prints is no change of its files.
  if (status.st_dev == program->log_device && status.st_ino == program->log_file) return 0;
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

static int is_change(const watched_program *program, const struct seccomp_notif *question) {
  if ((pid_t)question->pid != program->pid) return 0;
  for (size_t i = 0; i < COUNT(by_descriptor); i++)
    if (question->data.nr == by_descriptor[i])
      return is_file(program, question->data.args[0]);
  return 1;
}

/// Takes a question; 0 when there will be no more.
static int take_question(watched_program *program) {
  struct seccomp_notif question;
  memset(&question, 0, sizeof question);
  if (ioctl(program->listener, SECCOMP_IOCTL_NOTIF_RECV, &question) < 0)
    return errno == EINTR || errno == ENOENT;
  if (is_change(program, &question)) {
    unsigned number = atomic_fetch_add(&program->changes, 1) + 1;
    if (number == atomic_load(&program->kill_before)) {
      atomic_store(&program->was_killed, 1);
      kill(program->pid, SIGKILL);
      return 1;
    }
  }
  struct seccomp_notif_resp answer = {
      .id = question.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  // It fails only where whoever asked is gone.
  (void)ioctl(program->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  return 1;
}

static void *answer_questions(void *context) {
  watched_program *program = context;
  struct pollfd sources[2] = {
      {.fd = program->listener, .events = POLLIN}, {.fd = program->stop, .events = POLLIN}};
  for (;;) {
    if (poll(sources, 2, -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (sources[1].revents) break;
    if (sources[0].revents & POLLIN) {
      if (!take_question(program)) break;
    } else if (sources[0].revents) {
      break;
    }
  }
  return NULL;
}

static int start_thread(watched_program *program) {
  program->stop = eventfd(0, EFD_CLOEXEC);
  if (program->stop < 0) return errno;
  // No signal of the process is taken here.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&program->thread, NULL, answer_questions, program);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failed;
}

// MARK: What the owner calls

static void collect(watched_program *program) {
  if (program->has_ended) return;
  kill(-program->pid, SIGKILL);
  kill(program->pid, SIGKILL);
  while (waitpid(program->pid, NULL, 0) < 0 && errno == EINTR) continue;
  program->has_ended = 1;
}

watched_program *watched_start(
    const char *path, char *const arguments[], const char *log, int watches) {
  watched_program *program = calloc(1, sizeof *program);
  int ends[2] = {-1, -1};
  int output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int failed = 0;
  if (!program || output < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
    failed = errno;
    goto done;
  }
  program->listener = program->stop = -1;
  struct stat log_status;
  if (fstat(output, &log_status) == 0) {
    program->log_device = log_status.st_dev;
    program->log_file = log_status.st_ino;
  }
  program->pid = fork();
  if (program->pid == 0) become(path, arguments, output, ends[1], watches);
  failed = program->pid < 0 ? errno : 0;
  close(ends[1]);
  ends[1] = -1;
  if (failed) goto done;
  // With a filter the first report brings the listener; an exec that fails may open no log, but asks
  // for nothing else, so that the thread may start late.
  int error = 0;
  if (watches && hear(ends[0], &error, &program->listener) && !error && program->listener >= 0)
    error = start_thread(program);
  if (!error) hear(ends[0], &error, &program->listener);
  failed = error;
  if (!failed && watches && program->listener < 0) failed = ENOSYS;
done:
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0) close(ends[i]);
  if (output >= 0) close(output);
  if (!failed) return program;
  if (program && program->pid > 0) watched_free(program);
  else free(program);
  errno = failed;
  return NULL;
}

int32_t watched_pid(const watched_program *program) { return program->pid; }

void watched_kill_before(watched_program *program, uint32_t number) {
  atomic_store(&program->kill_before, number ? atomic_load(&program->changes) + number : 0);
}

uint32_t watched_changes(const watched_program *program) { return atomic_load(&program->changes); }

int watched_was_killed(const watched_program *program) {
  return atomic_load(&program->was_killed);
}

void watched_signal(const watched_program *program, int signal) {
  if (!program->has_ended) kill(program->pid, signal);
}

int watched_has_ended(watched_program *program, int32_t *status) {
  if (!program->has_ended) {
    int raw = 0;
    if (waitpid(program->pid, &raw, WNOHANG) != program->pid) return 0;
    program->has_ended = 1;
    program->status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -WTERMSIG(raw);
  }
  *status = program->status;
  return 1;
}

void watched_free(watched_program *program) {
  collect(program);
  if (program->listener >= 0) {
    if (program->stop >= 0) {
      uint64_t one = 1;
      (void)!write(program->stop, &one, sizeof one);
      pthread_join(program->thread, NULL);
      close(program->stop);
    }
    close(program->listener);
  }
  free(program);
}
