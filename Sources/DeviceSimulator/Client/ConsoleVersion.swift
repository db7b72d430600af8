/// The version a console says it has in `x-aw-version` (DeviceServices, section 1.3).
public struct ConsoleVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The least a client takes.
    public static let minimum = ConsoleVersion(9, 1, 1)

    private let parts: [Int]

    private init(_ parts: Int...) {
        self.parts = parts
    }

    /// Reads a version; nil for what a client cannot read.
    ///
    /// Two numbers get a third, 0; of more than two, the first three have to be integers and the rest is not read.
    public init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = words.prefix(3).compactMap { Int($0) }
        guard words.count >= 2, numbers.count == min(3, words.count) else { return nil }
        parts = numbers.count == 2 ? numbers + [0] : numbers
    }

    /// Whether one is earlier than another.
    public static func < (left: Self, right: Self) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }

    /// The three numbers.
    public var description: String { parts.map(String.init).joined(separator: ".") }
}
