package import ConsolePlatform
import GRDB

/// Tokens that stand for `{OneTimeToken}` (SDKProfile, section 3.14).
package enum OneTimeTokens {
    /// Seconds a token can be used.
    private static let lifetime: Int64 = 3600

    /// Keeps a token with which the user of a device can sign in once on that device; an earlier one ends.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - deviceID: The device; nothing happens for one without a user.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Throws: What the database throws.
    package static func keep(
        _ token: String, onDevice deviceID: Int64, at now: Timestamp, in transaction: Transaction
    ) throws {
        guard let device = try DeviceRecord.stored(deviceID, transaction.db), let userID = device.userId else { return }
        try transaction.db.execute(
            sql:
                "DELETE FROM enrollmentToken WHERE userId = ? AND deviceIdentifier = ? AND kind = ? AND usedAt IS NULL",
            arguments: [userID, device.identifier, EnrollmentTokenRecord.Kind.login.rawValue])
        _ = try UserStore.add(
            EnrollmentTokenRecord(
                userId: userID, tokenHash: SecretHash.sha256(token), createdAt: now,
                expiresAt: now.adding(seconds: lifetime), kind: .login, deviceIdentifier: device.identifier),
            in: transaction)
    }
}
