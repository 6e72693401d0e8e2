// What Swift cannot call of libmicrohttpd: functions with a variable number of arguments, and
// callbacks that pass through memory of the library's. Plain C types only.
#pragma once
#include <stddef.h>

// A server: one listening socket, driven by whoever watches its descriptor.
typedef struct http_server http_server;
// One request and its answer.
typedef struct http_exchange http_exchange;
// Told of a request that has come whole. It answers the exchange before it returns, or holds it.
typedef void (*http_handler)(void *owner, http_exchange *exchange);

// What a client may take up.
typedef struct {
  unsigned connections;         // open at once, from everywhere
  unsigned idle_seconds;        // without a byte, before a connection is closed
  unsigned request_seconds;     // for a whole request, and for reading its whole answer
  size_t header_memory;         // for a request's line and headers
  size_t body_size;             // of a request's body
} http_limits;

// Opens a socket that listens at an address, such as 127.0.0.1 and 8420; -1 with *reason otherwise.
int http_listen(const char *host, const char *port, const char **reason);
// The port that a listening socket has.
int http_port(int descriptor);

// Starts a server on a listening socket, which it takes over. `certificate` and `key` are PEM texts for
// TLS, or NULL. NULL with *reason where it can't be started.
http_server *http_start(
    int listener, const http_limits *limits, const char *certificate, const char *key,
    http_handler handler, void *owner, const char **reason);
// What becomes readable when there is something to do.
int http_descriptor(const http_server *server);
// Does what there is to do, without waiting.
void http_run(http_server *server);
// Milliseconds after which there is something to do anyway; -1 for never.
long long http_timeout(http_server *server);
// How many connections are open.
unsigned http_connections(const http_server *server);
// Closes the socket and every connection; exchanges that are held are given up.
void http_stop(http_server *server);

// What was asked; valid until the exchange is answered. A path has its escapes still, and no query.
const char *http_method(const http_exchange *exchange);
const char *http_path(const http_exchange *exchange);
// The values of headers by their names, whatever the case; NULL where there is none, and the first of several.
void http_headers(
    const http_exchange *exchange, const char *const *names, const char **values, size_t count);
// The last value of a header that may be there several times; NULL where there is none.
const char *http_last_header(const http_exchange *exchange, const char *name);
// The body as far as it was kept; *is_too_large where there was more than the limit.
const unsigned char *http_body(const http_exchange *exchange, size_t *size, int *is_too_large);
// Whether the headers say in more than one way where the body ends. What comes after it is never read.
int http_is_ambiguous(const http_exchange *exchange);
// The address that the request came from.
const char *http_peer(http_exchange *exchange);

// Keeps the exchange for an answer after the handler has returned.
void http_hold(http_exchange *exchange);
// Answers; the texts are copied. `headers` are a name and a value in turn, each with its zero byte. Every
// exchange is answered exactly once.
void http_answer(
    http_exchange *exchange, unsigned status, const char *headers, size_t count,
    const unsigned char *body, size_t size);
