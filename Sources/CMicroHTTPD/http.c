#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// A connection, and until when it has to have got on: by a whole request or a whole answer, not by bytes.
struct http_line {
  int descriptor, is_ended;
  long long end;
  struct http_line *next, *previous;
};

struct http_server {
  struct MHD_Daemon *daemon;
  struct http_line *first, *last;  // sorted by their ends: who gets on goes to the end of the list
  long long patience;
  int is_stopping;
  int listener;
  size_t body_size;
  http_handler handler;
  void *owner;
  struct http_exchange *held;  // those that are held, to be given up at the end
};

struct http_exchange {
  struct http_server *server;
  struct MHD_Connection *connection;
  const char *method, *path;
  unsigned char *body;
  size_t size, capacity;
  int is_too_large, is_ambiguous, is_held, is_given_up;
  unsigned status;
  struct MHD_Response *response;
  struct http_exchange *next, *previous;
  char peer[INET6_ADDRSTRLEN];
};

int http_listen(const char *host, const char *port, const char **reason) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICHOST};
  struct addrinfo *found = NULL;
  int failure = getaddrinfo(host, port, &hints, &found);
  if (failure != 0) {
    *reason = gai_strerror(failure);
    return -1;
  }
  int descriptor =
      socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int on = 1;
  if (descriptor < 0
      || setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0
      || bind(descriptor, found->ai_addr, found->ai_addrlen) != 0
      || listen(descriptor, 1024) != 0) {
    *reason = strerror(errno);
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  freeaddrinfo(found);
  return descriptor;
}

int http_port(int descriptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return -1;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
  return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
}

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void unlink_line(struct http_server *server, struct http_line *line) {
  if (line->previous) line->previous->next = line->next;
  else server->first = line->next;
  if (line->next) line->next->previous = line->previous;
  else server->last = line->previous;
  line->next = line->previous = NULL;
}

static void append_line(struct http_server *server, struct http_line *line) {
  line->end = milliseconds() + server->patience;
  line->previous = server->last;
  if (server->last) server->last->next = line;
  else server->first = line;
  server->last = line;
}

static void changed(
    void *owner, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code) {
  struct http_server *server = owner;
  struct http_line *line = *context;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (line) unlink_line(server, line);
    free(line);
    *context = NULL;
    return;
  }
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  line = calloc(1, sizeof *line);
  if (line == NULL || info == NULL) {
    free(line);
    return;
  }
  line->descriptor = info->connect_fd;
  append_line(server, line);
  *context = line;
}

// Gives a connection the time for what comes next.
static void got_on(struct http_exchange *exchange) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  struct http_line *line = info ? info->socket_context : NULL;
  if (line == NULL || line->is_ended) return;
  unlink_line(exchange->server, line);
  append_line(exchange->server, line);
}

// Ends the connections that have not got on in time; a byte now and then is not getting on.
static void end_late(struct http_server *server) {
  long long now = server->first ? milliseconds() : 0;
  while (server->first && server->first->end <= now) {
    struct http_line *line = server->first;
    // The library notices that it is over, and closes it.
    shutdown(line->descriptor, SHUT_RDWR);
    line->is_ended = 1;
    unlink_line(server, line);
    append_line(server, line);
  }
}

static void unlink_held(struct http_exchange *exchange) {
  if (exchange->previous) exchange->previous->next = exchange->next;
  else exchange->server->held = exchange->next;
  if (exchange->next) exchange->next->previous = exchange->previous;
  exchange->next = exchange->previous = NULL;
}

static void name_peer(struct http_exchange *exchange) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return;
  const struct sockaddr *address = info->client_addr;
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *place = (const struct sockaddr_in *)address;
    inet_ntop(AF_INET, &place->sin_addr, exchange->peer, sizeof exchange->peer);
    return;
  }
  const struct in6_addr *number = &((const struct sockaddr_in6 *)address)->sin6_addr;
  // A socket for both sees callers over IPv4 so.
  if (IN6_IS_ADDR_V4MAPPED(number)) {
    inet_ntop(AF_INET, number->s6_addr + 12, exchange->peer, sizeof exchange->peer);
  } else {
    inet_ntop(AF_INET6, number, exchange->peer, sizeof exchange->peer);
  }
}

