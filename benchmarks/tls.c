/* Load client over TLS: a thread and a kept-alive connection each, one request in flight, directly or through a tunnel of a proxy. Loopback only.
   tls PORT PROXY-PORT|0 CONNECTIONS REQUESTS TARGET
   Prints the seconds from the first request to the last answer, and the bytes of all answers. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int port, proxy_port, connections, requests;
static char request[2048];
static SSL_CTX *context;
static pthread_barrier_t ready;
static struct timespec begin;

static void fail(const char *what) {
  fprintf(stderr, "tls: %s\n", what);
  exit(1);
}

static SSL *open_connection(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  address.sin_port = htons((uint16_t)(proxy_port ? proxy_port : port));
  int on = 1, file = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(file, (struct sockaddr *)&address, sizeof address)) fail("cannot connect");
  if (proxy_port) {
    static const char tunnel[] = "CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\nHost: api-push.cloud.toast.com:443\r\n\r\n";
    char answer[512] = "";
    size_t count = 0;
    if (write(file, tunnel, sizeof tunnel - 1) < 0) fail("cannot ask for a tunnel");
    while (!strstr(answer, "\r\n\r\n")) {
      ssize_t more = read(file, answer + count, sizeof answer - 1 - count);
      if (more <= 0) fail("no answer to CONNECT");
      answer[count += (size_t)more] = 0;
    }
    if (strncmp(answer, "HTTP/1.1 200 ", 13)) fail(answer);
  }
  SSL *tls = SSL_new(context);
  SSL_set_fd(tls, file);
  SSL_set_tlsext_host_name(tls, "api-push.cloud.toast.com");
  if (SSL_connect(tls) != 1) fail("no TLS");
  return tls;
}

/* One request and its whole answer; the number of its bytes. */
static size_t ask(SSL *tls, char *space, size_t size) {
  size_t count = 0, wanted = 0;
  if (SSL_write(tls, request, (int)strlen(request)) <= 0) fail("cannot send");
  while (!wanted || count < wanted) {
    /* Behind the head, the bytes are only counted. */
    size_t place = wanted ? 0 : count;
    int more = SSL_read(tls, space + place, (int)(size - 1 - place));
    if (more <= 0) fail("the connection ended");
    count += (size_t)more;
    if (wanted) continue;
    space[count] = 0;
    char *end = strstr(space, "\r\n\r\n"), *length = strcasestr(space, "\r\nContent-Length:");
    if (!end) continue;
    if (strncmp(space, "HTTP/1.1 200 ", 13) || !length) fail(space);
    wanted = (size_t)(end - space) + 4 + strtoul(length + 17, NULL, 10);
  }
  if (count != wanted) fail("an answer is too long");
  return count;
}

static void *run(void *bytes) {
  size_t size = 64 * 1024;
  char *space = malloc(size);
  SSL *tls = open_connection();
  ask(tls, space, size);
  if (pthread_barrier_wait(&ready) == PTHREAD_BARRIER_SERIAL_THREAD) clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < requests / connections; i++) *(size_t *)bytes += ask(tls, space, size);
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 6) fail("usage: tls PORT PROXY-PORT|0 CONNECTIONS REQUESTS TARGET");
  port = atoi(arguments[1]), proxy_port = atoi(arguments[2]), connections = atoi(arguments[3]), requests = atoi(arguments[4]);
  if (connections < 1 || connections > 256) fail("1 to 256 connections");
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: api-push.cloud.toast.com\r\nX-Secret-Key: abcd1234\r\n\r\n", arguments[5]);
  context = SSL_CTX_new(TLS_client_method());
  pthread_barrier_init(&ready, NULL, (unsigned)connections);
  pthread_t threads[256];
  size_t bytes[256] = {0}, sum = 0;
  alarm(120);
  for (int i = 0; i < connections; i++) pthread_create(&threads[i], NULL, run, &bytes[i]);
  for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL), sum += bytes[i];
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%.6f %zu\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9, sum);
}
