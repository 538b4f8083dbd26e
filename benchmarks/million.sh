# shellcheck shell=bash
# Sourced by benchmarks that need 1,000,000 tokens: a server with a database of its own. Needs sqlite3 and curl; SERVER=PATH for another binary.
# Sets `server`, `work` and `database`; `start` sets `pid` and `url`.
server=${SERVER:-.build/release/mock-push-server}
command -v sqlite3 >/dev/null || { apt-get update -qq && apt-get install -y -qq sqlite3 >/dev/null; }
mkdir -p .build/bench
work=$(mktemp -d .build/bench/million.XXXXXX)
database=$work/bench.db
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT

start() {
  "$server" serve --http-port 0 --https-port off --database "$database" --data-dir "$work" --clock 2026-03-03T12:00:00+09:00 --log-level error >"$work/out" &
  pid=$!
  for _ in $(seq 100); do grep -q http:// "$work/out" && break; sleep 0.1; done
  url=$(grep -o 'http://[0-9.:]*' "$work/out")
}

stop() { kill "$pid"; wait "$pid" || true; pid=; }

# fill APPKEY: the app gets its tokens, and the server is started.
fill() {
  start
  curl -s -o /dev/null "$url/push/v2.4/appkeys/$1/tokens" -d '{"token":"first","pushType":"APNS","isNotificationAgreement":true,"isAdAgreement":true,
    "isNightAdAgreement":true,"timezoneId":"Asia/Seoul","country":"KR","language":"ko","uid":"first","deviceId":"first"}'
  stop
  sqlite3 "$database" <benchmarks/fill.sql
  start
}
