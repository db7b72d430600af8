"""Connections that ask for nothing, or for something without end (line 1), and what is no HTTP."""

import json
import select
import socket
import ssl
import threading
import time

from client import LOGIN, JSON
from trial import attack
from wire import ACK, END_HEADERS, HEADERS, SETTINGS, FrameConnection, close_all, frame, is_closed, request

# Of TLS: a record that says how long its handshake message is, and the first bytes of that.
HALF_HELLO = bytes.fromhex("16030102000100 01fc0303".replace(" ", "")) + bytes(40)


def silent(origin):
    return origin.socket()


def half_hello(origin):
    sock = origin.socket()
    sock.sendall(HALF_HELLO if origin.is_secure else b"GE")
    return sock


def after_handshake(origin):
    return origin.open()


def half_head(origin):
    sock = origin.open()
    sock.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
    return sock


def stalled_body(origin):
    sock = origin.open()
    sock.sendall(request(origin, "POST", LOGIN, {"Content-Type": JSON})[:-4].replace(
        b"Content-Length: 0", b"Content-Length: 60000") + b"\r\n\r\n{")
    return sock


def idle_after_answer(origin):
    sock = origin.open()
    sock.sendall(request(origin, "GET", "/livez"))
    sock.recv(4096)
    return sock


def over_frames(origin):
    """A connection over HTTP/2 on which nothing follows."""
    connection = FrameConnection(origin)
    return connection


def idle_frames(origin):
    return over_frames(origin).sock


def idle_frames_after_answer(origin):
    connection = over_frames(origin)
    connection.send(frame(SETTINGS, ACK, 0))
    connection.ask(1, "GET", "/livez")
    return connection.sock


def open_stream(origin):
    connection = over_frames(origin)
    connection.ask(1, "POST", LOGIN, ("content-type", JSON), ("content-length", "60000"), is_whole=False)
    return connection.sock


def unfinished_headers(origin):
    connection = over_frames(origin)
    connection.send(frame(HEADERS, 0, 1, connection.fields("GET", "/livez")))
    return connection.sock


def half_frame(origin):
    connection = over_frames(origin)
    connection.send(frame(HEADERS, END_HEADERS, 1, connection.fields("GET", "/livez"))[:12])
    return connection.sock


# The ways to be silent: a name, what does so, whether it needs HTTPS.
WAYS = [
    ("no ClientHello", silent, True), ("half a ClientHello", half_hello, True),
    ("nothing after the handshake", after_handshake, True), ("half a head", half_head, False),
    ("stalled body", stalled_body, False), ("idle after an answer", idle_after_answer, False),
    ("idle HTTP/2", idle_frames, True), ("idle HTTP/2 after an answer", idle_frames_after_answer, True),
    ("open stream", open_stream, True), ("unfinished HEADERS", unfinished_headers, True),
    ("half a frame", half_frame, True), ("silent on plain HTTP", silent, False),
]


def origins(trial, is_secure):
    """Where to connect to: HTTPS, and plain HTTP if there is one and the way can do without TLS."""
    found = [trial.console.https]
    if not is_secure and trial.console.http is not None:
        found.append(trial.console.http)
    return found


def gather(make, places, count, end):
    """Opens so many connections, or as many as can be had until a moment."""
    made, refused = [], 0
    for number in range(count):
        if time.monotonic() > end:
            break
        try:
            made.append(make(places[number % len(places)]))
        except (OSError, ssl.SSLError):
            refused += 1
    return made, refused


@attack("silent-connections", [1], "700 connections that ask for nothing, in twelve ways, against 512 descriptors",
        descriptors=512, log=[r"http\.(connections|connectionsPerAddress|handshakeTimeout|headTimeout|idleTimeout)"])
