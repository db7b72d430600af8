import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Beacons: reports of devices about themselves (DeviceServices, section 14).
struct BeaconStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let compliance: ComplianceStore
    let table: BoundedTable
    let pushTokens: BoundedTable
    let locations: BoundedTable

    /// Keeps a beacon, brings the device up to date and evaluates the rules, in one transaction.
    ///
    /// The device is read once; only values that the beacon changes are written.
    ///
    /// - Parameters:
    ///   - report: The beacon.
    ///   - identity: Who sent it.
    /// - Returns: The code of another organization group than the device's that the beacon names and the console
    ///   ignores.
    /// - Throws: ``ConsoleError`` `notFound` if the device is deleted meanwhile.
    @discardableResult
    func receive(_ report: BeaconReport, from identity: DeviceIdentity) async throws -> String? {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let known = try KnownDevice.fetch(identity, transaction.db)
            let arrival = BeaconArrival(
                report: report, identity: identity, known: known, now: now,
                collectsLocation: try collectsLocation(report, known, transaction.db))
            let id = try keep(arrival, in: transaction)
            try update(arrival, in: transaction)
            if try evaluate(arrival, in: transaction) { try noteStanding(of: arrival, in: id, transaction.db) }
            events.publish(arrival.event(.beaconReceived), in: transaction)
            let code = report.groupCode ?? ""
            return code.isEmpty || code.lowercased() == known.groupCode.lowercased() ? nil : code
        }
    }

    /// Beacons, read back.
    var archive: RecordArchive<BeaconRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .beacon)
    }

    /// Asked only where there is a place to keep or to forget.
    private func collectsLocation(_ report: BeaconReport, _ known: KnownDevice, _ db: GRDB.Database) throws -> Bool {
        guard report.mentionsLocation || report.location != nil || known.isLocated else { return true }
        return try OrganizationGroupStore.value(of: .collectLocation, atTopOf: known.subtree, db) == .bool(true)
    }

    /// Keeps the beacon and its place; returns its id.
    private func keep(_ arrival: BeaconArrival, in transaction: Transaction) throws -> Int64 {
        let (identity, place) = (arrival.identity, arrival.place)
        let sender = BeaconSender(arrival.report, arrival.known.user)
        let insert = try transaction.db.cachedStatement(
            sql: """
                INSERT INTO beacon (receivedAt, groupId, deviceId, installationId, userId, isCompromised, latitude,
                    longitude, report, userName, fullName, displayName, email, enrollmentStatus, complianceStatus)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try insert.execute(arguments: [
            arrival.now, identity.groupID, identity.deviceID, identity.installationID, identity.userID,
            arrival.report.isCompromised, place?.latitude, place?.longitude, try arrival.keptReport(), sender.userName,
            sender.fullName, sender.displayName, sender.email, arrival.known.enrollmentStatus,
            arrival.known.complianceStatus,
        ])
        let id = transaction.db.lastInsertedRowID
        try table.trim(transaction.db)
        if let place { try keep(place, of: arrival, in: transaction) }
        return id
    }

    /// Notes in a beacon how its device stands after rules were evaluated; until then it has what was known.
    private func noteStanding(of arrival: BeaconArrival, in beacon: Int64, _ db: GRDB.Database) throws {
        let note = try db.cachedStatement(
            sql: """
                UPDATE beacon SET (enrollmentStatus, complianceStatus)
                    = (SELECT enrollmentStatus, complianceStatus FROM device WHERE id = ?) WHERE id = ?
                """)
        try note.execute(arguments: [arrival.identity.deviceID, beacon])
    }

    /// Evaluates the rules, if there are any.
    ///
    /// - Returns: Whether there are.
    private func evaluate(_ arrival: BeaconArrival, in transaction: Transaction) throws -> Bool {
        guard arrival.known.hasRules || arrival.known.standing != nil else { return false }
        var subject = arrival.subject
        // Rules have waited for this.
        if subject.standing?.isAwaitingReport == true {
            subject.standing?.isAwaitingReport = false
            try subject.standing?.update(transaction.db)
        }
        try compliance.evaluate(subject, at: arrival.now, in: transaction)
        return true
    }
}
