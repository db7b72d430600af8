package import ConsolePlatform
package import DeviceProtocol
import GRDB

extension ComplianceStore {
    /// Forgets what a device reported in an earlier enrollment: rules wait for its next beacon.
    ///
    /// - Parameters:
    ///   - deviceID: A device that is being enrolled, or released.
    ///   - isNew: Whether this is its first contact with the console.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Throws: What the database throws.
    package func restart(device deviceID: Int64, isNew: Bool = false, at now: Timestamp, in transaction: Transaction)
        throws
    {
        let db = transaction.db
        guard let subject = try ComplianceSubject.fetch(deviceID, db) else { return }
        let hasRules = try !subject.rulesInForce(db).isEmpty
        if isNew, !hasRules { return }
        let status = hasRules ? ComplianceStatus.pendingComplianceCheck : .compliant
        try db.execute(sql: "DELETE FROM complianceFinding WHERE deviceId = ?", arguments: [deviceID])
        try db.execute(sql: "UPDATE installation SET appVersion = NULL WHERE deviceId = ?", arguments: [deviceID])
        try db.execute(
            sql: "UPDATE device SET isCompromised = 0, complianceStatus = ? WHERE id = ?",
            arguments: [subject.isHeld ? subject.complianceStatus : status.rawValue, deviceID])
        try DeviceComplianceRecord(
            deviceId: deviceID, status: status.rawValue, since: now, isSetByHand: subject.isHeld,
            isAwaitingReport: true
        ).save(db)
        transaction.changesConfiguration()
    }

    /// Blocks a device until an administrator releases it; rules change nothing about that.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func block(_ identifier: DeviceIdentifier, by administrator: AdministratorIdentity) async throws {
        try await change(identifier, .deviceBlocked, by: administrator) { subject, now, transaction in
            guard !subject.isHeld || subject.complianceStatus != ComplianceStatus.blocked.rawValue else { return }
            try transaction.db.execute(
                sql: "UPDATE device SET complianceStatus = ? WHERE id = ?",
                arguments: [ComplianceStatus.blocked.rawValue, subject.deviceID])
            var standing =
                subject.standing
                ?? DeviceComplianceRecord(
                    deviceId: subject.deviceID, status: ComplianceStatus.compliant.rawValue, since: now,
                    isSetByHand: true, isAwaitingReport: false)
            standing.isSetByHand = true
            try standing.save(transaction.db)
        }
    }

    /// Lifts a block, whether set by hand or by a rule; rules wait for the device's next beacon.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func release(_ identifier: DeviceIdentifier, by administrator: AdministratorIdentity) async throws {
        try await change(identifier, .deviceReleased, by: administrator) { subject, now, transaction in
            guard subject.isHeld || subject.complianceStatus == ComplianceStatus.blocked.rawValue else { return }
            try DeviceComplianceRecord.deleteOne(transaction.db, key: subject.deviceID)
            try transaction.db.execute(
                sql: "UPDATE device SET complianceStatus = ? WHERE id = ?",
                arguments: [ComplianceStatus.compliant.rawValue, subject.deviceID])
            try restart(device: subject.deviceID, at: now, in: transaction)
        }
    }

    /// Changes the status of a device by hand, and records it in the event log if that made a difference.
    private func change(
        _ identifier: DeviceIdentifier, _ action: EventAction, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (ComplianceSubject, Timestamp, Transaction) throws -> Void
    ) async throws {
        try await database.write { transaction in
            let device = try DeviceStore.onlyDevice(identifier, in: administrator.subtree, transaction.db)
            let id = try device.storedID()
            let now = clock.now(in: device.groupId)
            guard let before = try ComplianceSubject.fetch(id, transaction.db) else { return }
            try body(before, now, transaction)
            guard let after = try ComplianceSubject.fetch(id, transaction.db),
                after.standing != before.standing || after.complianceStatus != before.complianceStatus
            else { return }
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                    deviceID: device.id),
                by: .administrator(administrator.name),
                before: ["complianceStatus": String(before.complianceStatus)],
                after: ["complianceStatus": String(after.complianceStatus)], in: transaction)
        }
    }
}
