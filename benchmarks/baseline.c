/* The least a server of this kind can do: evhttp, SQLite, one thread, one COMMIT per loop tick, no JSON parsing.
   mock-push-server is measured against it by run.sh. */
#include "wire.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#define SUCCESS_HEADER "{\"header\":{\"isSuccessful\":true,\"resultCode\":0,\"resultMessage\":\"success\"}"
#define NOT_FOUND "{\"header\":{\"isSuccessful\":false,\"resultCode\":40401,\"resultMessage\":\"Client Error. Not found. token\"}}"

static sqlite3 *database;
static sqlite3_stmt *begin, *commit, *upsert, *select_token;
static bool in_transaction, stopping;

static struct { struct evhttp_request **items; size_t count, capacity; } waiting;

static void die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("baseline: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

static void check(int code, const char *what) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) die("%s: %s", what, sqlite3_errmsg(database));
}

static void run(sqlite3_stmt *statement, const char *what) {
  check(sqlite3_step(statement), what);
  sqlite3_reset(statement);
}

static void execute(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL), sql); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), sql);
  return statement;
}

static void open_database(const char *path, const char *synchronous) {
  if (sqlite3_open(path, &database) != SQLITE_OK) die("cannot open %s: %s", path, sqlite3_errmsg(database));
  execute("PRAGMA page_size = 4096");
  execute("PRAGMA journal_mode = WAL");
  execute(strcmp(synchronous, "full") == 0 ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  execute(
    "CREATE TABLE IF NOT EXISTS tokens (id INTEGER PRIMARY KEY, app INTEGER NOT NULL, push_type TEXT NOT NULL, token TEXT NOT NULL,"
    " uid TEXT NOT NULL, device_id TEXT, notification INTEGER NOT NULL, ad INTEGER NOT NULL, night_ad INTEGER NOT NULL,"
    " timezone TEXT NOT NULL, country TEXT NOT NULL, language TEXT NOT NULL, ad_at INTEGER, night_ad_at INTEGER,"
    " updated_at INTEGER NOT NULL, activated_at INTEGER NOT NULL, UNIQUE (app, push_type, token))");
  begin = prepare("BEGIN IMMEDIATE");
  commit = prepare("COMMIT");
  upsert = prepare(
    "INSERT INTO tokens (app, push_type, token, uid, device_id, notification, ad, night_ad, timezone, country, language,"
    " ad_at, night_ad_at, updated_at, activated_at)"
    " VALUES (1, 'APNS', ?1, ?2, ?3, 1, 1, 1, 'Asia/Seoul', 'KR', 'ko', ?4, ?4, ?4, ?4)"
    " ON CONFLICT (app, push_type, token) DO UPDATE SET uid = excluded.uid, device_id = excluded.device_id,"
    " notification = excluded.notification, ad = excluded.ad, night_ad = excluded.night_ad, timezone = excluded.timezone,"
    " country = excluded.country, language = excluded.language, updated_at = excluded.updated_at, activated_at = excluded.activated_at");
  select_token = prepare(
    "SELECT push_type, notification, ad, night_ad, timezone, country, language, uid, token, device_id,"
    " updated_at, ad_at, night_ad_at, activated_at FROM tokens WHERE app = 1 AND push_type = 'APNS' AND token = ?1");
}

static int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static char *put_digits(char *out, int64_t value, int digits) {
  for (int i = digits - 1; i >= 0; i--, value /= 10) out[i] = (char)('0' + value % 10);
  return out + digits;
}

/* Civil date from days since the epoch by Howard Hinnant's algorithm: gmtime_r would take a lock per date. */
static const char *date_text(char out[30], int64_t milliseconds) {
  int64_t local = milliseconds + 9 * 3600000, days = local / 86400000, rest = local % 86400000;
  int64_t shifted = days + 719468, era = shifted / 146097, of_era = shifted % 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  char *p = put_digits(out, year + era * 400 + (month >= 10), 4);
  *p++ = '-', p = put_digits(p, month < 10 ? month + 3 : month - 9, 2);
  *p++ = '-', p = put_digits(p, of_year - (153 * month + 2) / 5 + 1, 2);
  *p++ = 'T', p = put_digits(p, rest / 3600000, 2);
  *p++ = ':', p = put_digits(p, rest / 60000 % 60, 2);
  *p++ = ':', p = put_digits(p, rest / 1000 % 60, 2);
  *p++ = '.', p = put_digits(p, rest % 1000, 3);
  memcpy(p, "+09:00", 7);
  return out;
}

static void send_json(struct evhttp_request *request, struct evbuffer *body) {
  evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type", "application/json;charset=UTF-8");
  evhttp_send_reply(request, HTTP_OK, "OK", body);
}

static void send_text(struct evhttp_request *request, const char *text) {
  struct evbuffer *body = evbuffer_new();
  evbuffer_add_reference(body, text, strlen(text), NULL, NULL);
  send_json(request, body);
  evbuffer_free(body);
}

static void register_token(struct evhttp_request *request) {
  struct evbuffer *input = evhttp_request_get_input_buffer(request);
  if (evbuffer_get_length(input) != BODY_LENGTH) { evhttp_send_error(request, HTTP_BADREQUEST, NULL); return; }
  const char *body = (const char *)evbuffer_pullup(input, -1);
  if (!in_transaction) run(begin, "BEGIN"), in_transaction = true;
  sqlite3_bind_text(upsert, 1, body + TOKEN_AT, TOKEN_LENGTH, SQLITE_STATIC);
  sqlite3_bind_text(upsert, 2, body + UID_AT, UID_LENGTH, SQLITE_STATIC);
  sqlite3_bind_text(upsert, 3, body + DEVICE_AT, DEVICE_LENGTH, SQLITE_STATIC);
  sqlite3_bind_int64(upsert, 4, now_milliseconds());
  run(upsert, "upsert");
  if (waiting.count == waiting.capacity) {
    waiting.capacity = waiting.capacity ? waiting.capacity * 2 : 64;
    waiting.items = realloc(waiting.items, waiting.capacity * sizeof *waiting.items);
    if (!waiting.items) die("out of memory");
  }
  waiting.items[waiting.count++] = request;
}

static const char *column_text(int column) { return (const char *)sqlite3_column_text(select_token, column); }
static const char *column_flag(int column) { return sqlite3_column_int(select_token, column) ? "true" : "false"; }

static void query_token(struct evhttp_request *request, const char *token) {
  sqlite3_bind_text(select_token, 1, token, TOKEN_LENGTH, SQLITE_STATIC);
  int found = sqlite3_step(select_token);
  check(found, "select");
  if (found == SQLITE_ROW) {
    char dates[4][30];
    for (int i = 0; i < 4; i++) date_text(dates[i], sqlite3_column_int64(select_token, 10 + i));
    struct evbuffer *body = evbuffer_new();
    evbuffer_add_printf(
      body, SUCCESS_HEADER ",\"token\":{\"pushType\":\"%s\",\"isNotificationAgreement\":%s,\"isAdAgreement\":%s,\"isNightAdAgreement\":%s,"
      "\"timezoneId\":\"%s\",\"country\":\"%s\",\"language\":\"%s\",\"uid\":\"%s\",\"token\":\"%s\",\"deviceId\":\"%s\","
      "\"updatedDateTime\":\"%s\",\"adAgreementDateTime\":\"%s\",\"nightAdAgreementDateTime\":\"%s\",\"activatedDateTime\":\"%s\"}}",
      column_text(0), column_flag(1), column_flag(2), column_flag(3), column_text(4), column_text(5), column_text(6), column_text(7),
      column_text(8), column_text(9), dates[0], dates[1], dates[2], dates[3]);
    send_json(request, body);
    evbuffer_free(body);
  } else {
    send_text(request, NOT_FOUND);
  }
  sqlite3_reset(select_token);
}

static void handle(struct evhttp_request *request, void *context) {
  (void)context;
  const char *uri = evhttp_request_get_uri(request);
  size_t prefix = sizeof(TOKEN_PATH_PREFIX) - 1;
  bool get = evhttp_request_get_command(request) == EVHTTP_REQ_GET;
  if (!get && strcmp(uri, TOKENS_PATH) == 0) {
    register_token(request);
  } else if (get && strncmp(uri, TOKEN_PATH_PREFIX, prefix) == 0 && strlen(uri) == prefix + TOKEN_LENGTH + sizeof(TOKEN_QUERY) - 1) {
    query_token(request, uri + prefix);
  } else if (get && strcmp(uri, HEALTH_PATH) == 0) {
    send_text(request, "{\"status\":\"ok\"}");
  } else {
    evhttp_send_error(request, HTTP_NOTFOUND, NULL);
  }
}

static void end_tick(void) {
  if (!in_transaction) return;
  run(commit, "COMMIT");
  in_transaction = false;
  for (size_t i = 0; i < waiting.count; i++) send_text(waiting.items[i], SUCCESS_HEADER "}");
  waiting.count = 0;
}

static void stop(evutil_socket_t signal_number, short events, void *context) {
  (void)signal_number, (void)events, (void)context;
  stopping = true;
}

int main(int count, char **arguments) {
  const char *path = NULL, *synchronous = "full";
  int port = 0;
  for (int i = 1; i < count; i += 2) {
    const char *value = i + 1 < count ? arguments[i + 1] : "";
    if (strcmp(arguments[i], "--port") == 0) port = atoi(value);
    else if (strcmp(arguments[i], "--database") == 0) path = value;
    else if (strcmp(arguments[i], "--synchronous") == 0) synchronous = value;
    else die("unknown option %s; known: --port N --database PATH --synchronous full|normal", arguments[i]);
  }
  if (!path || !*path) die("--database PATH is missing");
  if (strcmp(synchronous, "full") != 0 && strcmp(synchronous, "normal") != 0) die("--synchronous is full or normal, not %s", synchronous);
  open_database(path, synchronous);

  signal(SIGPIPE, SIG_IGN);
  struct event_base *base = event_base_new();
  struct evhttp *http = evhttp_new(base);
  evhttp_set_gencb(http, handle, NULL);
  struct evhttp_bound_socket *bound = evhttp_bind_socket_with_handle(http, "127.0.0.1", (uint16_t)port);
  if (!bound) die("cannot listen on 127.0.0.1:%d", port);
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &length);
  struct event *terminate = evsignal_new(base, SIGTERM, stop, NULL), *interrupt = evsignal_new(base, SIGINT, stop, NULL);
  event_add(terminate, NULL);
  event_add(interrupt, NULL);
  printf("listening %d\n", ntohs(address.sin_port));
  fflush(stdout);

  while (!stopping) {
    event_base_loop(base, EVLOOP_ONCE);
    end_tick();
  }
  sqlite3_stmt *statements[] = {begin, commit, upsert, select_token};
  for (size_t i = 0; i < 4; i++) sqlite3_finalize(statements[i]);
  sqlite3_close(database);
  event_free(terminate), event_free(interrupt), evhttp_free(http), event_base_free(base);
  return 0;
}
