import Foundation
import Testing

@testable import ConsoleTestSupport

/// What becomes of requests that a fault holds up when their client does not want to wait.
@Suite(.enabled(if: Program.isBuilt)) struct FaultConnectionTests {
    private func mock(_ served: ServedProgram, _ path: String, _ body: String? = nil) async throws -> String {
        let token = ["--header", "Authorization: Bearer \(served.ready["adminToken"] ?? "")"]
        return try await curl(token + (body.map { ["--data", $0] } ?? []) + ["\(served.http)/_mock/\(path)"]).output
    }

    /// What the journal says went wrong with the latest request to a path.
    private func failure(_ served: ServedProgram, _ path: String) async throws -> String? {
        let page = try await mock(served, "journal?path=\(path)&pageSize=1")
        let list = try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any]
        guard let id = (list?["items"] as? [[String: Any]])?.first?["id"] as? Int else { return nil }
        let text = try await mock(served, "journal/\(id)")
        let entry = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return (entry?["response"] as? [String: Any])?["failure"] as? String ?? text
    }

    /// Makes a fault for a path, and a client of that path that leaves once the fault has acted on it.
    private func leave(_ served: ServedProgram, _ version: String, _ path: String, _ action: String) async throws {
        _ = try await mock(served, "faults", #"{"match": {"path": "\#(path)"}, "action": \#(action)}"#)
        let client = try startCurl([version, "--cacert", served.ca, served.https + path])
        try await poll { try await mock(served, "faults").contains(#/"hits": ?1\b/#) }
        client.end()
    }

    @Test(arguments: TransportTests.versions)
    func `A client that leaves ends the latency of a fault`(version: String, name: String) async throws {
        try await withServedProgram { served in
            let path = "/deviceservices/late"
            try await leave(served, version, path, #"{"latencyMilliseconds": 600000, "status": 503}"#)
            try await poll { try await failure(served, path) != nil }
            let reason = try #require(try await failure(served, path))
            #expect(
                reason.hasPrefix("The client left while the fault ") && reason.hasSuffix("held up its answer."),
                "\(reason)")
        }
    }

    @Test(arguments: TransportTests.versions)
    func `A client that leaves ends a slow body`(version: String, name: String) async throws {
        try await withServedProgram { served in
            let path = "/deviceservices/slow"
            let body = #"{"body": "abcdef", "slowBody": {"chunks": 2, "milliseconds": 600000}}"#
            try await leave(served, version, path, body)
            try await poll { try await failure(served, path) != nil }
            let reason = try #require(try await failure(served, path))
            #expect(reason.hasPrefix("The client left while the fault "), "\(reason)")
        }
    }
}
