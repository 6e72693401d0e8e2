#include "CCurl.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct sink {
  curl_answer *answer;
  size_t limit;
};

static size_t take(char *data, size_t one, size_t count, void *owner) {
  struct sink *sink = owner;
  size_t size = one * count;
  if (sink->answer->size + size > sink->limit) return 0;
  unsigned char *body = realloc(sink->answer->body, sink->answer->size + size);
  if (body == NULL) return 0;
  memcpy(body + sink->answer->size, data, size);
  sink->answer->body = body;
  sink->answer->size += size;
  return size;
}

void curl_fetch(
    const char *method, const char *url, const char *const *headers, size_t header_count,
    const unsigned char *body, size_t size, size_t limit, long timeout_milliseconds,
    const char *authority, curl_answer *answer) {
  memset(answer, 0, sizeof *answer);
  static int is_ready = 0;
  if (!is_ready) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    is_ready = 1;
  }
  CURL *handle = curl_easy_init();
  if (handle == NULL) {
    strcpy(answer->reason, "out of memory");
    return;
  }
  struct curl_slist *list = NULL;
  for (size_t index = 0; index < header_count; index++) {
    list = curl_slist_append(list, headers[index]);
  }
  struct sink sink = {answer, limit};
  char reason[CURL_ERROR_SIZE] = "";
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, method);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1");
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout_milliseconds);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &sink);
  if (authority != NULL) {
    curl_easy_setopt(handle, CURLOPT_CAINFO, authority);
    curl_easy_setopt(handle, CURLOPT_CAPATH, NULL);
  }
  if (body != NULL) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, (const char *)body);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
  }
  CURLcode result = curl_easy_perform(handle);
  if (result == CURLE_OK) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    answer->status = (int)status;
  } else {
    const char *text = reason[0] ? reason : curl_easy_strerror(result);
    strncpy(answer->reason, text, sizeof answer->reason - 1);
    answer->is_stranger = result == CURLE_PEER_FAILED_VERIFICATION;
  }
  curl_slist_free_all(list);
  curl_easy_cleanup(handle);
}

void curl_answer_free(curl_answer *answer) {
  free(answer->body);
  answer->body = NULL;
  answer->size = 0;
}
