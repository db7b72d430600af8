import DeviceProtocol
import Foundation

/// Reads smart groups of an environment file.
enum EnvironmentSmartGroupReader {
    private static let criteria =
        ["organizationGroups", "userGroups", "tags"] + EnvironmentSmartGroup.wordKeys.map(\.key) + ["osVersions"]
    private static let comparisons = ["<=", ">=", "!=", "=", "<", ">"]

    static func read(_ node: EnvironmentNode) -> EnvironmentSmartGroup? {
        let keys = [
            "name", "uuid", "criteriaType", "criteria", "addedUsers", "excludedUsers", "excludedUserGroups",
        ]
        guard let mapping = node.mapping(keys), let name = mapping.required("name")?.text(1...255) else { return nil }
        var group = EnvironmentSmartGroup(position: mapping.position, name: name)
        group.uuid = mapping["uuid"]?.uuid
        group.criteriaType = mapping["criteriaType"]?.choice(SmartGroupRecord.criteriaTypes) ?? "All"
        group.addedUsers = references(mapping["addedUsers"])
        group.excludedUsers = references(mapping["excludedUsers"])
        group.excludedUserGroups = references(mapping["excludedUserGroups"])
        guard let criteria = mapping["criteria"]?.mapping(Self.criteria) else { return group }
        group.organizationGroups = references(criteria["organizationGroups"])
        group.userGroups = references(criteria["userGroups"])
        group.tags = references(criteria["tags"])
        for (key, kind) in EnvironmentSmartGroup.wordKeys { group.words[kind] = texts(criteria[key]) }
        group.osVersions = criteria["osVersions"]?.list.compactMap(osVersion) ?? []
        if group.osVersions.count > SmartGroupCriterionRecord.maximumVersions {
            criteria["osVersions"]?.complain("has at most \(SmartGroupCriterionRecord.maximumVersions) comparisons")
        }
        return group
    }

    private static func references(_ node: EnvironmentNode?) -> [EnvironmentReference] {
        node?.list.compactMap(EnvironmentGroupReader.reference) ?? []
    }

    private static func texts(_ node: EnvironmentNode?) -> [String] {
        node?.list.compactMap { $0.text(1...255) } ?? []
    }

    private static func osVersion(_ node: EnvironmentNode) -> EnvironmentOSVersion? {
        guard let text = node.line(1...64) else { return nil }
        let start = text.firstIndex { "<>=!".contains($0) } ?? text.startIndex
        let platform = text[..<start].trimmingCharacters(in: .whitespaces)
        let comparison = comparisons.first { text[start...].hasPrefix($0) }
        let version = text[start...].dropFirst(comparison?.count ?? 0).trimmingCharacters(in: .whitespaces)
        guard let comparison, SmartGroupWords.version(version) != nil else {
            node.complain(
                "is \"\(text)\"; it must be a comparison such as \">= 16.0\", one of \(comparisons.joined(separator: " ")) and a version"
            )
            return nil
        }
        return EnvironmentOSVersion(
            platform: platform.isEmpty ? nil : platform, comparison: comparison, version: version)
    }
}

/// Reads applications of an environment file.
enum EnvironmentApplicationReader {
    private static let keys = [
        "bundleId", "uuid", "name", "type", "platform", "version", "status", "store", "profile", "assignments",
        "exclusions",
    ]

    static func read(_ node: EnvironmentNode) -> EnvironmentApplication? {
        guard let mapping = node.mapping(keys), let bundleNode = mapping.required("bundleId"),
            let bundle = bundleNode.text(1...255)
        else { return nil }
        if BundleIdentifier(bundle) == nil { bundleNode.complain("must be \(BundleIdentifier.rule)") }
        var application = EnvironmentApplication(
            position: mapping.position, bundleId: bundle, name: mapping["name"]?.text(1...255) ?? bundle)
        application.uuid = mapping["uuid"]?.uuid
        application.type = mapping["type"]?.choice(AppKind.allCases.map(\.rawValue)) ?? AppKind.uploaded.rawValue
        application.platform = mapping["platform"]?.text(1...64) ?? "Apple"
        application.version = mapping["version"]?.text(0...64) ?? ""
        application.status = mapping["status"]?.choice(ApplicationRecord.statuses) ?? "Active"
        application.store = EnvironmentStoreReader.read(mapping["store"], of: application)
        readProfile(of: &application, mapping["profile"])
        application.assignments = mapping["assignments"]?.list.compactMap(assignment) ?? []
        application.exclusions = mapping["exclusions"]?.list.compactMap(EnvironmentGroupReader.reference) ?? []
        complainAboutTwins(application.assignments.map(\.smartGroup), mapping["assignments"])
        complainAboutTwins(application.exclusions, mapping["exclusions"])
        return application
    }

    private static func complainAboutTwins(_ names: [EnvironmentReference], _ node: EnvironmentNode?) {
        var seen: Set<String> = []
        for name in names where !seen.insert("\(name.group ?? "")/\(name.name)".lowercased()).inserted {
            node?.complain("the smart group \(name.name) stands here twice")
        }
    }

    /// `none`, `default`, or a reference; a profile that is really called so is written as a mapping.
    private static func readProfile(of application: inout EnvironmentApplication, _ node: EnvironmentNode?) {
        guard let node else { return }
        if !node.isMapping, let mode = node.scalar.flatMap({ ProfileMode(rawValue: $0.text) }), mode != .custom {
            application.profileMode = mode
            return
        }
        application.profile = EnvironmentGroupReader.reference(node)
        application.profileMode = .custom
    }

    private static func assignment(_ node: EnvironmentNode) -> EnvironmentAssignment? {
        guard let mapping = node.mapping(["smartGroup", "priority"]),
            let smartGroup = mapping.required("smartGroup").flatMap(EnvironmentGroupReader.reference)
        else { return nil }
        return EnvironmentAssignment(
            smartGroup: smartGroup,
            priority: mapping["priority"]?.integer(0...RuleDocument.maximumPriority) ?? 0)
    }
}
