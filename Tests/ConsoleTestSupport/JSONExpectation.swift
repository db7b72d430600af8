import Foundation
import HummingbirdTesting
import Testing

@testable import MockConsole

/// Checks a value of an answer member by member: nothing more, nothing less, and of the types that are written.
///
/// - Parameters:
///   - value: What was read of an answer.
///   - expected: JSON; names in any order.
///   - sourceLocation: Where it is called.
/// - Throws: If one of them is no JSON.
func expectJSON(_ value: Any?, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let value = try #require(value, "there is nothing", sourceLocation: sourceLocation)
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: .fragmentsAllowed)
    let (one, other) = (try canonicalJSON(value), try canonicalJSON(wanted))
    #expect(one == other, sourceLocation: sourceLocation)
}

/// A value as JSON with sorted names.
func canonicalJSON(_ value: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
}

extension TestResponse {
    /// The body, whatever JSON it is.
    func anyJSON() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
}

extension SmartGroupWorld {
    /// The uuid of a row.
    func uuid(of table: String, _ id: Int64) async throws -> String {
        try #require(try await console.parts.value("SELECT uuid FROM \(table) WHERE id = \(id)", String.self))
    }
}

extension TestConsole {
    /// What the event log says of the latest event of an action: who, what it was about, before and after.
    func latestEvent(_ action: String) async throws -> [String: Any] {
        let events = try await adminJSON("/_mock/events?action=\(action)&pageSize=1")["items"] as? [[String: Any]]
        return try #require(events?.first, "\(action)")
    }
}

/// The elements of an answer that is a bare list.
func jsonList(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]], "\(text)")
}
