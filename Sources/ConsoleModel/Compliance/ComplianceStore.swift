package import ConsolePlatform
import DeviceProtocol
import GRDB

/// Evaluates compliance rules at each contact of a device, and carries out their actions (DeviceServices, section 25).
package struct ComplianceStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    /// How a wipe ends the enrollment.
    let ending: EnrollmentEnding
    let clock: ConsoleClock

    /// Whether a device may go on.
    package enum Verdict: Sendable {
        case allowed, blocked, wiped
    }

    /// Evaluates a device at a contact that reports nothing new; writes only if the result changes.
    ///
    /// - Parameters:
    ///   - deviceID: The device.
    ///   - group: The group whose rules count, if it is not the device's own yet.
    /// - Returns: Whether the device may go on.
    /// - Throws: What the database throws.
    package func evaluate(device deviceID: Int64, for group: OrganizationGroupRecord? = nil) async throws -> Verdict {
        let known = try await database.read { db -> Verdict? in
            guard let subject = try Self.subject(deviceID, for: group, db) else { return .allowed }
            let now = clock.now(in: subject.groupID)
            guard let evaluation = try ComplianceEvaluation(of: subject, db) else {
                return try Self.verdict(on: subject, db)
            }
            return evaluation.isSettled(at: now) ? Self.verdict(evaluation.status) : nil
        }
        if let known { return known }
        return try await database.write { transaction in
            guard let subject = try Self.subject(deviceID, for: group, transaction.db) else { return .allowed }
            return try evaluate(subject, at: clock.now(in: subject.groupID), in: transaction)
        }
    }

    /// Evaluates a device inside the transaction that has brought it up to date.
    ///
    /// - Parameters:
    ///   - subject: The device as it is now.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Returns: Whether the device may go on.
    /// - Throws: What the database throws.
    @discardableResult
    package func evaluate(_ subject: ComplianceSubject, at now: Timestamp, in transaction: Transaction) throws
        -> Verdict
    {
        guard let evaluation = try ComplianceEvaluation(of: subject, transaction.db) else {
            return try Self.verdict(on: subject, transaction.db)
        }
        if evaluation.isSettled(at: now) { return Self.verdict(evaluation.status) }
        try keep(evaluation, at: now, in: transaction)
        try apply(evaluation, at: now, in: transaction)
        return evaluation.wipes ? .wiped : Self.verdict(evaluation.status)
    }

    private static func subject(
        _ deviceID: Int64, for group: OrganizationGroupRecord?, _ db: GRDB.Database
    ) throws -> ComplianceSubject? {
        var subject = try ComplianceSubject.fetch(deviceID, db)
        if let group { subject?.subtree = group.subtree }
        return subject
    }

    /// Whether a device whose rules change nothing now may go on.
    ///
    /// A device that rules blocked before it was un-enrolled may come back as soon as its last report breaks none of
    /// them.
    private static func verdict(on subject: ComplianceSubject, _ db: GRDB.Database) throws -> Verdict {
        let isBlocked = verdict(subject.complianceStatus) == .blocked
        return try isBlocked && !subject.isHeld && !subject.breaksRules(db)
            ? .allowed : verdict(subject.complianceStatus)
    }

    private static func verdict(_ status: Int) -> Verdict {
        status == ComplianceStatus.blocked.rawValue ? .blocked : .allowed
    }

    private func keep(_ evaluation: ComplianceEvaluation, at now: Timestamp, in transaction: Transaction) throws {
        let deviceID = evaluation.subject.deviceID
        for ruleID in evaluation.obsolete {
            try transaction.db.execute(
                sql: "DELETE FROM complianceFinding WHERE deviceId = ? AND ruleId = ?", arguments: [deviceID, ruleID])
        }
        for finding in evaluation.changed {
            try transaction.db.execute(
                sql: """
                    INSERT INTO complianceFinding (deviceId, ruleId, outcome, value, since)
                    VALUES (?1, ?2, ?3, ?4, MAX(?5, ?6))
                    ON CONFLICT (deviceId, ruleId) DO UPDATE SET value = excluded.value, outcome = excluded.outcome,
                        since = CASE WHEN outcome = excluded.outcome AND since >= ?6 THEN since ELSE excluded.since END
                    """,
                // The clock of the rule's group may be ahead of the device's.
                arguments: [
                    deviceID, finding.rule.id, finding.outcome.rawValue, finding.value, now, finding.rule.updatedAt,
                ])
        }
        let standing = evaluation.standing(at: now)
        if let standing, standing != evaluation.subject.standing { try standing.save(transaction.db) }
        if standing == nil { try evaluation.subject.standing?.delete(transaction.db) }
    }

    /// Sets the device's status; a wipe becomes pending, and revokes its credentials.
    private func apply(_ evaluation: ComplianceEvaluation, at now: Timestamp, in transaction: Transaction) throws {
        let subject = evaluation.subject
        let enrollment = evaluation.wipes ? EnrollmentStatus.enterpriseWipePending.rawValue : subject.enrollmentStatus
        guard enrollment != subject.enrollmentStatus || evaluation.status != subject.complianceStatus else { return }
        try transaction.db.execute(
            sql: """
                UPDATE device SET complianceStatus = ?1, enrollmentStatus = ?2,
                    statusChangedAt = CASE WHEN enrollmentStatus = ?2 THEN statusChangedAt ELSE ?3 END WHERE id = ?4
                """, arguments: [evaluation.status, enrollment, now, subject.deviceID])
        transaction.changesConfiguration()
        let rules = evaluation.brokenRules.joined(separator: ", ")
        let event = ConsoleEvent(
            action: .deviceComplianceChanged, subjectKind: "device", subject: subject.device,
            groupID: subject.groupID, at: now, deviceID: subject.deviceID)
        try events.record(
            event, by: .system,
            before: Self.fields(subject.complianceStatus, subject.enrollmentStatus),
            after: Self.fields(evaluation.status, enrollment).merging(["brokenRules": rules]) { $1 }, in: transaction)
        guard evaluation.wipes else { return }
        try ending.cutOff(
            subject.deviceID, as: .enterpriseWipePending, reason: "the device is wiped because it breaks \(rules)",
            at: now, in: transaction)
    }

    private static func fields(_ compliance: Int, _ enrollment: Int) -> [String: String?] {
        ["complianceStatus": String(compliance), "enrollmentStatus": String(enrollment)]
    }
}
