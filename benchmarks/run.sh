#!/usr/bin/env bash
# Measures mock-push-server against the C baseline, both in one run, alternating. See README.md.
#   SERVER=PATH      the server's binary (default .build/release/mock-push-server); SERVER=baseline: the baseline against itself
#   QUICK=1          one round of 20,000 requests: shows that everything works, judges nothing
set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
server=${SERVER:-$root/.build/release/mock-push-server}
rounds=3 requests=100000 paced=8000
readonly connections=32 pace=2000 ready_runs=5
if [[ ${QUICK:-0} == 1 ]]; then rounds=1 requests=20000 paced=4000; fi
for name in $(compgen -e MOCK_PUSH_ || true); do unset "$name"; done

work='' pid='' port=''
declare -A results=()

# shellcheck disable=SC2329 # called by trap
clean_up() {
  if [[ -n $pid ]]; then kill -KILL "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  if [[ -n $work ]]; then rm -rf "$work"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# broke SENTENCE: what went wrong, with what the server said, and exit 1.
broke() {
  echo "bench: $1" >&2
  if [[ -n $work && -s $work/stderr ]]; then echo "bench: its stderr:" >&2; tail -n 20 "$work/stderr" | sed 's/^/  /' >&2; fi
  exit 1
}

build() {
  local tool
  for tool in cc pkg-config; do command -v "$tool" >/dev/null || broke "$tool is missing: install build-essential and pkg-config"; done
  pkg-config --exists libevent sqlite3 || broke "libevent or sqlite3 is missing: install libevent-dev and libsqlite3-dev"
  [[ $(uname) == Linux ]] || broke "the load client needs Linux (epoll, /proc)"
  bin=$root/.build/bench/bin
  mkdir -p "$bin"
  cd "$root/benchmarks"
  # shellcheck disable=SC2046 # flags are separate words
  cc -O2 -Wall -Wextra $(pkg-config --cflags libevent sqlite3) baseline.c -o "$bin/baseline" $(pkg-config --libs libevent sqlite3)
  cc -O2 -Wall -Wextra load.c traffic.c response.c ready.c -o "$bin/load"
}

# command_for SIDE DIRECTORY: sets the array `command` that serves a database in DIRECTORY.
command_for() {
  if [[ $1 == baseline || $server == baseline ]]; then
    command=("$bin/baseline" --port 0 --database "$2/bench.db" --synchronous full)
  else
    command=("$server" serve --http-port 0 --https-port off --database "$2/bench.db" --data-dir "$2/state" --durability full --log-level error)
  fi
}

# start SIDE DIRECTORY: starts it, sets pid and port, waits up to 10 s for the line that tells the port.
start() {
  local command
  mkdir -p "$2/state"
  command_for "$1" "$2"
  : >"$work/stdout"
  "${command[@]}" >"$work/stdout" 2>"$work/stderr" </dev/null &
  pid=$!
  local attempt
  for ((attempt = 0; attempt < 400; attempt++)); do
    port=$(sed -nE 's#.*(http://127\.0\.0\.1:|^listening )([0-9]+).*#\2#p' "$work/stdout" | head -n 1)
    if [[ -n $port ]]; then return; fi
    if ! kill -0 "$pid" 2>/dev/null; then
      local code=0
      wait "$pid" || code=$?
      pid=''
      broke "the $1 ended with code $code before it was ready: ${command[*]}"
    fi
    sleep 0.025
  done
  broke "the $1 did not say within 10 s where it listens: ${command[*]}"
}

# stop SIDE: SIGTERM, at most 10 s, exit code 0 expected.
stop() {
  local attempt code=0
  kill -TERM "$pid"
  for ((attempt = 0; attempt < 200; attempt++)); do
    if ! kill -0 "$pid" 2>/dev/null; then break; fi
    sleep 0.05
  done
  if kill -0 "$pid" 2>/dev/null; then broke "the $1 did not stop within 10 s of SIGTERM"; fi
  wait "$pid" || code=$?
  pid=''
  if ((code != 0)); then broke "the $1 ended with code $code after SIGTERM"; fi
}

field() { sed -nE "s/.*(^| )$1=([^ ]*).*/\2/p" <<<"$2"; }
keep() { results[$1]+="${2} "; }

# load SIDE KEY ARGUMENT…: one run of the load client; keeps rate and p99 under SIDE.KEY.
load() {
  local side=$1 key=$2 line
  shift 2
  sync -f "$work"
  if ! line=$("$bin/load" --port "$port" --connections "$connections" "$@" 2>"$work/load.stderr"); then
    cat "$work/load.stderr" >&2
    if kill -0 "$pid" 2>/dev/null; then broke "$key on the $side went wrong: $line"; fi
    local code=0
    wait "$pid" || code=$?
    pid=''
    broke "the $side died during $key, code $code"
  fi
  echo "  $side $key: $line"
  keep "$side.$key.rate" "$(field rate "$line")"
  keep "$side.$key.p99" "$(field p99_us "$line")"
}

memory() { sed -nE "s/^$1:[[:space:]]+([0-9]+) kB/\1/p" "/proc/$pid/status"; }

round() {
  local side=$1 directory=$2
  start "$side" "$directory"
  load "$side" register --mode register --requests "$requests"
  load "$side" reregister --mode reregister --requests "$requests"
  load "$side" query --mode query --requests "$requests"
  for name in VmRSS RssAnon VmHWM; do keep "$side.$name" "$(memory "$name")"; done
  load "$side" paced-register --mode register --offset "$requests" --requests "$paced" --rate "$pace"
  load "$side" paced-query --mode query --tokens "$requests" --requests "$paced" --rate "$pace"
  stop "$side"
}

# "PAGE-SIZE WRITE-VERSION": 2 is WAL. From the database's own header.
format_of() { od -An -tu1 -j16 -N3 "$1" | awk '{ print ($1 * 256 + $2) " " $3 }'; }

median() { tr ' ' '\n' <<<"$1" | sed '/^$/d' | sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
value() { median "${results[$1]}"; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", (b > 0) ? a / b : 0 }'; }

# The lowest and highest ratio of the rounds, each server against the baseline just before it.
spread() {
  paste <(tr ' ' '\n' <<<"${results[server.$1.rate]}") <(tr ' ' '\n' <<<"${results[baseline.$1.rate]}") |
    awk 'NF == 2 { r = $1 / $2; if (!n++ || r < low) low = r; if (r > high) high = r } END { printf "%.2f to %.2f", low, high }'
}

# verdict WHAT VALUE RELATION TARGET UNIT
verdict() {
  awk -v what="$1" -v value="$2" -v relation="$3" -v target="$4" -v unit="$5" 'BEGIN {
    met = relation == ">=" ? value + 0 >= target + 0 : value + 0 < target + 0
    printf "  %s  %-34s %9s %-5s target %s %s\n", met ? "PASS" : "FAIL", what, value, unit, relation, target }'
}

milliseconds() { awk -v us="$1" 'BEGIN { printf "%.2f", us / 1000 }'; }
megabytes() { awk -v kb="$1" 'BEGIN { printf "%.1f", kb / 1024 }'; }

build
if [[ $server != baseline ]]; then
  [[ -x $server ]] || broke "no server at $server: build it with 'swift build -c release', or name it with SERVER=PATH"
  server=$(cd "$(dirname "$server")" && pwd)/$(basename "$server")
fi
work=$(mktemp -d "$root/.build/bench/run.XXXXXX")
cd "$work"
filesystem=$(stat -f -c %T "$work")
if [[ $filesystem == tmpfs || $filesystem == ramfs ]]; then broke "$work is in memory ($filesystem): durable writes cannot be measured there"; fi

echo "bench: $rounds round(s) of $requests requests, $connections connections, $(nproc) cores, $filesystem, load average $(cut -d' ' -f1 /proc/loadavg)"
for ((i = 1; i <= rounds; i++)); do
  for side in baseline server; do
    echo "round $i, $side"
    rm -rf "${work:?}/$side"
    round "$side" "$work/$side"
  done
done
if [[ $(format_of "$work/baseline/bench.db") != $(format_of "$work/server/bench.db") ]]; then
  echo "bench: NOT COMPARABLE: page size and journal (2 = WAL) are $(format_of "$work/baseline/bench.db") for the baseline," \
    "$(format_of "$work/server/bench.db") for the server"
fi

echo "starting $ready_runs times with that database"
command_for server "$work/server"
for ((i = 0; i < ready_runs; i++)); do
  line=$("$bin/load" --mode ready -- "${command[@]}" 2>"$work/stderr" </dev/null) || broke "starting with an existing database failed"
  keep server.ready "$(field ready_us "$line")"
done

echo
printf '%-12s %14s %14s %8s  %-14s %s\n' '' 'baseline req/s' 'server req/s' ratio 'rounds' 'p99 at full load, baseline / server'
for key in register reregister query; do
  printf '%-12s %14.0f %14.0f %8.2f  %-14s %s / %s ms\n' "$key" "$(value "baseline.$key.rate")" "$(value "server.$key.rate")" \
    "$(divide "$(value "server.$key.rate")" "$(value "baseline.$key.rate")")" "$(spread "$key")" \
    "$(milliseconds "$(value "baseline.$key.p99")")" "$(milliseconds "$(value "server.$key.p99")")"
done
echo
echo "p99 at $pace requests/s, baseline / server: register $(milliseconds "$(value baseline.paced-register.p99)") /" \
  "$(milliseconds "$(value server.paced-register.p99)") ms, query $(milliseconds "$(value baseline.paced-query.p99)") /" \
  "$(milliseconds "$(value server.paced-query.p99)") ms"
echo "memory of the server after $requests tokens: VmRSS $(megabytes "$(value server.VmRSS)") MB, RssAnon $(megabytes "$(value server.RssAnon)") MB," \
  "highest $(megabytes "$(value server.VmHWM)") MB (baseline: VmRSS $(megabytes "$(value baseline.VmRSS)") MB)"
echo "ready, each start: $(for us in ${results[server.ready]}; do printf '%s ' "$(milliseconds "$us")"; done)ms"
echo
if [[ ${QUICK:-0} == 1 ]]; then echo "verdict (quick mode: too short to be one)"; else echo "verdict"; fi
verdict "register, server/baseline" "$(divide "$(value server.register.rate)" "$(value baseline.register.rate)")" '>=' 0.65 ''
verdict "query, server/baseline" "$(divide "$(value server.query.rate)" "$(value baseline.query.rate)")" '>=' 0.75 ''
verdict "p99 register at $pace/s" "$(milliseconds "$(value server.paced-register.p99)")" '<' 5 ms
verdict "p99 query at $pace/s" "$(milliseconds "$(value server.paced-query.p99)")" '<' 5 ms
verdict "VmRSS after $requests tokens" "$(megabytes "$(value server.VmRSS)")" '<' 40 MB
verdict "ready with an existing database" "$(milliseconds "$(value server.ready)")" '<' 150 ms
