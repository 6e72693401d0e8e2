// What Swift cannot call of libcurl: its options take values of any type. Plain C types only.
#pragma once
#include <stddef.h>

// What a server answered.
typedef struct {
  int status;             // the status; 0 where nobody answered
  unsigned char *body;    // allocated; freed by curl_answer_free
  size_t size;
  char reason[256];       // why nobody answered
  int is_stranger;        // whether that was because the certificate is not one by which it is known
} curl_answer;

// Sends one request and waits for its answer. Redirects are not followed, certificates are checked, and
// nothing but http and https is spoken. `headers` are whole lines. A body that is larger than `limit`
// counts as no answer. `authority` is a file of the certificates that alone are trusted; NULL for those
// that the system trusts.
void curl_fetch(
    const char *method, const char *url, const char *const *headers, size_t header_count,
    const unsigned char *body, size_t size, size_t limit, long timeout_milliseconds,
    const char *authority, curl_answer *answer);
// Frees what an answer holds.
void curl_answer_free(curl_answer *answer);
