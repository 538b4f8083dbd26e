#!/usr/bin/env bash
# How long statistics take over 10,000,000 events of 30 days, and 1,000,000 registrations: server time of each request, as its log tells it.
#   benchmarks/statistics.sh         SERVER=PATH for another binary; needs sqlite3 and curl
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
server=${SERVER:-.build/release/mock-push-server}
readonly target=50000 runs=7
command -v sqlite3 >/dev/null || { apt-get update -qq && apt-get install -y -qq sqlite3 >/dev/null; }
mkdir -p .build/bench
work=$(mktemp -d .build/bench/statistics.XXXXXX)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT

start() {
  "$server" serve --http-port 0 --https-port off --database "$work/s.db" --data-dir "$work" --clock 2026-03-31T12:34:56.789+09:00 \
    --log-level info --log-format json >"$work/out" 2>"$work/log" &
  pid=$!
  for _ in $(seq 100); do grep -q http:// "$work/out" && break; sleep 0.1; done
  url=$(grep -o 'http://[0-9.:]*' "$work/out")
}
stop() { kill "$pid"; wait "$pid" || true; pid=; }

# get PATH: an answer, which must be a success.
get() { curl -s -H 'X-Secret-Key: abcd1234' "$url/push/$1" | tee "$work/answer" | grep -q '"isSuccessful":true' || { cat "$work/answer"; exit 1; }; }
microseconds() { grep '"us"' "$work/log" | tail -n "$1" | sed -E 's/.*"us":([0-9]+).*/\1/' | sort -n; }

# measure NAME PATH
measure() {
  local values verdict=PASS
  for _ in $(seq "$runs"); do get "$2"; done
  values=$(microseconds "$runs")
  if (($(tail -n 1 <<<"$values") >= target)); then verdict=FAIL failed=1; fi
  awk -v verdict="$verdict" -v name="$1" -v bytes="$(stat -c %s "$work/answer")" '{ v[NR] = $1 }
    END { printf "  %s  %-62s median %6.1f ms  worst %6.1f ms  %8d bytes\n", verdict, name, v[int((NR + 1) / 2)] / 1000, v[NR] / 1000, bytes }' <<<"$values"
}

start
stop
sqlite3 "$work/s.db" <benchmarks/statistics.sql
start
failed=0
message=messageId=3500000000000001
minutes=timeUnit=MINUTES\&from=2026-03-24T13:55:00.000%2B09:00
get v2.4/appkeys/APP/stats?eventCategory=TOKEN_REGISTRATION
echo "folding 1,000,000 registrations into sums: $(microseconds 1) us (once; later ones are folded as they come)"
events=$(sqlite3 "$work/s.db" 'SELECT sum(sent + failed + received + opened) FROM event_sum WHERE scope = 0 AND unit = 3')
echo "server time of $runs answers each over $events events (target: worst under $((target / 1000)) ms)"
for unit in timeUnit=DAYS timeUnit=HOURS "$minutes" statisticsType=BY_DAY; do
  for filter in '' '&extra1s=APNS,FCM' "&$message" '&statsIds=S'; do
    measure "stats MESSAGE ${unit%%&*}$filter" "v2.4/appkeys/APP/stats?eventCategory=MESSAGE&$unit$filter"
  done
  for category in REGISTRATION LANGUAGE COUNTRY AGREEMENT; do
    measure "stats TOKEN_$category ${unit%%&*}" "v2.4/appkeys/APP/stats?eventCategory=TOKEN_$category&$unit"
  done
done
for criteria in EVENT EVENT,EXTRA_1 EVENT,EXTRA_1,EXTRA_2,EXTRA_3,TEMPLATE_ID; do
  for filter in '' '&extra1s=APNS,FCM' "&$message" '&statsIds=S'; do
    measure "total MESSAGE $criteria$filter" "v2.4/appkeys/APP/stats/total?eventCategory=MESSAGE&statsCriteria=$criteria$filter"
  done
done
for category in REGISTRATION LANGUAGE COUNTRY AGREEMENT; do
  measure "total TOKEN_$category" "v2.4/appkeys/APP/stats/total?eventCategory=TOKEN_$category"
done
for unit in timeUnit=DAYS timeUnit=HOURS "$minutes"; do
  for filter in '' '&event=SENT' "&$message"; do
    measure "message-delivery-receipts ${unit%%&*}$filter" "v2.3/appkeys/APP/statistics/message-delivery-receipts?$unit$filter"
  done
done
for name in token-properties token-registrations; do
  measure "$name days" "v2.3/appkeys/APP/statistics/$name"
  measure "$name hours" "v2.3/appkeys/APP/statistics/$name?from=2026-03-30T13:00:00.000%2B09:00"
  measure "$name minutes" "v2.3/appkeys/APP/statistics/$name?from=2026-03-31T12:00:00.000%2B09:00"
done
exit "$failed"
