package import ConsolePlatform
import DeviceProtocol

/// The wanted state of a compliance rule.
package struct ComplianceRuleDraft: Hashable, Sendable {
    package var name: String
    package var kind: ComplianceRuleKind
    package var bundleId: String?
    package var comparison: VersionComparison?
    package var version: String?
    package var action = ComplianceAction.block
    package var isActive = true

    /// An error in it.
    package struct Problem: Hashable, Sendable {
        /// The field at fault.
        package let field: String
        /// What is wrong and what would be accepted, without the field.
        package let message: String
    }

    /// Its errors; empty for a valid rule.
    package var problems: [Problem] {
        var problems: [Problem] = []
        func add(_ field: String, _ message: String) { problems.append(Problem(field: field, message: message)) }
        if (kind == .applicationVersion) != (bundleId != nil) {
            let needs = "is needed for the kind applicationVersion"
            add("bundleId", bundleId == nil ? needs : "is only for the kind applicationVersion")
        }
        if let bundleId, BundleIdentifier(bundleId) == nil { add("bundleId", "has to be \(BundleIdentifier.rule)") }
        for (field, isThere) in [("operator", comparison != nil), ("version", version != nil)]
        where (kind == .compromised) == isThere {
            add(field, isThere ? "is not for the kind compromised" : "is needed for the kind \(kind.rawValue)")
        }
        if let version, ComparableVersion(version) == nil || !(1...64).contains(version.unicodeScalars.count) {
            add("version", "is \"\(version.prefix(60))\"; it has to be a version such as 17.3.1")
        }
        return problems
    }

    /// A draft with the fields that every rule has.
    package init(name: String, kind: ComplianceRuleKind) {
        self.name = name
        self.kind = kind
    }

    /// The row of a rule.
    ///
    /// - Parameters:
    ///   - known: The row it changes; nil for a new one.
    ///   - uuid: Its uuid.
    ///   - groupID: The group it belongs to.
    ///   - now: The time.
    /// - Returns: The row; if nothing changes, it keeps the time of the last change.
    package func record(changing known: ComplianceRuleRecord?, uuid: String, groupID: Int64, at now: Timestamp)
        -> ComplianceRuleRecord
    {
        var record = ComplianceRuleRecord(
            id: known?.id, uuid: uuid, groupId: groupID, name: name, kind: kind, bundleId: bundleId,
            operator: comparison, version: version, action: action, isActive: isActive,
            createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
        if record != known { record.updatedAt = now }
        return record
    }
}

extension ComplianceRuleRecord {
    /// A draft that describes this rule.
    package var draft: ComplianceRuleDraft {
        var draft = ComplianceRuleDraft(name: name, kind: kind)
        draft.bundleId = bundleId
        draft.comparison = self.operator
        draft.version = version
        (draft.action, draft.isActive) = (action, isActive)
        return draft
    }
}
