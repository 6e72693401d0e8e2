// A crowd of clients for a family's server, all in one thread: each has a connection that is kept, and asks
// again when it has its answer.
//
//   family_load snapshot PORT CONNECTIONS TOKENS   a sample is the reading of one snapshot
//   family_load submit PORT CONNECTIONS TOKENS     a sample is a challenge, asked for and answered right
//   family_load calls PORT                         makes the calls that its input names, one a line
//
// A sample has two columns: how long it took, and when it was over, both in nanoseconds, the latter from
// the start of its block. TOKENS is a file with a device's token on each line. An answer that isn't the
// expected one ends the program: whoever is wrong can't be fast.

#define _GNU_SOURCE
#include "driver.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { buffer_size = 65536, most_connections = 256, columns = 2 };

struct answer {
  int status;
  const char *body;
  size_t size;
};

struct client {
  int socket;
  char *buffer;
  size_t filled;
  size_t device;      // of the tokens
  size_t sample;      // which it works on
  uint64_t start;
  int is_submitting;
};

struct crowd {
  int port;
  int poller;
  size_t connections;
  int submits;
  char **tokens;
  char **first_requests;  // of each device: what it asks for first
  size_t token_count;
  struct client clients[most_connections];
  uint64_t *samples;
  uint64_t begin;
  size_t started, finished, wanted;
};

static _Noreturn void refuse(const char *what, const char *detail, size_t size) {
  fprintf(stderr, "family_load: %s: %.*s\n", what, (int)(size > 300 ? 300 : size), detail);
  exit(1);
}

static int connect_to(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    fail("connect to the server");
  }
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

// Writes a request; answers its size.
static size_t write_request(
    char *text, size_t limit, const char *method, const char *path, const char *token,
    const char *body) {
  int size = snprintf(
      text, limit, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n", method,
      path, token);
  if (body[0] != 0) {
    size += snprintf(
        text + size, limit - (size_t)size,
        "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", strlen(body), body);
  } else {
    size += snprintf(
        text + size, limit - (size_t)size, "%s\r\n",
        strcmp(method, "GET") == 0 ? "" : "Content-Length: 0\r\n");
  }
  if ((size_t)size >= limit) refuse("a request is too long", path, strlen(path));
  return (size_t)size;
}

static void send_whole(int descriptor, const char *text, size_t size) {
  if (send(descriptor, text, size, MSG_NOSIGNAL) != (ssize_t)size) fail("send a request");
}

static void send_request(
    int descriptor, const char *method, const char *path, const char *token, const char *body) {
  char text[buffer_size];
  send_whole(descriptor, text, write_request(text, sizeof text, method, path, token, body));
}

// Reads what there is; answers the size of a whole answer at the buffer's start, or 0.
static size_t receive(int descriptor, char *buffer, size_t *filled, struct answer *answer) {
  ssize_t count = recv(descriptor, buffer + *filled, buffer_size - 1 - *filled, 0);
  if (count < 0) fail("receive an answer");
  if (count == 0) refuse("the server closed a connection", buffer, *filled);
  *filled += (size_t)count;
  buffer[*filled] = 0;
  char *end = memmem(buffer, *filled, "\r\n\r\n", 4);
  if (!end) return 0;
  size_t length = 0;
  char *field = strcasestr(buffer, "\r\nContent-Length:");
  if (field && field < end) length = strtoul(field + 17, NULL, 10);
  size_t head = (size_t)(end - buffer) + 4;
  if (head + length >= buffer_size) refuse("an answer is too long", buffer, head);
  if (*filled < head + length) return 0;
  answer->status = atoi(buffer + 9);
  answer->body = buffer + head;
  answer->size = length;
  return head + length;
}