def silent_connections(trial):
    share = max(1.0, trial.seconds / len(WAYS)) if not trial.setup.is_short else 0.0
    ways = [way for number, way in enumerate(WAYS) if not trial.setup.is_short or number in (0, 4, 5, 8, 10)]
    opened = turned_away = 0
    for _, make, is_secure in ways:
        end = time.monotonic() + max(share, 1.5)
        made, refused = gather(make, origins(trial, is_secure), 700, end)
        opened, turned_away = opened + len(made), turned_away + refused
        if (left := end - time.monotonic()) > 0:
            time.sleep(left)
        trial.check("descriptors are kept back", trial.console.descriptors_open() < 500,
                    f"{trial.console.descriptors_open()} of 512 are open")
        close_all(made)
    trial.did(f"{opened} connections in {len(ways)} ways, up to 700 at a time, {turned_away} of them turned away")


@attack("one-way-flood", [1], "700 connections, each after one answer, from one address that then stays",
        descriptors=512, log=[r"http\.(connections|connectionsPerAddress)"])
def settled_connections(trial):
    # As long as it takes to reach the limit, one handshake after the other.
    end = time.monotonic() + max(15, trial.seconds)
    made, refused = gather(idle_after_answer, [trial.console.plain], 700, end)
    time.sleep(max(0.5, min(2.0, end - time.monotonic())))
    trial.did(f"{len(made)} connections that were answered once and stay idle, {refused} turned away")
    close_all(made)


@attack("handshakes", [1], "Handshakes of TLS on 8 connections at once, as fast as they go", is_short=False)
def handshakes(trial):
    end, counts, lock = time.monotonic() + trial.seconds, {"made": 0, "refused": 0}, threading.Lock()

    def one():
        while time.monotonic() < end:
            try:
                trial.console.https.open().close()
                outcome = "made"
            except (OSError, ssl.SSLError):
                outcome = "refused"
            with lock:
                counts[outcome] += 1

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    trial.did(f"{counts['made']} handshakes in {trial.seconds} s, {counts['refused']} turned away")


@attack("timeouts", [1],
        "What stays silent is closed in time, whatever it waits for",
        is_load=False,
        settings={
            "http.handshakeTimeout": "2",
            "http.headTimeout": "2",
            "http.stallTimeout": "2",
            "http.idleTimeout": "2"
        },
        log=[r"http\.handshakeTimeout", r"http\.headTimeout", r"http\.stallTimeout"])
def timeouts(trial):
    held = []
    for name, make, is_secure in WAYS:
        for place in origins(trial, is_secure):
            held.append((f"{name}, {place.scheme}", make(place)))
    began, stay, late = time.monotonic(), dict(held), []
    # Something that takes its time is no reason: twice the limit, and what a busy machine needs.
    while stay and time.monotonic() < began + 8:
        for name, sock in list(stay.items()):
            if is_closed(sock):
                late.append(time.monotonic() - began)
                del stay[name]
        time.sleep(0.05)
    trial.did(f"{len(held)} silent connections in {len(WAYS)} ways, limits of 2 s; the last was closed after "
              f"{max(late, default=0):.1f} s")
    trial.check("closed in time", not stay, f"after 8 s still open: {', '.join(stay)}")
    close_all(sock for _, sock in held)


@attack("slow-bytes", [1],
        "Heads, bodies and frames that come a byte at a time, for ever",
        is_short=False,
        descriptors=512)
def slow_bytes(trial):
    end, places = time.monotonic() + trial.seconds, origins(trial, False)
    bodies, _ = gather(stalled_body, places, 100, end)
    heads, _ = gather(half_head, places, 100, end)
    sent = 0
    while time.monotonic() < end:
        for sock in bodies + heads:
            try:
                sock.sendall(b" ")
                sent += 1
            except (OSError, ssl.SSLError):
                pass
        time.sleep(0.2)
    trial.did(f"200 connections that sent {sent} bytes, one at a time")
    close_all(bodies + heads)


