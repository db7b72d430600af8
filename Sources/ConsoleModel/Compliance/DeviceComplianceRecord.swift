package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// The result of the rules for a device; a device without a row keeps all of them.
package struct DeviceComplianceRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "deviceCompliance"

    var deviceId: Int64
    /// Raw value of the `ComplianceStatus` that followed from the rules.
    var status: Int
    /// Since when.
    package var since: Timestamp
    /// Whether the status of the device was set by hand, which no rule undoes.
    var isSetByHand: Bool
    /// Whether the reports of the device are from an earlier enrollment, and so do not count.
    package var isAwaitingReport: Bool
}

/// The outcome of one rule for one device when it was last evaluated.
struct ComplianceFindingRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "complianceFinding"

    var deviceId: Int64
    var ruleId: Int64
    var outcome: ComplianceOutcome
    /// The value that was found.
    var value: String?
    /// Since when the outcome holds.
    var since: Timestamp
}

/// What an app last found when it evaluated a policy on its device.
package struct ReportedPolicyRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "reportedPolicy"

    var installationId: Int64
    package var policyIdentifier: String
    /// Raw value of a `ComplianceStatus`: 3 compliant, 4 not.
    package var status: Int
    /// Since when the app says so.
    package var since: Timestamp

    /// Replaces an app's findings by those it reports now; unchanged ones keep their time.
    ///
    /// - Parameters:
    ///   - results: Its findings; if a policy has several, the last one counts.
    ///   - installationID: The app on the device.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Throws: What the database throws.
    package static func replace(
        _ results: [BeaconComplianceResult], of installationID: Int64, at now: Timestamp, in transaction: Transaction
    ) throws {
        let known = try all(where: "installationId = ?", [installationID], transaction.db)
        let before = Dictionary(uniqueKeysWithValues: known.map { ($0.policyIdentifier, $0) })
        let after = Dictionary(results.map { ($0.policyIdentifier, $0.status) }) { $1 }
        for policy in before.keys where after[policy] == nil { try before[policy]?.delete(transaction.db) }
        for (policy, status) in after where before[policy]?.status != status {
            try ReportedPolicyRecord(
                installationId: installationID, policyIdentifier: policy, status: status, since: now
            ).save(transaction.db)
        }
    }
}
