package import ConsolePlatform
import GRDB

/// The property that a compliance rule checks.
package enum ComplianceRuleKind: String, CaseIterable, Codable, Sendable {
    /// The version of an app on the device.
    case applicationVersion
    /// The version of the operating system.
    case osVersion
    /// Whether the device is found compromised.
    case compromised
}

/// What happens to a device that breaks a compliance rule.
package enum ComplianceAction: String, CaseIterable, Codable, Sendable {
    /// What rules of groups may ask for; the rest is for SDK profiles.
    package static let allCases: [ComplianceAction] = [.block, .wipe]

    /// It is called non-compliant, and goes on.
    case markNonCompliant
    /// It is blocked until it keeps the rule again.
    case block
    /// It gets an enterprise wipe.
    case wipe
}

/// A requirement of an organization group for the devices in it and below it (DeviceServices, section 25).
///
/// A rule states what is required; a device for which that does not hold breaks the rule.
package struct ComplianceRuleRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "complianceRule"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var name: String
    package var kind: ComplianceRuleKind
    /// The app; nil unless the rule is about one.
    package var bundleId: String?
    /// How versions are compared; nil for a rule about compromised devices.
    package var `operator`: VersionComparison?
    /// The version to compare with; nil if the operator is nil.
    package var version: String?
    package var action: ComplianceAction
    package var isActive: Bool
    var createdAt: Timestamp
    package var updatedAt: Timestamp

    /// The requirement as a phrase: `an OS version of at least 17.0`.
    package var requirement: String {
        let wanted = "\(self.operator?.phrase ?? "") \(version ?? "")"
        return switch kind {
        case .applicationVersion: "\(bundleId ?? "") in a version of \(wanted)"
        case .osVersion: "an OS version of \(wanted)"
        case .compromised: "a device that is not compromised"
        }
    }
}

extension ComplianceRuleRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "groupId", "name", "kind", "bundleId", "operator", "version", "action", "isActive",
    ]
}
