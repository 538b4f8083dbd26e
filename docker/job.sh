#!/bin/sh
# A sample test job: trusts the mock's CA, registers a token under the vendor's own https name, sends to it, and checks what was delivered.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
control=${MOCK_PUSH_CONTROL_URL:-http://mock-push}/_mock
vendor=${MOCK_PUSH_VENDOR_URL:-https://api-push.cloud.toast.com}/push/v2.4/appkeys/JOB

curl -sS --fail "$control/ca.pem" -o "$work/ca.pem"
call() { curl -sS --fail --cacert "$work/ca.pem" -H 'X-Secret-Key: abcd1234' -H 'Content-Type: application/json' "$@"; }

call "$vendor/tokens" -d '{"token":"job-token","pushType":"FCM","uid":"job","deviceId":"job-device","isNotificationAgreement":true,
  "isAdAgreement":false,"isNightAdAgreement":false,"timezoneId":"Asia/Seoul","country":"KR","language":"ko"}' | grep -q '"isSuccessful":true'
call "$vendor/messages" -d '{"target":{"type":"UID","to":["job"]},"messageType":"NOTIFICATION","content":{"default":{"title":"Hello","body":"from the job"}}}' |
  grep -q '"isSuccessful":true'
curl -sS --fail -X POST "$control/settle" >/dev/null
curl -sS --fail "$control/apps/JOB/messages/latest/deliveries" | tee "$work/deliveries" | grep -q '"outcome":"SENT"'
echo "the job's token got its message"
