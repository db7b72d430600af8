/// A report as JSON (Lint, "Formats").
struct LintReportBody: Encodable {
    struct Counts: Encodable {
        let error: Int
        let warning: Int
        let note: Int
    }

    struct Finding: Encodable {
        let rule: String
        let severity: LintSeverity
        let title: String
        let subject: String
        let message: String
        /// Method and path of the first entry.
        let place: String
        let count: Int
        let entries: [Int64]
        let why: String
        let documentation: String
    }

    let clean: Bool
    let failed: Bool
    let failOn: LintSeverity
    let counts: Counts
    let entries: Int
    let findings: [Finding]
    let omitted: Int
    let notice: String?

    /// The body of a report.
    init(_ report: LintReport) {
        clean = report.findings.isEmpty
        failed = !report.failures.isEmpty
        failOn = report.failOn
        counts = Counts(error: report.count(.error), warning: report.count(.warning), note: report.count(.note))
        entries = report.entries
        omitted = report.omitted
        notice = report.notice
        findings = report.findings.map { finding in
            Finding(
                rule: finding.rule.id, severity: finding.rule.severity, title: finding.rule.title,
                subject: finding.subject, message: finding.message, place: finding.place, count: finding.count,
                entries: finding.entries, why: finding.rule.why,
                documentation: report.origin + finding.rule.documentation)
        }
    }
}

/// A rule as JSON.
struct LintRuleBody: Encodable {
    let id: String
    let severity: LintSeverity
    let title: String
    let why: String
    let documentation: String

    /// The body of a rule.
    init(_ rule: LintRule, origin: String) {
        id = rule.id
        severity = rule.severity
        title = rule.title
        why = rule.why
        documentation = origin + rule.documentation
    }
}
