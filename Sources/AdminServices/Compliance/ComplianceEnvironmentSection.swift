package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// A compliance rule.
package struct EnvironmentComplianceRule: EnvironmentEntry {
    package var position: EnvironmentPosition
    var uuid: String?
    var draft: ComplianceRuleDraft

    package var title: String { draft.name }
}

/// Compliance rules in environment files.
package struct ComplianceEnvironmentSection: EnvironmentListSection {
    package static let key = "complianceRules"
    package static let entryName = "complianceRule"
    package static let definitions: [(String, JSONSchema)] = [("complianceRule", complianceRule)]

    /// A section that asks the database only.
    init() {}

    /// Reads a rule; nil, with a note, if its name or kind is missing.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentComplianceRule? {
        EnvironmentComplianceRuleReader.read(node)
    }

    /// A rule as it is written.
    package static func writeEntry(_ rule: EnvironmentComplianceRule) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(rule.draft.name))
            $0.add("uuid", rule.uuid.map(YAMLWriting.text))
            $0.add("kind", YAMLWriting.text(rule.draft.kind.rawValue))
            $0.addText("bundleId", rule.draft.bundleId ?? "")
            $0.addText("operator", rule.draft.comparison?.rawValue ?? "")
            $0.addText("version", rule.draft.version ?? "")
            $0.add("action", YAMLWriting.text(rule.draft.action.rawValue))
            $0.add("active", YAMLWriting.bool(rule.draft.isActive))
        }.node
    }

    /// Imports compliance rules; devices are evaluated by them when they are next heard of.
    package func importContent(
        _ content: [EnvironmentComplianceRule], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let groupID = try home.storedID()
        for rule in content {
            let known = try ComplianceRuleStore.rule(named: rule.draft.name, inExactly: groupID, run.db)
            let uuid = try run.uuid(rule.uuid, known: known?.uuid, in: "complianceRule", at: rule.position)
            var record = rule.draft.record(changing: known, uuid: uuid, groupID: groupID, at: run.now)
            let decision = try run.decide(
                .complianceRule, rule.draft.name, at: rule.position, known: known, record: record, groupID: groupID)
            if decision != .leave { try record.save(run.db) }
        }
    }

    /// Rules of a group.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentComplianceRule]?
    {
        try ComplianceRuleStore.rules(of: try group.storedID(), export.db).map { rule in
            EnvironmentComplianceRule(position: export.nowhere, uuid: rule.uuid, draft: rule.draft)
        }
    }
}

/// The schema of rules.
extension ComplianceEnvironmentSection {
    private static let complianceRule = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("kind", word(ComplianceRuleKind.self)),
            ("bundleId", .defined("bundleId")), ("operator", word(VersionComparison.self)),
            ("version", .text(1...64, pattern: #"^[0-9]+(\.[0-9]+)*([ +-].*)?$"#)),
            ("action", word(ComplianceAction.self).defaulting(to: .string(ComplianceAction.block.rawValue))),
            ("active", .bool.defaulting(to: .bool(true))),
        ], required: ["name", "kind"]
    ).with(
        "allOf",
        .array(
            ComplianceRuleKind.allCases.map { kind in
                let parts: JSONSchema =
                    switch kind {
                    case .applicationVersion: .having("bundleId", "operator", "version")
                    case .osVersion: .having("operator", "version").with("properties", .object([forbidden("bundleId")]))
                    case .compromised: .lacking("bundleId", "operator", "version")
                    }
                return JSONSchema.when("kind", is: .word([kind.rawValue]), then: parts).value
            }))

    private static func forbidden(_ key: String) -> JSONMember { JSONMember(name: key, value: .bool(false)) }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> JSONSchema {
        .word(Word.allCases.map(\.rawValue))
    }
}
