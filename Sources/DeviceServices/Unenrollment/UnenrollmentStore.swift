import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Un-enrollment by the device itself, also while it is to be wiped (DeviceServices, section 23).
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
}
