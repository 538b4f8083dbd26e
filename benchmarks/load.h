#ifndef LOAD_H
#define LOAD_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum mode { REGISTER, REREGISTER, QUERY, READY };

struct options {
  struct sockaddr_in address;
  enum mode mode;
  const char *mode_name;
  uint32_t connections, requests, offset, tokens, seed;
  double rate;       /* requests per second started on schedule; 0 = as fast as the replies come */
  uint32_t deadline; /* seconds */
};

/* Sends the requests and prints the result line. Exit code: 0, or 1 after any error. */
int run_traffic(const struct options *options);

/* Starts `command`, waits for its first successful health answer, prints the time and stops it. Exit code as above. */
int run_ready(const struct options *options, char **command);

struct response { int status; bool keeps_alive; const char *body; size_t body_length; };

/* Length of the whole response at the start of `bytes`; 0 = not complete yet; -1 = not a response that this client understands.
   `bytes` must be followed by a zero. */
long parse_response(const char *bytes, size_t count, struct response *response);

/* A connected non-blocking socket with TCP_NODELAY, or -1 with errno set. */
int connect_to(const struct sockaddr_in *address);

static inline int64_t monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
