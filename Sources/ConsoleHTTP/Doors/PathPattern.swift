/// The path of a route in lower case: words, captures in braces that take any segment, and catch-alls.
struct PathPattern: Hashable, Sendable {
    /// What stands between the slashes.
    let segments: [String]
    /// How exactly it names each segment; of the routes that match, routers take the one with the smallest list.
    let vagueness: [Int]

    /// The pattern of a path as it was registered.
    init(_ path: String) {
        segments = Self.segments(of: path)
        vagueness = segments.map { segment in
            switch segment {
            case "**": 3
            case "*": 2
            default: Self.isCapture(segment) ? 1 : 0
            }
        }
    }

    /// The segments of a path, in lower case.
    static func segments(of path: String) -> [String] { path.split(separator: "/").map { $0.lowercased() } }

    /// Whether it takes a path.
    func matches(_ path: [String]) -> Bool {
        if segments.last == "**" {
            let fixed = segments.dropLast()
            return path.count > fixed.count && zip(fixed, path).allSatisfy(Self.takes)
        }
        return segments.count == path.count && zip(segments, path).allSatisfy(Self.takes)
    }

    /// Whether it names segments more exactly than another pattern.
    func isMoreExact(than other: PathPattern) -> Bool { vagueness.lexicographicallyPrecedes(other.vagueness) }

    /// Whether a path exists that both take; neither is a catch-all.
    func overlaps(_ other: PathPattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { Self.takes($0, $1) || Self.takes($1, $0) }
    }

    private static func takes(_ pattern: String, _ segment: String) -> Bool {
        pattern == segment || pattern == "*" || isCapture(pattern)
    }

    private static func isCapture(_ segment: String) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }
}
