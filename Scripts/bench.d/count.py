#!/usr/bin/env python3
"""Counts the instructions a server under callgrind spends on a request: three times 200 of them, after 100 others.

    count.py METHOD URL HEADERS BODY PID COUNTS     prints the three figures, in thousands

HEADERS is a file with one header a line, BODY a file or "". PID is the server's, and COUNTS is the file callgrind writes.
"""

import glob
import http.client
import os
import re
import subprocess
import sys
import urllib.parse

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))


def main():
    method, url, headers_file, body_file, pid, counts = sys.argv[1:]
    with open(headers_file, encoding="utf-8") as file:
        headers = dict(line.split(": ", 1) for line in file.read().splitlines() if line)
    body = None
    if body_file:
        with open(body_file, "rb") as file:
            body = file.read()
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.netloc, timeout=300)
    path = f"{address.path or '/'}?{address.query}" if address.query else address.path or "/"

    def ask(times):
        for _ in range(times):
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                sys.exit(f"{method} {path} was answered {answer.status}")

    ask(100)
    instructions(pid, counts)
    figures = []
    for _ in range(3):
        ask(200)
        figures.append(instructions(pid, counts) / 200 / 1000)
    print(" ".join(f"{figure:.1f}" for figure in figures))


def instructions(pid, counts):
    """What was counted since the last call."""
    before = set(glob.glob(f"{counts}.*"))
    subprocess.run(["callgrind_control", "--dump", pid], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (dump,) = set(glob.glob(f"{counts}.*")) - before
    with open(dump, encoding="utf-8", errors="replace") as file:
        found = re.search(r"^(?:totals|summary): (\d+)", file.read(), re.MULTILINE)
    os.remove(dump)
    return int(found.group(1))


main()
