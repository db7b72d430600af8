import Foundation
import Testing

/// Reads the text format of Prometheus, strictly; and says what is wrong with a text, as `promtool check metrics` does.
struct PrometheusLines {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        var help: String?
        var kind: String?
        var samples: [Sample] = []
    }

    /// A line that cannot be read.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var families: [String: Family] = [:]
    private(set) var problems: [String] = []

    init(_ text: String) throws {
        if !text.isEmpty, !text.hasSuffix("\n") { problems.append("the last line has no end") }
        var current = ""
        var closed: Set<String> = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) {
            let name = line.hasPrefix("#") ? try readComment(line) : try readSample(line)
            if name != current {
                if closed.contains(name) { problems.append("\(name) is not in one group") }
                closed.insert(current)
                current = name
            }
        }
        for (name, family) in families { check(name, family) }
    }

    /// The only sample of a name with some labels.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let base = families[name] ?? families[Self.base(name)]
        return base?.samples.first { sample in
            sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }?.value
    }

    private mutating func readComment(_ line: String) throws -> String {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count > 3 else { throw Malformed(description: line) }
        let name = words[2]
        if families[name]?.samples.isEmpty == false { problems.append("\(name): \(words[1]) after samples") }
        switch words[1] {
        case "HELP":
            if families[name]?.help != nil { problems.append("\(name): two HELP lines") }
            families[name, default: Family()].help = words[3]
        case "TYPE":
            if families[name]?.kind != nil { problems.append("\(name): two TYPE lines") }
            if !["counter", "gauge", "histogram"].contains(words[3]) { problems.append("\(name): type \(words[3])") }
            families[name, default: Family()].kind = words[3]
        default: throw Malformed(description: line)
        }
        return name
    }

    private mutating func readSample(_ line: String) throws -> String {
        var rest = Substring(line)
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest = rest.dropFirst(name.count)
        guard name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil else { throw Malformed(description: line) }
        let labels = try Self.labels(&rest, line)
        guard rest.first == " ", let value = Self.number(String(rest.dropFirst())) else {
            throw Malformed(description: line)
        }
        let family = families[name] == nil ? Self.base(name) : name
        if families[family]?.samples.contains(where: { $0.name == name && $0.labels == labels }) == true {
            problems.append("\(line) stands twice")
        }
        families[family, default: Family()].samples.append(Sample(name: name, labels: labels, value: value))
        return family
    }

    /// The name of a histogram without what its samples add.
    private static func base(_ name: String) -> String {
        for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
            return String(name.dropLast(suffix.count))
        }
        return name
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        default: Double(text)
        }
    }

    private static func labels(_ rest: inout Substring, _ line: String) throws -> [String: String] {
        guard rest.first == "{" else { return [:] }
        rest = rest.dropFirst()
        var labels: [String: String] = [:]
        while rest.first != "}" {
            let name = rest.prefix { $0 != "=" }
            guard name.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) != nil else { throw Malformed(description: line) }
            rest = rest.dropFirst(name.count + 1)
            guard rest.popFirst() == "\"" else { throw Malformed(description: line) }
            var value = ""
            while let character = rest.popFirst(), character != "\"" {
                guard character == "\\" else {
                    value.append(character)
                    continue
                }
                switch rest.popFirst() {
                case "n": value.append("\n")
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                default: throw Malformed(description: line)
                }
            }
            guard labels.updateValue(value, forKey: String(name)) == nil else { throw Malformed(description: line) }
            if rest.first == "," { rest = rest.dropFirst() }
            guard !rest.isEmpty else { throw Malformed(description: line) }
        }
        rest = rest.dropFirst()
        return labels
    }

    private mutating func check(_ name: String, _ family: Family) {
        if family.help == nil { problems.append("\(name) has no HELP") }
        if family.kind == nil { problems.append("\(name) has no TYPE") }
        if family.samples.isEmpty { problems.append("\(name) has no samples") }
        if family.kind == "counter" {
            if !name.hasSuffix("_total") { problems.append("\(name) is a counter without _total") }
            if family.samples.contains(where: { $0.value < 0 }) { problems.append("\(name) is negative") }
        }
        if family.kind != "histogram", family.samples.contains(where: { $0.name != name }) {
            problems.append("\(name) has samples of a histogram")
        }
        if family.kind == "histogram" { checkHistogram(name, family) }
    }

    private mutating func checkHistogram(_ name: String, _ family: Family) {
        let series = Dictionary(grouping: family.samples) { $0.labels.filter { $0.key != "le" } }
        for (labels, samples) in series {
            let buckets = samples.filter { $0.name == "\(name)_bucket" }
            let bounds = buckets.compactMap { $0.labels["le"].flatMap(Self.number) }
            if bounds.count != buckets.count || bounds != bounds.sorted() || bounds.last != .infinity {
                problems.append("\(name)\(labels): buckets \(bounds)")
            }
            let counts = buckets.map(\.value)
            if counts != counts.sorted() { problems.append("\(name)\(labels): counts \(counts) go down") }
            let count = samples.first { $0.name == "\(name)_count" }?.value
            if count != counts.last { problems.append("\(name)\(labels): count is not that of +Inf") }
            if !samples.contains(where: { $0.name == "\(name)_sum" }) { problems.append("\(name)\(labels): no sum") }
        }
    }
}