// The text that follows a name within a part of a body; it ends with the quotation mark.
static const char *text_of(const char *from, const char *end, const char *name, size_t *size) {
  char quoted[40];
  int length = snprintf(quoted, sizeof quoted, "\"%s\"", name);
  const char *place = memmem(from, (size_t)(end - from), quoted, (size_t)length);
  if (!place) return NULL;
  place += length;
  while (place < end && (*place == ':' || *place == ' ')) place++;
  if (place >= end || *place != '"') return NULL;
  const char *closing = memchr(place + 1, '"', (size_t)(end - place - 1));
  if (!closing) return NULL;
  *size = (size_t)(closing - place - 1);
  return place + 1;
}

static long solve(const char *prompt) {
  char *rest;
  long left = strtol(prompt, &rest, 10);
  while (*rest == ' ') rest++;
  const char *sign = rest;
  while (*rest != ' ') rest++;
  long right = strtol(rest, NULL, 10);
  if (*sign == '+') return left + right;
  return strncmp(sign, "×", strlen("×")) == 0 ? left * right : left - right;
}

// Works the sums out: the path and the body of the submission.
static void work_out(
    const struct answer *answer, char *path, size_t path_limit, char *body, size_t limit) {
  const char *end = answer->body + answer->size;
  size_t size;
  const char *id = text_of(answer->body, end, "challenge_id", &size);
  const char *place = memmem(answer->body, answer->size, "\"questions\"", 11);
  if (!id || !place) refuse("no challenge", answer->body, answer->size);
  snprintf(path, path_limit, "/v1/device/challenges/%.*s/submit", (int)size, id);
  size_t used = (size_t)snprintf(body, limit, "{\"answers\":[");
  const char *list = memchr(place, '[', (size_t)(end - place));
  const char *list_end = list ? memchr(list, ']', (size_t)(end - list)) : NULL;
  if (!list_end) refuse("no questions", answer->body, answer->size);
  int is_first = 1;
  for (const char *open = list; (open = memchr(open, '{', (size_t)(list_end - open))) != NULL;) {
    const char *close = memchr(open, '}', (size_t)(list_end - open));
    size_t question_size, prompt_size;
    const char *question = close ? text_of(open, close, "question_id", &question_size) : NULL;
    const char *prompt = close ? text_of(open, close, "prompt", &prompt_size) : NULL;
    if (!question || !prompt) refuse("no question", answer->body, answer->size);
    used += (size_t)snprintf(
        body + used, limit - used, "%s{\"question_id\":\"%.*s\",\"value\":%ld}",
        is_first ? "" : ",", (int)question_size, question, solve(prompt));
    is_first = 0;
    open = close;
  }
  snprintf(body + used, limit - used, "]}");
}

static void begin(struct crowd *crowd, struct client *client) {
  if (crowd->started == crowd->wanted) return;
  client->sample = crowd->started++;
  client->start = monotonic_ns();
  client->is_submitting = 0;
  const char *request = crowd->first_requests[client->device];
  send_whole(client->socket, request, strlen(request));
}

static void take(struct crowd *crowd, struct client *client, const struct answer *answer) {
  if (crowd->submits && !client->is_submitting) {
    if (answer->status != 201) refuse("no new challenge", answer->body, answer->size);
    char path[200], body[8192];
    work_out(answer, path, sizeof path, body, sizeof body);
    client->is_submitting = 1;
    send_request(client->socket, "POST", path, crowd->tokens[client->device], body);
    return;
  }
  if (answer->status != 200) refuse("no answer", answer->body, answer->size);
  size_t size;
  const char *wanted = crowd->submits ? "reward_id" : "day";
  if (!text_of(answer->body, answer->body + answer->size, wanted, &size)) {
    refuse("not the answer", answer->body, answer->size);
  }
  uint64_t now = monotonic_ns();
  uint64_t *sample = crowd->samples + client->sample * columns;
  sample[0] = now - client->start;
  sample[1] = now - crowd->begin;
  crowd->finished++;
  // The next of its devices, so that no two clients ever stand for the same one.
  client->device += crowd->connections;
  if (client->device >= crowd->token_count) client->device %= crowd->connections;
  begin(crowd, client);
}

