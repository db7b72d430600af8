import ConsolePlatform
package import DeviceProtocol
import GRDB

/// A credential that a request may have been signed with, in force or not.
package struct SuspectCredential: Sendable {
    /// The HMAC token.
    package let token: String
    /// The device it was issued to.
    package let device: DeviceIdentifier
    /// The authentication group it was issued under.
    package let authenticationGroup: String
    /// Why it ended; nil while it is in force.
    package let endedReason: String?
}

extension CredentialStore {
    /// The latest credentials of a device, of whatever authentication group, in force or not.
    package func suspects(of device: DeviceIdentifier, in subtree: Subtree, limit: Int) async throws
        -> [SuspectCredential]
    {
        try await suspects(where: "device.identifier = :device", ["device": device.value], subtree, limit)
    }

    /// The latest credentials of an authentication group that were issued to other devices.
    package func suspects(
        ofGroup group: String, besides device: DeviceIdentifier, in subtree: Subtree, limit: Int
    ) async throws -> [SuspectCredential] {
        try await suspects(
            where: "device.identifier <> :device AND credential.authenticationGroup = :authentication",
            ["device": device.value, "authentication": group], subtree, limit)
    }

    private func suspects(
        where condition: String, _ values: [String: String], _ subtree: Subtree, _ limit: Int
    ) async throws -> [SuspectCredential] {
        var arguments = StatementArguments(["top": subtree, "limit": limit])
        arguments += StatementArguments(values)
        return try await database.read { [arguments] db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT credential.*, device.identifier
                    FROM credential JOIN device ON device.id = credential.deviceId
                    WHERE \(condition) AND device.groupId IN (\(Subtree.groups(in: ":top")))
                    ORDER BY credential.revokedAt IS NULL DESC, credential.id DESC LIMIT :limit
                    """, arguments: arguments)
            return try rows.compactMap { row in
                let record = try CredentialRecord(row: row)
                let text: String = row["identifier"]
                guard let device = DeviceIdentifier(text) else { return nil }
                return SuspectCredential(
                    token: try secrets.open(
                        record.sealedToken, context: Self.context(device, record.authenticationGroup)),
                    device: device, authenticationGroup: record.authenticationGroup,
                    endedReason: record.revokedAt.map { _ in record.revokedReason ?? "no reason given" })
            }
        }
    }
}
