import DeviceProtocol

/// What of a request was not as asked for.
package struct MatchDifference: Encodable, Hashable, Sendable {
    /// What differs: `path`, `header.X-Test`, `json.$.type`.
    let member: String
    /// What was asked for, as it was written.
    let expected: JSONValue
    /// What there is; nil if there is nothing.
    let actual: JSONValue?
    /// Why there may be nothing, or not everything.
    let reason: String?
    /// How far off it is, from 0 to 1, times the weight of the field.
    let distance: Double

    private enum CodingKeys: String, CodingKey {
        case member, expected, actual, reason
    }

    init(
        member: String, expected: JSONValue, actual: JSONValue? = nil, reason: String? = nil, distance: Double = 1
    ) {
        self.member = member
        self.expected = expected
        self.actual = actual
        self.reason = reason
        self.distance = distance
    }

    /// Most characters of a text that are shown of what there is.
    private static let shownLength = 200

    /// What there is, in a form for people: one value alone, several as a list, long ones cut.
    static func shown(_ values: [JSONValue]) -> JSONValue? {
        let cut = values.prefix(10).map { value -> JSONValue in
            let text = value.shortText
            guard text.utf8.count > shownLength, text.count > shownLength else { return value }
            return .string(text.prefix(shownLength) + "…")
        }
        return cut.count > 1 ? .array(cut) : cut.first
    }

    /// How unlike two texts are, from 0 to 1, by what they begin and end with; linear in their lengths.
    static func unlikeness(_ left: String, _ right: String) -> Double {
        let (one, other) = (beginning(left), beginning(right))
        let longest = max(one.count, other.count)
        guard longest > 0 else { return 0 }
        let head = zip(one, other).prefix { $0 == $1 }.count
        let rest = min(one.count, other.count) - head
        let tail = zip(one.reversed(), other.reversed()).prefix(rest).prefix { $0 == $1 }.count
        return 1 - Double(head + tail) / Double(longest)
    }

    /// The first bytes of a text in lower case.
    private static func beginning(_ text: String) -> [UInt8] {
        Array(String(decoding: text.utf8.prefix(1000), as: UTF8.self).lowercased().utf8.prefix(1000))
    }
}
