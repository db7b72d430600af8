package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An MDM profile of an environment file.
package struct EnvironmentMDMProfile: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var platform: DevicePlatform
    var description = ""
    var version: Int64 = 1
    var assignmentType = MDMProfileAssignment.auto.rawValue
    var context = "Device"
    var isActive = true
    /// Smart groups it is given to.
    var smartGroups: [EnvironmentReference] = []
    /// Smart groups it is kept from.
    var excludedSmartGroups: [EnvironmentReference] = []
    /// Other members of `General`, by name.
    var general: [JSONMember] = []
    /// Its payloads, by name.
    var payloads: [JSONMember] = []

    package var title: String { name }
}

/// Reads MDM profiles of an environment file.
package enum EnvironmentMDMProfileReader {
    package static let contexts = ["Device", "User"]
    private static let keys = [
        "name", "uuid", "platform", "description", "version", "assignmentType", "context", "active", "smartGroups",
        "excludedSmartGroups", "general", "payloads",
    ]

    static func read(_ node: EnvironmentNode) -> EnvironmentMDMProfile? {
        guard let mapping = node.mapping(keys) else { return nil }
        let name = mapping.required("name")?.text(1...255)
        let platform = mapping.required("platform")?.choice(DevicePlatform.allCases.map(\.rawValue))
        guard let name, let platform = platform.flatMap(DevicePlatform.init(rawValue:)) else { return nil }
        var profile = EnvironmentMDMProfile(position: mapping.position, name: name, platform: platform)
        profile.uuid = mapping["uuid"]?.uuid
        profile.description = mapping["description"]?.text(0...4096) ?? ""
        profile.version = mapping["version"]?.integer(1...1_000_000_000) ?? 1
        let type = mapping["assignmentType"]?.text(1...64)
        profile.assignmentType =
            MDMProfileDraft.word(type, MDMProfileAssignment.self) ?? MDMProfileAssignment.auto.rawValue
        profile.context = mapping["context"]?.choice(contexts) ?? contexts[0]
        profile.isActive = mapping["active"]?.bool ?? true
        profile.smartGroups = references(mapping["smartGroups"])
        profile.excludedSmartGroups = references(mapping["excludedSmartGroups"])
        profile.general =
            mapping["general"]?.jsonMembers(maximum: MDMProfileDraft.maximumPayloads, reserved: MDMProfileDraft.own)
            ?? []
        let payloads = mapping["payloads"]?.jsonMembers(maximum: MDMProfileDraft.maximumPayloads, reserved: ["general"])
        profile.payloads = (payloads ?? []).filter { $0.value != .null }
        return profile
    }

    private static func references(_ node: EnvironmentNode?) -> [EnvironmentReference] {
        let references = EnvironmentReference.list(node)
        if references.count > MDMProfileDraft.maximumSmartGroups {
            node?.complain("must not have more than \(MDMProfileDraft.maximumSmartGroups)")
        }
        return references
    }
}

extension EnvironmentExport {
    /// MDM profiles a group manages, by name.
    func mdmProfiles(of groupID: Int64) throws -> [EnvironmentMDMProfile] {
        try MDMProfileRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name").fetchAll(db)
            .compactMap { record in
                guard let platform = DevicePlatform(record.platform) else { return nil }
                var profile = EnvironmentMDMProfile(position: nowhere, name: record.name, platform: platform)
                (profile.uuid, profile.description) = (record.uuid, record.description)
                (profile.version, profile.isActive) = (record.version, record.isActive)
                (profile.assignmentType, profile.context) = (record.assignmentType, record.context)
                profile.general = try MDMProfileStore.members(record.general)
                profile.payloads = try MDMProfileStore.members(record.payloads)
                let smartGroups = try MDMProfileStore.smartGroups(of: try record.storedID(), db)
                profile.smartGroups = try references(smartGroups[.assign] ?? [], from: groupID)
                profile.excludedSmartGroups = try references(smartGroups[.exclude] ?? [], from: groupID)
                return profile
            }
    }

    private func references(_ smartGroups: [Int64], from home: Int64) throws -> [EnvironmentReference] {
        try smartGroups.compactMap { id in
            try SmartGroupRecord.stored(id, db).map {
                try reference(to: $0.name, of: $0.groupId, from: home)
            }
        }
    }
}
