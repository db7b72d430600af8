import ConsolePlatform
package import DeviceProtocol
import GRDB

/// A credential with which a request is signed in place of an app.
package struct StandInCredential: Sendable {
    /// The device.
    package let device: DeviceIdentifier
    /// Row id of the device.
    package let deviceID: Int64
    /// Row id of its organization group.
    package let groupID: Int64
    /// The app that asked for the credential.
    package let bundle: BundleIdentifier
    /// Name under which it was issued.
    package let authenticationGroup: String
    /// The HMAC token.
    package let token: String
}

extension CredentialStore {
    /// The latest credential in force of an app on a device, one of the app's own before one of its family.
    ///
    /// - Parameters:
    ///   - identifier: The device.
    ///   - bundle: The app; nil for the one that asked for a credential last.
    ///   - subtree: Where the device has to be.
    /// - Returns: The credential.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, `conflict` if there is no such credential or several devices
    ///   have the identifier.
    package func standIn(
        for identifier: DeviceIdentifier, bundle: BundleIdentifier?, in subtree: Subtree
    ) async throws -> StandInCredential {
        try await database.read { db in
            let device = try DeviceStore.onlyDevice(identifier, in: subtree, db)
            let deviceID = try device.storedID()
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT credential.*, installation.bundleId
                    FROM credential JOIN installation ON installation.id = credential.installationId
                    WHERE credential.deviceId = :device AND credential.revokedAt IS NULL
                    AND (:bundle IS NULL OR installation.bundleId = :bundle)
                    ORDER BY credential.authenticationGroup = installation.bundleId DESC, credential.id DESC LIMIT 1
                    """, arguments: ["device": deviceID, "bundle": bundle?.value])
            guard let row, let owner = BundleIdentifier(row["bundleId"] as String),
                let own = DeviceIdentifier(device.identifier)
            else {
                let app = bundle.map { "The app \($0)" } ?? "Every app"
                throw ConsoleError(
                    .conflict,
                    "\(app) on the device \(identifier) is without a credential in force: let a user sign in with it."
                )
            }
            let record = try CredentialRecord(row: row)
            return StandInCredential(
                device: own, deviceID: deviceID, groupID: device.groupId, bundle: owner,
                authenticationGroup: record.authenticationGroup,
                token: try secrets.open(
                    record.sealedToken, context: Self.context(own, record.authenticationGroup)))
        }
    }
}
