import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// The journal held against rules (Lint).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/lint` | what the rules have found, as JSON, text, SARIF or JUnit |
/// | GET | `/_mock/lint/rules` | the rules |
struct LintMockController {
    let archive: JournalArchive
    let profiles: LintProfileStore
    let origin: PublicOrigin
    /// Version of this program.
    let version: String

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/lint", use: lint)
        router.get("/_mock/lint/rules", use: rules)
    }

    private func rules(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let origin = origin.of(request)
        return try .json(["items": LintRule.all.map { LintRuleBody($0, origin: origin) }])
    }

    private func lint(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try JournalQuery(parameters, beside: LintRequest.parameters)
        let asked = try LintRequest(parameters, accept: request.headers[.accept])
        let subtree = context.identity.subtree
        let finding =
            if let count = asked.latest { try await archive.latest(count, of: query, in: subtree) } else {
                try await archive.find(query, in: subtree)
            }
        let report = try await report(finding, asked, isPart: query.filter.isPart, origin: origin.of(request))
        var response = try Self.response(report, asked.format)
        // Programs that print the report need not read it.
        if let name = HTTPField.Name.lintFailures { response.headers[name] = "\(report.failures.count)" }
        return response
    }

    /// Goes through the entries, the oldest first.
    private func report(
        _ finding: JournalArchive.Finding, _ asked: LintRequest, isPart: Bool, origin: String
    ) async throws -> LintReport {
        // What came before the latest is not known then.
        let isAll = finding.entries.count == finding.total
        var linter = Linter(rules: Set(asked.rules.map(\.id)), isComplete: !finding.mayBeIncomplete && !isPart && isAll)
        for entry in finding.entries.reversed() { linter.add(entry) }
        linter.end()
        linter.judge(try await profiles.profiles(for: Set(linter.doubts.compactMap(\.question))))
        let found = linter.findings.all
        let sorted = found.indices.sorted {
            let (left, right) = (found[$0].rule.severity, found[$1].rule.severity)
            return left == right ? $0 < $1 : left > right
        }
        return LintReport(
            findings: sorted.map { found[$0] }, omitted: linter.findings.omitted, entries: linter.count,
            rules: asked.rules, failOn: asked.failOn, notice: finding.notice(archive.rules),
            origin: origin, version: version)
    }

    private static func response(_ report: LintReport, _ format: LintFormat) throws -> Response {
        switch format {
        case .json: return try .json(LintReportBody(report))
        case .text: return .text(LintText.text(report))
        case .junit: return .text(LintJUnit.text(report), type: format.type)
        case .sarif:
            var response = try Response.json(LintSARIF(report))
            response.headers[.contentType] = format.type
            return response
        }
    }
}

extension JournalFilter {
    /// Whether it leaves out requests of those it means.
    fileprivate var isPart: Bool {
        !methods.isEmpty || !statuses.isEmpty || place != nil || after != nil || before != nil || text != nil
            || condition != nil
    }
}

extension HTTPField.Name {
    /// How many findings fail.
    fileprivate static var lintFailures: HTTPField.Name? { HTTPField.Name("x-lint-failures") }
}
