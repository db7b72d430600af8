import Foundation
import Testing

@testable import ConsoleTestSupport

/// Streams of events over sockets: each message at once, and no stream that nobody reads.
@Suite(.enabled(if: Program.isBuilt)) struct StreamConnectionTests {
    private func arguments(_ served: ServedProgram, _ version: String, _ query: String) -> [String] {
        let token = served.ready["adminToken"] ?? ""
        return [
            "--no-buffer", version, "--cacert", served.ca, "--header", "Authorization: Bearer \(token)",
            "\(served.https)/_mock/stream\(query)",
        ]
    }

    /// A curl that goes on.
    private func follow(_ served: ServedProgram, _ version: String, _ query: String = "") throws -> RunningProgram {
        try startCurl(arguments(served, version, query))
    }

    /// How many streams are open.
    private func streams(_ served: ServedProgram) async throws -> String {
        let token = served.ready["adminToken"] ?? ""
        let text = try await curl(["--header", "Authorization: Bearer \(token)", "\(served.http)/metrics"]).output
        return text.split(separator: "\n").first { $0.hasPrefix("mockuem_streams ") }.map(String.init) ?? text
    }

    @Test(arguments: TransportTests.versions)
    func `Each message comes at once, and a client that leaves leaves nothing`(version: String, name: String)
        async throws
    {
        try await withServedProgram { served in
            let stream = try follow(served, version, "?kind=request")
            try await poll { stream.outputSoFar.hasPrefix(": MockUEM") }
            for number in 1...3 {
                _ = try await curl(["\(served.http)/deviceservices/\(number)"])
                try await poll { stream.outputSoFar.contains("/deviceservices/\(number)\"") }
            }
            #expect(try await streams(served) == "mockuem_streams 1")
            stream.end()
            try await poll { try await streams(served) == "mockuem_streams 0" }
        }
    }

    @Test(arguments: TransportTests.versions)
    func `A console that stops ends all streams with a notice`(version: String, name: String) async throws {
        try await withServedProgram { served in
            let stream = try follow(served, version)
            try await poll { stream.outputSoFar.hasPrefix(": MockUEM") }
            let began = ContinuousClock.now
            served.program.signal(SIGTERM)
            #expect(try await served.program.outcome().status == 0)
            #expect(ContinuousClock.now - began < .seconds(60))
            let outcome = try await stream.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("event: notice") && outcome.output.contains("stopping"))
        }
    }

    @Test func `A reader that takes nothing loses its connection, and the console goes on`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "stream.patience=1"]) { served in
            let stream = try follow(served, "--http1.1", "?kind=request")
            try await poll { stream.outputSoFar.hasPrefix(": MockUEM") }
            // It is there, but reads no more.
            stream.signal(SIGSTOP)
            let long = String(repeating: "x", count: 6000)
            let urls = (0..<100).map { "\(served.http)/deviceservices/\($0)/\(long)" }
            let sink = ["--output", "/dev/null"]
            try await poll {
                for start in stride(from: 0, to: urls.count, by: 20) {
                    _ = try await curl(urls[start..<start + 20].flatMap { sink + [$0] })
                }
                return try await streams(served) == "mockuem_streams 0"
            }
        }
    }
}
