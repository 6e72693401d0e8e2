// Plain libzmq, ROUTER and DEALER over ipc, 64 bytes there and back: what a message costs before
// there is any protocol, check or encoding.
//
//   zeromq server ENDPOINT            answers every message with itself
//   zeromq client ENDPOINT            measures round trips to a server
//   zeromq warm ENDPOINT EXTENSION    measures a message to a program that waits, and its answer
//   zeromq cold ENDPOINT EXTENSION    measures from the start of a program to its answer
//   zeromq extension ENDPOINT         that program: connects, says hello, answers until told to end
//
// EXTENSION is the program to start as "extension": this one, linked the one way or the other.
// A cold sample's second column is the started program's peak resident memory in KiB.

#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

extern char **environ;

// A socket, and with it who the started program is.
struct host {
  void *socket;
  const char *endpoint;
  const char *extension;
  char identity[256];
  int identity_size;
  pid_t pid;
};

static void *open_socket(int type) {
  void *context = zmq_ctx_new();
  if (!context) fail("make a context");
  void *socket = zmq_socket(context, type);
  if (!socket) fail("make a socket");
  int none = 0, deadline = 5000;
  zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
  if (type == ZMQ_DEALER) zmq_setsockopt(socket, ZMQ_RCVTIMEO, &deadline, sizeof deadline);
  return socket;
}

static void *listen_at(const char *endpoint) {
  void *socket = open_socket(ZMQ_ROUTER);
  if (zmq_bind(socket, endpoint) != 0) fail("bind");
  return socket;
}

static void *connect_to(const char *endpoint) {
  void *socket = open_socket(ZMQ_DEALER);
  if (zmq_connect(socket, endpoint) != 0) fail("connect");
  return socket;
}

static int receive(void *socket, char *buffer, size_t size) {
  int length = zmq_recv(socket, buffer, size, 0);
  if (length < 0) fail("receive");
  return length;
}

static void send_bytes(void *socket, const char *bytes, size_t size, int flags) {
  if (zmq_send(socket, bytes, size, flags) < 0) fail("send");
}

static void serve(const char *endpoint) {
  void *socket = listen_at(endpoint);
  say_ready();
  char identity[256], body[message_size];
  for (;;) {
    int identity_size = receive(socket, identity, sizeof identity);
    int size = receive(socket, body, sizeof body);
    send_bytes(socket, identity, (size_t)identity_size, ZMQ_SNDMORE);
    send_bytes(socket, body, (size_t)size, 0);
  }
}

static void round_trip(void *context, uint64_t *sample) {
  char body[message_size];
  memset(body, 'x', sizeof body);
  uint64_t start = monotonic_ns();
  send_bytes(context, body, sizeof body, 0);
  receive(context, body, sizeof body);
  sample[0] = monotonic_ns() - start;
}

static void await_extension(struct host *host) {
  char body[message_size];
  host->identity_size = receive(host->socket, host->identity, sizeof host->identity);
  receive(host->socket, body, sizeof body);
}

static void start_extension(struct host *host) {
  char *arguments[] = {(char *)host->extension, "extension", (char *)host->endpoint, NULL};
  int error = posix_spawn(&host->pid, host->extension, NULL, NULL, arguments, environ);
  if (error != 0) {
    errno = error;
    fail("start the extension");
  }
  await_extension(host);
}

static void call_extension(struct host *host) {
  char identity[256], body[message_size];
  memset(body, 'x', sizeof body);
  send_bytes(host->socket, host->identity, (size_t)host->identity_size, ZMQ_SNDMORE);
  send_bytes(host->socket, body, sizeof body, 0);
  receive(host->socket, identity, sizeof identity);
  receive(host->socket, body, sizeof body);
}

static void end_extension(struct host *host) {
  send_bytes(host->socket, host->identity, (size_t)host->identity_size, ZMQ_SNDMORE);
  send_bytes(host->socket, "", 0, 0);
  if (waitpid(host->pid, NULL, 0) != host->pid) fail("wait for the extension");
}

// Read from the living process: what wait4 tells afterwards is never less than what its parent held
// when it was spawned.
static uint64_t peak_resident_kib(pid_t pid) {
  char path[64], line[256];
  unsigned long long peak = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *file = fopen(path, "re");
  if (!file) fail("read the extension's status");
  while (fgets(line, sizeof line, file) && sscanf(line, "VmHWM: %llu", &peak) != 1) {
  }
  fclose(file);
  return peak;
}

static void warm_call(void *context, uint64_t *sample) {
  uint64_t start = monotonic_ns();
  call_extension(context);
  sample[0] = monotonic_ns() - start;
}

static void cold_call(void *context, uint64_t *sample) {
  uint64_t start = monotonic_ns();
  start_extension(context);
  call_extension(context);
  sample[0] = monotonic_ns() - start;
  sample[1] = peak_resident_kib(((struct host *)context)->pid);
  end_extension(context);
}

static void be_extension(const char *endpoint) {
  void *socket = connect_to(endpoint);
  char body[message_size];
  memset(body, 'h', sizeof body);
  send_bytes(socket, body, sizeof body, 0);
  int forever = -1;
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &forever, sizeof forever);
  for (;;) {
    int size = receive(socket, body, sizeof body);
    if (size == 0) _exit(0);
    send_bytes(socket, body, (size_t)size, 0);
  }
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: zeromq server|client|warm|cold|extension ENDPOINT [EXTENSION]\n");
    return 64;
  }
  const char *mode = arguments[1], *endpoint = arguments[2];
  end_with_parent();
  struct host host = {.endpoint = endpoint, .extension = count > 3 ? arguments[3] : arguments[0]};
  if (strcmp(mode, "server") == 0) {
    serve(endpoint);
  } else if (strcmp(mode, "client") == 0) {
    drive(round_trip, connect_to(endpoint), 1);
  } else if (strcmp(mode, "warm") == 0) {
    host.socket = listen_at(endpoint);
    start_extension(&host);
    drive(warm_call, &host, 1);
    end_extension(&host);
  } else if (strcmp(mode, "cold") == 0) {
    host.socket = listen_at(endpoint);
    drive(cold_call, &host, 2);
  } else if (strcmp(mode, "extension") == 0) {
    be_extension(endpoint);
  } else {
    fprintf(stderr, "zeromq: unknown mode \"%s\"\n", mode);
    return 64;
  }
  _exit(0);
}
