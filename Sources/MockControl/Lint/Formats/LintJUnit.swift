/// A report as a JUnit file, for build servers: a test case for each rule, which fails if it has found something.
enum LintJUnit {
    /// The XML.
    static func text(_ report: LintReport) -> String {
        let failing = Set(report.failures.map(\.rule.id))
        let counts = "tests=\"\(report.rules.count)\" failures=\"\(failing.count)\" errors=\"0\" skipped=\"0\""
        let cases = report.rules.map { rule in
            testCase(rule, report.findings.filter { $0.rule.id == rule.id }, fails: failing.contains(rule.id))
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="MockUEM lint" \(counts) time="0">
            <testsuite name="MockUEM lint" \(counts) time="0">
            \(cases.joined(separator: "\n"))
            </testsuite>
            </testsuites>

            """
    }

    private static func testCase(_ rule: LintRule, _ findings: [LintFinding], fails: Bool) -> String {
        let start = "<testcase classname=\"mockuem.lint\" name=\"\(escaped(rule.id))\" time=\"0\""
        guard !findings.isEmpty else { return "\(start)/>" }
        let text = findings.map { finding in
            let ids = finding.entries.map(String.init).joined(separator: ", ")
            return "\(finding.subject): \(finding.message) \(finding.place), \(finding.count) (journal: \(ids))"
        }.joined(separator: "\n")
        guard fails else { return "\(start)><system-out>\(escaped(text))</system-out></testcase>" }
        let failure = "<failure message=\"\(escaped(rule.title))\" type=\"\(rule.severity.rawValue)\">"
        return "\(start)>\(failure)\(escaped("\(text)\n\(rule.why)"))</failure></testcase>"
    }

    /// A text as it may stand in XML; characters that XML does not have are left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
