#!/bin/sh
# Plays what the iOS and Android SDKs send, as curl commands, against a running mock-push-server.
#
#   mock-push-server serve                 # in one terminal
#   scripts/sdk-sequences.sh               # in another
#
# The vendor's host names are led to the server, and its certificate is checked against its CA, as on a device that trusts it.
# Prints each call with its answer; ends with 1 when an answer is not what the SDK needs. It uses an app of its own, deletes the tokens it
# registers and the tags it makes, and can be run again.
#
#   MOCK_PUSH_URL        where the server listens for https (https://127.0.0.1:8443)
#   MOCK_PUSH_HTTP_URL   where it listens for plain http    (http://127.0.0.1:8080)
#   MOCK_PUSH_CA         its ca.pem; without it, it is fetched from MOCK_PUSH_HTTP_URL
#   MOCK_PUSH_APP        appkey to use                      (SDKDEMO)
#   MOCK_PUSH_SECRET     its secret key, to make tags       (abcdefgh: any eight characters do, unless the app has its own)
set -eu

https=${MOCK_PUSH_URL:-https://127.0.0.1:8443}
http=${MOCK_PUSH_HTTP_URL:-http://127.0.0.1:8080}
app=${MOCK_PUSH_APP:-SDKDEMO}
secret=${MOCK_PUSH_SECRET:-abcdefgh}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ca=${MOCK_PUSH_CA:-$work/ca.pem}
calls=0

fail() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }

case $https in https://*) ;; *) fail "MOCK_PUSH_URL must be the server's https address, such as https://127.0.0.1:8443; the plain one is MOCK_PUSH_HTTP_URL" ;; esac

# Address of a URL: host:port, without scheme and path.
address() { rest=${1#*://}; printf '%s' "${rest%%/*}"; }

if [ -z "${MOCK_PUSH_CA:-}" ]; then
  curl -sS --fail --max-time 10 -o "$ca" "$http/_mock/ca.pem" || fail "no CA from $http/_mock/ca.pem. Is the server running? Else give MOCK_PUSH_CA."
fi

# call METHOD URL CODE [BODY]: the SDK's request to the vendor's URL, led to the server. Leaves the answer in $answer; its resultCode must be CODE.
call() {
  calls=$((calls + 1))
  printf '\n%s %s\n' "$1" "$2"
  set -- "$1" "$2" "$3" "${4:-}"
  if [ -n "$4" ]; then printf '  %s\n' "$4"; fi
  status=$(curl -sS --max-time 10 --noproxy '*' --cacert "$ca" --path-as-is -o "$work/answer" -w '%{http_code} %{content_type}' \
    --connect-to "::$(address "$(case $2 in https:*) echo "$https" ;; *) echo "$http" ;; esac)")" \
    -X "$1" -H "Content-Type: $type" ${header:+-H "$header"} ${4:+--data-binary "$4"} "$2") || fail "no answer to $1 $2"
  answer=$(cat "$work/answer")
  printf '  -> %s %s\n' "${status%% *}" "$answer"
  [ "${status%% *}" = 200 ] || fail "the SDK gives up on HTTP status ${status%% *}"
  case $answer in
    *'"resultCode":'"$3",*) ;;
    *) fail "the SDK needs resultCode $3 here" ;;
  esac
  case $answer in
    *null*) fail "an SDK in the field crashes on null" ;;
  esac
}

# has TEXT: the last answer must hold it.
has() { case $answer in *"$1"*) ;; *) fail "the SDK needs $1 in the answer" ;; esac }
lacks() { case $answer in *"$1"*) fail "the answer must not hold $1" ;; esac }

section() { printf '\n== %s\n' "$1"; }

type=application/json
header=

api=https://api-push.cloud.toast.com
v23=$api/push/v2.3/appkeys/$app
device=9F0E1C5A-4B7D-4C1B-9E7A-0C0F5B6A7D8E

