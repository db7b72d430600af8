package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// Terms of use in environment files.
package struct TermsOfUseEnvironmentSection: EnvironmentListSection {
    package static let key = "termsOfUse"
    package static let entryName = "termsOfUse"
    package static let definitions: [(String, JSONSchema)] = [("termsOfUse", termsOfUse)]

    private static let termsOfUse = JSONSchema.object(
        [
            ("uuid", .defined("uuid")),
            ("applications", .list(.defined("bundleId"), maximum: TermsOfUseScope.maximumApplications)),
            ("content", .text(1...TermsOfUseRule.maximumContent, pattern: lines).described("HTML.")),
        ], required: ["content"])

    /// A text that may have line ends and tabs.
    private static let lines = #"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$"#

    /// A section that asks the database only.
    init() {}

    /// Reads terms; nil, with a note, if they say nothing.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentTerms? { EnvironmentTermsReader.read(node) }

    /// Terms as they are written.
    package static func writeEntry(_ terms: EnvironmentTerms) -> Node {
        YAMLMapping {
            $0.add("uuid", terms.uuid.map(YAMLWriting.text))
            $0.addList("applications", terms.scope.applications.map { YAMLWriting.text($0.value) })
            $0.add("content", YAMLWriting.text(terms.content))
        }.node
    }

    /// Imports terms of use: changed content is a new version, which users have to accept anew.
    package func importContent(
        _ content: [EnvironmentTerms], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let groupID = try home.storedID()
        for terms in content {
            let stored = try TermsOfUseStore.terms(for: terms.scope, inExactly: groupID, run.db)
            // Retired terms are as good as none, but they keep their uuid and their versions.
            let known = stored?.retiredAt == nil ? stored : nil
            let uuid = try run.uuid(terms.uuid, known: stored?.uuid, in: "termsOfUse", at: terms.position)
            let version = try stored.flatMap { try TermsOfUseStore.latest(of: $0, run.db) }
            let isSame = try known?.uuid == uuid && known?.applications == TermsOfUseRecord.json(terms.scope)
            let decision = try run.decide(
                .termsOfUse, terms.name, at: terms.position, isSame: isSame && version?.content == terms.content,
                groupID: groupID,
                before: known.map {
                    ["uuid": $0.uuid, "applications": $0.scope, "version": version.map { "\($0.version)" }]
                },
                after: ["uuid": uuid, "applications": terms.scope.key])
            guard decision != .leave else { continue }
            if decision == .update, version?.content == terms.content, var known {
                known.uuid = uuid
                known.applications = try TermsOfUseRecord.json(terms.scope)
                try known.update(run.db)
            } else {
                _ = try TermsOfUseStore.save(
                    terms.content, for: terms.scope, uuid: uuid, newUUID: uuid, in: groupID, at: run.now,
                    run.transaction)
            }
        }
    }

    /// Terms of use in force at a group, those for all apps first.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentTerms]?
    {
        let records = TermsOfUseRecord.filter(
            sql: "groupId = ? AND retiredAt IS NULL", arguments: [try group.storedID()])
        return try records.order(sql: "scope").fetchAll(export.db).compactMap { record in
            guard let version = try TermsOfUseStore.latest(of: record, export.db) else { return nil }
            return EnvironmentTerms(
                position: export.nowhere, uuid: record.uuid,
                scope: TermsOfUseScope(applications: try record.bundles().compactMap(BundleIdentifier.init)),
                content: version.content)
        }
    }
}