// Keeps what fits; what doesn't is read and dropped, so that the client hears why.
static enum MHD_Result take(struct http_exchange *exchange, const char *data, size_t size) {
  if (exchange->is_too_large) {
    exchange->size += size;
    // Somebody who goes on for long doesn't listen.
    return exchange->size > 256 * exchange->server->body_size ? MHD_NO : MHD_YES;
  }
  if (exchange->size + size > exchange->server->body_size) {
    exchange->is_too_large = 1;
    return MHD_YES;
  }
  if (exchange->size + size > exchange->capacity) {
    size_t capacity = exchange->capacity ? exchange->capacity * 2 : 1024;
    while (capacity < exchange->size + size) capacity *= 2;
    unsigned char *body = realloc(exchange->body, capacity);
    if (body == NULL) return MHD_NO;
    exchange->body = body;
    exchange->capacity = capacity;
  }
  memcpy(exchange->body + exchange->size, data, size);
  exchange->size += size;
  return MHD_YES;
}

static int is_asked_for_too_much(const struct http_exchange *exchange) {
  const char *length = MHD_lookup_connection_value(
      exchange->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  const char *expected = MHD_lookup_connection_value(
      exchange->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_EXPECT);
  return length && expected && strtoull(length, NULL, 10) > exchange->server->body_size;
}

struct framing {
  unsigned lengths, encodings;
  int is_odd;
};

static int is_named(const char *name, size_t length, const char *sought) {
  return length == strlen(sought) && strncasecmp(name, sought, length) == 0;
}

static enum MHD_Result count_framing(
    void *owner, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  (void)value;
  struct framing *framing = owner;
  size_t length = strcspn(name, " \t");
  int is_length = is_named(name, length, MHD_HTTP_HEADER_CONTENT_LENGTH);
  int is_encoding = is_named(name, length, MHD_HTTP_HEADER_TRANSFER_ENCODING);
  framing->lengths += is_length;
  framing->encodings += is_encoding;
  // "Content-Length : 2" is one to some, and none to others.
  if ((is_length || is_encoding) && name[length] != 0) framing->is_odd = 1;
  return MHD_YES;
}

// Whether a proxy before this server may see another end of the body than the library does: what one takes
// for a body, the other would take for the next request.
static int is_ambiguous(struct MHD_Connection *connection) {
  struct framing framing = {0, 0, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, count_framing, &framing);
  return framing.lengths + framing.encodings > 1 || framing.is_odd;
}

// Whether the library takes an answer instead of a body.
static int has_upload(const char *method) {
  return strcasecmp(method, MHD_HTTP_METHOD_POST) == 0 || strcasecmp(method, MHD_HTTP_METHOD_PUT) == 0;
}

static enum MHD_Result handle(
    void *owner, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *data, size_t *size, void **context) {
  (void)version;
  struct http_server *server = owner;
  struct http_exchange *exchange = *context;
  // Nobody is there any more to answer it.
  if (server->is_stopping && (exchange == NULL || exchange->response == NULL)) return MHD_NO;
  if (exchange == NULL) {
    exchange = calloc(1, sizeof *exchange);
    if (exchange == NULL) return MHD_NO;
    exchange->server = server;
    exchange->connection = connection;
    *context = exchange;
    exchange->is_ambiguous = is_ambiguous(connection);
    // Who asks before he sends is told at once, and so is he of whose body nobody knows where it ends, as far
    // as the library lets a body be left out. The body of anybody else is read first.
    int is_told = exchange->is_ambiguous ? has_upload(method) : is_asked_for_too_much(exchange);
    if (!is_told) return MHD_YES;
    exchange->is_too_large = !exchange->is_ambiguous;
  }
  if (*size > 0) {
    size_t taken = *size;
    *size = 0;
    return take(exchange, data, taken);
  }
  if (exchange->response == NULL) {
    // Both stay where they are until the answer is complete.
    exchange->method = method;
    exchange->path = url;
    got_on(exchange);
    server->handler(server->owner, exchange);
    if (exchange->response == NULL) {
      MHD_suspend_connection(connection);
      return MHD_YES;
    }
  }
  enum MHD_Result result = MHD_queue_response(connection, exchange->status, exchange->response);
  MHD_destroy_response(exchange->response);
  exchange->response = NULL;
  return result;
}

static void completed(
    void *owner, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code) {
  (void)owner;
  (void)connection;
  (void)code;
  struct http_exchange *exchange = *context;
  if (exchange == NULL) return;
  *context = NULL;
  got_on(exchange);
  if (exchange->is_held) unlink_held(exchange);
  if (exchange->response) MHD_destroy_response(exchange->response);
  free(exchange->body);
  free(exchange);
}

// Leaves a path as it was sent: resolved as a whole, an escaped slash would begin another part of it, and
// an escaped NUL would end it.
static size_t keep_escapes(void *owner, struct MHD_Connection *connection, char *text) {
  (void)owner;
  (void)connection;
  return strlen(text);
}

http_server *http_start(
    int listener, const http_limits *limits, const char *certificate, const char *key,
    http_handler handler, void *owner, const char **reason) {
  struct http_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    *reason = "out of memory";
    return NULL;
  }
  server->listener = listener;
  server->body_size = limits->body_size;
  server->patience = limits->request_seconds * 1000LL;
  server->handler = handler;
  server->owner = owner;
  // A client that goes away while it is written to is an error of that write, not the process's end.
  signal(SIGPIPE, SIG_IGN);
  unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.2:+VERS-TLS1.3"},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  int is_secure = certificate != NULL && key != NULL;
  if (is_secure) flags |= MHD_USE_TLS;
  server->daemon = MHD_start_daemon(
      flags, 0, NULL, NULL, handle, server,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_NOTIFY_COMPLETED, completed, server,
      MHD_OPTION_NOTIFY_CONNECTION, changed, server,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
      MHD_OPTION_CONNECTION_LIMIT, limits->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, limits->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits->header_memory,
      MHD_OPTION_ARRAY, is_secure ? tls : none,
      MHD_OPTION_END);
  if (server->daemon == NULL) {
    *reason = is_secure ? "the certificate or the key is not usable" : "no server could be made";
    free(server);
    return NULL;
  }
  return server;
}

