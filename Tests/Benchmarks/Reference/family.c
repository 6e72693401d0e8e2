// What a family's server does for a child's machine, in C: libmicrohttpd with epoll in one thread, SQLite
// with prepared statements, each request a transaction of its own that is on the disk before its answer.
//
//   family DATABASE TOKEN      the parents' token; "family: ready at http://127.0.0.1:PORT" when it serves
//
// It has the calls that set a family up (a policy, a child, a code, a pairing) and the ones that are
// measured (a snapshot, a challenge, a submission), with the same bodies as the others.

#define _GNU_SOURCE
#include "driver.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  body_limit = 65536, answer_limit = 16384, id_bytes = 12, secret_bytes = 33, code_bytes = 18,
  code_life = 600, most_questions = 50, most_challenges = 100,
};

static const char layout[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    "CREATE TABLE IF NOT EXISTS family (id INTEGER PRIMARY KEY CHECK (id = 1), admin_hash TEXT NOT NULL,"
    " revision INTEGER NOT NULL, timezone TEXT NOT NULL, daily_limit INTEGER NOT NULL,"
    " allowed_start TEXT NOT NULL, allowed_end TEXT NOT NULL, reward INTEGER NOT NULL,"
    " cap INTEGER NOT NULL, questions INTEGER NOT NULL, operand INTEGER NOT NULL,"
    " operations TEXT NOT NULL);"
    // A child's own values; nothing is what the family has.
    "CREATE TABLE IF NOT EXISTS child (id TEXT PRIMARY KEY, name TEXT NOT NULL, daily_limit INTEGER,"
    " allowed_start TEXT, allowed_end TEXT, reward INTEGER, cap INTEGER, questions INTEGER,"
    " operand INTEGER, operations TEXT);"
    "CREATE TABLE IF NOT EXISTS device (id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES child (id),"
    " name TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, revoked_at INTEGER);"
    "CREATE TABLE IF NOT EXISTS code (hash TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES child (id),"
    " expires_at INTEGER NOT NULL, used_at INTEGER);"
    "CREATE TABLE IF NOT EXISTS challenge (id TEXT PRIMARY KEY,"
    " device_id TEXT NOT NULL REFERENCES device (id), child_id TEXT NOT NULL REFERENCES child (id),"
    " day TEXT NOT NULL, revision INTEGER NOT NULL, reward INTEGER NOT NULL,"
    " expires_at INTEGER NOT NULL, questions TEXT NOT NULL, result TEXT);"
    "CREATE INDEX IF NOT EXISTS challenge_of_device ON challenge (device_id, day);"
    "CREATE TABLE IF NOT EXISTS reward (id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES child (id),"
    " challenge_id TEXT NOT NULL UNIQUE REFERENCES challenge (id), day TEXT NOT NULL,"
    " minutes INTEGER NOT NULL CHECK (minutes > 0), created_at INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS reward_of_child ON reward (child_id, day);";

enum statement {
  begin_reading, begin_writing, commit, roll_back, find_caller, earned, open_challenge, count_challenges,
  insert_challenge, find_challenge, finish_challenge, insert_reward, insert_child, insert_code,
  find_code, use_code, insert_device, set_policy, statement_count,
};

static const char *const texts[statement_count] = {
  [begin_reading] = "BEGIN",
  [begin_writing] = "BEGIN IMMEDIATE",
  [commit] = "COMMIT",
  [roll_back] = "ROLLBACK",
  [find_caller] =
      "SELECT device.id, child.id, child.name, family.revision, family.timezone,"
      " COALESCE(child.daily_limit, family.daily_limit),"
      " COALESCE(child.allowed_start, family.allowed_start),"
      " COALESCE(child.allowed_end, family.allowed_end), COALESCE(child.reward, family.reward),"
      " COALESCE(child.cap, family.cap), COALESCE(child.questions, family.questions),"
      " COALESCE(child.operand, family.operand), COALESCE(child.operations, family.operations)"
      " FROM device JOIN child ON child.id = device.child_id JOIN family"
      " WHERE device.token_hash = ?1 AND device.revoked_at IS NULL",
  [earned] = "SELECT COALESCE(SUM(minutes), 0) FROM reward WHERE child_id = ?1 AND day = ?2",
  [open_challenge] =
      "SELECT id, questions, expires_at, reward FROM challenge WHERE device_id = ?1 AND day = ?2"
      " AND revision = ?3 AND expires_at > ?4 AND result IS NULL ORDER BY expires_at DESC LIMIT 1",
  [count_challenges] = "SELECT COUNT(*) FROM challenge WHERE device_id = ?1 AND day = ?2",
  [insert_challenge] =
      "INSERT INTO challenge (id, device_id, child_id, day, revision, reward, expires_at, questions)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
  [find_challenge] =
      "SELECT day, revision, expires_at, questions, reward, result FROM challenge"
      " WHERE id = ?1 AND device_id = ?2",
  [finish_challenge] = "UPDATE challenge SET result = ?1 WHERE id = ?2",
  [insert_reward] =
      "INSERT INTO reward (id, child_id, challenge_id, day, minutes, created_at)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
  [insert_child] = "INSERT INTO child (id, name) VALUES (?1, ?2)",
  [insert_code] = "INSERT INTO code (hash, child_id, expires_at) VALUES (?1, ?2, ?3)",
  [find_code] = "SELECT child_id, expires_at, used_at FROM code WHERE hash = ?1",
  [use_code] = "UPDATE code SET used_at = ?1 WHERE hash = ?2",
  [insert_device] =
      "INSERT INTO device (id, child_id, name, token_hash) VALUES (?1, ?2, ?3, ?4)",
  [set_policy] =
      "UPDATE family SET revision = revision + 1, timezone = ?1, daily_limit = ?2, allowed_start = ?3,"
      " allowed_end = ?4, reward = ?5, cap = ?6, questions = ?7, operand = ?8, operations = ?9"
      " WHERE revision = ?10",
};

static sqlite3 *database;
static sqlite3_stmt *statements[statement_count];
static char admin_hash[65];

// MARK: Small things

struct request {
  const char *method, *url, *token;
  char *body;
  size_t size;
};

struct reply {
  int status;
  char text[answer_limit];
  size_t size;
  char tag[96];
};

struct caller {
  char device[24], child[24], name[400], zone[64], start[8], end[8], operations[64];
  int revision, limit, reward, cap, questions, operand;
};

static void say(struct reply *reply, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int size = vsnprintf(reply->text + reply->size, answer_limit - reply->size, format, values);
  va_end(values);
  reply->size += (size_t)size;
  if (reply->size >= answer_limit) abort();
}

static void refuse(struct reply *reply, int status, const char *code) {
  reply->status = status;
  reply->size = 0;
  say(reply, "{\"error\":{\"code\":\"%s\",\"message\":\"refused\"}}", code);
}

static void random_text(char *text, size_t bytes) {
  unsigned char random[64];
  randombytes_buf(random, bytes);
  sodium_bin2base64(text, 100, random, bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void hash_of(const char *secret, char hash[65]) {
  unsigned char digest[32];
  crypto_generichash(digest, sizeof digest, (const unsigned char *)secret, strlen(secret), NULL, 0);
  sodium_bin2hex(hash, 65, digest, sizeof digest);
}

static _Noreturn void fail_with_database(void) {
  fprintf(stderr, "family: %s\n", sqlite3_errmsg(database));
  exit(1);
}

// Binds values by their kinds, 't' for a text and 'i' for a number.
static sqlite3_stmt *with(enum statement which, const char *kinds, ...) {
  sqlite3_stmt *statement = statements[which];
  sqlite3_reset(statement);
  va_list values;
  va_start(values, kinds);
  for (int index = 0; kinds[index]; index++) {
    if (kinds[index] == 't') {
      sqlite3_bind_text(statement, index + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
    } else {
      sqlite3_bind_int64(statement, index + 1, va_arg(values, long));
    }
  }
  va_end(values);
  return statement;
}

static int next_row(sqlite3_stmt *statement) {
  int result = sqlite3_step(statement);
  if (result != SQLITE_ROW && result != SQLITE_DONE) fail_with_database();
  if (result == SQLITE_DONE) sqlite3_reset(statement);
  return result == SQLITE_ROW;
}

static void do_it(sqlite3_stmt *statement) {
  while (next_row(statement)) {}
}

static void copy_text(char *to, size_t limit, sqlite3_stmt *row, int column) {
  snprintf(to, limit, "%s", (const char *)sqlite3_column_text(row, column));
}

static long number_of(sqlite3_stmt *statement) {
  next_row(statement);
  long number = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return number;
}

// The family's day, and when it ends. The family's zone is the process's.
static void today(time_t now, char day[16], long *end) {
  struct tm local;
  localtime_r(&now, &local);
  strftime(day, 16, "%Y-%m-%d", &local);
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_mday++;
  local.tm_isdst = -1;
  if (end) *end = mktime(&local);
}

// The text or the list that a flat object has under a name, without what encloses it.
static int member(const char *body, const char *name, char *to, size_t limit) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  const char *place = strstr(body, quoted);
  if (!place) return 0;
  place += strlen(quoted);
  while (*place == ' ' || *place == ':') place++;
  const char *end = place;
  if (*place == '"') {
    end = strchr(++place, '"');
  } else if (*place == '[') {
    end = strchr(++place, ']');
  } else {
    end += strspn(place, "-0123456789");
  }
  if (!end || (size_t)(end - place) >= limit) return 0;
  memcpy(to, place, (size_t)(end - place));
  to[end - place] = 0;
  return 1;
}

static long number_member(const char *body, const char *name) {
  char text[24];
  return member(body, name, text, sizeof text) ? strtol(text, NULL, 10) : -1;
}

// MARK: What a parent asks for

static void put_policy(const struct request *request, struct reply *reply) {
  char zone[64], start[8], end[8], operations[64];
  if (!member(request->body, "timezone", zone, sizeof zone)
      || !member(request->body, "allowed_start", start, sizeof start)
      || !member(request->body, "allowed_end", end, sizeof end)
      || !member(request->body, "challenge_operations", operations, sizeof operations)) {
    refuse(reply, 422, "invalid");
    return;
  }
  long revision = number_member(request->body, "expected_revision");
  do_it(with(
      set_policy, "tittiiiiti", zone, number_member(request->body, "daily_limit_minutes"), start, end,
      number_member(request->body, "reward_minutes"),
      number_member(request->body, "daily_bonus_cap_minutes"),
      number_member(request->body, "challenge_questions"),
      number_member(request->body, "challenge_max_operand"), operations, revision));
  if (sqlite3_changes(database) == 0) {
    refuse(reply, 409, "revision_conflict");
    return;
  }
  setenv("TZ", zone, 1);
  tzset();
  say(reply, "{\"revision\":%ld}", revision + 1);
}

static void add_child(const struct request *request, struct reply *reply) {
  char name[400], id[100];
  if (!member(request->body, "name", name, sizeof name)) {
    refuse(reply, 422, "invalid");
    return;
  }
  random_text(id, id_bytes);
  do_it(with(insert_child, "tt", id, name));
  reply->status = 201;
  say(reply, "{\"child_id\":\"%s\",\"name\":\"%s\"}", id, name);
}

static void make_code(const char *child, struct reply *reply, time_t now) {
  char code[100], hash[65];
  random_text(code, code_bytes);
  hash_of(code, hash);
  do_it(with(insert_code, "tti", hash, child, (long)now + code_life));
  reply->status = 201;
  say(reply, "{\"code\":\"%s\",\"expires_at\":%ld}", code, (long)now + code_life);
}

static void pair(const struct request *request, struct reply *reply, time_t now) {
  char code[100], name[400], hash[65], child[24], device[100], token[100];
  if (!member(request->body, "code", code, sizeof code)
      || !member(request->body, "device_name", name, sizeof name)) {
    refuse(reply, 422, "invalid");
    return;
  }
  hash_of(code, hash);
  sqlite3_stmt *row = with(find_code, "t", hash);
  if (!next_row(row)) {
    refuse(reply, 404, "not_found");
    return;
  }
  copy_text(child, sizeof child, row, 0);
  int is_used = sqlite3_column_type(row, 2) != SQLITE_NULL, is_over = sqlite3_column_int64(row, 1) <= now;
  sqlite3_reset(row);
  if (is_used || is_over) {
    refuse(reply, is_used ? 409 : 410, is_used ? "code_used" : "code_expired");
    return;
  }
  do_it(with(use_code, "it", (long)now, hash));
  random_text(device, id_bytes);
  random_text(token, secret_bytes);
  hash_of(token, hash);
  do_it(with(insert_device, "tttt", device, child, name, hash));
  reply->status = 201;
  say(reply, "{\"child_id\":\"%s\",\"device_id\":\"%s\",\"token\":\"%s\"}", child, device, token);
}

// MARK: What a machine asks for

static int read_caller(const char *token, struct caller *caller) {
  char hash[65];
  hash_of(token, hash);
  sqlite3_stmt *row = with(find_caller, "t", hash);
  if (!next_row(row)) return 0;
  copy_text(caller->device, sizeof caller->device, row, 0);
  copy_text(caller->child, sizeof caller->child, row, 1);
  copy_text(caller->name, sizeof caller->name, row, 2);
  caller->revision = sqlite3_column_int(row, 3);
  copy_text(caller->zone, sizeof caller->zone, row, 4);
  caller->limit = sqlite3_column_int(row, 5);
  copy_text(caller->start, sizeof caller->start, row, 6);
  copy_text(caller->end, sizeof caller->end, row, 7);
  caller->reward = sqlite3_column_int(row, 8);
  caller->cap = sqlite3_column_int(row, 9);
  caller->questions = sqlite3_column_int(row, 10);
  caller->operand = sqlite3_column_int(row, 11);
  copy_text(caller->operations, sizeof caller->operations, row, 12);
  sqlite3_reset(row);
  return 1;
}

static void say_snapshot(const struct caller *caller, struct reply *reply, time_t now) {
  char day[16];
  today(now, day, NULL);
  long minutes = number_of(with(earned, "tt", caller->child, day));
  if (minutes > caller->cap) minutes = caller->cap;
  snprintf(
      reply->tag, sizeof reply->tag, "\"%d-%s-%ld-%s\"", caller->revision, day, minutes, caller->device);
  say(reply,
      "{\"child_id\":\"%s\",\"child_name\":\"%s\",\"day\":\"%s\",\"device_id\":\"%s\","
      "\"earned_minutes\":%ld,\"policy\":{\"allowed_end\":\"%s\",\"allowed_start\":\"%s\","
      "\"challenge_max_operand\":%d,\"challenge_operations\":[%s],\"challenge_questions\":%d,"
      "\"daily_bonus_cap_minutes\":%d,\"daily_limit_minutes\":%d,\"reward_minutes\":%d,"
      "\"timezone\":\"%s\"},\"policy_revision\":%d,\"schema_version\":1,\"server_time\":%ld}",
      caller->child, caller->name, day, caller->device, minutes, caller->end, caller->start,
      caller->operand, caller->operations, caller->questions, caller->cap, caller->limit,
      caller->reward, caller->zone, caller->revision, (long)now);
}

// Sums as they are kept: "id prompt answer", one a line.
static void make_questions(const struct caller *caller, char *text, size_t limit) {
  const char *signs[3];
  unsigned kinds = 0;
  if (strstr(caller->operations, "add")) signs[kinds++] = "+";
  if (strstr(caller->operations, "subtract")) signs[kinds++] = "−";
  if (strstr(caller->operations, "multiply")) signs[kinds++] = "×";
  size_t used = 0;
  for (int index = 0; index < caller->questions; index++) {
    const char *sign = signs[(unsigned)index % kinds];
    long left = randombytes_uniform((uint32_t)caller->operand + 1);
    long right = randombytes_uniform((uint32_t)caller->operand + 1);
    if (strcmp(sign, "−") == 0 && right > left) {
      long other = left;
      left = right;
      right = other;
    }
    long answer = sign[0] == '+' ? left + right : strcmp(sign, "×") == 0 ? left * right : left - right;
    char id[100];
    random_text(id, 6);
    used += (size_t)snprintf(
        text + used, limit - used, "%s\t%ld %s %ld\t%ld\n", id, left, sign, right, answer);
  }
}

static void say_challenge(
    struct reply *reply, const char *id, const char *questions, const char *day, long end, long reward) {
  say(reply, "{\"challenge_id\":\"%s\",\"day\":\"%s\",\"expires_at\":%ld,\"questions\":[", id, day, end);
  for (const char *line = questions; *line; line = strchr(line, '\n') + 1) {
    const char *prompt = strchr(line, '\t') + 1, *answer = strchr(prompt, '\t');
    say(reply, "%s{\"prompt\":\"%.*s\",\"question_id\":\"%.*s\"}", line == questions ? "" : ",",
        (int)(answer - prompt), prompt, (int)(prompt - line - 1), line);
  }
  say(reply, "],\"reward_minutes\":%ld}", reward);
}

static void challenge(const struct caller *caller, struct reply *reply, time_t now) {
  char day[16], id[100], questions[6000];
  long midnight;
  today(now, day, &midnight);
  sqlite3_stmt *row = with(
      open_challenge, "ttii", caller->device, day, (long)caller->revision, (long)now);
  if (next_row(row)) {
    say_challenge(
        reply, (const char *)sqlite3_column_text(row, 0), (const char *)sqlite3_column_text(row, 1), day,
        sqlite3_column_int64(row, 2), sqlite3_column_int64(row, 3));
    sqlite3_reset(row);
    return;
  }
  if (number_of(with(count_challenges, "tt", caller->device, day)) >= most_challenges) {
    refuse(reply, 429, "too_many_requests");
    return;
  }
  make_questions(caller, questions, sizeof questions);
  random_text(id, id_bytes);
  long end = now + 600 < midnight ? now + 600 : midnight;
  do_it(with(
      insert_challenge, "ttttiiit", id, caller->device, caller->child, day, (long)caller->revision,
      (long)caller->reward, end, questions));
  reply->status = 201;
  say_challenge(reply, id, questions, day, end, caller->reward);
}

// How many answers are right; -1 unless each question is answered exactly once.
static int count_right(const char *body, const char *questions, int *count) {
  unsigned char answered[most_questions] = {0};
  int right = 0, given = 0;
  for (const char *open = strchr(body, '['); open && (open = strchr(open, '{')); open++) {
    char id[32], value[24];
    if (!member(open, "question_id", id, sizeof id) || !member(open, "value", value, sizeof value)) {
      return -1;
    }
    int index = 0, is_found = 0;
    for (const char *line = questions; *line; line = strchr(line, '\n') + 1, index++) {
      const char *prompt = strchr(line, '\t');
      if ((size_t)(prompt - line) != strlen(id) || strncmp(line, id, strlen(id)) != 0) continue;
      if (answered[index]++) return -1;
      is_found = 1;
      if (strtol(strchr(prompt + 1, '\t') + 1, NULL, 10) == strtol(value, NULL, 10)) right++;
      break;
    }
    if (!is_found) return -1;
    given++;
  }
  *count = 0;
  for (const char *line = questions; *line; line = strchr(line, '\n') + 1) ++*count;
  return given == *count ? right : -1;
}

static void submit(
    const struct caller *caller, const char *id, const struct request *request, struct reply *reply,
    time_t now) {
  char day[16], questions[6000], reward[100];
  today(now, day, NULL);
  sqlite3_stmt *row = with(find_challenge, "tt", id, caller->device);
  if (!next_row(row)) {
    refuse(reply, 404, "not_found");
    return;
  }
  if (sqlite3_column_type(row, 5) != SQLITE_NULL) {
    say(reply, "%s", (const char *)sqlite3_column_text(row, 5));
    sqlite3_reset(row);
    return;
  }
  const char *refusal =
      strcmp((const char *)sqlite3_column_text(row, 0), day) != 0 ? "challenge_wrong_day"
      : sqlite3_column_int(row, 1) != caller->revision ? "challenge_superseded"
      : sqlite3_column_int64(row, 2) <= now ? "challenge_expired" : NULL;
  copy_text(questions, sizeof questions, row, 3);
  long minutes = sqlite3_column_int64(row, 4);
  sqlite3_reset(row);
  if (refusal) {
    refuse(reply, 409, refusal);
    return;
  }
  int count, right = count_right(request->body, questions, &count);
  if (right < 0) {
    refuse(reply, 422, "invalid");
    return;
  }
  long left = caller->cap - number_of(with(earned, "tt", caller->child, day));
  if (minutes > left) minutes = left;
  if (right < count || minutes < 0) minutes = 0;
  if (minutes > 0) {
    random_text(reward, id_bytes);
    do_it(with(
        insert_reward, "ttttii", reward, caller->child, id, day, minutes, (long)now));
  }
  say(reply,
      "{\"awarded_minutes\":%ld,\"challenge_id\":\"%s\",\"correct_count\":%d,\"day\":\"%s\","
      "\"passed\":%s,\"required_count\":%d,\"reward_id\":%s%s%s}",
      minutes, id, right, day, right == count ? "true" : "false", count, minutes > 0 ? "\"" : "",
      minutes > 0 ? reward : "null", minutes > 0 ? "\"" : "");
  do_it(with(finish_challenge, "tt", reply->text, id));
}

// MARK: Requests

static int is_parent(const struct request *request) {
  char hash[65];
  hash_of(request->token, hash);
  return sodium_memcmp(hash, admin_hash, 64) == 0;
}

// The part of a path between a beginning and an end.
static int path_part(const char *url, const char *start, const char *end, char *part, size_t limit) {
  size_t length = strlen(url), before = strlen(start), after = strlen(end);
  if (length <= before + after || strncmp(url, start, before) != 0
      || strcmp(url + length - after, end) != 0 || length - before - after >= limit) {
    return 0;
  }
  memcpy(part, url + before, length - before - after);
  part[length - before - after] = 0;
  return 1;
}

static void route(const struct request *request, struct reply *reply) {
  time_t now = time(NULL);
  char part[64];
  int is_post = strcmp(request->method, "POST") == 0;
  if (strncmp(request->url, "/v1/parent/", 11) == 0) {
    if (!is_parent(request)) {
      refuse(reply, 401, "unauthenticated");
    } else if (strcmp(request->url, "/v1/parent/policy") == 0) {
      put_policy(request, reply);
    } else if (is_post && strcmp(request->url, "/v1/parent/children") == 0) {
      add_child(request, reply);
    } else if (is_post
        && path_part(request->url, "/v1/parent/children/", "/pairing-code", part, sizeof part)) {
      make_code(part, reply, now);
    } else {
      refuse(reply, 404, "not_found");
    }
    return;
  }
  if (is_post && strcmp(request->url, "/v1/pair") == 0) {
    pair(request, reply, now);
    return;
  }
  struct caller caller;
  if (!read_caller(request->token, &caller)) {
    refuse(reply, 401, "unauthenticated");
  } else if (!is_post && strcmp(request->url, "/v1/device/snapshot") == 0) {
    say_snapshot(&caller, reply, now);
  } else if (is_post && strcmp(request->url, "/v1/device/challenges") == 0) {
    challenge(&caller, reply, now);
  } else if (is_post
      && path_part(request->url, "/v1/device/challenges/", "/submit", part, sizeof part)) {
    submit(&caller, part, request, reply, now);
  } else {
    refuse(reply, 404, "not_found");
  }
}

static enum MHD_Result handle(
    void *owner, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *data, size_t *size, void **context) {
  (void)owner;
  (void)version;
  struct request *request = *context;
  if (!request) {
    *context = request = calloc(1, sizeof *request);
    return request ? MHD_YES : MHD_NO;
  }
  if (*size > 0) {
    if (request->size + *size >= body_limit) return MHD_NO;
    char *body = realloc(request->body, request->size + *size + 1);
    if (!body) return MHD_NO;
    memcpy(body + request->size, data, *size);
    request->body = body;
    request->size += *size;
    body[request->size] = 0;
    *size = 0;
    return MHD_YES;
  }
  const char *header = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization");
  struct request whole = *request;
  whole.method = method;
  whole.url = url;
  whole.token = header && strncmp(header, "Bearer ", 7) == 0 ? header + 7 : "";
  if (!whole.body) whole.body = (char[]){0};
  static struct reply reply;
  reply.status = 200;
  reply.size = 0;
  reply.tag[0] = 0;
  do_it(with(strcmp(method, "GET") == 0 ? begin_reading : begin_writing, ""));
  route(&whole, &reply);
  do_it(with(reply.status < 300 ? commit : roll_back, ""));
  struct MHD_Response *response =
      MHD_create_response_from_buffer(reply.size, reply.text, MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(response, "Content-Type", "application/json");
  if (reply.tag[0]) {
    MHD_add_response_header(response, "Cache-Control", "private, no-cache");
    MHD_add_response_header(response, "ETag", reply.tag);
  } else {
    MHD_add_response_header(response, "Cache-Control", "no-store");
  }
  enum MHD_Result result = MHD_queue_response(connection, (unsigned)reply.status, response);
  MHD_destroy_response(response);
  return result;
}

static void completed(
    void *owner, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code) {
  (void)owner;
  (void)connection;
  (void)code;
  struct request *request = *context;
  if (request) free(request->body);
  free(request);
}

static void open_database(const char *path) {
  char *reason = NULL;
  if (sqlite3_open_v2(
          path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
          != SQLITE_OK
      || sqlite3_exec(database, layout, NULL, NULL, &reason) != SQLITE_OK
      || sqlite3_exec(
             database,
             "INSERT OR IGNORE INTO family VALUES (1, '', 1, 'UTC', 60, '07:00', '20:00', 15, 60, 10, 12,"
             " '\"add\",\"subtract\"')", NULL, NULL, &reason) != SQLITE_OK) {
    fail_with_database();
  }
  sqlite3_busy_timeout(database, 5000);
  for (int index = 0; index < statement_count; index++) {
    if (sqlite3_prepare_v3(
            database, texts[index], -1, SQLITE_PREPARE_PERSISTENT, statements + index, NULL)
        != SQLITE_OK) {
      fail_with_database();
    }
  }
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: family DATABASE TOKEN\n");
    return 64;
  }
  end_with_parent();
  if (sodium_init() < 0) fail("find randomness");
  signal(SIGPIPE, SIG_IGN);
  setenv("TZ", "UTC", 1);
  open_database(arguments[1]);
  hash_of(arguments[2], admin_hash);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO, 0, NULL, NULL, handle, NULL,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
      MHD_OPTION_CONNECTION_LIMIT, 1200u, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
  if (!daemon) fail("serve");
  printf(
      "family: ready at http://127.0.0.1:%d\n",
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  while (getchar() != EOF) {}
  MHD_stop_daemon(daemon);
  return 0;
}
