import Foundation
import Testing

@testable import ConsoleTestSupport

/// What becomes of waits whose client goes away, or whose console stops.
@Suite(.enabled(if: Program.isBuilt)) struct WaitConnectionTests {
    private static let forever = #"{"match": {"path": "/nowhere"}, "timeoutSeconds": 300}"#

    private func wait(_ served: ServedProgram, _ version: String, _ body: String) -> [String] {
        let token = served.ready["adminToken"] ?? ""
        return [
            version, "--cacert", served.ca, "--header", "Authorization: Bearer \(token)", "--data", body,
            "--write-out", "\n%{http_code}", served.https + "/_mock/wait",
        ]
    }

    /// How many waits are open.
    private func waits(_ served: ServedProgram) async throws -> String {
        let token = served.ready["adminToken"] ?? ""
        let text = try await curl(["--header", "Authorization: Bearer \(token)", "\(served.http)/metrics"]).output
        return text.split(separator: "\n").first { $0.hasPrefix("mockuem_waits ") }.map(String.init) ?? text
    }

    @Test(arguments: TransportTests.versions)
    func `A client that goes away ends its wait`(version: String, name: String) async throws {
        try await withServedProgram { served in
            let client = try startCurl(wait(served, version, Self.forever))
            try await poll { try await waits(served) == "mockuem_waits 1" }
            client.end()
            try await poll { try await waits(served) == "mockuem_waits 0" }
        }
    }

    @Test(arguments: TransportTests.versions)
    func `A console that stops ends all waits at once`(version: String, name: String) async throws {
        try await withServedProgram { served in
            async let waiting = curl(wait(served, version, Self.forever))
            try await poll { try await waits(served) == "mockuem_waits 1" }
            let began = ContinuousClock.now
            served.program.signal(SIGTERM)
            let result = try await waiting
            #expect(result.output.hasSuffix("\n503"), "\(result.output)")
            #expect(try await served.program.outcome().status == 0)
            #expect(ContinuousClock.now - began < .seconds(30))
        }
    }
}
