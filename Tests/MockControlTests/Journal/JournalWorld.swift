import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Entries made for tests of the journal.
enum JournalWorld {
    /// Rules that leave room for what a test adds.
    static func rules(
        isOn: Bool = true, entries: Int = 1000, bytes: Int = 10_000_000, bodyBytes: Int = 1024,
        secrets: JournalRules.Secrets = .redact
    ) -> JournalRules {
        JournalRules(
            isOn: isOn, entries: entries, bytes: bytes, bodyBytes: bodyBytes, secrets: secrets, exportsPerCustomer: 8,
            searchSeconds: 20)
    }

    /// A whole body.
    static func body(_ text: String) -> CapturedBody {
        let bytes = ByteBuffer(string: text)
        return CapturedBody(bytes: bytes, byteCount: bytes.readableBytes)
    }

    /// An entry; what is not said is as short as can be.
    static func entry(
        _ id: Int64 = 1, _ method: HTTPRequest.Method = .get, _ path: String = "/", status: Int = 200,
        sent: String = "", answered: String = "", at milliseconds: Int64 = 0, byteCount: Int = 1000,
        _ change: (inout JournalParties) -> Void = { _ in }
    ) -> JournalEntry {
        var parties = JournalParties()
        change(&parties)
        return JournalEntry(
            id: id, arrivedAt: Timestamp(milliseconds: milliseconds), duration: 1, connection: JournalConnection(),
            request: JournalRequest(
                head: HTTPRequest(method: method, scheme: nil, authority: nil, path: path), body: body(sent)),
            response: JournalResponse(
                head: HTTPResponse(status: HTTPResponse.Status(code: status)), body: body(answered)),
            parties: parties, byteCount: byteCount)
    }
}

extension TestConsole {
    /// The entries of the journal in memory.
    var journal: JournalMemory { get throws { try parts.feature(JournalFeature.self).memory } }

    /// Targets of the entries that a query finds, the latest first.
    func journalTargets(_ query: String, headers: [String: String]? = nil) async throws -> [String] {
        try await journalItems(query, headers: headers).compactMap { $0["target"] as? String }
    }

    /// The entries that a query finds, the latest first.
    func journalItems(_ query: String, headers: [String: String]? = nil) async throws -> [[String: Any]] {
        try await journalPage(query, headers: headers)["items"] as? [[String: Any]] ?? []
    }

    /// The answer to a query.
    func journalPage(_ query: String, headers: [String: String]? = nil) async throws -> [String: Any] {
        let headers = headers ?? ["Authorization": "Bearer \(console.credentials.adminToken)"]
        let response = try await send(.get, "/_mock/journal\(query)", headers: headers)
        #expect(response.status == .ok, "\(query): \(response.text)")
        return try response.json()
    }
}
