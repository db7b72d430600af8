import ConsolePlatform
package import GRDB

extension DeviceStore {
    /// The device of a credential, if the credential's user still has it: it may have changed hands since the request
    /// came in.
    ///
    /// - Throws: ``ConsoleError`` `credentialRevoked`.
    package static func device(heldBy identity: DeviceIdentity, _ db: GRDB.Database) throws -> DeviceRecord {
        guard let device = try DeviceRecord.stored(identity.deviceID, db), device.userId != nil,
            device.userId == identity.userID
        else {
            throw ConsoleError(.credentialRevoked, "This credential was revoked meanwhile. Sign in again.")
        }
        return device
    }
}
