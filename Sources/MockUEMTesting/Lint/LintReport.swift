/// How a client kept to what consoles expect (Lint).
public struct LintReport: Sendable, Hashable, Decodable {
    /// Something that a rule has found.
    public struct Finding: Sendable, Hashable, Decodable, CustomStringConvertible {
        /// Id of the rule.
        public let rule: String
        /// `error`, `warning` or `note`.
        public let severity: String
        /// Whom it is about.
        public let subject: String
        /// What was found, in a sentence.
        public let message: String
        /// Method and path of the first entry.
        public let place: String
        /// How many entries there are.
        public let count: Int
        /// Ids of the first of them in the journal.
        public let entries: [Int64]
        /// Why it matters in a real deployment.
        public let why: String

        /// Rule, sentence and entries.
        public var description: String {
            let ids = entries.prefix(5).map { "#\($0)" }.joined(separator: ", ")
            return "\(severity) \(rule): \(message) (\(subject), \(place), \(count) times: \(ids))"
        }
    }

    /// Whether nothing was found.
    public let clean: Bool
    /// Whether something was found of the severity that was asked for, or above.
    public let failed: Bool
    /// What was found, the worst first.
    public let findings: [Finding]
}

/// How bad a finding is.
public enum LintSeverity: String, Sendable {
    /// Breaks in a real deployment.
    case error
    /// Costs something, or will break.
    case warning
    /// Could be better.
    case note
}

extension MockSurface {
    /// Holds the journal against the rules of the client lint.
    ///
    /// - Parameters:
    ///   - ignoring: Ids of rules that are not asked.
    ///   - severity: From which severity on it has failed.
    /// - Returns: What was found.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func lint(ignoring: [String] = [], failOn severity: LintSeverity = .warning) async throws -> LintReport {
        let query = ControlClient.query([
            ("format", "json"), ("failOn", severity.rawValue),
            ("ignore", ignoring.isEmpty ? nil : ignoring.joined(separator: ",")),
        ])
        return try await client.value(LintReport.self, "GET", "/_mock/lint\(query)")
    }

    /// Fails if the client lint has found something.
    ///
    /// ```swift
    /// try await mock.assertClean(ignoring: ["header-missing"])
    /// ```
    ///
    /// - Parameters:
    ///   - ignoring: Ids of rules that are not asked.
    ///   - severity: From which severity on it fails.
    ///   - fileID: Where failures are shown.
    ///   - filePath: Where failures are shown.
    ///   - line: Where failures are shown.
    ///   - column: Where failures are shown.
    /// - Throws: ``MockUEMError`` if the console refuses; ``VerificationFailure`` outside of Swift Testing.
    public func assertClean(
        ignoring: [String] = [], failOn severity: LintSeverity = .warning,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws {
        let report = try await lint(ignoring: ignoring, failOn: severity)
        guard report.failed else { return }
        let lines = report.findings.map { "  \($0)\n      \($0.why)" }.joined(separator: "\n")
        try CallSite(fileID, filePath, line, column).fail("The client is not clean:\n\(lines)", isFatal: false)
    }
}
