/// A report for people.
enum LintText {
    /// The lines.
    static func text(_ report: LintReport) -> String {
        var text = report.findings.map { lines($0, report) }.joined()
        let counts = LintSeverity.allCases.reversed().map { severity in
            let count = report.count(severity)
            return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let total = report.findings.count
        let what =
            total == 0 ? "No findings" : "\(total) finding\(total == 1 ? "" : "s") (\(counts.joined(separator: ", ")))"
        text += "\(what) in \(report.entries) request\(report.entries == 1 ? "" : "s"), \(report.rules.count) rules.\n"
        if report.omitted > 0 { text += "\(report.omitted) more were found than are listed.\n" }
        if let notice = report.notice { text += "\(notice)\n" }
        return text
    }

    private static func lines(_ finding: LintFinding, _ report: LintReport) -> String {
        let ids = finding.entries.map(String.init).joined(separator: ", ")
        let more = finding.count > finding.entries.count ? " and \(finding.count - finding.entries.count) more" : ""
        return """
            \(finding.rule.severity.rawValue): \(finding.rule.id): \(finding.rule.title)
              \(finding.subject): \(finding.message)
              \(finding.place), journal \(finding.entries.count == 1 ? "entry" : "entries") \(ids)\(more)
              \(finding.rule.why)
              \(report.origin)\(finding.rule.documentation)


            """
    }
}
