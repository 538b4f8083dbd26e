#!/usr/bin/env bash
# Measures mock-push-server against the C baseline, both in one run, alternating. See README.md.
#   SERVER=PATH      the server's binary (default .build/release/mock-push-server); SERVER=baseline: the baseline against itself
#   QUICK=1          one round of 20,000 requests: shows that everything works, judges nothing
set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
server=${SERVER:-$root/.build/release/mock-push-server}
rounds=3 requests=100000 paced=8000
readonly connections=32 chunks=5 pace=2000 ready_runs=5
if [[ ${QUICK:-0} == 1 ]]; then rounds=1 requests=20000 paced=4000; fi
for name in $(compgen -e MOCK_PUSH_ || true); do unset "$name"; done

work=''
declare -A pids=() ports=() results=()

# shellcheck disable=SC2329 # called by trap
clean_up() {
  local pid
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; done
  if [[ -n $work ]]; then rm -rf "$work"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# broke SENTENCE [FILE]: what went wrong, with what the server said in FILE, and exit 1.
broke() {
  echo "bench: $1" >&2
  if [[ -s ${2:-} ]]; then echo "bench: its stderr:" >&2; tail -n 20 "$2" | sed 's/^/  /' >&2; fi
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

# start SIDE: starts it on a fresh database and waits up to 10 s for the line that tells the port.
start() {
  local side=$1 command attempt port='' code=0
  rm -rf "${work:?}/$side"
  mkdir -p "$work/$side/state"
  command_for "$side" "$work/$side"
  "${command[@]}" >"$work/$side/stdout" 2>"$work/$side/stderr" </dev/null &
  pids[$side]=$!
  for ((attempt = 0; attempt < 400; attempt++)); do
    port=$(sed -nE 's#.*(http://127\.0\.0\.1:|^listening )([0-9]+).*#\2#p' "$work/$side/stdout" | head -n 1)
    if [[ -n $port ]]; then ports[$side]=$port; return; fi
    if ! kill -0 "${pids[$side]}" 2>/dev/null; then
      wait "${pids[$side]}" || code=$?
      unset "pids[$side]"
      broke "the $side ended with code $code before it was ready: ${command[*]}" "$work/$side/stderr"
    fi
    sleep 0.025
  done
  broke "the $side did not say within 10 s where it listens: ${command[*]}" "$work/$side/stderr"
}

# stop SIDE: SIGTERM, at most 10 s, exit code 0 expected.
stop() {
  local side=$1 attempt code=0
  kill -TERM "${pids[$side]}" 2>/dev/null || true
  for ((attempt = 0; attempt < 200; attempt++)); do
    if ! kill -0 "${pids[$side]}" 2>/dev/null; then break; fi
    sleep 0.05
  done
  if kill -0 "${pids[$side]}" 2>/dev/null; then broke "the $side did not stop within 10 s of SIGTERM" "$work/$side/stderr"; fi
  wait "${pids[$side]}" || code=$?
  unset "pids[$side]"
  if ((code != 0)); then broke "the $side ended with code $code after SIGTERM" "$work/$side/stderr"; fi
}

field() { sed -nE "s/.*(^| )$1=([^ ]*).*/\2/p" <<<"$2"; }
keep() { results[$1]+="${2} "; }

# load SIDE PHASE ARGUMENT…: one run of the load client; sets `line` to its result.
load() {
  local side=$1 phase=$2 code=0
  shift 2
  sync -f "$work"
  if line=$("$bin/load" --port "${ports[$side]}" --connections "$connections" "$@" 2>"$work/load.stderr"); then return; fi
  cat "$work/load.stderr" >&2
  if kill -0 "${pids[$side]}" 2>/dev/null; then broke "$phase on the $side went wrong: $line" "$work/$side/stderr"; fi
  wait "${pids[$side]}" || code=$?
  unset "pids[$side]"
  broke "the $side died during $phase, code $code" "$work/$side/stderr"
}

# phase MODE: all requests in one mode, both sides taking turns in chunks, so that a slow second of the machine meets both.
phase() {
  local mode=$1 chunk size=$((requests / chunks)) side line rate
  local -A elapsed=() seconds=([baseline]='' [server]='')
  for ((chunk = 0; chunk < chunks; chunk++)); do
    for side in baseline server; do
      case $mode in
      query) load "$side" "$mode" --mode query --requests "$size" --tokens "$requests" --seed "$chunk" ;;
      *) load "$side" "$mode" --mode "$mode" --requests "$size" --offset $((chunk * size)) ;;
      esac
      elapsed[$side]=$(field seconds "$line")
      seconds[$side]+="${elapsed[$side]} "
      keep "$side.$mode.p99" "$(field p99_us "$line")"
    done
    keep "ratio.$mode" "$(divide "${elapsed[baseline]}" "${elapsed[server]}")"
  done
  for side in baseline server; do
    rate=$(awk -v n="$requests" '{ for (i = 1; i <= NF; i++) sum += $i; printf "%.0f", n / sum }' <<<"${seconds[$side]}")
    keep "$side.$mode.rate" "$rate"
    printf '  %-10s %-8s %7s requests/s  (seconds: %s)\n' "$mode" "$side" "$rate" "${seconds[$side]% }"
  done
}

