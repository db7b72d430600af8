import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension BeaconStore {
    /// Brings device and app up to date.
    ///
    /// Only a change of data that answers are derived from moves the generation.
    func update(_ arrival: BeaconArrival, in transaction: Transaction) throws {
        try updateDevice(arrival, in: transaction)
        try updateApp(arrival, in: transaction)
        if !arrival.report.complianceResults.isEmpty {
            try ReportedPolicyRecord.replace(
                arrival.report.complianceResults, of: arrival.identity.installationID, at: arrival.now,
                in: transaction)
        }
    }

    private func updateDevice(_ arrival: BeaconArrival, in transaction: Transaction) throws {
        let db = transaction.db
        let before = arrival.known.traits
        let after = arrival.traits
        guard after != before || arrival.place != nil || arrival.forgetsPlace else {
            let seen = try db.cachedStatement(
                sql: "UPDATE device SET lastSeenAt = ?1, compromisedCheckedAt = ?1 WHERE id = ?2")
            return try seen.execute(arguments: [arrival.now, arrival.identity.deviceID])
        }
        let update = try db.cachedStatement(
            sql: """
                UPDATE device SET lastSeenAt = ?1, isCompromised = ?2, friendlyName = ?3, model = ?4, osVersion = ?5,
                    osVersionNumber = ?6, email = ?7, phone = ?8, macAddress = ?9,
                    latitude = CASE WHEN ?12 THEN NULL ELSE COALESCE(?10, latitude) END,
                    longitude = CASE WHEN ?12 THEN NULL ELSE COALESCE(?11, longitude) END,
                    locatedAt = CASE WHEN ?12 THEN NULL WHEN ?10 IS NULL THEN locatedAt ELSE ?1 END,
                    compromisedCheckedAt = ?1, reportedName = ?14, platform = ?15, ipAddress = ?16
                WHERE id = ?13
                """)
        try update.execute(arguments: [
            arrival.now, after.isCompromised, after.friendlyName, after.model, after.osVersion,
            OSVersion.number(after.osVersion), after.email, after.phone, after.macAddress, arrival.place?.latitude,
            arrival.place?.longitude, arrival.forgetsPlace, arrival.identity.deviceID, after.reportedName,
            after.platform, after.ipAddress,
        ])
        if after.model != before.model || after.osVersion != before.osVersion || after.platform != before.platform {
            transaction.changesConfiguration()
        }
        try recordChanges(arrival, from: before, to: after, in: transaction)
    }

    /// Records changes in the event log; a value that was unknown before is not a change.
    private func recordChanges(
        _ arrival: BeaconArrival, from before: DeviceTraits, to after: DeviceTraits, in transaction: Transaction
    ) throws {
        let flags = ["0", "1"]
        let changes: [(EventAction, String, String?, String?)] = [
            (.deviceRenamed, "friendlyName", before.friendlyName, after.friendlyName),
            (.deviceModelChanged, "model", before.model, after.model),
            (.deviceOSUpdated, "osVersion", before.osVersion, after.osVersion),
            (
                .deviceCompromisedChanged, "isCompromised", flags[before.isCompromised ? 1 : 0],
                flags[after.isCompromised ? 1 : 0]
            ),
        ]
        for (action, field, old, new) in changes where old != nil && old != new {
            try events.record(
                arrival.event(action), by: .device(arrival.identity.device.value), before: [field: old],
                after: [field: new], in: transaction)
        }
    }

    private func updateApp(_ arrival: BeaconArrival, in transaction: Transaction) throws {
        let db = transaction.db
        let before = arrival.known.app
        let after = arrival.app
        guard after != before else {
            let seen = try db.cachedStatement(sql: "UPDATE installation SET lastSeenAt = ? WHERE id = ?")
            return try seen.execute(arguments: [arrival.now, arrival.identity.installationID])
        }
        let update = try db.cachedStatement(
            sql: "UPDATE installation SET lastSeenAt = ?, appVersion = ?, pushToken = ? WHERE id = ?")
        try update.execute(arguments: [
            arrival.now, after.appVersion, after.pushToken, arrival.identity.installationID,
        ])
        if let old = before.appVersion, old != after.appVersion {
            let bundle = arrival.identity.bundle.value
            try events.record(
                arrival.event(.deviceAppUpdated), by: .device(arrival.identity.device.value),
                before: ["bundleId": bundle, "appVersion": old],
                after: ["bundleId": bundle, "appVersion": after.appVersion], in: transaction)
        }
        if after.pushToken != before.pushToken { try keepPushToken(after.pushToken, of: arrival, in: transaction) }
    }

    private func keepPushToken(_ token: String?, of arrival: BeaconArrival, in transaction: Transaction) throws {
        let (db, identity) = (transaction.db, arrival.identity)
        try db.execute(
            sql: "UPDATE pushToken SET until = ? WHERE installationId = ? AND until IS NULL",
            arguments: [arrival.now, identity.installationID])
        if let token {
            try db.execute(
                sql: """
                    INSERT INTO pushToken (since, groupId, deviceId, installationId, userId, token)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    arrival.now, identity.groupID, identity.deviceID, identity.installationID, identity.userID, token,
                ])
            try pushTokens.trim(db)
        }
        events.publish(arrival.event(.devicePushTokenChanged), in: transaction)
    }

    /// Keeps a place in the history.
    func keep(_ place: BeaconLocation, of arrival: BeaconArrival, in transaction: Transaction) throws {
        let identity = arrival.identity
        let insert = try transaction.db.cachedStatement(
            sql: """
                INSERT INTO deviceLocation (receivedAt, sampledAt, groupId, deviceId, installationId, userId, latitude,
                    longitude, altitude, speed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try insert.execute(arguments: [
            arrival.now, place.sampledAt.map { Timestamp($0) }, identity.groupID, identity.deviceID,
            identity.installationID, identity.userID, place.latitude, place.longitude, place.altitude, place.speed,
        ])
        try locations.trim(transaction.db)
    }
}
