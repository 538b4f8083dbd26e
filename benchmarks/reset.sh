#!/usr/bin/env bash
# Reset, reset of one app, snapshot and restore with 1,000,000 tokens: how long each takes, and the longest that another request waits meanwhile.
#   benchmarks/reset.sh              SERVER=PATH for another binary; needs sqlite3 and curl
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
. benchmarks/million.sh

# control METHOD PATH: sets `took`, in milliseconds; the answer must be a success.
control() {
  local line
  line=$(curl -s -o "$work/answer" -w '%{http_code} %{time_total}' -X "$1" "$url/_mock/$2")
  case $line in 2??\ *) ;; *) cat "$work/answer"; exit 1 ;; esac
  took=$(awk '{ printf "%.0f", $2 * 1000 }' <<<"$line")
}
tokens() { curl -s -H 'X-Secret-Key: abcd1234' "$url/push/v2.4/appkeys/BIG/stats/total?eventCategory=TOKEN_REGISTRATION" | grep -o '"REGISTERED":[0-9]*' | tr -dc 0-9; }
verdict() { if (($1 <= $2)); then echo PASS; else echo FAIL; fi; }

# Reads of another app on one connection, one after the other, 250 a second: they wait for the server's loop alone, not for the disk, which other
# programs keep busy as well. Prints the longest wait in milliseconds.
reads() {
  curl -s -o /dev/null --rate 250/s -w '%{time_total}\n' -H 'X-Secret-Key: abcd1234' "$url/push/v2.4/appkeys/OTHER/tokens/none-[1-$(($1 * 250))]?pushType=APNS" |
    awk '$1 > worst { worst = $1 } END { printf "%.0f\n", worst * 1000 }'
}
# during SECONDS METHOD PATH: the request in the midst of such reads; sets `worst`.
during() {
  reads "$1" >"$work/worst" &
  local reader=$!
  sleep 1
  control "$2" "$3"
  wait "$reader"
  worst=$(<"$work/worst")
}
# measure NAME TARGET SECONDS METHOD PATH WAIT: the last is the target of the longest wait in ms, or - where the file is swapped.
measure() {
  during "$3" "$4" "$5"
  local pause="$worst ms"
  if [[ $6 == - ]]; then echo "  $(verdict "$took" "$2")  $1: $took ms (target $2); a read waited at most $pause (the file is swapped)"; else
    echo "  $(verdict "$took" "$2")  $1: $took ms (target $2); $(verdict "$worst" "$6") a read waited at most $pause (target $6)"
  fi
}

fill BIG
[ "$(tokens)" = 1000001 ]
echo "with 1,000,000 tokens, $(($(stat -c %s "$database") / 1000000)) MB; load average $(cut -d' ' -f1 /proc/loadavg)"
echo "  ----  nothing else: a read waited at most $(reads 10) ms"
measure snapshot 2000 6 PUT snapshots/million 50
measure restore 2000 6 POST snapshots/million/restore -
[ "$(tokens)" = 1000001 ]
measure "reset of one app (its rows go in the background for the rest of 20 s)" 100 20 POST apps/BIG/reset 50
[ "$(tokens)" = 0 ]
begin=$(date +%s)
for _ in $(seq 600); do
  left=$(sqlite3 -readonly "$database" "SELECT count(*) FROM app WHERE removed_at > 1")
  [ "$left" = 0 ] && break
  sleep 1
done
echo "  ----  after which they are all gone: $(($(date +%s) - begin)) s later"
control POST snapshots/million/restore
measure "whole reset" 100 6 POST reset 50
[ -z "$(tokens | tr -d 0)" ]
