package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// How a device complies with the rules, computed on request.
package struct ComplianceExplanation: Sendable {
    /// One rule.
    package struct Step: Sendable {
        package let finding: ComplianceFinding
        /// Code of the group the rule, or the SDK profile that asks for it, belongs to.
        package let groupCode: String
        /// Since when the outcome holds; nil if it differs from that of the device's last contact, and for what an SDK
        /// profile asks for.
        package let since: Timestamp?
    }

    package let device: DeviceRecord
    package let standing: DeviceComplianceRecord?
    package let isSetByHand: Bool
    package let steps: [Step]
    /// The findings of apps, with their bundle identifiers.
    package let reported: [(bundle: String, result: ReportedPolicyRecord)]
}

extension ComplianceStore {
    /// The findings of the rules in force for a device, as if everything that is stored of it were reported by now.
    ///
    /// - Parameters:
    ///   - deviceID: The device.
    ///   - db: The database.
    /// - Returns: A finding for each rule; none for an unknown device.
    /// - Throws: What the database throws.
    package static func findings(asReportedBy deviceID: Int64, _ db: GRDB.Database) throws -> [ComplianceFinding] {
        guard var subject = try ComplianceSubject.fetch(deviceID, db) else { return [] }
        subject.standing = nil
        let rules = try subject.rulesInForce(db)
        let facts = try subject.facts(for: rules, db)
        return rules.map { ComplianceFinding($0.rule, of: $0.profile, facts) }
    }

    /// How a device complies with every rule in force, and why.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func explanation(of identifier: DeviceIdentifier, in subtree: Subtree) async throws -> ComplianceExplanation
    {
        try await database.read { db in
            let device = try DeviceStore.device(identifier, in: subtree, db)
            let id = try device.storedID()
            guard let subject = try ComplianceSubject.fetch(id, db) else {
                throw ConsoleError(.notFound, "There is no device \(identifier).")
            }
            let rules = try subject.rulesInForce(db)
            let facts = try subject.facts(for: rules, db)
            let stored = try ComplianceFindingRecord.all(where: "deviceId = ?", [id], db)
            let steps = try rules.map { inForce in
                let rule = inForce.rule
                let finding = ComplianceFinding(rule, of: inForce.profile, facts)
                let known = stored.first { $0.ruleId == rule.id && $0.outcome == finding.outcome }
                return ComplianceExplanation.Step(
                    finding: finding, groupCode: try OrganizationGroupStore.group(id: rule.groupId, db).code,
                    since: known?.since)
            }
            return ComplianceExplanation(
                device: device, standing: subject.standing, isSetByHand: subject.isHeld, steps: steps,
                reported: try Self.reported(of: id, db))
        }
    }

    private static func reported(
        of deviceID: Int64, _ db: GRDB.Database
    ) throws -> [(bundle: String, result: ReportedPolicyRecord)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT installation.bundleId, reportedPolicy.* FROM reportedPolicy
                JOIN installation ON installation.id = reportedPolicy.installationId
                WHERE installation.deviceId = ? ORDER BY installation.bundleId, reportedPolicy.policyIdentifier
                """, arguments: [deviceID])
        return try rows.map { (bundle: $0["bundleId"], result: try ReportedPolicyRecord(row: $0)) }
    }
}
