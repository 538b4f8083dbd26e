/* The registration body as the iOS SDK sends it (keys of ios-sdk-wire.md), with every varying field of fixed width.
   The load client writes it by template; the baseline takes the varying bytes from their fixed places and parses nothing. */
#ifndef WIRE_H
#define WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define APP_KEY "APP"
#define TOKENS_PATH "/push/v2.3/appkeys/" APP_KEY "/tokens"
#define TOKEN_PATH_PREFIX TOKENS_PATH "/"
#define TOKEN_QUERY "?pushType=APNS"
#define HEALTH_PATH "/_mock/health"

#define UID_FORMAT "user-%08u"
enum { TOKEN_LENGTH = 64, UID_LENGTH = 13, DEVICE_LENGTH = 36 };

/* NSJSONSerialization escapes the slash, so the zone arrives as "Asia\/Seoul". */
#define BODY_HEAD "{\"appKey\":\"" APP_KEY "\",\"country\":\"KR\",\"language\":\"ko\",\"uid\":\""
#define BODY_FLAGS "\",\"pushType\":\"APNS\",\"isNotificationAgreement\":true,\"isAdAgreement\":true," \
  "\"isNightAdAgreement\":true,\"timezoneId\":\"Asia\\/Seoul\",\"token\":\""
#define BODY_DEVICE "\",\"deviceId\":\""
#define BODY_TAIL "\"}"

#define UID_AT (sizeof(BODY_HEAD) - 1)
#define TOKEN_AT (UID_AT + UID_LENGTH + sizeof(BODY_FLAGS) - 1)
#define DEVICE_AT (TOKEN_AT + TOKEN_LENGTH + sizeof(BODY_DEVICE) - 1)
#define BODY_LENGTH (DEVICE_AT + DEVICE_LENGTH + sizeof(BODY_TAIL) - 1)

static inline uint64_t splitmix64(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/* `digits` hexadecimal digits of `value`, most significant first. */
static inline char *put_hex(char *out, uint64_t value, int digits, const char *alphabet) {
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) *out++ = alphabet[(value >> shift) & 15];
  return out;
}

/* Token number `index`: scattered like a real APNs token, so index pages are hit at random, and the same in every run.
   The first quarter is a bijection of the index, so tokens are distinct. */
static inline void write_token(char *out, uint32_t index) {
  uint64_t word = index;
  for (int i = 0; i < 4; i++) {
    word = splitmix64(word);
    out = put_hex(out, word, 16, "0123456789abcdef");
  }
}

static inline void write_device(char *out, uint32_t index) {
  uint64_t high = splitmix64(index ^ 0xD1CEull << 40), low = splitmix64(high);
  out = put_hex(out, high >> 32, 8, "0123456789ABCDEF"), *out++ = '-';
  out = put_hex(out, high >> 16, 4, "0123456789ABCDEF"), *out++ = '-';
  out = put_hex(out, high, 4, "0123456789ABCDEF"), *out++ = '-';
  out = put_hex(out, low >> 48, 4, "0123456789ABCDEF"), *out++ = '-';
  put_hex(out, low, 12, "0123456789ABCDEF");
}

/* Writes BODY_LENGTH bytes, no terminating zero. */
static inline void write_body(char *out, uint32_t index) {
  char uid[UID_LENGTH + 8];
  snprintf(uid, sizeof uid, UID_FORMAT, index);
  memcpy(out, BODY_HEAD, sizeof(BODY_HEAD) - 1);
  memcpy(out + UID_AT, uid, UID_LENGTH);
  memcpy(out + UID_AT + UID_LENGTH, BODY_FLAGS, sizeof(BODY_FLAGS) - 1);
  write_token(out + TOKEN_AT, index);
  memcpy(out + TOKEN_AT + TOKEN_LENGTH, BODY_DEVICE, sizeof(BODY_DEVICE) - 1);
  write_device(out + DEVICE_AT, index);
  memcpy(out + DEVICE_AT + DEVICE_LENGTH, BODY_TAIL, sizeof(BODY_TAIL) - 1);
}

#endif