int http_descriptor(const http_server *server) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

void http_run(http_server *server) {
  end_late(server);
  unsigned before = http_connections(server);
  MHD_run(server->daemon);
  // At the limit the library doesn't listen; it looks whether it may again only when it is run anew.
  if (http_connections(server) < before) MHD_run(server->daemon);
}

long long http_timeout(http_server *server) {
  MHD_UNSIGNED_LONG_LONG timeout;
  long long least =
      MHD_get_timeout(server->daemon, &timeout) == MHD_YES ? (long long)timeout : -1;
  if (server->first == NULL || least == 0) return least;
  long long late = server->first->end - milliseconds();
  if (late < 0) late = 0;
  return least < 0 || late < least ? late : least;
}

unsigned http_connections(const http_server *server) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

void http_stop(http_server *server) {
  // A connection that is suspended can't be closed: each gets an answer that nobody will read.
  while (server->held) {
    http_answer(server->held, 503, "Retry-After\0001", 1, NULL, 0);
  }
  // What has been answered is still sent; a request that comes now is not taken.
  server->is_stopping = 1;
  MHD_run(server->daemon);
  MHD_stop_daemon(server->daemon);
  free(server);
}

const char *http_method(const http_exchange *exchange) { return exchange->method; }

const char *http_path(const http_exchange *exchange) { return exchange->path; }

struct sought {
  const char *const *names;
  const char **values;
  size_t count;
};

static enum MHD_Result find(
    void *owner, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct sought *sought = owner;
  for (size_t index = 0; index < sought->count; index++) {
    if (sought->values[index] == NULL && strcasecmp(name, sought->names[index]) == 0) {
      sought->values[index] = value;
      break;
    }
  }
  return MHD_YES;
}

void http_headers(
    const http_exchange *exchange, const char *const *names, const char **values, size_t count) {
  struct sought sought = {names, values, count};
  memset(values, 0, count * sizeof *values);
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, find, &sought);
}

struct last {
  const char *name;
  const char *value;
};

static enum MHD_Result find_last(
    void *owner, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct last *last = owner;
  if (strcasecmp(name, last->name) == 0) last->value = value;
  return MHD_YES;
}

const char *http_last_header(const http_exchange *exchange, const char *name) {
  struct last last = {name, NULL};
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, find_last, &last);
  return last.value;
}

const unsigned char *http_body(const http_exchange *exchange, size_t *size, int *is_too_large) {
  *size = exchange->is_too_large ? 0 : exchange->size;
  *is_too_large = exchange->is_too_large;
  return exchange->body;
}

int http_is_ambiguous(const http_exchange *exchange) { return exchange->is_ambiguous; }

const char *http_peer(http_exchange *exchange) {
  if (exchange->peer[0] == 0) name_peer(exchange);
  return exchange->peer;
}

void http_hold(http_exchange *exchange) {
  struct http_server *server = exchange->server;
  exchange->is_held = 1;
  exchange->next = server->held;
  if (server->held) server->held->previous = exchange;
  server->held = exchange;
}

void http_answer(
    http_exchange *exchange, unsigned status, const char *headers, size_t count,
    const unsigned char *body, size_t size) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
  if (response == NULL) abort();  // Out of memory: better an end that is noticed.
  for (size_t index = 0; index < count; index++) {
    const char *value = headers + strlen(headers) + 1;
    MHD_add_response_header(response, headers, value);
    headers = value + strlen(value) + 1;
  }
  if (exchange->is_ambiguous) {
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  }
  exchange->status = status;
  exchange->response = response;
  if (exchange->is_held) {
    exchange->is_held = 0;
    unlink_held(exchange);
    MHD_resume_connection(exchange->connection);
  }
}
