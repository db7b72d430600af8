import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Un-enrollment by the device itself, and the end of a wipe that was ordered (DeviceServices, section 23).
struct UnenrollmentStore: Sendable {
    let database: ConsoleDatabase
    let ending: EnrollmentEnding
    let clock: ConsoleClock

    /// Un-enrolls the device of a credential; its records stay.
    ///
    /// - Throws: ``ConsoleError`` `credentialRevoked` if the device has changed hands since the request came in.
    func unenroll(_ identity: DeviceIdentity) async throws {
        let now = clock.now(in: identity.groupID)
        try await database.write { transaction in
            let device = try DeviceStore.device(heldBy: identity, transaction.db)
            try ending.end(
                device, as: .unenrolled, action: .deviceUnenrolled, by: .device(device.identifier), at: now,
                in: transaction)
        }
    }

    /// The status to tell a device that asks for it: a wipe that was ordered is over with this contact, since the client
    /// wipes when it is told that it is un-enrolled.
    ///
    /// - Parameter device: The device as it was read.
    /// - Returns: Its status.
    /// - Throws: What the database throws.
    func statusAtContact(_ device: DeviceRecord) async throws -> EnrollmentStatus {
        let known = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
        guard EnrollmentEnding.pending.contains(known) else { return known }
        let now = clock.now(in: device.groupId)
        return try await database.write { transaction in
            // Someone may have signed in on it meanwhile, or somebody else may have asked.
            guard let device = try DeviceRecord.fetchOne(transaction.db, key: device.id),
                let status = EnrollmentStatus(rawValue: device.enrollmentStatus)
            else { return .unknown }
            guard EnrollmentEnding.pending.contains(status) else { return status }
            try ending.end(
                device, as: .unenrolled, action: .deviceUnenrolled, by: .system, at: now, in: transaction)
            return .unenrolled
        }
    }
}
