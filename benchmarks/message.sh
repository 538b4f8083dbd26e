#!/usr/bin/env bash
# One message to 1,000,000 tokens: how long both passes take, what memory and database grow by, and what registrations meanwhile feel.
#   benchmarks/message.sh            SERVER=PATH for another binary; needs sqlite3 and curl
set -euo pipefail
cd "$(dirname "$0")/.."
. benchmarks/million.sh
bin=.build/bench/bin
mkdir -p "$bin"
[ -x "$bin/load" ] || cc -O2 -o "$bin/load" benchmarks/load.c benchmarks/traffic.c benchmarks/response.c benchmarks/ready.c

field() { grep "$1" "/proc/$pid/status" | tr -dc 0-9; }
send() {
  curl -s -o /dev/null -H 'X-Secret-Key: abcd1234' "$url/push/v2.4/appkeys/APP/messages" -d '{"target":{"type":"ALL"},"messageType":"NOTIFICATION",
    "content":{"default":{"title":"Order shipped","body":"Arrives Friday"},"ko":{"title":"배송 시작","body":"금요일 도착"},"ja":{"title":"発送"}}}'
  curl -s -o /dev/null -X POST "$url/_mock/settle"
}

fill APP
size=$(stat -c %s "$database")
# The filled-in registrations are counted first: a server that made them would have done so as they came.
curl -s -o /dev/null -H 'X-Secret-Key: abcd1234' "$url/push/v2.4/appkeys/APP/stats/total?eventCategory=TOKEN_REGISTRATION"
before=$(field VmRSS)
begin=$(date +%s%N)
send
quiet=$(( ($(date +%s%N) - begin) / 1000000 ))
peak=$(field VmHWM)
echo "one message to 1,000,000 tokens, nothing else: $quiet ms (target 6000); memory $((before / 1024)) MB, at most $((peak / 1024)) MB (growth target 64)"

"$bin/load" --port "${url##*:}" --mode register --rate 1000 --connections 8 --requests 5000 --offset 2000000 >"$work/load" &
load=$!
sleep 0.5
begin=$(date +%s%N)
send
busy=$(( ($(date +%s%N) - begin) / 1000000 ))
wait $load
echo "the same while 1,000 registrations a second arrive on 8 connections: $busy ms; registrations: $(cat "$work/load") (p99 target 10000 us)"
stop
grown=$(( $(stat -c %s "$database") - size ))
rows=$(sqlite3 "$database" 'SELECT count(*) FROM delivery')
echo "database growth: $((grown / rows)) bytes per delivery ($rows deliveries)"