static void block(void *context, uint64_t *samples, size_t count) {
  struct crowd *crowd = context;
  crowd->samples = samples;
  crowd->started = crowd->finished = 0;
  crowd->wanted = count;
  crowd->begin = monotonic_ns();
  for (size_t index = 0; index < crowd->connections; index++) begin(crowd, crowd->clients + index);
  struct epoll_event events[most_connections];
  while (crowd->finished < crowd->wanted) {
    int ready = epoll_wait(crowd->poller, events, most_connections, 30000);
    if (ready <= 0) {
      if (ready == 0) errno = ETIMEDOUT;
      fail("wait for an answer");
    }
    for (int index = 0; index < ready; index++) {
      struct client *client = events[index].data.ptr;
      struct answer answer;
      if (receive(client->socket, client->buffer, &client->filled, &answer) == 0) continue;
      client->filled = 0;
      take(crowd, client, &answer);
    }
  }
}

static void read_tokens(struct crowd *crowd, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail("open the tokens");
  crowd->tokens = calloc(4096, sizeof *crowd->tokens);
  crowd->first_requests = calloc(4096, sizeof *crowd->first_requests);
  char line[256];
  while (crowd->token_count < 4096 && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    char request[1024];
    const char *method = crowd->submits ? "POST" : "GET";
    const char *path = crowd->submits ? "/v1/device/challenges" : "/v1/device/snapshot";
    write_request(request, sizeof request, method, path, line, "");
    crowd->first_requests[crowd->token_count] = strdup(request);
    crowd->tokens[crowd->token_count++] = strdup(line);
  }
  fclose(file);
  if (crowd->token_count < crowd->connections) refuse("too few tokens", path, strlen(path));
}

static void gather(struct crowd *crowd) {
  crowd->poller = epoll_create1(EPOLL_CLOEXEC);
  if (crowd->poller < 0) fail("make an epoll instance");
  for (size_t index = 0; index < crowd->connections; index++) {
    struct client *client = crowd->clients + index;
    client->socket = connect_to(crowd->port);
    client->buffer = malloc(buffer_size);
    if (!client->buffer) fail("hold the answers");
    client->device = index;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    if (epoll_ctl(crowd->poller, EPOLL_CTL_ADD, client->socket, &event) != 0) fail("watch a socket");
  }
}

// Reads "METHOD PATH TOKEN BODY" a line and answers "STATUS BODY"; a dash is nothing.
static void make_calls(int port) {
  int descriptor = connect_to(port);
  static char line[buffer_size], buffer[buffer_size];
  say_ready();
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char *rest = line;
    const char *method = strsep(&rest, " "), *path = strsep(&rest, " "), *token = strsep(&rest, " ");
    if (!path || !token || !rest) refuse("not a call", line, strlen(line));
    send_request(descriptor, method, path, token, strcmp(rest, "-") == 0 ? "" : rest);
    size_t filled = 0;
    struct answer answer;
    while (receive(descriptor, buffer, &filled, &answer) == 0) {}
    printf("%d %.*s\n", answer.status, (int)answer.size, answer.body);
    fflush(stdout);
  }
}

int main(int count, char **arguments) {
  end_with_parent();
  if (count == 3 && strcmp(arguments[1], "calls") == 0) {
    make_calls(atoi(arguments[2]));
    return 0;
  }
  static struct crowd crowd;
  if (count == 5) {
    crowd.submits = strcmp(arguments[1], "submit") == 0;
    crowd.port = atoi(arguments[2]);
    crowd.connections = strtoul(arguments[3], NULL, 10);
  }
  if (crowd.connections == 0 || crowd.connections > most_connections) {
    fprintf(stderr, "usage: family_load snapshot|submit PORT CONNECTIONS TOKENS\n");
    return 64;
  }
  read_tokens(&crowd, arguments[4]);
  gather(&crowd);
  drive_blocks(block, &crowd, columns);
  return 0;
}
