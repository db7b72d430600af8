package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// A list of apps that are allowed, denied or required in an environment file.
package struct EnvironmentApplicationGroup: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var description = ""
    var type: AppGroupType
    var platform = AppPlatform.apple
    var isActive = true
    var applications: [AppGroupEntry] = []

    package var title: String { name }
}

/// Reads lists of apps of an environment file.
enum EnvironmentApplicationGroupReader {
    private static let keys = ["name", "uuid", "description", "type", "platform", "active", "applications"]

    static func read(_ node: EnvironmentNode) -> EnvironmentApplicationGroup? {
        guard let mapping = node.mapping(keys) else { return nil }
        let name = mapping.required("name")?.text(1...255)
        let type = mapping.required("type")?.choice(AppGroupType.allCases.map(\.rawValue))
        guard let name, let type = type.flatMap({ AppGroupType(rawValue: $0) }) else { return nil }
        var list = EnvironmentApplicationGroup(position: mapping.position, name: name, type: type)
        list.uuid = mapping["uuid"]?.uuid
        list.description = mapping["description"]?.text(0...4000) ?? ""
        list.platform =
            mapping["platform"]?.choice(AppPlatform.allCases.map(\.name)).flatMap { AppPlatform($0) } ?? .apple
        list.isActive = mapping["active"]?.bool ?? true
        list.applications = mapping["applications"]?.list.compactMap(entry) ?? []
        if list.applications.count > AppGroupDraft.itemLimit {
            mapping["applications"]?.complain("must not have more than \(AppGroupDraft.itemLimit)")
        }
        var seen: Set<BundleIdentifier> = []
        for entry in list.applications where !seen.insert(entry.bundle).inserted {
            mapping["applications"]?.complain("the app \(entry.bundle.value) stands here twice")
        }
        return list
    }

    private static func entry(_ node: EnvironmentNode) -> AppGroupEntry? {
        guard let mapping = node.mapping(["bundleId", "name"]), let node = mapping.required("bundleId"),
            let text = node.text()
        else { return nil }
        guard let bundle = BundleIdentifier(text) else {
            node.complain("is \"\(text.prefix(60))\"; it must be \(BundleIdentifier.rule)")
            return nil
        }
        return AppGroupEntry(bundle: bundle, name: mapping["name"]?.text(1...255) ?? bundle.value)
    }
}

extension EnvironmentApplicationGroup {
    /// The apps of a list, in the order they were put on it.
    fileprivate static func entries(of id: Int64, _ db: GRDB.Database) throws -> [AppGroupEntry] {
        try AppGroupStore.items(of: id, db).compactMap { item in
            BundleIdentifier(item.bundleId).map { AppGroupEntry(bundle: $0, name: item.name) }
        }
    }
}

/// Lists of apps in environment files.
package struct AppGroupEnvironmentSection: EnvironmentListSection {
    package static let key = "applicationGroups"
    package static let entryName = "applicationGroup"
    package static let definitions: [(String, JSONSchema)] = [
        ("applicationGroup", applicationGroup), ("applicationGroupItem", applicationGroupItem),
    ]

    private static let applicationGroup = JSONSchema.object(
        [
            ("name", .text(1...255)), ("uuid", .defined("uuid")), ("description", .text(0...4000)),
            ("type", .word(AppGroupType.allCases.map(\.rawValue))),
            ("platform", .word(AppPlatform.allCases.map(\.name)).defaulting(to: .string(AppPlatform.apple.name))),
            ("active", .bool.defaulting(to: .bool(true))),
            ("applications", .list(.defined("applicationGroupItem"), maximum: AppGroupDraft.itemLimit)),
        ], required: ["name", "type"])

    private static let applicationGroupItem = JSONSchema.object(
        [("bundleId", .defined("bundleId")), ("name", .text(1...255))], required: ["bundleId"])

    /// A section that asks the database only.
    init() {}

    /// Reads a list; nil, with a note, if its name or type is missing.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentApplicationGroup? {
        EnvironmentApplicationGroupReader.read(node)
    }

    /// A list of apps as it is written.
    package static func writeEntry(_ list: EnvironmentApplicationGroup) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(list.name))
            $0.add("uuid", list.uuid.map(YAMLWriting.text))
            $0.addText("description", list.description)
            $0.add("type", YAMLWriting.text(list.type.rawValue))
            $0.add("platform", YAMLWriting.text(list.platform.name))
            $0.add("active", YAMLWriting.bool(list.isActive))
            $0.addList(
                "applications",
                list.applications.map { entry in
                    YAMLMapping {
                        $0.add("bundleId", YAMLWriting.text(entry.bundle.value))
                        $0.add("name", YAMLWriting.text(entry.name))
                    }.node
                })
        }.node
    }

    /// Imports lists of apps, which become what the file says.
    package func importContent(
        _ content: [EnvironmentApplicationGroup], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for list in content { try run.importApplicationGroup(list, in: try home.storedID()) }
    }

    /// Lists of apps of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentApplicationGroup]?
    {
        let records = AppGroupRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()])
        return try records.order(sql: "name").fetchAll(export.db).map { record in
            var list = EnvironmentApplicationGroup(position: export.nowhere, name: record.name, type: record.type)
            list.uuid = record.uuid
            list.description = record.description
            list.isActive = record.isActive
            list.platform = AppPlatform(record.platform) ?? .apple
            list.applications = try EnvironmentApplicationGroup.entries(of: try record.storedID(), export.db)
            return list
        }
    }
}

extension EnvironmentImportRun {
    fileprivate func importApplicationGroup(_ list: EnvironmentApplicationGroup, in groupID: Int64) throws {
        let known =
            try AppGroupRecord.first(where: "groupId = ? AND name = ?", [groupID, list.name], db)
        var record = AppGroupRecord(
            id: known?.id,
            uuid: try uuid(list.uuid, known: known?.uuid, in: "applicationGroup", at: list.position),
            groupId: groupID, name: list.name, description: list.description, type: list.type,
            platform: list.platform.name, isActive: list.isActive, createdAt: known?.createdAt ?? now)
        let entries = try known.map { try EnvironmentApplicationGroup.entries(of: $0.storedID(), db) } ?? []
        // Bundle identifiers are equal in any letter case; the file's spelling is kept all the same.
        let isSame =
            entries == list.applications && entries.map(\.bundle.value) == list.applications.map(\.bundle.value)
        let decision = try decide(
            .applicationGroup, list.name, at: list.position, known: known, record: record, sameParts: isSame,
            groupID: groupID)
        guard decision != .leave else { return }
        try record.save(db)
        if !isSame { try AppGroupStore.replaceItems(of: try record.storedID(), with: list.applications, db) }
    }
}
