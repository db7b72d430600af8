import DeviceProtocol
import Foundation

/// Reads one organization group of an environment file and what belongs to it.
enum EnvironmentGroupReader {
    private static let keys = [
        "path", "id", "uuid", "name", "type", "country", "locale", "settings", "restrictedUserGroups", "tags", "users",
        "userGroups", "images", "profiles", "complianceRules", "smartGroups", "applications", "applicationGroups",
        "mdmProfiles", "termsOfUse", "eventNotifications",
    ]

    /// Reads a group; nil, with notes, if it has no path.
    static func read(_ node: EnvironmentNode) -> EnvironmentGroup? {
        guard let mapping = node.mapping(keys), let path = path(mapping.required("path")) else { return nil }
        let isRoot = path.count == 1
        var group = EnvironmentGroup(position: mapping.position, path: path)
        group.name = mapping["name"]?.text(1...255)
        group.uuid = mapping["uuid"]?.uuid
        if let id = mapping["id"] {
            group.id = id.integer(OrganizationGroupRecord.globalID...OrganizationGroupRecord.globalID)
            if !isRoot { id.complain("only the topmost group has an id") }
        }
        if let type = mapping["type"] {
            group.type = type.choice(OrganizationGroupRecord.types)
            if let found = group.type, (found == "Global") != isRoot {
                type.complain("only the topmost group is of the type Global")
            }
        }
        group.country = mapping["country"]?.text()
        group.locale = mapping["locale"]?.text(1...255)
        group.settings = mapping["settings"].map(settings)
        group.restrictedUserGroups = mapping["restrictedUserGroups"]?.list.compactMap(reference)
        readParts(of: &group, mapping)
        return group
    }

    private static func readParts(of group: inout EnvironmentGroup, _ mapping: EnvironmentMapping) {
        group.tags = mapping["tags"]?.list.compactMap(tag) ?? []
        group.users = mapping["users"]?.list.compactMap(EnvironmentUserReader.user) ?? []
        group.userGroups = mapping["userGroups"]?.list.compactMap(EnvironmentUserReader.userGroup) ?? []
        group.images = mapping["images"]?.list.compactMap(EnvironmentProfileReader.image) ?? []
        group.profiles = mapping["profiles"]?.list.compactMap(EnvironmentProfileReader.read) ?? []
        group.complianceRules =
            mapping["complianceRules"]?.list.compactMap(EnvironmentComplianceRuleReader.read) ?? []
        group.smartGroups = mapping["smartGroups"]?.list.compactMap(EnvironmentSmartGroupReader.read) ?? []
        group.applications = mapping["applications"]?.list.compactMap(EnvironmentApplicationReader.read) ?? []
        group.applicationGroups =
            mapping["applicationGroups"]?.list.compactMap(EnvironmentApplicationGroupReader.read) ?? []
        group.mdmProfiles = mapping["mdmProfiles"]?.list.compactMap(EnvironmentMDMProfileReader.read) ?? []
        group.termsOfUse = mapping["termsOfUse"]?.list.compactMap(EnvironmentTermsReader.read) ?? []
        group.eventNotifications =
            mapping["eventNotifications"]?.list.compactMap(EnvironmentNotificationReader.read) ?? []
        unique(group.tags.map { ($0.name, $0.position) }, mapping["tags"])
        unique(group.users.map { ($0.username, $0.position) }, mapping["users"])
        unique(group.userGroups.map { ($0.name, $0.position) }, mapping["userGroups"])
        unique(group.images.map { ($0.name, $0.position) }, mapping["images"])
        unique(group.profiles.map { ($0.name, $0.position) }, mapping["profiles"])
        unique(group.complianceRules.map { ($0.draft.name, $0.position) }, mapping["complianceRules"])
        unique(group.smartGroups.map { ($0.name, $0.position) }, mapping["smartGroups"])
        unique(group.applications.map { ($0.title, $0.position) }, mapping["applications"])
        unique(group.applicationGroups.map { ($0.name, $0.position) }, mapping["applicationGroups"])
        unique(group.mdmProfiles.map { ($0.name, $0.position) }, mapping["mdmProfiles"])
        unique(group.termsOfUse.map { ($0.name, $0.position) }, mapping["termsOfUse"])
        // Those with a uuid may share a name.
        unique(group.eventNotifications.map { ($0.uuid ?? $0.name, $0.position) }, mapping["eventNotifications"])
    }

