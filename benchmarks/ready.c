#define _GNU_SOURCE
#include "load.h"
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY_SECONDS = 10, STOP_SECONDS = 10 };

static void pause_us(long microseconds) {
  struct timespec time = {.tv_nsec = microseconds * 1000};
  nanosleep(&time, NULL);
}

/* The port in the server's "http://127.0.0.1:PORT" or the baseline's "listening PORT", once the line is complete; 0 = not yet. */
static uint16_t find_port(const char *text) {
  static const char *const marks[] = {"http://127.0.0.1:", "listening "};
  for (int i = 0; i < 2; i++) {
    const char *at = strstr(text, marks[i]);
    if (at && strchr(at, '\n')) return (uint16_t)atoi(at + strlen(marks[i]));
  }
  return 0;
}

/* 0 after saying why there is none. */
static uint16_t await_port(const char *name, int output, int64_t deadline) {
  static char text[64 * 1024];
  size_t length = 0;
  uint16_t port = 0;
  while (port == 0 && length < sizeof text - 1) {
    int64_t left = deadline - monotonic_ns();
    struct pollfd readable = {.fd = output, .events = POLLIN};
    if (left <= 0 || poll(&readable, 1, (int)(left / 1000000 + 1)) <= 0) {
      fprintf(stderr, "load: %s did not say within %d s where it listens\n", name, READY_SECONDS);
      return 0;
    }
    ssize_t count = read(output, text + length, sizeof text - 1 - length);
    if (count <= 0) {
      fprintf(stderr, "load: %s ended before it said where it listens\n", name);
      return 0;
    }
    text[length += (size_t)count] = 0;
    port = find_port(text);
  }
  return port;
}

static bool is_healthy(const struct sockaddr_in *address, int64_t deadline) {
  static const char request[] = "GET " HEALTH_PATH " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  char input[16 * 1024 + 1];
  size_t received = 0;
  int fd = connect_to(address);
  if (fd < 0) return false;
  bool healthy = false;
  if (send(fd, request, sizeof request - 1, MSG_NOSIGNAL) == (ssize_t)sizeof request - 1) {
    for (;;) {
      int64_t left = deadline - monotonic_ns();
      struct pollfd readable = {.fd = fd, .events = POLLIN};
      if (left <= 0 || poll(&readable, 1, (int)(left / 1000000 + 1)) <= 0) break;
      ssize_t count = recv(fd, input + received, sizeof input - 1 - received, 0);
      if (count <= 0) break;
      input[received += (size_t)count] = 0;
      struct response response;
      long length = parse_response(input, received, &response);
      if (length == 0) continue;
      healthy = length > 0 && response.status == 200;
      break;
    }
  }
  close(fd);
  return healthy;
}

/* SIGTERM, then SIGKILL after STOP_SECONDS. True when the child ended by itself with code 0. */
static bool stop(pid_t child) {
  int status = 0;
  kill(child, SIGTERM);
  for (int64_t deadline = monotonic_ns() + STOP_SECONDS * 1000000000ll; monotonic_ns() < deadline; pause_us(2000)) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
      fprintf(stderr, "load: the server ended with %s %d\n", WIFEXITED(status) ? "exit code" : "signal",
              WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
      return false;
    }
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  fprintf(stderr, "load: the server did not stop within %d s of SIGTERM and was killed\n", STOP_SECONDS);
  return false;
}

int run_ready(const struct options *options, char **command) {
  int output[2];
  if (pipe(output) != 0) { perror("load"); return 1; }
  int64_t begun = monotonic_ns(), deadline = begun + READY_SECONDS * 1000000000ll;
  pid_t child = fork();
  if (child < 0) { perror("load"); return 1; }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output[1], STDOUT_FILENO);
    close(output[0]), close(output[1]);
    alarm(0);
    execv(command[0], command);
    fprintf(stderr, "load: cannot start %s: %s\n", command[0], strerror(errno));
    _exit(127);
  }
  close(output[1]);
  struct sockaddr_in address = options->address;
  bool ready = false;
  uint16_t port = await_port(command[0], output[0], deadline);
  address.sin_port = htons(port);
  while (port != 0 && monotonic_ns() < deadline && !(ready = is_healthy(&address, deadline))) pause_us(200);
  int64_t elapsed = monotonic_ns() - begun;
  if (port != 0 && !ready) fprintf(stderr, "load: no healthy answer on port %u within %d s\n", port, READY_SECONDS);
  bool stopped = stop(child);
  close(output[0]);
  if (!ready || !stopped) return 1;
  printf("mode=ready ready_us=%lld errors=0\n", (long long)(elapsed / 1000));
  return 0;
}
