"""Logs of apps without identity, the console's own log, and searches in logs (lines 7, 8 and 12)."""

import base64
import json
import os
import secrets
import socket
import ssl
import threading
import time

from client import JSON, Administrator, platform
from console import Failure
from customers import signed_in
from trial import attack
from wire import NEIGHBOUR, ask, close_all, flood, request

# Bytes that are announced of a log by nobody: just below what one may have.
LARGE = 10_000_000
# MiB that bodies of one address may take in the public profile.
SPOOL = 256


def nobody(device):
    """The headers of a signature with a key that is compiled into clients: nobody can check it."""
    proof = base64.b64encode(secrets.token_bytes(32)).decode()
    return {"Content-Type": JSON, "DATE": "2026-03-05T10:20:30", "aw-device-uid": device,
            "aw-auth-group-id": "com.air-watch.mdm.6.4", "AW-AUTH-SIGNATURE-VERSION": "1", "AW-AUTH-REALM": "device",
            "AW-AUTH-SIGNATURE-METHOD": "HMAC-SHA256", "AUTHORIZATION": f"{device}:{proof}"}


def log_text(size):
    return (b'{"BundleId":"com.example.attack","AppVersion":"1.0","LogType":"1","LogLevel":"1","LogData":"'
            + b"a" * size + b'"}')


@attack("anonymous-bodies", [7], "60 logs of nobody that stop before their end, 9 MB each",
        local={"spool.bytesPerAddress": "67108864"}, log=[r"spool\.bytes"])