# ios TOKEN UID PUSHTYPE AD [OLDTOKEN]: the iOS SDK's registration.
ios() {
  printf '{"appKey":"%s","country":"KR","language":"ko","uid":"%s","pushType":"%s","isNotificationAgreement":true,"isAdAgreement":%s,"isNightAdAgreement":false,"timezoneId":"Asia/Seoul","token":"%s","deviceId":"%s"%s}' \
    "$app" "$2" "$3" "$4" "$1" "$device" "${5:+,\"oldToken\":\"$5\"}"
}

# android TOKEN UID PUSHTYPE COUNTRY FLAG [OLDTOKEN]: the Android SDKs' registration.
android() {
  printf '{"token":"%s","isNotificationAgreement":true,"isAdAgreement":%s,"isNightAdAgreement":%s,"pushType":"%s","timezoneId":"Asia/Seoul","uid":"%s","country":"%s","language":"ko","deviceId":"%s"%s}' \
    "$1" "$5" "$5" "$3" "$2" "$4" "3b241101-e2bb-4255-8caf-4136c566a962" "${6:+,\"oldToken\":\"$6\"}"
}

section 'iOS: register, query, changed token, changed user'
call GET "$v23/tokens/forgotten?pushType=APNS" 40401
call POST "$v23/tokens" 0 "$(ios aa11 demo-user APNS true)"
call GET "$v23/tokens/aa11?pushType=APNS" 0
for key in uid token country language timezoneId updatedDateTime pushType; do has "\"$key\":\""; done
for key in isNotificationAgreement isAdAgreement; do has "\"$key\":true"; done
has '"isNightAdAgreement":false'
call POST "$v23/tokens" 0 "$(ios bb22 demo-user APNS true aa11)"
call GET "$v23/tokens/bb22?pushType=APNS" 0
call GET "$v23/tokens/aa11?pushType=APNS" 40401
call POST "$v23/tokens" 0 "$(ios bb22 other-user APNS true)"
call GET "$v23/tokens/bb22?pushType=APNS" 0
has '"uid":"other-user"'

section 'iOS: VoIP, sandbox, tenant'
for push_type in APNS_VOIP APNS_SANDBOX APNS_SANDBOXVOIP; do
  case $push_type in *VOIP) ad=false ;; *) ad=true ;; esac
  call POST "$v23/tokens" 0 "$(ios bb22 demo-user "$push_type" "$ad")"
  call GET "$v23/tokens/bb22?pushType=$push_type" 0
  has "\"pushType\":\"$push_type\""
  call DELETE "$v23/tokens/bb22?pushType=$push_type" 0
done
call POST "$v23/tokens" 0 "$(ios 'bb22#tenant=STORE' demo-user APNS true)"
call GET "$v23/tokens/bb22%23tenant%3DSTORE?pushType=APNS" 0
has '"token":"bb22#tenant=STORE"'
call DELETE "$v23/tokens/bb22%23tenant%3DSTORE?pushType=APNS" 0

