import ConsoleModel

/// Reads compliance rules of an environment file.
enum EnvironmentComplianceRuleReader {
    private static let keys = ["name", "uuid", "kind", "bundleId", "operator", "version", "action", "active"]

    static func read(_ node: EnvironmentNode) -> EnvironmentComplianceRule? {
        guard let mapping = node.mapping(keys), let name = mapping.required("name")?.text(1...255),
            let kind: ComplianceRuleKind = word(mapping.required("kind"))
        else { return nil }
        var draft = ComplianceRuleDraft(name: name, kind: kind)
        draft.bundleId = mapping["bundleId"]?.text(1...255)
        draft.comparison = word(mapping["operator"])
        draft.version = mapping["version"]?.text(1...64)
        draft.action = word(mapping["action"]) ?? .block
        draft.isActive = mapping["active"]?.bool ?? true
        for problem in draft.problems {
            // A problem with an unreadable value has been noted already.
            guard let node = mapping[problem.field] else {
                mapping.whole.complain("\(problem.field) \(problem.message)")
                continue
            }
            let isRead = ["bundleId": draft.bundleId != nil, "version": draft.version != nil]
            if isRead[problem.field] ?? (draft.comparison != nil) { node.complain(problem.message) }
        }
        return EnvironmentComplianceRule(position: mapping.position, uuid: mapping["uuid"]?.uuid, draft: draft)
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ node: EnvironmentNode?) -> Word? {
        node?.choice(Word.allCases.map(\.rawValue)).flatMap(Word.init)
    }
}
