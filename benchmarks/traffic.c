#define _GNU_SOURCE
#include "load.h"
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define HEADERS "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"

struct connection {
  int fd;
  int64_t started;
  uint32_t index, received;
  char input[16 * 1024 + 1];
};

struct traffic {
  const struct options *options;
  struct connection *connections, **idle;
  uint32_t idle_count, sent, done, errors;
  uint64_t random;
  int64_t begun;
  int64_t *latencies;
  bool broken;
};

/* The first errors are told apart on stderr; the rest are only counted. */
static void report(struct traffic *traffic, const char *what, const char *detail, size_t length) {
  if (traffic->errors++ < 3) fprintf(stderr, "load: %s%s%.*s\n", what, length ? ": " : "", (int)(length < 400 ? length : 400), detail);
}

/* A connection that fails ends the run: what the others measure afterwards would be another workload. */
static void break_off(struct traffic *traffic, const char *what, const char *detail) {
  report(traffic, what, detail, strlen(detail));
  traffic->broken = true;
}

static size_t write_request(struct traffic *traffic, struct connection *connection, char *out, size_t capacity) {
  const struct options *options = traffic->options;
  if (options->mode == QUERY) {
    char token[TOKEN_LENGTH];
    traffic->random = splitmix64(traffic->random);
    connection->index = options->offset + (uint32_t)(traffic->random % options->tokens);
    write_token(token, connection->index);
    return (size_t)snprintf(out, capacity, "GET " TOKEN_PATH_PREFIX "%.*s" TOKEN_QUERY " HTTP/1.1\r\n" HEADERS "\r\n", TOKEN_LENGTH, token);
  }
  connection->index = options->offset + traffic->sent;
  size_t head = (size_t)snprintf(out, capacity, "POST " TOKENS_PATH " HTTP/1.1\r\n" HEADERS "Content-Length: %zu\r\n\r\n", BODY_LENGTH);
  write_body(out + head, connection->index);
  return head + BODY_LENGTH;
}

static void start(struct traffic *traffic, struct connection *connection, int64_t moment) {
  char request[1024];
  size_t length = write_request(traffic, connection, request, sizeof request), written = 0;
  connection->started = moment;
  connection->received = 0;
  traffic->sent++;
  while (written < length) {
    ssize_t count = send(connection->fd, request + written, length - written, MSG_NOSIGNAL);
    if (count >= 0) {
      written += (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd writable = {.fd = connection->fd, .events = POLLOUT};
      if (poll(&writable, 1, 10000) <= 0) { break_off(traffic, "the server does not read", ""); return; }
    } else if (errno != EINTR) {
      break_off(traffic, "cannot send", strerror(errno));
      return;
    }
  }
}

static bool is_right(const struct options *options, const struct connection *connection, const struct response *response) {
  if (response->status != 200 || !memmem(response->body, response->body_length, "\"isSuccessful\":true", 19)) return false;
  if (options->mode != QUERY) return true;
  char token[TOKEN_LENGTH];
  write_token(token, connection->index);
  return memmem(response->body, response->body_length, token, TOKEN_LENGTH) != NULL;
}

static void receive(struct traffic *traffic, struct connection *connection) {
  ssize_t count = recv(connection->fd, connection->input + connection->received, sizeof connection->input - 1 - connection->received, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) { break_off(traffic, "connection lost", count < 0 ? strerror(errno) : "closed by the server"); return; }
  connection->received += (uint32_t)count;
  connection->input[connection->received] = 0;
  struct response response;
  long length = parse_response(connection->input, connection->received, &response);
  if (length < 0) { break_off(traffic, "not a response with Content-Length", connection->input); return; }
  if (length == 0) {
    if (connection->received == sizeof connection->input - 1) break_off(traffic, "response larger than 16 KiB", "");
    return;
  }
  if (connection->started == 0 || (uint32_t)length != connection->received) { break_off(traffic, "more bytes than asked for", connection->input); return; }
  traffic->latencies[traffic->done++] = monotonic_ns() - connection->started;
  connection->started = 0;
  if (!is_right(traffic->options, connection, &response)) report(traffic, "refused", connection->input, connection->received);
  if (!response.keeps_alive && traffic->sent < traffic->options->requests) { break_off(traffic, "not kept alive", connection->input); return; }
  traffic->idle[traffic->idle_count++] = connection;
}

/* Starts what is due; with a rate, arms the timer for the next scheduled request. */
static void start_due(struct traffic *traffic, int timer) {
  const struct options *options = traffic->options;
  while (traffic->idle_count > 0 && traffic->sent < options->requests && !traffic->broken) {
    int64_t moment = monotonic_ns();
    if (options->rate > 0) {
      int64_t due = traffic->begun + (int64_t)(traffic->sent * 1e9 / options->rate);
      if (due > moment) {
        struct itimerspec at = {.it_value = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000}};
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
        return;
      }
      moment = due;
    }
    start(traffic, traffic->idle[--traffic->idle_count], moment);
  }
}

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void print_result(const struct traffic *traffic, int64_t elapsed) {
  uint32_t count = traffic->done;
  double sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += (double)traffic->latencies[i];
  qsort(traffic->latencies, count, sizeof *traffic->latencies, compare);
  uint32_t p99 = count ? (uint32_t)(((uint64_t)count * 99 + 99) / 100 - 1) : 0;
  printf("mode=%s requests=%u seconds=%.3f rate=%.0f mean_us=%.0f p50_us=%.0f p99_us=%.0f max_us=%.0f errors=%u\n", traffic->options->mode_name,
         count, (double)elapsed / 1e9, count * 1e9 / (double)elapsed, count ? sum / count / 1e3 : 0,
         count ? (double)traffic->latencies[(count - 1) / 2] / 1e3 : 0, count ? (double)traffic->latencies[p99] / 1e3 : 0,
         count ? (double)traffic->latencies[count - 1] / 1e3 : 0, traffic->errors);
}