def anonymous_bodies(trial):
    place, count, made, sent = trial.console.plain, 24 if trial.setup.is_short else 60, [], [0]
    content, end = log_text(LARGE)[:9_000_000], time.monotonic() + trial.seconds
    spool, statuses = [0], {}

    def send(_):
        device = secrets.token_hex(20)
        head = request(place, "POST", platform(device, "logging"), nobody(device))
        head = head.replace(b"Content-Length: 0", f"Content-Length: {LARGE}".encode())
        try:
            sock = place.open(timeout=max(0.5, end - time.monotonic()))
            made.append(sock)
            sock.sendall(head)
            for start in range(0, len(content), 1 << 16):
                sock.sendall(content[start:start + (1 << 16)])
                sent[0] += 1 << 16
        except (OSError, ssl.SSLError):
            pass

    threads = [threading.Thread(target=send, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) or time.monotonic() < end:
        spool[0] = max(spool[0], trial.console.size("spool"))
        if time.monotonic() > end + 3:
            break
        time.sleep(0.1)
    # Somebody else's large log, which is spooled too.
    other = signed_in(trial, "south")
    other.connection.source = NEIGHBOUR
    other.connection.close()
    answer = other.with_bearer("POST", platform(other.device, "logging"), log_text(300_000))
    for sock in made:
        sock.settimeout(0.05)
        try:
            line = sock.recv(64).split(b"\r\n")[0].decode("latin-1")[9:12]
        except OSError:
            line = "none"
        statuses[line] = statuses.get(line, 0) + 1
    close_all(made)
    trial.did(
        f"{count} connections, {sent[0] >> 20} MiB sent, at most {spool[0] >> 20} MiB on disk; answers {statuses}"
    )
    most = SPOOL if trial.setup.is_public else 80
    trial.check("bytes on disk are bounded", spool[0] <= most << 20, f"{spool[0] >> 20} MiB, may be {most}")
    trial.check("a customer's log is taken meanwhile", answer.status == 200, f"{answer.status} {answer.text[:120]}")


@attack("anonymous-logs", [7],
        "Small logs of nobody, until others' would go",
        is_load=False,
        settings={"retention.unverifiedLogBytes": "1000000"},
        log=[r"retention\.unverifiedLogBytes| (warning|notice) .*identity"])
def anonymous_logs(trial):
    place, administrator = trial.console.plain, Administrator(trial.console.administration, trial.console.token)
    theirs = signed_in(trial, "south")
    kept = theirs.connection.ask("POST", platform(theirs.device, "logging"), nobody(theirs.device), log_text(2000))
    verified = theirs.signed("POST", platform(theirs.device, "logging"), theirs.log_body())
    trial.check("logs before are taken", kept.status == 200 and verified.status == 200,
                f"{kept.status} {verified.status}")
    path = f"/_mock/logs?claimedDevice={theirs.device}"
    before = administrator.get(path).get("total")

    def make(_):
        device = secrets.token_hex(20)
        return request(place, "POST", platform(device, "logging"), nobody(device), log_text(2000))
    tally = flood(place, make, 8, trial.seconds, most=1500)
    found = administrator.get("/_mock/logs?verified=false&pageSize=1")
    trial.did(f"{tally}; {found.get('total')} logs of nobody are kept")
    trial.check("another one of nobody stays", before and administrator.get(path).get("total") == before)
    trial.check("the verified log stays", administrator.get("/_mock/logs?verified=true").get("total") == 1)
    trial.check("there is a bound", tally.statuses[413] or tally.statuses[429], tally)
    again = theirs.signed("POST", platform(theirs.device, "logging"), theirs.log_body())
    trial.check("a verified log is taken", again.status == 200, f"{again.status} {again.text[:100]}")


@attack("log-flood", [8],
        "Refusals of paths with 60 KB, as fast as they go",
        settings={"log.repeats": "5"},
        log=[r"left out.*log\.\w+|log\.\w+.*left out"])
def log_flood(trial):
    place, console, start = trial.console.plain, trial.console, trial.console.logged()
    long = "x" * 60_000
    device = signed_in(trial, "south")
    paths = [f"/deviceservices/{long}", f"/nothing/{long}", f"/api/{long}", f"/_mock/devices/{long}",
             platform(long, "status"), f"/deviceservices/awhealth?{long}"]

    def make(number):
        headers = {"User-Agent": "a" * 500}
        if number % 3 == 0:
            # A signature that does not match: what should have been signed is for the level debug.
            headers = {**nobody(device.device), "aw-auth-group-id": device.person["bundle"]}
            return request(place, "GET", platform(device.device, "user"), headers)
        return request(place, "GET", paths[number % len(paths)], headers)
    tally = flood(place, make, 8, trial.seconds)
    trial.over()
    time.sleep(0.2)
    said = console.said(start)
    rate = len(said) / trial.seconds
    # How many were left out is said with the next line of the same words, once their ten seconds are over.
    end = time.monotonic() + 12
    while time.monotonic() < end and "left out" not in console.said(start):
        ask(place, "GET", "/nothing/short")
        time.sleep(1)
    longest = max((len(line) for line in said.split("\n")), default=0)
    trial.did(
        f"{tally}, {tally.bytes >> 20} MiB; {rate / 1000:.0f} KB of log a second, its longest line {longest} characters"
    )
    trial.check("the log stays small", rate <= 200_000, f"{rate / 1000:.0f} KB a second")
    trial.check("lines are cut", longest <= 2000, f"{longest} characters")
    trial.check("what is signed is not logged", "aw-device-uid:" not in said)


def fill(trial):
    """Logs to search in."""
    place, mine = trial.console.plain, signed_in(trial, "north")
    trial.device = mine
    count = 3 if trial.setup.is_short else 8
    line = b"10:20:30.123 INFO  A line of a log that has nothing to find in it at all.\\n"
    content = log_text(0)[:-2] + line * (8_000_000 // len(line)) + b'"}'
    for _ in range(count):
        answer = mine.with_bearer("POST", platform(mine.device, "logging"), content)
        if answer.status != 200:
            raise Failure(f"A log to search in is refused: {answer.status} {answer.text[:200]}")
    trial.did(f"{count} logs of 8 MB to search in, over {place.scheme}")


def processor(console):
    """Seconds of processor time a console has taken."""
    with open(f"/proc/{console.process.pid}/stat", encoding="utf-8") as file:
        parts = file.read().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@attack("text-search", [12], "16 searches in the texts of logs at once, whose callers leave", prepare=fill,
        log=[r"searches\."])
def text_search(trial):
    place, console = trial.console.administration, trial.console
    content = request(place, "GET", f"/_mock/logs?text=nothing-like-{secrets.token_hex(4)}",
                      {"Authorization": f"Bearer {console.token}"})
    began, spent = time.monotonic(), processor(console)
    time.sleep(1)
    usual = (processor(console) - spent) / (time.monotonic() - began)
    socks, statuses = [], {}
    for _ in range(16):
        sock = place.open()
        sock.sendall(content)
        socks.append(sock)
    time.sleep(max(1.0, trial.seconds / 2))
    for sock in socks:
        sock.settimeout(0.01)
        try:
            line = sock.recv(100).split(b"\r\n")[0].decode("latin-1")[9:12]
        except (OSError, ssl.SSLError):
            line = "none yet"
        statuses[line] = statuses.get(line, 0) + 1
        if not isinstance(sock, ssl.SSLSocket):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        sock.close()
    time.sleep(0.7)
    began, spent = time.monotonic(), processor(console)
    time.sleep(1.5)
    rest = (processor(console) - spent) / (time.monotonic() - began)
    trial.did(f"16 searches, answers until their callers left: {json.dumps(statuses)}; processors busy before "
              f"{usual:.2f}, after they left {rest:.2f}")
    trial.check("searches end with their callers", rest <= 2 * usual + 0.4,
                f"{rest:.2f} processors are busy, {usual:.2f} were")
    trial.check("their number is bounded", statuses.get("429", 0) + statuses.get("503", 0) > 0, statuses)
