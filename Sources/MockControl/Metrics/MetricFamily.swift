/// Figures of one name (Metrics).
package struct MetricFamily: Hashable, Sendable {
    /// How its figures behave.
    package enum Kind: String, Sendable {
        /// Only grows.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts by size.
        case histogram
    }

    package let name: String
    package let kind: Kind
    /// What it is, in a sentence.
    package let help: String
    /// Upper bounds of a histogram, in ascending order; infinity is always there besides.
    package let bounds: [Double]

    /// Made of its parts.
    package init(_ name: String, _ kind: Kind, _ help: String, bounds: [Double] = []) {
        self.name = name
        self.kind = kind
        self.help = help
        self.bounds = bounds
    }

    /// Bounds of times, in seconds.
    package static let seconds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
}

/// Labels of a figure: names with values, in the order of the names.
struct MetricLabels: Hashable, Sendable {
    let pairs: [(name: String, value: String)]

    init(_ dimensions: [(String, String)]) {
        // The last of one name counts, as where a label is set again.
        let named = Dictionary(dimensions.map { (MetricName.label($0.0), $0.1) }) { $1 }
        pairs = named.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// The same names, with one value for everything.
    func with(value: String) -> MetricLabels { MetricLabels(pairs.map { ($0.name, value) }) }

    static func == (one: MetricLabels, other: MetricLabels) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0.name == $1.name && $0.value == $1.value }
    }

    func hash(into hasher: inout Hasher) {
        for pair in pairs {
            hasher.combine(pair.name)
            hasher.combine(pair.value)
        }
    }
}

/// Names as the text format allows them.
enum MetricName {
    /// A name of a metric: letters, digits, underscores and colons, no digit first.
    static func metric(_ text: String) -> String { name(text, others: [UInt8(ascii: "_"), UInt8(ascii: ":")]) }

    /// A name of a label: letters, digits and underscores, no digit first.
    static func label(_ text: String) -> String { name(text, others: [UInt8(ascii: "_")]) }

    private static func name(_ text: String, others: [UInt8]) -> String {
        let bytes = text.utf8.map { byte in
            let isAllowed =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: others.contains(byte)
                }
            return isAllowed ? byte : UInt8(ascii: "_")
        }
        let isBroken = bytes.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        return (isBroken ? "_" : "") + String(decoding: bytes, as: UTF8.self)
    }
}
