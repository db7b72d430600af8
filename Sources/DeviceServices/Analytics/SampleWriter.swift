import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Writes the samples of one device, inside a transaction, as far as the privacy policy of its group allows.
struct SampleWriter {
    let db: GRDB.Database
    let identity: DeviceIdentity
    let settings: GroupSettings
    let numbers: SampleTypeNumbers
    let now: Timestamp

    /// Writes a sample, if it is one, and counts the result.
    ///
    /// - Parameters:
    ///   - item: What stood at one place of a packet.
    ///   - intake: Counts it.
    /// - Throws: ``ConsoleError`` `notFound` for an event of another app; what the database throws.
    func write(_ item: SampleData.Item, counting intake: inout SampleIntake) throws {
        switch item {
        case .unlisted(let sample): try write(sample, counting: &intake)
        case .malformed(let reason): intake.addMalformed(reason)
        case .sample(let sample):
            let type = sample.content.type
            guard allows(type) else {
                intake.withheld += 1
                return
            }
            let time = Timestamp(milliseconds: sample.time.milliseconds)
            if case .analytics(let event) = sample.content {
                try insert(event, at: time)
            } else {
                try insert(sample.content, at: time)
            }
            intake.keep(type)
        }
    }

    private func write(_ sample: UnlistedSample, counting intake: inout SampleIntake) throws {
        let kind = numbers.kind(of: sample)
        guard allows(kind) else {
            intake.withheld += 1
            return
        }
        let time = sample.time.map { Timestamp(milliseconds: $0.milliseconds) } ?? now
        try insert(SampleKind(kind), json: sample.json(), at: time)
        intake.keep(kind)
    }

    /// Calls are telecom data, too; the subject of an unlisted type is unknown.
    private func allows(_ kind: UnlistedSample.Kind) -> Bool {
        switch kind {
        case .callLog, .dataUsage, .cellular: settings.isOn(.collectTelecom)
        case .wifi, .type: true
        }
    }

    /// Locations and what the phone company knows are kept only if the group collects them.
    private func allows(_ type: SampleType) -> Bool {
        switch type {
        case .location: settings.isOn(.collectLocation)
        case .dataUsage, .alternateDataUsage, .cellular: settings.isOn(.collectTelecom)
        default: true
        }
    }

    private func insert(_ event: AnalyticsEvent, at time: Timestamp) throws {
        if !event.bundleID.isEmpty, BundleIdentifier(event.bundleID) != identity.bundle {
            throw ConsoleError(.notFound, "An event is of the app \"\(event.bundleID.prefix(80))\", not of this one.")
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO analyticsEvent (receivedAt, occurredAt, groupId, deviceId, installationId, userId, session,
                    type, name, valueType, value, bundleId, bundleVersion, bundleName)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            now, time, identity.groupID, identity.deviceID, identity.installationID, identity.userID, event.session,
            Int(event.type.rawValue), event.name, Int(event.valueType.rawValue), event.value,
            event.bundleID.isEmpty ? identity.bundle.value : event.bundleID, event.bundleVersion, event.bundleName,
        ])
    }

    private func insert(_ kind: SampleKind, json: Data, at time: Timestamp) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO deviceSample (receivedAt, sampledAt, groupId, deviceId, installationId, userId, kind, sample)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            now, time, identity.groupID, identity.deviceID, identity.installationID, identity.userID, kind.number,
            String(decoding: json, as: UTF8.self),
        ])
    }

    private func insert(_ content: SampleContent, at time: Timestamp) throws {
        try insert(SampleKind(number: Int(content.type.rawValue)), json: try content.json(), at: time)
        switch content {
        case .location(let location):
            try insert(location, at: time)
            try moveDevice(to: location, at: min(time, now))
        case .power(let power): try set(["batteryLevel": power.lifePercent <= 100 ? Int64(power.lifePercent) : nil])
        case .memory(let memory):
            try set([
                "physicalMemory": Int64(memory.totalPhysical), "availableMemory": Int64(memory.availablePhysical),
                "virtualMemory": Int64(memory.totalVirtual),
            ])
        case .system(let system):
            try set([
                "processorArchitecture": Int64(system.processorArchitecture),
                "oemInfo": system.oemInfo.isEmpty ? nil : system.oemInfo,
            ])
        case .networkAdapter(let adapter):
            guard adapter.name == "en0" else { break }
            try set(["ipAddress": adapter.ip.address.isEmpty ? nil : adapter.ip.address])
        case .analytics, .raw: break
        }
    }

    /// Stores the values of a sample on the device; values it lacks stay as they are.
    private func set(_ columns: [String: (any DatabaseValueConvertible)?]) throws {
        let known = columns.filter { $0.value != nil }.sorted { $0.key < $1.key }
        guard !known.isEmpty else { return }
        let assignments = known.map { "\($0.key) = ?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(sql: "UPDATE device SET \(assignments) WHERE id = ?")
        try statement.execute(arguments: StatementArguments(known.map(\.value)) + [identity.deviceID])
    }

    /// A place is one whether a beacon or a sample reported it.
    private func insert(_ location: LocationSample, at time: Timestamp) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO deviceLocation (receivedAt, sampledAt, groupId, deviceId, installationId, userId, latitude,
                    longitude, altitude, speed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            now, time, identity.groupID, identity.deviceID, identity.installationID, identity.userID,
            location.latitude, location.longitude, location.altitude.map { Double($0) },
            location.speed.map { Double($0) },
        ])
    }

    /// A place older than the stored one changes nothing.
    private func moveDevice(to location: LocationSample, at time: Timestamp) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE device SET latitude = ?1, longitude = ?2, locatedAt = ?3
                WHERE id = ?4 AND (locatedAt IS NULL OR locatedAt <= ?3)
                """)
        try statement.execute(arguments: [location.latitude, location.longitude, time, identity.deviceID])
    }
}
