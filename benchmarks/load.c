/* Load client: one thread, epoll, keep-alive connections with one request in flight each. Loopback only. */
#define _GNU_SOURCE
#include "load.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
  "usage: load --port P [options]            send requests, print one line of results\n"
  "       load --mode ready -- COMMAND …     start COMMAND, print the time to its first healthy answer\n"
  "  --mode register|reregister|query|ready  default register\n"
  "  --host ADDRESS       a loopback address, default 127.0.0.1\n"
  "  --connections N      default 32\n"
  "  --requests N         default 100000\n"
  "  --offset K           number of the first token, default 0\n"
  "  --tokens N           query: how many tokens from --offset on are registered, default --requests\n"
  "  --seed S             query: which random tokens, default 0\n"
  "  --rate R             start R requests per second on schedule; latency counts from the scheduled moment\n"
  "  --deadline SECONDS   give up after this, default 120\n";

static void fail(const char *message, const char *value) {
  fprintf(stderr, "load: %s%s\n%s", message, value, usage);
  exit(2);
}

static double number(const char *name, const char *text, double low, double high) {
  char *end;
  double value = strtod(text, &end);
  if (*end || end == text || !(value >= low && value <= high)) {
    fprintf(stderr, "load: --%s must be a number from %.0f to %.0f, not \"%s\"\n", name, low, high, text);
    exit(2);
  }
  return value;
}

static enum mode parse_mode(const char *name) {
  static const char *const names[] = {"register", "reregister", "query", "ready"};
  for (int i = 0; i < 4; i++) if (strcmp(name, names[i]) == 0) return (enum mode)i;
  fail("unknown mode ", name);
  return REGISTER;
}

int main(int count, char **arguments) {
  struct options options = {
    .mode = REGISTER, .mode_name = "register", .connections = 32, .requests = 100000, .deadline = 120,
  };
  const char *host = "127.0.0.1";
  uint16_t port = 0;
  static const struct option known[] = {
    {"mode", 1, 0, 'm'}, {"host", 1, 0, 'h'}, {"port", 1, 0, 'p'}, {"connections", 1, 0, 'c'}, {"requests", 1, 0, 'n'},
    {"offset", 1, 0, 'o'}, {"tokens", 1, 0, 't'}, {"rate", 1, 0, 'r'}, {"seed", 1, 0, 's'}, {"deadline", 1, 0, 'd'}, {0, 0, 0, 0},
  };
  for (int option; (option = getopt_long(count, arguments, "+", known, NULL)) != -1;) {
    switch (option) {
    case 'm': options.mode = parse_mode(options.mode_name = optarg); break;
    case 'h': host = strcmp(optarg, "localhost") == 0 ? "127.0.0.1" : optarg; break;
    case 'p': port = (uint16_t)number("port", optarg, 1, 65535); break;
    case 'c': options.connections = (uint32_t)number("connections", optarg, 1, 1000); break;
    case 'n': options.requests = (uint32_t)number("requests", optarg, 1, 5000000); break;
    case 'o': options.offset = (uint32_t)number("offset", optarg, 0, 90000000); break;
    case 't': options.tokens = (uint32_t)number("tokens", optarg, 1, 5000000); break;
    case 's': options.seed = (uint32_t)number("seed", optarg, 0, 1000000); break;
    case 'r': options.rate = number("rate", optarg, 1, 1000000); break;
    case 'd': options.deadline = (uint32_t)number("deadline", optarg, 1, 3600); break;
    default: fail("wrong option", "");
    }
  }
  if (options.tokens == 0) options.tokens = options.requests;
  /* The wire's uid has eight digits. */
  if ((uint64_t)options.offset + options.requests > 99999999 || (uint64_t)options.offset + options.tokens > 99999999)
    fail("--offset and --requests leave the range of token numbers", "");
  alarm(options.deadline + 15);

  options.address.sin_family = AF_INET;
  options.address.sin_port = htons(port);
  if (inet_pton(AF_INET, host, &options.address.sin_addr) != 1 || (ntohl(options.address.sin_addr.s_addr) >> 24) != 127)
    fail("only loopback addresses are loaded, not ", host);
  if (options.mode == READY) {
    if (optind >= count) fail("--mode ready needs -- COMMAND …", "");
    return run_ready(&options, arguments + optind);
  }
  if (optind < count) fail("what is this: ", arguments[optind]);
  if (port == 0) fail("--port is missing", "");
  return run_traffic(&options);
}
