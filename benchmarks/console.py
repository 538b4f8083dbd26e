#!/usr/bin/env python3
"""Measures the console: what a first visit loads and how soon it can be used, and how long list pages over a million tokens take the server.

    SERVER=PATH   the server's binary (default .build/release/mock-push-server)
    TOKENS=N      default 1,000,000

Needs Chromium and its driver (`scripts/install-dependencies chromium`) for the first part.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERVER = os.environ.get("SERVER", str(ROOT / ".build/release/mock-push-server"))
TOKENS = int(os.environ.get("TOKENS", "1000000"))
failed = False


def verdict(what, value, target, unit):
    global failed
    good = value <= target
    failed |= not good
    print(f"  {'PASS' if good else 'FAIL'}  {what:44} {value:8.1f} {unit}  target <= {target}")


def call(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def start():
    server = subprocess.Popen(
        [SERVER, "serve", "--database", ":memory:", "--http-port", "0", "--https-port", "off", "--log-level", "error"],
        stdout=subprocess.PIPE, text=True, env={k: v for k, v in os.environ.items() if not k.startswith("MOCK_PUSH_")})
    for line in server.stdout:
        if " http://" in line:
            return server, "http://" + line.split("http://")[1].split()[0]
    sys.exit("console: the server did not start")


def lists(url):
    app = f"{url}/_mock/apps/BENCH"
    first = call("GET", f"{app}/tokens?limit=50")
    token, uid = first["tokens"][0]["token"], first["tokens"][0]["uid"]
    for what, path in [
        ("first page of tokens", "tokens?limit=50"), ("page behind it", f"tokens?limit=50&after={first['next']}"),
        ("prefix of a uid", f"tokens?prefix={uid[:8]}&limit=50"), ("prefix of a token", f"tokens?prefix={token[:6]}&limit=50"),
        ("push type and consent", "tokens?pushType=APNS&ad=false&limit=50"), ("a country without tokens", "tokens?country=ZZ&limit=50"),
        ("a country and a prefix without tokens", f"tokens?country=ZZ&prefix={uid[:6]}&limit=50"), ("uids", "uids?limit=50"), ("tags", "tags?limit=50"),
        ("summary", "summary"),
    ]:
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            call("GET", f"{app}/{path}")
            times.append((time.perf_counter() - begun) * 1000)
        verdict(what, sorted(times)[2], 100, "ms")


def page(url):
    if not shutil.which("chromedriver"):
        print("  chromedriver is missing: the page itself is not measured")
        return
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    port = next(line.split("port ")[1].rstrip(".\n") for line in driver.stdout if "successfully on port" in line)
    base = f"http://127.0.0.1:{port}/session"
    arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    options = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium") or "/usr/bin/chromium"}}}}
    session = f"{base}/{call('POST', base, options)['value']['sessionId']}"
    script = """
      const done = arguments[0];
      const look = () => {
        const link = document.querySelector('#nav a'), page = document.querySelector('#main .page > *');
        if (!link || !page || page.textContent.startsWith('Loading')) return requestAnimationFrame(look);
        const entries = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
        const files = entries.filter((entry) => new URL(entry.name).pathname.startsWith('/console'));
        done([performance.now(), files.reduce((sum, entry) => sum + entry.encodedBodySize, 0)]);
      };
      look();"""
    try:
        times, size = [], 0
        for _ in range(5):
            call("POST", session + "/goog/cdp/execute", {"cmd": "Network.clearBrowserCache", "params": {}})
            call("POST", session + "/url", {"url": "about:blank"})
            call("POST", session + "/url", {"url": url + "/console"})
            taken, size = call("POST", session + "/execute/async", {"script": script, "args": []})["value"]
            times.append(taken)
        verdict("first visit: size of its files", size / 1000, 100, "KB")
        verdict("first visit: until it can be used", sorted(times)[2], 300, "ms")
    finally:
        call("DELETE", session)
        driver.kill()


server, url = start()
try:
    begun = time.perf_counter()
    call("POST", f"{url}/_mock/seed?wait=true", {"apps": [{"appkey": "BENCH", "generate": {"tokens": TOKENS, "seed": 7, "tags": 20}}]})
    taken = time.perf_counter() - begun
    print(f"{TOKENS:,} tokens seeded in {taken:.1f} s, {TOKENS / taken:,.0f} rows/s; load average {os.getloadavg()[0]:.2f}")
    # The statistics fold goes on behind the seed.
    call("GET", f"{url}/_mock/apps/BENCH/stats/total?eventCategory=TOKEN_AGREEMENT")
    lists(url)
    page(url)
finally:
    server.kill()
sys.exit(1 if failed else 0)
