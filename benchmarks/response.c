#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

long parse_response(const char *bytes, size_t count, struct response *response) {
  const char *end = memmem(bytes, count, "\r\n\r\n", 4);
  if (!end) return 0;
  if (strncmp(bytes, "HTTP/1.1 ", 9) != 0) return -1;
  response->status = atoi(bytes + 9);
  response->keeps_alive = true;
  long length = -1;
  for (const char *line = strstr(bytes, "\r\n"); line < end; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, "Content-Length:", 15) == 0) {
      char *after;
      length = strtol(line + 15, &after, 10);
      if (after == line + 15 || (*after != '\r' && *after != ' ') || length < 0 || length > 1 << 20) return -1;
    } else if (strncasecmp(line, "Transfer-Encoding:", 18) == 0) {
      return -1;
    } else if (strncasecmp(line, "Connection: close", 17) == 0) {
      response->keeps_alive = false;
    }
  }
  if (length < 0) return -1;
  response->body = end + 4;
  response->body_length = (size_t)length;
  long whole = end + 4 - bytes + length;
  return (size_t)whole <= count ? whole : 0;
}

int connect_to(const struct sockaddr_in *address) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int one = 1;
  if (connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0
      || fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
  }
  return fd;
}
