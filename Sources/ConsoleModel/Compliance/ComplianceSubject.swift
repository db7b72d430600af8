import DeviceProtocol
import GRDB

/// A device as the evaluation of rules sees it.
package struct ComplianceSubject: Sendable {
    let deviceID: Int64
    /// Identifier of the device, for events.
    let device: String
    let groupID: Int64
    /// Subtree of the group whose rules count.
    var subtree: Subtree
    /// Raw value of an `EnrollmentStatus`.
    let enrollmentStatus: Int
    /// Raw value of the `ComplianceStatus` the device has now.
    let complianceStatus: Int
    let osVersion: String?
    let isCompromised: Bool
    /// The previous result of the rules.
    package var standing: DeviceComplianceRecord?

    /// Made of its parts.
    package init(
        deviceID: Int64, device: String, groupID: Int64, subtree: Subtree, enrollmentStatus: Int,
        complianceStatus: Int, osVersion: String?, isCompromised: Bool, standing: DeviceComplianceRecord? = nil
    ) {
        self.deviceID = deviceID
        self.device = device
        self.groupID = groupID
        self.subtree = subtree
        self.enrollmentStatus = enrollmentStatus
        self.complianceStatus = complianceStatus
        self.osVersion = osVersion
        self.isCompromised = isCompromised
        self.standing = standing
    }

    /// Statuses that only rules set.
    private static let ofRules: Set<ComplianceStatus> = [.unknown, .compliant, .nonCompliant, .pendingComplianceCheck]

    /// Whether somebody has set the status by hand: then no rule changes it.
    ///
    /// A status that differs from the last result of the rules also counts as set by hand.
    var isHeld: Bool {
        if let standing, standing.isSetByHand { return true }
        let last = standing?.status ?? ComplianceStatus.compliant.rawValue
        let isOfRules = ComplianceStatus(rawValue: complianceStatus).map(Self.ofRules.contains) ?? false
        return complianceStatus != last && !isOfRules
    }

    /// Reads a device; nil if it is deleted.
    static func fetch(_ deviceID: Int64, _ db: GRDB.Database) throws -> ComplianceSubject? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.identifier, device.groupId, organizationGroup.path, device.enrollmentStatus,
                    device.complianceStatus, device.osVersion, device.isCompromised
                FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId WHERE device.id = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [deviceID]) else { return nil }
        return ComplianceSubject(
            deviceID: deviceID, device: row[0], groupID: row[1], subtree: row[2], enrollmentStatus: row[3],
            complianceStatus: row[4], osVersion: row[5], isCompromised: row[6],
            standing: try DeviceComplianceRecord.fetchOne(db, key: deviceID))
    }

    /// The properties that rules use.
    ///
    /// - Parameters:
    ///   - rules: The rules; only the properties that they use are read.
    ///   - db: The database.
    /// - Returns: What the device has reported since it was enrolled.
    /// - Throws: What the database throws.
    func facts(for rules: [RuleInForce], _ db: GRDB.Database) throws -> ComplianceFacts {
        let isAwaited = standing?.isAwaitingReport ?? false
        let needsApps = rules.contains { $0.rule.kind == .applicationVersion }
        return ComplianceFacts(
            osVersion: isAwaited ? nil : osVersion, isCompromised: isAwaited ? nil : isCompromised,
            appVersions: needsApps ? try appVersions(db) : [:])
    }

    /// The rules of the groups, from the root down, and what the SDK profiles of the device's apps ask for.
    func rulesInForce(_ db: GRDB.Database) throws -> [RuleInForce] {
        let ofGroups = try ComplianceRuleStore.rulesInForce(atTopOf: subtree, db)
        return try ofGroups.map { RuleInForce(rule: $0, profile: nil) } + ProfileCompliance.rules(for: self, db)
    }

    /// Whether the last report of the device breaks a rule in force that keeps devices out.
    func breaksRules(_ db: GRDB.Database) throws -> Bool {
        let rules = try rulesInForce(db)
        let facts = try facts(for: rules, db)
        return rules.contains {
            $0.rule.action != .markNonCompliant && ComplianceFinding($0.rule, facts).outcome == .broken
        }
    }

    /// Whether an app of a device counts as installed: while it has a credential.
    static let isInForce = """
        (EXISTS (SELECT 1 FROM credential WHERE installationId = installation.id AND revokedAt IS NULL)
            OR EXISTS (SELECT 1 FROM accessToken WHERE installationId = installation.id AND revokedAt IS NULL))
        """

    /// The apps in force, in lower case, each with its version once that was reported.
    private func appVersions(_ db: GRDB.Database) throws -> [String: String?] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT bundleId, appVersion FROM installation WHERE deviceId = ? AND \(Self.isInForce)
                """)
        var versions: [String: String?] = [:]
        for row in try Row.fetchAll(statement, arguments: [deviceID]) {
            let bundle: String = row[0]
            versions.updateValue(row[1], forKey: bundle.lowercased())
        }
        return versions
    }
}