section 'iOS: user tags (the customer makes the tags first)'
header="X-Secret-Key: $secret"
tags=
for name in "sdk-demo-$$-a" "sdk-demo-$$-b"; do
  call POST "$v23/tags" 0 "{\"tagName\":\"$name\"}"
  has '"tagId":"'
  tag=${answer##*\"tagId\":\"}
  tags="$tags ${tag%%\"*}"
done
header=
# shellcheck disable=SC2086
set -- $tags
user=$v23/uids/other-user/tag-ids
call GET "$v23/uids/nobody-$$/tag-ids" 40401
call POST "$user" 0 "{\"tagIds\":[\"$1\"]}"
call GET "$user" 0
has "\"tagIds\":[\"$1\"]"
call POST "$user" 40001 '{"tagIds":["NOSUCHID"]}'
call PUT "$user" 0 "{\"tagIds\":[\"$1\",\"$2\"]}"
call GET "$user" 0
has "\"$1\"" && has "\"$2\""
call DELETE "$user?tagIds=$1" 0
call GET "$user" 0
has "\"tagIds\":[\"$2\"]"
call DELETE "$user?tagIds=$2" 0
call GET "$user" 0
has '"tagIds":[]'
header="X-Secret-Key: $secret"
for tag in "$1" "$2"; do call DELETE "$v23/tags/$tag" 0; done
header=

section 'iOS: RECEIVED and OPENED, the second one twice'
for event in RECEIVED OPENED OPENED; do
  call POST "https://notification-stats.api.nhncloudservice.com/push/v2.0/appkeys/$app/message-delivery-receipts" 0 \
    "{\"event\":\"$event\",\"eventDateTime\":\"2026-11-21T09:30:00.123+0900\",\"messageDeliveryReceiptData\":{\"messageId\":1,\"deliveryId\":\"d1\"}}"
done

section 'iOS: unregister, twice'
call DELETE "$v23/tokens/bb22?pushType=APNS" 0
call GET "$v23/tokens/bb22?pushType=APNS" 40401
call DELETE "$v23/tokens/bb22?pushType=APNS" 0

section 'Android 0.19.3: register, query, updateTokenInfo, changed token, unregister'
for push_type in FCM TENCENT; do
  escaped='dQw4%3AAPA91b%2F%20%2B%25'
  call POST "$v23/tokens" 0 "$(android 'dQw4:APA91b/ +%' android-user "$push_type" kr true)"
  call GET "$v23/tokens/$escaped?pushType=$push_type" 0
  for key in pushType token uid country language timezoneId activatedDateTime; do has "\"$key\":\""; done
  has '"token":"dQw4:APA91b/ +%"'
  call POST "$v23/tokens" 0 "$(android 'dQw4:APA91b/ +%' android-user "$push_type" kr false)"
  call GET "$v23/tokens/$escaped?pushType=$push_type" 0
  has '"isAdAgreement":false'
  call POST "$v23/tokens" 0 "$(android new-token android-user "$push_type" kr true 'dQw4:APA91b/ +%')"
  call GET "$v23/tokens/$escaped?pushType=$push_type" 40401
  call DELETE "$v23/tokens/new-token?pushType=$push_type" 0
done
call POST "https://collector-push.cloud.toast.com/push/v2.0/appkeys/$app/message-delivery-receipts" 0 \
  '{"event":"OPENED","eventDateTime":"2026-11-21T16:27:19.350+09:00","messageDeliveryReceiptData":{"messageId":"2"}}'

section 'Android 1.6.0: register and query, with and without consent; metrics over plain http'
type='application/json;charset=UTF-8'
v20=$api/push/v2.0/appkeys/$app
for push_type in GCM TENCENT ADM; do
  call POST "$v20/tokens" 0 "$(android old-sdk android-user "$push_type" KR true)"
  call GET "$v20/tokens/old-sdk?pushType=$push_type" 0
  for key in updateDateTime adAgreementDateTime nightAdAgreementDateTime; do has "\"$key\":\""; done
  call POST "$v20/tokens" 0 "$(android old-sdk android-user "$push_type" KR false)"
  call GET "$v20/tokens/old-sdk?pushType=$push_type" 0
  has '"updateDateTime":"'
  lacks AgreementDateTime
  name=$push_type
  [ "$name" = GCM ] && name=FCM
  call DELETE "$v23/tokens/old-sdk?pushType=$name" 0
done
call POST "http://collector-push.cloud.toast.com/push/v2.0/appkeys/$app/message-delivery-receipts" 0 \
  '{"event":"RECEIVED","eventDateTime":"2026-11-21T16:27:19.350+09:00","messageDeliveryReceiptData":{"messageId":"2"}}'

printf '\nAll %s calls were answered as the SDKs need.\n' "$calls"
