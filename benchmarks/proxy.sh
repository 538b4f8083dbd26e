#!/usr/bin/env bash
# What the forward proxy costs: the same requests over kept-alive https connections, directly and through tunnels, taking turns in one run.
#   benchmarks/proxy.sh            SERVER=PATH for another binary; needs OpenSSL's headers
set -euo pipefail
cd "$(dirname "$0")/.."
server=${SERVER:-.build/release/mock-push-server}
connections=32 rounds=7
bin=.build/bench/bin
mkdir -p "$bin"
cc -O2 -Wall -Wextra -D_GNU_SOURCE -o "$bin/tls" benchmarks/tls.c -lssl -lcrypto -lpthread
[ -x "$bin/load" ] || cc -O2 -o "$bin/load" benchmarks/load.c benchmarks/traffic.c benchmarks/response.c benchmarks/ready.c
work=$(mktemp -d .build/bench/proxy.XXXXXX)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT

"$server" serve --http-port 0 --https-port 0 --proxy-port 0 --database :memory: --data-dir "$work" --log-level error >"$work/out" &
pid=$!
for _ in $(seq 100); do grep -q database: "$work/out" && break; sleep 0.1; done
port_of() { sed -nE "s|^  $1://127.0.0.1:||p" "$work/out"; }
http=$(port_of http) https=$(port_of https) proxy=$(port_of 'proxy: http')

# A page of them is an answer of 300 KB.
"$bin/load" --port "$http" --mode register --requests 1000 >/dev/null

# measure NAME REQUESTS TARGET: the median ratio of the rounds, direct time by proxied time.
measure() {
  local name=$1 requests=$2 target=$3 ratios='' direct relayed
  for _ in $(seq $rounds); do
    direct=$("$bin/tls" "$https" 0 $connections "$requests" "$target")
    relayed=$("$bin/tls" "$https" "$proxy" $connections "$requests" "$target")
    ratios+="$(awk -v d="${direct% *}" -v r="${relayed% *}" 'BEGIN { printf "%.3f", d / r }') "
  done
  awk -v name="$name" -v n="$requests" -v d="$direct" -v r="$relayed" 'BEGIN {
    split(d, a); split(r, b)
    printf "%-8s last round: direct %.0f requests/s, %.0f MB/s; through the proxy %.0f requests/s, %.0f MB/s\n", name, n / a[1], a[2] / a[1] / 1e6, n / b[1], b[2] / b[1] / 1e6 }'
  tr ' ' '\n' <<<"$ratios" | sed '/^$/d' | sort -n | awk -v name="$name" '{ v[NR] = $1 } END {
    median = v[int((NR + 1) / 2)]
    verdict = (median < 0.5) ? "FAIL" : "PASS"
    printf "  %s  %s, proxied/direct %.2f (%.2f to %.2f), target >= 0.50\n", verdict, name, median, v[1], v[NR] }'
}

echo "proxy: $rounds rounds, $connections kept-alive connections, $(nproc) cores, load average $(cut -d' ' -f1 /proc/loadavg)"
measure small 20000 '/push/v2.4/appkeys/APP/tokens/none?pushType=FCM'
measure large 800 '/push/v2.4/appkeys/APP/tokens-by-cursor?limit=1000'