int run_traffic(const struct options *options) {
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  struct traffic traffic = {.options = options, .random = 20261121 + options->seed};
  traffic.connections = calloc(options->connections, sizeof *traffic.connections);
  traffic.idle = calloc(options->connections, sizeof *traffic.idle);
  traffic.latencies = calloc(options->requests, sizeof *traffic.latencies);
  int poller = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (!traffic.connections || !traffic.idle || !traffic.latencies || poller < 0 || timer < 0) { perror("load"); return 1; }
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poller, EPOLL_CTL_ADD, timer, &event);
  for (uint32_t i = 0; i < options->connections; i++) {
    struct connection *connection = &traffic.connections[i];
    connection->fd = connect_to(&options->address);
    if (connection->fd < 0) {
      fprintf(stderr, "load: cannot connect to port %d: %s\n", ntohs(options->address.sin_port), strerror(errno));
      return 1;
    }
    event.data.ptr = connection;
    epoll_ctl(poller, EPOLL_CTL_ADD, connection->fd, &event);
    traffic.idle[traffic.idle_count++] = connection;
  }

  traffic.begun = monotonic_ns();
  int64_t deadline = traffic.begun + (int64_t)options->deadline * 1000000000;
  struct epoll_event events[256];
  start_due(&traffic, timer);
  while (traffic.done < options->requests && !traffic.broken) {
    int64_t left = deadline - monotonic_ns();
    if (left <= 0) { break_off(&traffic, "deadline passed", ""); break; }
    int ready = epoll_wait(poller, events, 256, (int)(left / 1000000 + 1));
    for (int i = 0; i < ready && !traffic.broken; i++) {
      uint64_t ticks;
      if (!events[i].data.ptr) { if (read(timer, &ticks, sizeof ticks) < 0 && errno != EAGAIN) perror("load: timer"); }
      else receive(&traffic, events[i].data.ptr);
      if (options->rate == 0) start_due(&traffic, timer);
    }
    if (options->rate > 0) start_due(&traffic, timer);
  }
  int64_t elapsed = monotonic_ns() - traffic.begun;
  for (uint32_t i = 0; i < options->connections; i++) close(traffic.connections[i].fd);
  if (traffic.done < options->requests) fprintf(stderr, "load: %u of %u requests were answered\n", traffic.done, options->requests);
  print_result(&traffic, elapsed);
  free(traffic.connections), free(traffic.idle), free(traffic.latencies);
  close(poller), close(timer);
  return traffic.errors > 0 ? 1 : 0;
}
