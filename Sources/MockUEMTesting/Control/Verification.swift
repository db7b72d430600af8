import Foundation

/// What the console found when it was asked for requests.
public struct Verification: Sendable, Hashable, Decodable {
    /// A request that is nearly what was asked for.
    public struct NearMiss: Sendable, Hashable, Decodable {
        /// Id of its entry in the journal.
        public let id: Int64
        /// The method.
        public let method: String
        /// Path and query as they were sent.
        public let target: String
        /// Status of the answer.
        public let status: Int
        /// What was not as asked for.
        public let differs: [Difference]
    }

    /// What of a request was not as asked for.
    public struct Difference: Sendable, Hashable, Decodable {
        /// `path`, `header.X-Test`, `json.$.type`.
        public let member: String
        /// What was asked for.
        public let expected: JSONValue?
        /// What there is; nil if there is nothing.
        public let actual: JSONValue?
        /// Why there is nothing, or not everything.
        public let reason: String?
    }

    /// Whether it is as expected.
    public let passed: Bool
    /// How many requests are meant; of a sequence, how many of its steps were met; of records, how many there are.
    public let count: Int
    /// Ids of the first of them in the journal.
    public let matched: [Int64]
    /// The requests that come nearest, if it is not as expected.
    public let nearest: [NearMiss]
    /// How many entries the journal has lost, if they could change the answer.
    public let evicted: Int?
    /// Id of the last entry that was looked at: `RequestMatch.after` takes it.
    public let last: Int64?
    /// The state as it is, if one was waited for.
    public let state: [String: String]?

    private enum CodingKeys: String, CodingKey {
        case passed, count, matched, nearest, evicted, last, state
    }

    /// Reads an answer of the console.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        passed = try container.decode(Bool.self, forKey: .passed)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
        matched = try container.decodeIfPresent([Int64].self, forKey: .matched) ?? []
        nearest = try container.decodeIfPresent([NearMiss].self, forKey: .nearest) ?? []
        evicted = try container.decodeIfPresent(Int.self, forKey: .evicted)
        last = try container.decodeIfPresent(Int64.self, forKey: .last)
        state = try container.decodeIfPresent([String: String].self, forKey: .state)
    }
}

extension Verification: CustomStringConvertible {
    /// What there is, and the nearest misses, a line for each difference.
    public var description: String {
        var lines = [state.map { "It is \(Self.text($0))." } ?? "There are \(count)."]
        if let evicted { lines.append("The journal has lost \(evicted) entries that may have belonged here.") }
        if !nearest.isEmpty { lines.append("Nearest:") }
        for miss in nearest {
            lines.append("  #\(miss.id) \(miss.method) \(miss.target) was answered \(miss.status)")
            lines += miss.differs.map { "      \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ state: [String: String]) -> String {
        state.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

extension Verification.Difference: CustomStringConvertible {
    /// One line: `header.X-Build: expected "17", was "16"`.
    public var description: String {
        let found = actual.map { "was \($0)" } ?? "there is none"
        return "\(member): expected \(expected ?? .null), \(found)" + (reason.map { " (\($0))" } ?? "")
    }
}
