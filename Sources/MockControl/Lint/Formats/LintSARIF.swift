/// A report as SARIF 2.1.0, for code hosts that show such findings.
struct LintSARIF: Encodable {
    struct Text: Encodable {
        let text: String
    }

    struct Configuration: Encodable {
        let level: String
    }

    struct Rule: Encodable {
        let id: String
        let name: String
        let shortDescription: Text
        let fullDescription: Text
        let help: Text
        let helpUri: String
        let defaultConfiguration: Configuration
    }

    struct Driver: Encodable {
        let name = "MockUEM lint"
        let version: String
        let informationUri: String
        let rules: [Rule]
    }

    struct Tool: Encodable {
        let driver: Driver
    }

    struct Artifact: Encodable {
        let uri: String
    }

    struct PhysicalLocation: Encodable {
        let artifactLocation: Artifact
    }

    struct LogicalLocation: Encodable {
        let fullyQualifiedName: String
        let kind = "resource"
    }

    struct Location: Encodable {
        let physicalLocation: PhysicalLocation
        let logicalLocations: [LogicalLocation]
    }

    struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int
        let level: String
        let message: Text
        let locations: [Location]
        let occurrenceCount: Int
        let partialFingerprints: [String: String]
    }

    struct Invocation: Encodable {
        let executionSuccessful = true
    }

    struct Run: Encodable {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
    }

    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    /// The log of a report.
    init(_ report: LintReport) {
        let places = Dictionary(report.rules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        let driver = Driver(
            version: report.version, informationUri: "\(report.origin)/docs/Lint",
            rules: report.rules.map { Self.rule($0, report.origin) })
        runs = [
            Run(
                tool: Tool(driver: driver), invocations: [Invocation()],
                results: report.findings.map { Self.result($0, places[$0.rule.id] ?? -1, report.origin) })
        ]
    }

    private static func rule(_ rule: LintRule, _ origin: String) -> Rule {
        let name = rule.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return Rule(
            id: rule.id, name: name, shortDescription: Text(text: "\(rule.title)."),
            fullDescription: Text(text: rule.why), help: Text(text: "\(rule.title). \(rule.why)"),
            helpUri: origin + rule.documentation, defaultConfiguration: Configuration(level: rule.severity.rawValue))
    }

    private static func result(_ finding: LintFinding, _ index: Int, _ origin: String) -> Result {
        Result(
            ruleId: finding.rule.id, ruleIndex: index, level: finding.rule.severity.rawValue,
            message: Text(text: "\(finding.subject): \(finding.message)"),
            locations: finding.entries.prefix(10).map { id in
                Location(
                    physicalLocation: PhysicalLocation(
                        artifactLocation: Artifact(uri: "\(origin)/_mock/journal/\(id)")),
                    logicalLocations: [LogicalLocation(fullyQualifiedName: finding.place)])
            },
            occurrenceCount: finding.count,
            partialFingerprints: ["ruleAndSubject/v1": "\(finding.rule.id)/\(finding.subject)"])
    }
}
