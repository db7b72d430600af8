"""What the attacks speak: HTTP/1.1 over sockets, floods of it, and the frames of HTTP/2."""

import asyncio
import collections
import http.client
import json
import socket
import ssl
import struct
import time
import urllib.parse

ATTACKER = "127.0.0.1"
# A second address of this machine: a console counts by address.
NEIGHBOUR = "127.0.0.2"


class Origin:
    """Where a console listens. It is reached on loopback, whatever name it goes by."""

    def __init__(self, url, ca=None):
        parts = urllib.parse.urlsplit(url)
        self.url, self.scheme, self.host, self.ca = url.rstrip("/"), parts.scheme, parts.hostname, ca
        self.port = parts.port or (443 if self.scheme == "https" else 80)
        self.authority = parts.netloc

    @property
    def is_secure(self):
        return self.scheme == "https"

    def trusting(self, alpn=None):
        """A context that checks the certificate, as clients do."""
        context = ssl.create_default_context(cafile=self.ca)
        if alpn:
            context.set_alpn_protocols([alpn])
        return context

    @staticmethod
    def careless(alpn=None):
        """A context that checks nothing, as attackers do."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        if alpn:
            context.set_alpn_protocols([alpn])
        return context

    def socket(self, source=ATTACKER, timeout=10):
        """A connection without TLS, even to the port for HTTPS."""
        return socket.create_connection(("127.0.0.1", self.port), timeout, source_address=(source, 0))

    def open(self, source=ATTACKER, timeout=10, alpn=None):
        """A connection on which requests can be sent."""
        plain = self.socket(source, timeout)
        if not self.is_secure:
            return plain
        try:
            return self.careless(alpn).wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


class Answer:
    """An answer, with how many milliseconds it took."""

    def __init__(self, status, headers, body, spent):
        self.status, self.headers, self.body, self.spent = status, headers, body, spent

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    def json(self):
        """What it says, or nothing if that is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}