    private static func unique(_ names: [(String, EnvironmentPosition)], _ node: EnvironmentNode?) {
        // As the database tells names apart: by bytes, but for the letters of ASCII.
        var seen: Set<[UInt8]> = []
        for (name, position) in names
        where !seen.insert(name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }).inserted {
            node?.problems.add("\(name) stands here twice", at: position, field: node?.field ?? "")
        }
    }

    private static func path(_ node: EnvironmentNode?) -> [String]? {
        guard let node, let text = node.text(1...1000) else { return nil }
        let codes = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard codes.count <= 32, codes.allSatisfy({ GroupCode($0) != nil }) else {
            node.complain(
                "is \"\(text.prefix(60))\"; it must be group IDs from the root down, joined by slashes, each \(GroupCode.rule)"
            )
            return nil
        }
        return codes
    }

    private static func tag(_ node: EnvironmentNode) -> EnvironmentTag? {
        guard let mapping = node.mapping(["name", "uuid", "type", "avatar"]),
            let name = mapping.required("name")?.text(1...255)
        else { return nil }
        var tag = EnvironmentTag(position: mapping.position, name: name, uuid: mapping["uuid"]?.uuid)
        tag.kind = mapping["type"]?.choice(EnvironmentTag.types).flatMap(TagKind.init) ?? .device
        tag.avatar = mapping["avatar"]?.text() ?? ""
        return tag
    }

    private static func settings(_ node: EnvironmentNode) -> [GroupSetting: EnvironmentSetting] {
        guard let mapping = node.mapping(GroupSetting.allCases.map(\.rawValue)) else { return [:] }
        var settings: [GroupSetting: EnvironmentSetting] = [:]
        for (key, node) in mapping.entries {
            guard let setting = GroupSetting(rawValue: key) else { continue }
            settings[setting] = value(of: setting, node)
        }
        return settings
    }

    private static func value(of setting: GroupSetting, _ node: EnvironmentNode) -> EnvironmentSetting? {
        switch setting.form {
        case .bool: return node.bool.map { .value(.bool($0)) }
        case .integer(let range): return node.integer(range).map { .value(.integer($0)) }
        case .choices(let choices): return .value(.strings(node.list.compactMap { $0.choice(choices) }))
        case .text(let maximum): return node.text(0...maximum).map { .value(.string($0)) }
        case .texts(let form): return .value(.strings(node.list.compactMap { text($0, form) }))
        case .profile:
            if node.isNull { return .value(.none) }
            return reference(node).map { .profile($0) }
        }
    }

    private static func text(_ node: EnvironmentNode, _ form: GroupSettingText) -> String? {
        guard let text = node.text(1...5000) else { return nil }
        if !form.accepts(text) { node.complain("is \"\(text.prefix(60))\"; it must be \(form.rule)") }
        return text
    }

    /// A reference: a name of the same group, or a mapping of `group` (a path) and `name`.
    static func reference(_ node: EnvironmentNode) -> EnvironmentReference? {
        let position = node.position ?? EnvironmentPosition(line: 1, column: 1)
        guard node.isMapping else {
            return node.text(1...255).map {
                EnvironmentReference(position: position, field: node.field, group: nil, name: $0)
            }
        }
        guard let mapping = node.mapping(["group", "name"]), let name = mapping.required("name")?.text(1...255) else {
            return nil
        }
        let group = mapping["group"]?.text(1...1000)
        return EnvironmentReference(position: position, field: node.field, group: group, name: name)
    }
}