def streams_open(sock, answered):
    """Whether a stream of events was begun, by the first line of the answer."""
    sock.settimeout(5)
    try:
        line = sock.recv(4096).split(b"\r\n")[0]
    except OSError:
        line = b"lost"
    answered[line.decode("latin-1")[:20]] = answered.get(line.decode("latin-1")[:20], 0) + 1
    return b" 200" in line


@attack("event-streams", [1], "500 readers of events who read nothing", descriptors=512,
        log=[r"http\.connections|stream\.perCustomer|stream\.patience"], settings={"stream.patience": "2"})
def event_streams(trial):
    origin, made, answered = trial.console.administration, [], {}
    end = time.monotonic() + trial.seconds
    content = request(origin, "GET", "/_mock/stream", {"Authorization": f"Bearer {trial.console.token}"})
    for _ in range(500):
        if time.monotonic() > end:
            break
        try:
            sock = origin.open()
            # A small buffer, so that what is not read stays with the console.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(content)
            made.append(sock)
        except (OSError, ssl.SSLError):
            answered["not connected"] = answered.get("not connected", 0) + 1
    for sock in made:
        if select.select([sock], [], [], 0)[0]:
            streams_open(sock, answered)
    while time.monotonic() < end:
        time.sleep(0.1)
    trial.did(f"{len(made)} readers; answers {json.dumps(answered)}")
    close_all(made)


# What is no HTTP, or is two requests in one: each has to be refused, or its connection closed, and not taken for more.
FORGED = [
    ("two lengths", b"POST {login} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nabcde"),
    ("length and chunks",
     b"POST {login} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
     b"0\r\n\r\nGET /livez HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    ("negative length", b"POST {login} HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n"),
    ("huge length", b"POST {login} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999\r\n\r\n"),
    ("odd chunk", b"POST {login} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n"),
    ("huge chunk",
     b"POST {login} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc"),
    ("chunks in disguise", b"POST {login} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
    ("unknown coding",
     b"POST {login} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip, chunked, x\r\n\r\n0\r\n\r\n"),
    ("bare line feed", b"GET /livez HTTP/1.1\nHost: {host}\nX: a\rb\n\n"),
    ("no host", b"GET /livez HTTP/1.1\r\n\r\n"),
    ("folded field", b"GET /livez HTTP/1.1\r\nHost: {host}\r\nX: a\r\n b\r\n\r\n"),
    ("NUL in a field", b"GET /livez HTTP/1.1\r\nHost: {host}\r\nX: a\0b\r\n\r\n"),
    ("a head of 200 KB", b"GET /livez HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 200_000 + b"\r\n\r\n"),
    ("5,000 fields", b"GET /livez HTTP/1.1\r\nHost: {host}\r\n" + b"X: a\r\n" * 5000 + b"\r\n"),
]


@attack("forged-requests", [1, 17], "Lengths, chunks and heads that contradict themselves", is_load=False)
def forged_requests(trial):
    found = {}
    for place in origins(trial, False):
        for name, content in FORGED:
            content = content.replace(b"{login}", LOGIN.encode()).replace(b"{host}", place.authority.encode())
            sock = place.open(timeout=5)
            try:
                sock.sendall(content)
                answer = sock.recv(1 << 16)
                sock.settimeout(0.3)
                try:
                    answer += sock.recv(1 << 16)
                except OSError:
                    pass
            except OSError as problem:
                answer = repr(problem).encode()
            sock.close()
            statuses = [line.split(b" ")[1].decode() for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
            found[name] = statuses
            trial.check(name, len(statuses) <= 1, f"two answers: {statuses}")
            trial.check(name, not statuses or statuses[0] < "500", f"answered {statuses}")
            if name in ("two lengths", "length and chunks", "negative length", "odd chunk"):
                trial.check(name, "200" not in statuses, "taken")
    trial.did(", ".join(f"{name} {'/'.join(statuses) or 'closed'}" for name, statuses in found.items()))
    trial.check("it goes on", trial.console.is_running)