class Connection(http.client.HTTPConnection):
    """A connection that is kept open, and checks the certificate."""

    def __init__(self, origin, source=ATTACKER, timeout=20):
        super().__init__(origin.host, origin.port, timeout=timeout)
        self.origin, self.source, self.context = origin, source, None

    def connect(self):
        self.sock = socket.create_connection(("127.0.0.1", self.port), self.timeout, source_address=(self.source, 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.origin.is_secure:
            self.context = self.context or self.origin.trusting()
            self.sock = self.context.wrap_socket(self.sock, server_hostname=self.origin.host)

    def ask(self, method, target, headers=None, body=None):
        """Sends a request and reads the answer; whatever breaks is an OSError or an HTTPException."""
        began = time.monotonic()
        headers = {"Host": self.origin.authority, **(headers or {})}
        self.request(method, target, body, headers)
        answer = self.getresponse()
        content = answer.read()
        names = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, names, content, (time.monotonic() - began) * 1000)


def ask(origin, method, target, headers=None, body=None, source=ATTACKER, timeout=20):
    """Sends one request on a connection of its own."""
    connection = Connection(origin, source, timeout)
    try:
        return connection.ask(method, target, headers, body)
    finally:
        connection.close()


def request(origin, method, target, headers=None, body=b"", host=None):
    """A request as bytes."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host or origin.authority}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


# --- Floods -------------------------------------------------------------------------------------------------------


class Tally:
    """What came of many requests."""

    def __init__(self):
        self.statuses, self.connections, self.bytes = collections.Counter(), 0, 0
        self.examples, self.times = {}, []

    def add(self, status, body=b"", spent=0.0):
        self.statuses[status] += 1
        self.examples.setdefault(status, body[:400])
        self.times.append(spent)

    @property
    def requests(self):
        return sum(self.statuses.values())

    def merge(self, other):
        self.statuses.update(other.statuses)
        self.connections += other.connections
        self.bytes += other.bytes
        self.times += other.times
        for status, body in other.examples.items():
            self.examples.setdefault(status, body)
        return self

    def __str__(self):
        said = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items(), key=str))
        return f"{self.connections} connections, {self.requests} requests: {said or 'none'}"


async def read_answer(reader):
    """The status and the body of an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    status, lowered = int(head.split(b" ", 2)[1]), head.lower()
    if status == 100:
        return await read_answer(reader)
    if b"transfer-encoding: chunked" in lowered:
        parts = []
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            parts.append(await reader.readexactly(size))
            await reader.readexactly(2)
            if size == 0:
                return status, b"".join(parts)
    found = lowered.split(b"content-length:", 1)
    length = int(found[1].split(b"\r\n")[0]) if len(found) > 1 and status not in (204, 304) else 0
    return status, await reader.readexactly(length)


def flood(origin, make, connections, seconds, most=10**9, source=ATTACKER, is_fresh=False, pause=0.0, patience=20):
    """Sends requests on so many connections at a time until the time is over or so many are sent.

    make(number) is a request as bytes. With is_fresh every request has a connection of its own. A lost request counts
    as "lost", one without an answer within so many seconds as "late", one without an answer at the end as "unanswered".
    """
    tally, numbers, end = Tally(), iter(range(most)), time.monotonic() + seconds
    context = Origin.careless() if origin.is_secure else None

    async def one():
        streams = None
        while time.monotonic() < end:
            number = next(numbers, None)
            if number is None:
                break
            began = time.monotonic()
            try:
                if streams is None:
                    tally.connections += 1
                    streams = await asyncio.wait_for(asyncio.open_connection(
                        "127.0.0.1", origin.port, local_addr=(source, 0), ssl=context,
                        server_hostname=origin.host if context else None, limit=1 << 20), patience)
                content = make(number)
                tally.bytes += len(content)
                streams[1].write(content)
                await asyncio.wait_for(streams[1].drain(), patience)
                status, body = await asyncio.wait_for(read_answer(streams[0]), patience)
                tally.add(status, body, (time.monotonic() - began) * 1000)
            except (asyncio.TimeoutError, TimeoutError):
                tally.add("late", b"", (time.monotonic() - began) * 1000)
                streams = drop(streams)
            except asyncio.CancelledError:
                drop(streams)
                raise
            except (OSError, EOFError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as problem:
                tally.add("lost", repr(problem).encode())
                streams = drop(streams)
                await asyncio.sleep(0.02)
            if is_fresh:
                streams = drop(streams)
            if pause:
                await asyncio.sleep(pause)
        drop(streams)

    async def everything():
        tasks = [asyncio.ensure_future(one()) for _ in range(connections)]
        _, waiting = await asyncio.wait(tasks, timeout=max(0.0, end - time.monotonic()) + 0.5)
        for task in waiting:
            task.cancel()
            tally.add("unanswered")
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(everything())
    return tally


def drop(streams):
    """Ends a connection at once."""
    if streams is not None and streams[1].transport is not None:
        streams[1].transport.abort()


# --- HTTP/2 -------------------------------------------------------------------------------------------------------

DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1


def frame(kind, flags, stream, payload=b""):
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def field(name, value):
    """A header field that is not indexed: what every decoder of HPACK takes."""
    def text(content):
        content, size = content.encode(), b""
        if len(content) < 127:
            return bytes([len(content)]) + content
        rest = len(content) - 127
        while rest >= 128:
            size, rest = size + bytes([rest % 128 + 128]), rest // 128
        return b"\x7f" + size + bytes([rest]) + content
    return b"\x00" + text(name) + text(value)


class FrameConnection:
    """A connection over HTTP/2 that sends what it likes."""

    def __init__(self, origin, window=65535, source=ATTACKER, timeout=10):
        self.origin = origin
        if origin.is_secure:
            self.sock = origin.open(source, timeout, alpn="h2")
            if self.sock.selected_alpn_protocol() != "h2":
                raise OSError("HTTP/2 was not agreed on")
        else:
            self.sock = origin.socket(source, timeout)
        self.buffer = b""
        self.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, struct.pack(">HI", 4, window)))

    def send(self, content):
        self.sock.sendall(content)

    def fields(self, method, path, *more):
        """The block of a request's head."""
        pairs = [(":method", method), (":scheme", self.origin.scheme), (":authority", self.origin.authority),
                 (":path", path), *more]
        return b"".join(field(name, value) for name, value in pairs)

    def ask(self, stream, method, path, *more, is_whole=True):
        """Sends the head of a request."""
        self.send(
            frame(HEADERS, END_HEADERS | (END_STREAM if is_whole else 0), stream, self.fields(method, path, *more)))

    def frames(self, seconds):
        """What comes within a time, as (kind, flags, stream, payload); ends when the connection does."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            while len(self.buffer) >= 9:
                size = int.from_bytes(self.buffer[:3], "big")
                if len(self.buffer) < 9 + size:
                    break
                kind, flags, stream = struct.unpack(">BBI", self.buffer[3:9])
                payload, self.buffer = self.buffer[9:9 + size], self.buffer[9 + size:]
                yield kind, flags, stream, payload
            self.sock.settimeout(max(0.01, left))
            try:
                content = self.sock.recv(1 << 16)
            except (TimeoutError, ssl.SSLWantReadError):
                continue
            except OSError:
                return
            if not content:
                return
            self.buffer += content

    def close(self):
        self.sock.close()


def is_closed(sock, seconds=0.0):
    """Whether the other side has ended a connection, within a time."""
    end = time.monotonic() + seconds
    while True:
        sock.settimeout(max(0.01, min(0.2, end - time.monotonic())))
        try:
            if not sock.recv(1 << 16):
                return True
        except (TimeoutError, ssl.SSLWantReadError):
            pass
        except OSError:
            return True
        if time.monotonic() >= end:
            return False


def close_all(socks):
    """Ends connections."""
    for sock in socks:
        try:
            sock.close()
        except OSError:
            pass
