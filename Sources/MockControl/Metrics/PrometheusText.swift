/// Figures in the text format of Prometheus, version 0.0.4.
struct PrometheusText {
    /// What is said of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The lines.
    private(set) var text = ""

    /// Writes the figures of a name; nothing if there are none.
    mutating func write(_ series: MetricRegistry.Series) {
        guard !series.instruments.isEmpty else { return }
        head(series.family)
        let sorted = series.instruments.map { (Self.labels($0.key), $0.value.reading) }.sorted { $0.0 < $1.0 }
        for (labels, reading) in sorted {
            switch reading {
            case .number(let value): line(series.family.name, labels, value)
            case .distribution(let counts, let sum): distribution(series.family, labels, counts, sum)
            }
        }
    }

    /// Writes figures that were found out for this text.
    mutating func write(_ family: MetricFamily, _ samples: [MetricSample]) {
        guard !samples.isEmpty else { return }
        head(family)
        let sorted = samples.map { (Self.labels(MetricLabels($0.labels)), $0.value) }.sorted { $0.0 < $1.0 }
        for (labels, value) in sorted { line(family.name, labels, value) }
    }

    private mutating func head(_ family: MetricFamily) {
        let help = family.help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(family.name) \(help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
    }

    private mutating func distribution(_ family: MetricFamily, _ labels: String, _ counts: [Int], _ sum: Double) {
        var total = 0
        let comma = labels.isEmpty ? "" : ","
        for (bound, count) in zip(family.bounds + [.infinity], counts) {
            total += count
            line("\(family.name)_bucket", "\(labels)\(comma)le=\"\(Self.number(bound))\"", Double(total))
        }
        line("\(family.name)_sum", labels, sum)
        line("\(family.name)_count", labels, Double(total))
    }

    private mutating func line(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(labels)} \(Self.number(value))\n"
    }

    private static func labels(_ labels: MetricLabels) -> String {
        labels.pairs.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        if value == -.infinity { return "-Inf" }
        if value.isNaN { return "NaN" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }
}

/// A figure that is found out when it is asked for.
package struct MetricSample: Sendable {
    let labels: [(String, String)]
    let value: Double

    /// Made of its parts.
    package init(_ value: Double, _ labels: [(String, String)] = []) {
        self.labels = labels
        self.value = value
    }
}
