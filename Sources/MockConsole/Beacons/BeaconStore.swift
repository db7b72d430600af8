import DeviceProtocol
import GRDB

/// Beacons, and what they tell of their device.
struct BeaconStore: Sendable {
    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// Keeps a beacon and brings the device up to date, in one transaction.
    func receive(_ report: BeaconReport, from identity: DeviceIdentity) async throws {
        let now = clock.now(in: identity.groupID)
        try await database.write { transaction in
            let insert = try transaction.db.cachedStatement(
                sql: """
                    INSERT INTO beacon (receivedAt, groupId, deviceId, installationId, userId, isCompromised, latitude,
                        longitude, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try insert.execute(arguments: [
                now, identity.groupID, identity.deviceID, identity.installationID, identity.userID,
                report.isCompromised, report.location?.latitude, report.location?.longitude,
                String(decoding: report.raw, as: UTF8.self),
            ])
            try table.trim(transaction.db)
            try updateDevice(report, identity, at: now, in: transaction)
            events.publish(
                ConsoleEvent(
                    action: "beacon.received", subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now), in: transaction)
        }
    }

    /// Beacons, read back.
    var archive: RecordArchive<BeaconRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: "beacon")
    }

    /// Fields a beacon leaves out stay as they were.
    ///
    /// Only a change of what smart groups look at moves the generation.
    private func updateDevice(
        _ report: BeaconReport, _ identity: DeviceIdentity, at now: Timestamp, in transaction: Transaction
    ) throws {
        let db = transaction.db
        let known = try db.cachedStatement(sql: "SELECT model, osVersion FROM device WHERE id = ?")
        let row = try Row.fetchOne(known, arguments: [identity.deviceID])
        let update = try db.cachedStatement(
            sql: """
                UPDATE device SET lastSeenAt = ?1, isCompromised = ?2, friendlyName = COALESCE(?3, friendlyName),
                    model = COALESCE(?4, model), osVersion = COALESCE(?5, osVersion),
                    osVersionNumber = CASE WHEN ?5 IS NULL THEN osVersionNumber ELSE ?6 END,
                    email = COALESCE(?7, email), phone = COALESCE(?8, phone), macAddress = COALESCE(?9, macAddress),
                    latitude = COALESCE(?10, latitude), longitude = COALESCE(?11, longitude),
                    locatedAt = CASE WHEN ?10 IS NULL THEN locatedAt ELSE ?1 END
                WHERE id = ?12
                """)
        try update.execute(arguments: [
            now, report.isCompromised, report.friendlyName ?? report.name, report.model, report.osVersion,
            OSVersion.number(report.osVersion), report.emailAddress, report.phoneNumber, report.macAddress,
            report.location?.latitude, report.location?.longitude, identity.deviceID,
        ])
        let installation = try db.cachedStatement(
            sql: """
                UPDATE installation SET lastSeenAt = ?1, appVersion = COALESCE(?2, appVersion),
                    pushToken = COALESCE(?3, pushToken) WHERE id = ?4
                """)
        try installation.execute(arguments: [now, report.appVersion, report.pushToken, identity.installationID])
        let changesModel = report.model != nil && report.model != row?["model"]
        let changesVersion = report.osVersion != nil && report.osVersion != row?["osVersion"]
        if changesModel || changesVersion { transaction.changesConfiguration() }
    }
}
