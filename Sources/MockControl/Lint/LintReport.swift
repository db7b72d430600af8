import ConsolePlatform
import Foundation

/// What a run of the linter came to.
struct LintReport: Sendable {
    /// The findings, the worst first, then in the order they were found.
    let findings: [LintFinding]
    /// How many more there were than are kept.
    let omitted: Int
    /// Entries of device services that were looked at.
    let entries: Int
    /// The rules that were asked.
    let rules: [LintRule]
    /// From which severity on a finding fails.
    let failOn: LintSeverity
    /// What keeps it from being complete, in a sentence; nil if nothing does.
    let notice: String?
    /// Where clients find the console, for links.
    let origin: String
    /// Version of this program.
    let version: String

    /// Findings that fail.
    var failures: [LintFinding] { findings.filter { $0.rule.severity >= failOn } }

    /// How many findings there are of a severity.
    func count(_ severity: LintSeverity) -> Int { findings.count { $0.rule.severity == severity } }
}

/// How a report is written.
enum LintFormat: String, CaseIterable, Sendable {
    case json, text, sarif, junit

    /// The media type.
    var type: String {
        switch self {
        case .json: "application/json; charset=utf-8"
        case .text: "text/plain; charset=utf-8"
        case .sarif: "application/sarif+json"
        case .junit: "application/xml; charset=utf-8"
        }
    }

    /// The format that a query or an `Accept` asks for; JSON if neither does.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ query: String?, accept: String?) throws {
        if let query {
            guard let format = LintFormat(rawValue: query.lowercased()) else {
                throw ConsoleError(
                    .badRequest, "format is \"\(query.prefix(40))\"; it has to be one of json, text, sarif and junit.")
            }
            self = format
            return
        }
        let kinds: [(String, LintFormat)] = [
            ("sarif", .sarif), ("junit", .junit), ("application/json", .json), ("text/plain", .text), ("xml", .junit),
        ]
        let accepted = accept?.lowercased() ?? ""
        self = kinds.first { accepted.contains($0.0) }?.1 ?? .json
    }
}

/// What a run is asked for.
struct LintRequest: Sendable {
    /// Parameters beside those of the journal.
    static let parameters: Set<String> = ["format", "rules", "ignore", "failOn", "latest"]

    let rules: [LintRule]
    let failOn: LintSeverity
    let format: LintFormat
    /// How many of the latest entries are looked at; nil for all.
    let latest: Int?

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ query: QueryParameters, accept: String?) throws {
        format = try LintFormat(query.text("format"), accept: accept)
        let wanted = try Self.ids(query.text("rules"), "rules")
        let ignored = try Self.ids(query.text("ignore"), "ignore")
        rules = LintRule.all.filter { (wanted.isEmpty || wanted.contains($0.id)) && !ignored.contains($0.id) }
        let severity = query.text("failOn") ?? LintSeverity.warning.rawValue
        guard let failOn = LintSeverity(rawValue: severity.lowercased()) else {
            throw ConsoleError(
                .badRequest, "failOn is \"\(severity.prefix(40))\"; it has to be one of error, warning and note.")
        }
        self.failOn = failOn
        latest = try query.text("latest").map { text in
            guard let count = Int(text), (1...1_000_000_000).contains(count) else {
                throw ConsoleError(
                    .badRequest, "latest is \"\(text.prefix(40))\"; it has to be a whole number from 1 to 1000000000.")
            }
            return count
        }
    }

    private static func ids(_ text: String?, _ name: String) throws -> Set<String> {
        let ids = (text ?? "").lowercased().split(separator: ",").map {
            String($0).trimmingCharacters(in: .whitespaces)
        }
        for id in ids where LintRule.byID[id] == nil {
            let question = Spelling.question(id, among: LintRule.all.map(\.id))
            throw ConsoleError(.badRequest, "\(name) has an unknown rule, \"\(id.prefix(60))\".\(question)")
        }
        return Set(ids)
    }
}
