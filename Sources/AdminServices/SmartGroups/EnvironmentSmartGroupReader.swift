import ConsoleModel
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
        group.addedUsers = EnvironmentReference.list(mapping["addedUsers"])
        group.excludedUsers = EnvironmentReference.list(mapping["excludedUsers"])
        group.excludedUserGroups = EnvironmentReference.list(mapping["excludedUserGroups"])
        guard let criteria = mapping["criteria"]?.mapping(Self.criteria) else { return group }
        group.organizationGroups = EnvironmentReference.list(criteria["organizationGroups"])
        group.userGroups = EnvironmentReference.list(criteria["userGroups"])
        group.tags = EnvironmentReference.list(criteria["tags"])
        for (key, kind) in EnvironmentSmartGroup.wordKeys { group.words[kind] = texts(criteria[key]) }
        group.osVersions = criteria["osVersions"]?.list.compactMap(osVersion) ?? []
        if group.osVersions.count > SmartGroupCriterionRecord.maximumVersions {
            criteria["osVersions"]?.complain("has at most \(SmartGroupCriterionRecord.maximumVersions) comparisons")
        }
        return group
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
