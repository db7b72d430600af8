/// A version of any number of parts that compares part by part: 1.10 is later than 1.9, and 1.0 is 1.
///
/// What follows the first blank, hyphen or plus sign, as in `16.4.1 (a)` or `2.0-beta`, does not count.
package struct ComparableVersion: Comparable, Hashable, Sendable {
    /// Digits of the parts without leading zeros; a zero is empty, and zeros at the end are left out.
    private let parts: [String]

    /// The version of a text; nil if a part is no whole number.
    package init?(_ text: String) {
        let numbers = text.prefix { $0 != " " && $0 != "-" && $0 != "+" }
        let pieces = numbers.split(separator: ".", omittingEmptySubsequences: false)
        guard pieces.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        var parts = pieces.map { String($0.drop { $0 == "0" }) }
        while parts.last?.isEmpty == true { parts.removeLast() }
        self.parts = parts
    }

    package static func < (left: ComparableVersion, right: ComparableVersion) -> Bool {
        for index in 0..<max(left.parts.count, right.parts.count) {
            let one = index < left.parts.count ? left.parts[index] : ""
            let other = index < right.parts.count ? right.parts[index] : ""
            if one == other { continue }
            // Of numbers without leading zeros the longer one is larger, however long they are.
            return one.utf8.count == other.utf8.count ? one < other : one.utf8.count < other.utf8.count
        }
        return false
    }
}

/// How a version is compared with the one a rule names.
package enum VersionComparison: String, CaseIterable, Codable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether it holds between a version and the one a rule names.
    package func holds(_ version: ComparableVersion, _ named: ComparableVersion) -> Bool {
        switch self {
        case .equal: version == named
        case .notEqual: version != named
        case .less: version < named
        case .lessOrEqual: version <= named
        case .greater: version > named
        case .greaterOrEqual: version >= named
        }
    }

    /// What stands before the version in a sentence.
    package var phrase: String {
        switch self {
        case .equal: "exactly"
        case .notEqual: "anything but"
        case .less: "less than"
        case .lessOrEqual: "at most"
        case .greater: "more than"
        case .greaterOrEqual: "at least"
        }
    }
}
