import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Connections that take too long, or are too many, are closed, and the log says so (Operations, "Limits").
@Suite(.enabled(if: Program.isBuilt)) struct ConnectionLimitTests {
    /// What a client does before it does nothing more.
    struct Silence: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `http`, or what is agreed on over TLS; `tcp` for the HTTPS port without TLS.
        let way: String
        /// What it sends, as Python writes it.
        var sent = ""
        /// Key that the log names.
        let key: String
    }

    private static let silences: [Silence] = [
        Silence(testDescription: "nothing for HTTPS", way: "tcp", key: "http.handshakeTimeout"),
        Silence(
            testDescription: "half a ClientHello", way: "tcp", sent: #"\x16\x03\x01\x02\x00\x01"#,
            key: "http.handshakeTimeout"),
        Silence(testDescription: "nothing for HTTP", way: "http", key: "http.headTimeout"),
        Silence(
            testDescription: "half a head", way: "http", sent: #"GET / HTTP/1.1\r\nHost: a"#, key: "http.headTimeout"),
        Silence(testDescription: "nothing after TLS", way: "http/1.1", key: "http.headTimeout"),
        Silence(
            testDescription: "half a head over TLS", way: "http/1.1", sent: #"GET / HTTP/1.1\r\nHost: a"#,
            key: "http.headTimeout"),
        Silence(
            testDescription: "an opening of HTTP/2", way: "h2",
            sent: #"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"#, key: "http.headTimeout"),
        Silence(
            testDescription: "the beginning of HEADERS", way: "h2",
            sent: #"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\0\0\x02\x01\0\0\0\0\x01\x82\x87"#,
            key: "http.headTimeout"),
        Silence(
            testDescription: "half a body", way: "http",
            sent:
                #"POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"#,
            key: "http.stallTimeout"),
        Silence(
            testDescription: "half a body over TLS", way: "http/1.1",
            sent:
                #"POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"#,
            key: "http.stallTimeout"),
    ]

    /// Connects, sends, and says `closed` once the console has closed the connection.
    private static let client = #"""
        import socket, ssl, sys
        way, http, https, ca, sent = sys.argv[1:]
        host, port = (http if way == "http" else https).split("//")[1].split(":")
        link = socket.create_connection((host, int(port)), 60)
        if way not in ("http", "tcp"):
            context = ssl.create_default_context(cafile=ca)
            context.set_alpn_protocols([way])
            link = context.wrap_socket(link, server_hostname="localhost")
        link.sendall(sent.encode().decode("unicode_escape").encode("latin-1"))
        try:
            while link.recv(4096): pass
        except ConnectionResetError: pass
        print("closed")
        """#

    @Test(arguments: silences) func `A client that does no more is not waited for`(silence: Silence) async throws {
        let short = ["handshakeTimeout", "headTimeout", "stallTimeout"].flatMap { ["--set", "http.\($0)=1"] }
        try await withServedProgram(["--ephemeral"] + short) { served in
            let result = try await run(
                "/usr/bin/env",
                ["python3", "-c", Self.client, silence.way, served.http, served.https, served.ca, silence.sent])
            #expect(result.output == "closed\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            let what =
                silence.key == "http.stallTimeout" ? "1 request was given up since" : "1 connection was closed since"
            #expect(log.contains(what) && log.contains("(\(silence.key))"), "\(log)")
        }
    }

    /// Frames of HTTP/2: the opening, and `GET` of a path over `https` of `localhost`, as Python writes them.
    private static func frames(_ path: String, settings: String = #"\0\0\0\x04\0\0\0\0\0"#) -> String {
        let hex = { (number: Int) in "\\x" + (number < 16 ? "0" : "") + String(number, radix: 16) }
        let block = #"\x82\x87\x04"# + hex(path.utf8.count) + path + #"\x41\x09localhost"#
        return #"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"# + settings + #"\0\0"# + hex(15 + path.utf8.count)
            + #"\x01\x05\0\0\0\x01"# + block
    }

    @Test(arguments: [
        ("http", #"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"#), ("http/1.1", #"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"#),
        ("h2", frames("/livez")),
    ])
    func `A connection without a request under way is closed after a while`(way: String, sent: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.idleTimeout=1"]) { served in
            let result = try await run(
                "/usr/bin/env", ["python3", "-c", Self.client, way, served.http, served.https, served.ca, sent])
            #expect(result.output == "closed\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(!log.contains("closed since"), "It was answered, and is closed in peace: \(log)")
        }
    }

    /// Sends frames of HTTP/2, acknowledges nothing, and says `reset` once the console resets a stream.
    private static let windowless = #"""
        import socket, ssl, sys
        https, ca, sent = sys.argv[1:]
        host, port = https.split("//")[1].split(":")
        context = ssl.create_default_context(cafile=ca)
        context.set_alpn_protocols(["h2"])
        link = context.wrap_socket(socket.create_connection((host, int(port)), 60), server_hostname="localhost")
        link.sendall(sent.encode().decode("unicode_escape").encode("latin-1"))
        received = b""
        while True:
            piece = link.recv(65536)
            if not piece: break
            received += piece
            while len(received) >= 9 and len(received) >= 9 + int.from_bytes(received[:3], "big"):
                if received[3] == 3: sys.exit(print("reset"))
                received = received[9 + int.from_bytes(received[:3], "big"):]
        """#

    @Test func `A stream whose client opens no window is reset`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.stallTimeout=1"]) { served in
            // A window of 0 for what is sent on streams (RFC 9113, section 6.5.2).
            let settings = #"\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0"#
            let sent = Self.frames("/openapi.json", settings: settings)
            let result = try await run(
                "/usr/bin/env", ["python3", "-c", Self.windowless, served.https, served.ca, sent])
            #expect(result.output == "reset\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("1 request was given up since nothing of the answer was taken for 1 s"), "\(log)")
        }
    }

    /// Asks for much and takes nothing of it; says `closed` once the console gives up.
    private static let greedy = #"""
        import socket, sys, time
        host, port = sys.argv[1].split("//")[1].split(":")
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(60)
        link.connect((host, int(port)))
        try:
            while True:
                link.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
                time.sleep(0.1)
        except (ConnectionResetError, BrokenPipeError): print("closed")
        """#

    @Test func `A client that takes nothing of its answers is not waited for`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.stallTimeout=1"]) { served in
            let result = try await run("/usr/bin/env", ["python3", "-c", Self.greedy, served.http])
            #expect(result.output == "closed\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("nothing of the answer was taken for 1 s (http.stallTimeout)"), "\(log)")
        }
    }

    /// Sends a body one byte at a time, and says `closed` once the console gives up.
    private static let trickle = #"""
        import socket, sys, time
        host, port = sys.argv[1].split("//")[1].split(":")
        link = socket.create_connection((host, int(port)), 60)
        link.sendall(b"POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n")
        try:
            while True:
                link.sendall(b"a")
                time.sleep(0.1)
        except (ConnectionResetError, BrokenPipeError): print("closed")
        """#

    @Test func `A body that comes byte by byte is not waited for`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.stallTimeout=1"]) { served in
            let result = try await run("/usr/bin/env", ["python3", "-c", Self.trickle, served.http])
            #expect(result.output == "closed\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("1 request was given up whose body came with less than 256 bytes a second"), "\(log)")
        }
    }

    /// Begins so many requests with a body on one connection, and says what the console announces and whom it answers.
    private static let streams = #"""
        import socket, ssl, struct, sys
        https, ca, count = sys.argv[1:]
        host, port = https.split("//")[1].split(":")
        context = ssl.create_default_context(cafile=ca)
        context.set_alpn_protocols(["h2"])
        link = context.wrap_socket(socket.create_connection((host, int(port)), 60), server_hostname="localhost")
        path = b"/deviceservices/AuthenticationEndpoint.aws"
        block = b"\x83\x87\x04" + bytes([len(path)]) + path + b"\x41\x09localhost"
        link.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
        for number in range(int(count)):
            link.sendall(struct.pack(">I", len(block))[1:] + b"\x01\x04" + struct.pack(">I", 2 * number + 1) + block)
        received, announced = b"", None
        while True:
            received += link.recv(65536)
            while len(received) >= 9 and len(received) >= 9 + int.from_bytes(received[:3], "big"):
                length, kind, stream = int.from_bytes(received[:3], "big"), received[3], int.from_bytes(received[5:9], "big")
                payload, received = received[9:9 + length], received[9 + length:]
                if kind == 4:
                    for place in range(0, length, 6):
                        name, value = struct.unpack(">HI", payload[place:place + 6])
                        announced = value if name == 3 else announced
                if kind == 1: sys.exit(print(announced, stream))
        """#

    @Test(arguments: ["http.streams", "http.streamsPerAddress"])
    func `More requests at a time than may on a connection are answered at once`(key: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "\(key)=\(key == "http.streams" ? 2 : 1)"]) { served in
            let result = try await run("/usr/bin/env", ["python3", "-c", Self.streams, served.https, served.ca, "3"])
            #expect(result.output == "\(key == "http.streams" ? 2 : 100) 5\n", "\(result.output) \(result.errors)")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("1 request was refused: there may be") && log.contains("(\(key))"), "\(log)")
        }
    }

    /// Opens connections, has a request under way on each if told to, says how many are open, and stays.
    private static let crowd = #"""
        import socket, sys, time
        host, port = sys.argv[1].split("//")[1].split(":")
        links = []
        for _ in range(int(sys.argv[2])):
            link = socket.create_connection((host, int(port)), 60)
            if sys.argv[3] == "asks":
                link.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
                assert link.recv(4096)
                # What is under way does not give way, however long it takes.
                link.sendall(b"POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
            links.append(link)
        print(len(links), flush=True)
        time.sleep(600)
        """#

    private func crowd(_ served: ServedProgram, _ count: Int, asks: Bool) async throws -> RunningProgram {
        let crowd = try RunningProgram(
            "/usr/bin/env", ["python3", "-c", Self.crowd, served.http, "\(count)", asks ? "asks" : ""],
            folder: FileManager.default.temporaryDirectory.path())
        try await poll { crowd.outputSoFar == "\(count)\n" }
        return crowd
    }

    @Test(arguments: ["http.connections", "http.connectionsPerAddress"])
    func `Silent connections keep nobody out`(key: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "\(key)=16"]) { served in
            let crowd = try await crowd(served, 200, asks: false)
            defer { crowd.end() }
            for _ in 0..<5 {
                #expect(try await curl(["\(served.http)/livez", "--output", "/dev/null"]).status == 0)
                #expect(try await curl([served.https, "--cacert", served.ca, "--output", "/dev/null"]).status == 0)
            }
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("had asked for nothing yet") && log.contains("(\(key))"), "\(log)")
            // Once a minute, however many there were.
            #expect(log.components(separatedBy: "had asked for nothing yet").count == 2, "\(log)")
        }
    }

    @Test func `Where all of an address have something under way, its newcomer is closed, and others get in`()
        async throws
    {
        try await withServedProgram(["--ephemeral", "--set", "http.connections=16"]) { served in
            // Half of all is the most of one address.
            let crowd = try await crowd(served, 8, asks: true)
            #expect(try await curl(["\(served.http)/livez"]).status != 0)
            #if os(Linux)
                let plain = served.http.replacing("localhost", with: "127.0.0.1")
                #expect(try await curl(["--interface", "127.0.0.2", "\(plain)/livez"]).output == "ok\n")
            #endif
            crowd.end()
            try await poll { try await curl(["\(served.http)/livez"]).status == 0 }
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("refused: there may be 16 (http.connections), 8 of one address"), "\(log)")
        }
    }

    @Test func `There are never more connections than files leave room for`() {
        var rules = ConnectionRules()
        rules.count = 4096
        #expect(rules.fitting(descriptors: 512).count == 384)
        #expect(rules.fitting(descriptors: 512).countPerAddress == 192)
        #expect(rules.fitting(descriptors: 100_000) == rules)
        #expect(rules.fitting(descriptors: 10).count == 16)
        let descriptors = Descriptors.raise(to: 1)
        #expect(descriptors >= 129 && Descriptors.raise(to: 1) == descriptors)
    }
}
