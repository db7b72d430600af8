/// What is verified or waited for: requests and how many, an order of them, or a state.
struct Expectation: Sendable {
    /// Numbers of requests.
    struct Count: Sendable {
        var exactly: Int?
        var atLeast: Int?
        var atMost: Int?

        /// Members of the body.
        var members: [String: JSONValue] {
            var members: [String: JSONValue] = [:]
            for (name, number) in [("exactly", exactly), ("atLeast", atLeast), ("atMost", atMost)] {
                members[name] = number.map { .integer(Int64($0)) }
            }
            return members
        }

        /// In words; without a number, one is enough.
        var text: String {
            if let exactly { return exactly == 0 ? "no request" : "exactly \(exactly)" }
            let bounds = [atLeast.map { "at least \($0)" }, atMost.map { "at most \($0)" }].compactMap(\.self)
            return bounds.isEmpty ? "at least 1" : bounds.joined(separator: " and ")
        }
    }

    /// Members of the body.
    let members: [String: JSONValue]
    /// In words.
    let text: String

    /// Requests, and how many.
    init(_ match: RequestMatch, _ count: Count) {
        members = count.members.merging(["match": match.json]) { $1 }
        text = "\(count.text): \(match)"
    }

    /// Requests one after the other.
    init(order matches: [RequestMatch]) {
        members = ["sequence": .array(matches.map(\.json))]
        text = "in this order: " + matches.map(\.description).joined(separator: ", then ")
    }

    /// A state.
    init(_ state: MockState) {
        members = ["state": state.json]
        text = "\(state)"
    }
}