# paced MODE ARGUMENT…: on schedule, at a rate that leaves both sides idle most of the time.
paced() {
  local mode=$1 side line
  shift
  for side in baseline server; do
    load "$side" "paced $mode" --mode "$mode" --requests "$paced" --rate "$pace" "$@"
    keep "$side.paced-$mode.p99" "$(field p99_us "$line")"
    echo "  $side: $line"
  done
}

memory() { sed -nE "s/^$1:[[:space:]]+([0-9]+) kB/\1/p" "/proc/${pids[$2]}/status"; }

round() {
  local side name
  for side in baseline server; do start "$side"; done
  phase register
  for side in baseline server; do
    for name in VmRSS RssAnon; do keep "$side.$name" "$(memory "$name" "$side")"; done
  done
  for name in reregister query; do phase "$name"; done
  for side in baseline server; do keep "$side.VmHWM" "$(memory VmHWM "$side")"; done
  paced register --offset "$requests"
  paced query --tokens "$requests"
  for side in baseline server; do stop "$side"; done
}

# "PAGE-SIZE WRITE-VERSION": 2 is WAL. From the database's own header.
format_of() { od -An -tu1 -j16 -N3 "$1" | awk '{ print ($1 * 256 + $2) " " $3 }'; }

median() { tr ' ' '\n' <<<"$1" | sed '/^$/d' | sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
value() { median "${results[$1]}"; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", (b > 0) ? a / b : 0 }'; }

# The middle half of the chunk pairs' ratios.
spread() {
  tr ' ' '\n' <<<"${results[ratio.$1]}" | sed '/^$/d' | sort -n |
    awk '{ v[NR] = $1 } END { printf "%.2f to %.2f", v[int((NR + 3) / 4)], v[int((3 * NR + 3) / 4)] }'
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
  echo "round $i"
  round
done
if [[ $(format_of "$work/baseline/bench.db") != $(format_of "$work/server/bench.db") ]]; then
  echo "bench: NOT COMPARABLE: page size and journal (2 = WAL) are $(format_of "$work/baseline/bench.db") for the baseline," \
    "$(format_of "$work/server/bench.db") for the server"
fi

echo "starting $ready_runs times with that database"
command_for server "$work/server"
for ((i = 0; i < ready_runs; i++)); do
  line=$("$bin/load" --mode ready -- "${command[@]}" 2>"$work/load.stderr" </dev/null) ||
    broke "starting with an existing database failed" "$work/load.stderr"
  keep server.ready "$(field ready_us "$line")"
done

echo
printf '%-12s %14s %14s %8s  %-14s %s\n' '' 'baseline req/s' 'server req/s' ratio 'middle half' 'p99 at full load, baseline / server'
for key in register reregister query; do
  printf '%-12s %14.0f %14.0f %8.2f  %-14s %s / %s ms\n' "$key" "$(value "baseline.$key.rate")" "$(value "server.$key.rate")" \
    "$(value "ratio.$key")" "$(spread "$key")" \
    "$(milliseconds "$(value "baseline.$key.p99")")" "$(milliseconds "$(value "server.$key.p99")")"
done
echo
echo "p99 at $pace requests/s, baseline / server: register $(milliseconds "$(value baseline.paced-register.p99)") /" \
  "$(milliseconds "$(value server.paced-register.p99)") ms, query $(milliseconds "$(value baseline.paced-query.p99)") /" \
  "$(milliseconds "$(value server.paced-query.p99)") ms"
echo "memory of the server after $requests tokens: VmRSS $(megabytes "$(value server.VmRSS)") MB, RssAnon $(megabytes "$(value server.RssAnon)") MB," \
  "after all three phases $(megabytes "$(value server.VmHWM)") MB (baseline: VmRSS $(megabytes "$(value baseline.VmRSS)") MB)"
echo "ready, each start: $(for us in ${results[server.ready]}; do printf '%s ' "$(milliseconds "$us")"; done)ms"
echo
if [[ ${QUICK:-0} == 1 ]]; then echo "verdict (quick mode: too short to be one)"; else echo "verdict"; fi
verdict "register, server/baseline" "$(value ratio.register)" '>=' 0.65 ''
verdict "query, server/baseline" "$(value ratio.query)" '>=' 0.75 ''
verdict "p99 register at $pace/s" "$(milliseconds "$(value server.paced-register.p99)")" '<' 5 ms
verdict "p99 query at $pace/s" "$(milliseconds "$(value server.paced-query.p99)")" '<' 5 ms
verdict "VmRSS after $requests tokens" "$(megabytes "$(value server.VmRSS)")" '<' 40 MB
verdict "ready with an existing database" "$(milliseconds "$(value server.ready)")" '<' 150 ms
