#!/usr/bin/env bash
# What the journal costs: the same server with --journal on and off, taking turns in one run, each on a database of its own.
#   benchmarks/journal.sh            SERVER=PATH for another binary; PAIRS=N pairs of chunks per kind of request (default 12)
# Judged by the median of the pairs' ratios. CPU time per request tells the same with less noise.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
server=${SERVER:-.build/release/mock-push-server}
pairs=${PAIRS:-12}
readonly chunk=20000 connections=32 target=0.90
bin=.build/bench/bin
mkdir -p "$bin"
[[ -x $bin/load ]] || cc -O2 -o "$bin/load" benchmarks/load.c benchmarks/traffic.c benchmarks/response.c benchmarks/ready.c
work=$(mktemp -d .build/bench/journal.XXXXXX)
declare -A pids=() ports=() results=()
# shellcheck disable=SC2329 # called by trap
clean_up() {
  local pid
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT

start() {
  mkdir "$work/$1"
  "$server" serve --http-port 0 --https-port off --database "$work/$1/j.db" --data-dir "$work/$1" --log-level error --journal "$1" >"$work/$1/out" &
  pids[$1]=$!
  for _ in $(seq 100); do grep -q http:// "$work/$1/out" && break; sleep 0.1; done
  ports[$1]=$(sed -nE 's#.*http://127\.0\.0\.1:([0-9]+).*#\1#p' "$work/$1/out")
}
# User and system time of a process, in milliseconds.
cpu() { awk -v hz="$(getconf CLK_TCK)" '{ print ($14 + $15) * 1000 / hz }' "/proc/${pids[$1]}/stat"; }
memory() { awk '/^VmRSS/ { printf "%.1f", $2 / 1024 }' "/proc/${pids[$1]}/status"; }
median() { tr ' ' '\n' <<<"$1" | sed '/^$/d' | sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", (b > 0) ? a / b : 0 }'; }

# load SIDE ARGUMENT…: one chunk; sets `rate` and `spent`, the server's microseconds of CPU per request.
load() {
  local side=$1 line before
  shift
  before=$(cpu "$side")
  line=$("$bin/load" --port "${ports[$side]}" --connections "$connections" --requests "$chunk" "$@")
  rate=$(sed -E 's/.* rate=([0-9]+).*/\1/' <<<"$line")
  spent=$(awk -v a="$before" -v b="$(cpu "$side")" -v n="$chunk" 'BEGIN { printf "%.2f", (b - a) * 1000 / n }')
}

# pair MODE ARGUMENT…: both sides, who begins changes each time.
pair() {
  local mode=$1 side rate spent turn
  local -A rates=() costs=()
  shift
  turns=$((${turns:-0} + 1))
  for side in $( ((turns % 2)) && echo on off || echo off on); do
    load "$side" --mode "$mode" "$@"
    rates[$side]=$rate costs[$side]=$spent
  done
  results[$mode.rate]+="$(divide "${rates[on]}" "${rates[off]}") "
  results[$mode.cpu]+="$(divide "${costs[on]}" "${costs[off]}") "
  for side in on off; do results[$mode.$side]+="${rates[$side]} "; results[$mode.cpu.$side]+="${costs[$side]} "; done
}

start on
start off
# The first one also fills the journal, so that every later request makes an old entry go.
for ((i = 0; i < pairs; i++)); do pair register --offset $((i * chunk)); done
for ((i = 0; i < pairs; i++)); do pair query --tokens $((pairs * chunk)) --seed "$i"; done

echo "journal: $pairs pairs of $chunk requests, $connections connections, load average $(cut -d' ' -f1 /proc/loadavg)"
for mode in register query; do
  printf '  %-9s on %6.0f, off %6.0f requests/s; CPU on %5.2f, off %5.2f us/request, ratio %s\n' "$mode" \
    "$(median "${results[$mode.on]}")" "$(median "${results[$mode.off]}")" "$(median "${results[$mode.cpu.on]}")" \
    "$(median "${results[$mode.cpu.off]}")" "$(median "${results[$mode.cpu]}")"
done
echo "  memory: on $(memory on) MB, off $(memory off) MB"
for mode in register query; do
  awk -v mode="$mode" -v value="$(median "${results[$mode.rate]}")" -v target="$target" 'BEGIN {
    met = value + 0 >= target + 0
    printf "  %s  %-34s %9s       target >= %s\n", met ? "PASS" : "FAIL", mode ", journal on/off", value, target }'
done
