import DeviceProtocol
import GRDB
import Yams

/// An MDM profile of an environment file.
struct EnvironmentMDMProfile: Sendable {
    var position: EnvironmentPosition
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
    /// What else `General` says, by name.
    var general: [JSONMember] = []
    /// Its payloads, by name.
    var payloads: [JSONMember] = []
}

/// Reads MDM profiles of an environment file.
enum EnvironmentMDMProfileReader {
    static let contexts = ["Device", "User"]
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
        let references = node?.list.compactMap(EnvironmentGroupReader.reference) ?? []
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
            try SmartGroupRecord.fetchOne(db, key: id).map {
                try reference(to: $0.name, of: $0.groupId, from: home)
            }
        }
    }
}

extension EnvironmentWriter {
    /// An MDM profile as it is written.
    static func mdmProfile(_ profile: EnvironmentMDMProfile) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(profile.name))
            $0.add("uuid", profile.uuid.map(YAMLWriting.text))
            $0.add("platform", YAMLWriting.text(profile.platform.rawValue))
            $0.addText("description", profile.description)
            $0.add("version", YAMLWriting.integer(profile.version))
            $0.add("assignmentType", YAMLWriting.text(profile.assignmentType))
            $0.add("context", YAMLWriting.text(profile.context))
            $0.add("active", YAMLWriting.bool(profile.isActive))
            $0.addList("smartGroups", profile.smartGroups.map(reference))
            $0.addList("excludedSmartGroups", profile.excludedSmartGroups.map(reference))
            if !profile.general.isEmpty { $0.add("general", EnvironmentJSON.mapping(profile.general).node) }
            if !profile.payloads.isEmpty { $0.add("payloads", EnvironmentJSON.mapping(profile.payloads).node) }
        }.node
    }
}

extension EnvironmentSchema {
    static let mdmProfile = JSONSchema.object(
        [
            ("name", .text(1...255)), ("uuid", .defined("uuid")),
            ("platform", .word(DevicePlatform.allCases.map(\.rawValue))), ("description", .text(0...4096)),
            ("version", .integer(1...1_000_000_000).defaulting(to: .number("1"))),
            (
                "assignmentType",
                .text(1...64).defaulting(to: .string(MDMProfileAssignment.auto.rawValue))
                    .described(
                        MDMProfileAssignment.allCases.map(\.rawValue).joined(separator: ", ") + " or another word.")
            ),
            (
                "context",
                .word(EnvironmentMDMProfileReader.contexts)
                    .defaulting(to: .string(EnvironmentMDMProfileReader.contexts[0]))
            ),
            ("active", .bool.defaulting(to: .bool(true))),
            ("smartGroups", .list(.defined("reference"), maximum: MDMProfileDraft.maximumSmartGroups)),
            ("excludedSmartGroups", .list(.defined("reference"), maximum: MDMProfileDraft.maximumSmartGroups)),
            ("general", members.described("What else the section General says.")),
            ("payloads", members.described("The sections of the profile, by name.")),
        ], required: ["name", "platform"])

    private static let members = JSONSchema.type("object")
        .with("additionalProperties", JSONSchema.defined("jsonValue").value)
        .with("maxProperties", .number("\(MDMProfileDraft.maximumPayloads)"))
        .with("propertyNames", JSONSchema("minLength", .number("1")).with("maxLength", .number("255")).value)

    /// Whatever JSON can hold; a mapping of nothing but `$json` holds a JSON text.
    static let jsonValue = JSONSchema.type("string", "number", "boolean", "array", "object", "null")
        .with("items", JSONSchema.defined("jsonValue").value)
        .with("additionalProperties", JSONSchema.defined("jsonValue").value)
        .with(
            "if", JSONSchema.having(EnvironmentJSON.key).with("maxProperties", .number("1")).value
        ).with("then", JSONSchema("properties", JSONSchema.members([(EnvironmentJSON.key, .type("string"))])).value)
}
