import GRDB

/// What a compliance rule looks at.
enum ComplianceRuleKind: String, CaseIterable, Codable, Sendable {
    /// The version of an app on the device.
    case applicationVersion
    /// The version of the operating system.
    case osVersion
    /// Whether the device is found to be manipulated.
    case compromised
}

/// What happens to a device that breaks a compliance rule.
enum ComplianceAction: String, CaseIterable, Codable, Sendable {
    /// It gets in no more until it keeps the rule again.
    case block
    /// Its enterprise data is to go: an enterprise wipe.
    case wipe
}

/// What an organization group asks of the devices in it and below it (DeviceServices, section 25).
///
/// A rule states what is required; a device for which that does not hold breaks the rule.
struct ComplianceRuleRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "complianceRule"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var kind: ComplianceRuleKind
    /// The app; nil unless the rule is about one.
    var bundleId: String?
    /// How versions are compared; nil for a rule about compromised devices.
    var `operator`: VersionComparison?
    /// The version named; nil with the operator.
    var version: String?
    var action: ComplianceAction
    var isActive: Bool
    var createdAt: Timestamp
    var updatedAt: Timestamp

    /// What it asks for, as a phrase: `an OS version of at least 17.0`.
    var requirement: String {
        let wanted = "\(self.operator?.phrase ?? "") \(version ?? "")"
        return switch kind {
        case .applicationVersion: "\(bundleId ?? "") in a version of \(wanted)"
        case .osVersion: "an OS version of \(wanted)"
        case .compromised: "a device that is not compromised"
        }
    }
}
