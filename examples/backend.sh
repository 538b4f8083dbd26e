#!/bin/sh
# A backend's test in shell: curl, grep and sed only. Registers a customer's token, sends "order shipped" as a backend does, and asserts what
# the customer's phone got.
#   MOCK_PUSH_HTTP_URL      where mock-push-server answers (http://127.0.0.1:8080)
#   MOCK_PUSH_ADMIN_TOKEN   its admin token, where it has one
set -eu
url=${MOCK_PUSH_HTTP_URL:-http://127.0.0.1:8080}
# An app of its own, so that tests that run side by side do not meet.
appkey=BACKEND-SH-$$
push=$url/push/v2.4/appkeys/$appkey
mock=$url/_mock

fail() { echo "FAILED: $1" >&2; exit 1; }
# vendor URL [CURL OPTION…]: an answer of the vendor's API; HTTP says 200 to everything, so `isSuccessful` is what counts.
vendor() {
  answer=$(curl -sS --fail-with-body --max-time 10 -H 'X-Secret-Key: abcd1234' -H 'Content-Type: application/json' "$@") || fail "no answer to $1"
  case $answer in *'"isSuccessful":true'*) ;; *) fail "$answer" ;; esac
}
control() {
  curl -sS --fail-with-body --max-time 10 -H 'Content-Type: application/json' ${MOCK_PUSH_ADMIN_TOKEN:+-H "Authorization: Bearer $MOCK_PUSH_ADMIN_TOKEN"} "$@" ||
    fail "$*"
}

vendor "$push/tokens" -d '{"token":"phone-1","pushType":"FCM","uid":"mina","deviceId":"device-1","isNotificationAgreement":true,
  "isAdAgreement":false,"isNightAdAgreement":false,"timezoneId":"Asia/Seoul","country":"KR","language":"ko"}'

vendor "$push/messages" -d '{"target":{"type":"UID","to":["mina"]},"messageType":"NOTIFICATION",
  "content":{"default":{"title":"Order shipped","body":"Arrives Friday","orderId":"A-19"}}}'
message=$(echo "$answer" | sed 's/.*"messageIdString":"\([0-9]*\)".*/\1/')

# Answers when everything is delivered, so that nothing has to sleep.
control -X POST "$mock/settle" >/dev/null
deliveries=$(control "$mock/apps/$appkey/messages/$message/deliveries")
for wanted in '"token":"phone-1"' '"outcome":"SENT"' '"title":"Order shipped"' '"orderId":"A-19"'; do
  case $deliveries in *"$wanted"*) ;; *) fail "no $wanted in $deliveries" ;; esac
done

# That the backend called the API once, with the right target.
control "$mock/requests/verify" -d '{"match":{"method":"POST","path":"*/messages","appkey":"'"$appkey"'","body":{"target":{"to":["mina"]}}},"count":1}' >/dev/null
echo "The customer's phone got the message."
