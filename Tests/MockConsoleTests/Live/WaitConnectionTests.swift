import Foundation
import Testing

@testable import ConsoleTestSupport

/// What becomes of waits whose client goes away, or whose console stops.
@Suite(.enabled(if: Program.isBuilt)) struct WaitConnectionTests {
    private static let forever = #"{"match": {"path": "/nowhere"}, "timeout": 300}"#

    private func wait(_ served: ServedProgram, _ version: String, _ body: String, _ more: [String] = []) -> [String] {
        let token = served.ready["adminToken"] ?? ""
        return [
            version, "--cacert", served.ca, "--header", "Authorization: Bearer \(token)", "--data", body,
            "--write-out", "\n%{http_code}", served.https + "/_mock/wait",
        ] + more
    }

    /// Whether there is room for another wait.
    private func hasRoom(_ served: ServedProgram) async throws -> Bool {
        let result = try await curl(wait(served, "--http1.1", #"{"match": {}, "atLeast": 0}"#))
        #expect(result.output.hasSuffix("\n200") || result.output.hasSuffix("\n429"), "\(result.output)")
        return result.output.hasSuffix("\n200")
    }

    @Test(arguments: TransportTests.versions)
    func `A client that goes away ends its wait`(version: String, name: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "waits.perCustomer=1"]) { served in
            let result = try await curl(wait(served, version, Self.forever, ["--max-time", "0.5"]))
            #expect(result.status == 28, "\(result.output)")
            try await poll { (try? await hasRoom(served)) == true }
        }
    }

    @Test(arguments: TransportTests.versions)
    func `A console that stops ends all waits at once`(version: String, name: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "waits.perCustomer=1"]) { served in
            async let waiting = curl(wait(served, version, Self.forever))
            try await poll { (try? await hasRoom(served)) == false }
            let began = ContinuousClock.now
            served.program.signal(SIGTERM)
            let result = try await waiting
            #expect(result.output.hasSuffix("\n503"), "\(result.output)")
            #expect(try await served.program.outcome().status == 0)
            #expect(ContinuousClock.now - began < .seconds(10))
        }
    }
}
