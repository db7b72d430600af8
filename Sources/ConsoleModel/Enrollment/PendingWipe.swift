package import ConsolePlatform
import DeviceProtocol
package import GRDB

/// A wipe that was ordered and is not over (DeviceServices, section 23).
package struct PendingWipe: Hashable, Sendable {
    /// The device to wipe.
    package let deviceID: Int64
    /// The group of the device, whose time counts.
    package let groupID: Int64
    /// Since when the device has its status.
    package let since: Timestamp

    /// Every wipe that is pending, the oldest first.
    package static func all(_ db: GRDB.Database) throws -> [PendingWipe] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, groupId, COALESCE(statusChangedAt, createdAt) FROM device
                WHERE enrollmentStatus IN (5, 6) ORDER BY statusChangedAt, id
                """)
        return rows.map { PendingWipe(deviceID: $0[0], groupID: $0[1], since: $0[2]) }
    }

    /// The device, if this wipe is still pending.
    package func device(_ db: GRDB.Database) throws -> DeviceRecord? {
        guard let device = try DeviceRecord.stored(deviceID, db), device.awaitsWipe,
            device.statusChangedAt ?? device.createdAt == since
        else { return nil }
        return device
    }
}

extension DeviceRecord {
    /// Whether a wipe was ordered and is not over.
    package var awaitsWipe: Bool {
        EnrollmentStatus(rawValue: enrollmentStatus).map(EnrollmentEnding.pending.contains) ?? false
    }
}
