package import ConsolePlatform
package import DeviceProtocol
import Foundation
import GRDB

/// A credential ready for checking signatures.
package struct CredentialInForce: Sendable {
    /// The HMAC token.
    package let token: String
    /// The HMAC token, ready for checking signatures.
    package let key: RequestSignature.Key
    /// The identity it stands for.
    package let identity: DeviceIdentity

    /// A credential of a token.
    init(token: String, identity: DeviceIdentity) {
        self.token = token
        key = RequestSignature.Key(token)
        self.identity = identity
    }
}

/// The result of a lookup, which distinguishes "revoked" from "never issued" in logs.
package enum CredentialLookup: Sendable {
    case inForce(CredentialInForce)
    /// It was revoked by a wipe that is still pending, and can only acknowledge the wipe or un-enroll.
    case leaving(CredentialInForce, reason: String)
    case revoked(reason: String)
    case unknown
}

/// An HMAC token that was revoked.
package struct EndedCredential: Sendable {
    /// The token.
    package let token: String
    /// Why it was revoked.
    package let reason: String
    /// Row id of its device.
    package let deviceID: Int64
}

/// A bearer token, with the identity it stands for.
package struct FoundAccessToken: Sendable {
    package let record: AccessTokenRecord
    package let identity: DeviceIdentity
    /// Whether it was revoked by a wipe that is still pending, as in ``CredentialLookup``.
    package let isLeaving: Bool
}

/// Device credentials: HMAC tokens and bearer tokens.
package struct CredentialStore: Sendable {
    /// Revoked credentials that are remembered for a device and authentication group, so that their clients get the
    /// reason.
    private static let endedKept = 8
    /// Bearer tokens of a device that are kept though they expired.
    private static let expiredKept = 16
    /// Devices of one identifier whose credentials a signature is checked with.
    private static let maximumCandidates = 512
    /// Revoked credentials a signature is checked with that matches none in force.
    private static let maximumEnded = 512

    package let database: ConsoleDatabase
    let secrets: SecretBox

    /// The credential of a device under an authentication group; of several devices that of the earliest enrollment.
    package func credential(device: DeviceIdentifier, authenticationGroup: String) async throws -> CredentialLookup {
        try await candidates(device: device, authenticationGroup: authenticationGroup).first ?? .unknown
    }

    /// The credentials a signature may have been made with: it names a device, which several customers may know.
    ///
    /// - Returns: One for each device with the identifier, those in force first, of those the earliest enrollment.
    package func candidates(device: DeviceIdentifier, authenticationGroup: String) async throws -> [CredentialLookup] {
        try await database.read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT credential.*, installation.bundleId, device.groupId
                    FROM credential
                    JOIN device ON device.id = credential.deviceId
                    JOIN installation ON installation.id = credential.installationId
                    WHERE device.identifier = ? AND credential.authenticationGroup = ?
                    ORDER BY credential.revokedAt IS NULL DESC, \(EnrollmentOrder.earliestFirst), credential.id DESC
                    """, arguments: [device.value, authenticationGroup])
            var devices: Set<Int64> = []
            var found: [CredentialLookup] = []
            while found.count < Self.maximumCandidates, let row = try rows.next() {
                guard devices.insert(row["deviceId"]).inserted else { continue }
                found.append(try lookup(device, row))
            }
            return found
        }
    }

    /// The HMAC token in force of an app on a device; nil if it has none.
    package func token(of identity: DeviceIdentity, authenticationGroup: String) async throws -> String? {
        try await database.read { db in
            let record = try CredentialRecord.filter(
                sql: """
                    installationId = ? AND authenticationGroup = ? AND (revokedAt IS NULL OR isLeaving = 1)
                    """, arguments: [identity.installationID, authenticationGroup]
            ).order(sql: "revokedAt IS NULL DESC, id DESC").fetchOne(db)
            return try record.map {
                try secrets.open($0.sealedToken, context: Self.context(identity.device, $0.authenticationGroup))
            }
        }
    }

    private func lookup(_ device: DeviceIdentifier, _ row: Row) throws -> CredentialLookup {
        let record = try CredentialRecord(row: row)
        let (isLeaving, reason): (Bool, String) = (row["isLeaving"], record.revokedReason ?? "")
        if record.revokedAt != nil, !isLeaving { return .revoked(reason: reason) }
        let bundleText: String = row["bundleId"]
        guard let bundle = BundleIdentifier(bundleText) else { return .unknown }
        let token = try secrets.open(
            record.sealedToken, context: Self.context(device, record.authenticationGroup))
        let identity = DeviceIdentity(
            deviceID: record.deviceId, installationID: record.installationId, userID: record.userId,
            groupID: row["groupId"], device: device, bundle: bundle,
            authenticationGroup: record.authenticationGroup, scheme: .signature)
        let credential = CredentialInForce(token: token, identity: identity)
        return record.revokedAt == nil ? .inForce(credential) : .leaving(credential, reason: reason)
    }

    /// HMAC tokens revoked lately, with the reason, the latest first: a client that still signs with one is told why it
    /// is refused.
    package func endedTokens(
        device: DeviceIdentifier, authenticationGroup: String
    ) async throws -> [EndedCredential] {
        try await database.read { db in
            let records = try CredentialRecord.fetchAll(
                db,
                sql: """
                    SELECT credential.* FROM credential JOIN device ON device.id = credential.deviceId
                    WHERE device.identifier = ? AND credential.authenticationGroup = ? AND credential.revokedAt IS NOT NULL
                    ORDER BY credential.id DESC LIMIT ?
                    """, arguments: [device.value, authenticationGroup, Self.maximumEnded])
            return try records.map { record in
                let context = Self.context(device, record.authenticationGroup)
                return EndedCredential(
                    token: try secrets.open(record.sealedToken, context: context), reason: record.revokedReason ?? "",
                    deviceID: record.deviceId)
            }
        }
    }

    /// The identity that a bearer token's id stands for, or why it stands for none.
    package func accessToken(jti: String) async throws -> FoundAccessToken? {
        try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT accessToken.*, installation.bundleId, device.groupId, device.identifier
                    FROM accessToken
                    JOIN device ON device.id = accessToken.deviceId
                    JOIN installation ON installation.id = accessToken.installationId
                    WHERE accessToken.jti = ?
                    """, arguments: [jti])
            guard let row else { return nil }
            let record = try AccessTokenRecord(row: row)
            let bundleText: String = row["bundleId"]
            let deviceText: String = row["identifier"]
            guard let bundle = BundleIdentifier(bundleText), let device = DeviceIdentifier(deviceText) else {
                return nil
            }
            let identity = DeviceIdentity(
                deviceID: record.deviceId, installationID: record.installationId, userID: record.userId,
                groupID: row["groupId"], device: device, bundle: bundle,
                authenticationGroup: record.authenticationGroup, scheme: .bearer)
            return FoundAccessToken(record: record, identity: identity, isLeaving: row["isLeaving"])
        }
    }

    /// The context that a sealed token is bound to.
    static func context(_ device: DeviceIdentifier, _ authenticationGroup: String) -> String {
        "credential/\(device.value)/\(authenticationGroup.lowercased())"
    }
}

extension CredentialStore {
    /// Whose credentials are revoked.
    package enum Holder: Sendable {
        case device(Int64)
        case user(Int64)
        case installation(Int64)
    }

    /// Issues an HMAC token, and revokes an earlier one of the same device and authentication group.
    package func issue(
        _ token: String, to identity: DeviceIdentity, at now: Timestamp, in transaction: Transaction
    ) throws {
        try transaction.db.execute(
            sql: """
                UPDATE credential SET revokedAt = ?, revokedReason = 'replaced by a later login'
                WHERE deviceId = ? AND authenticationGroup = ? AND revokedAt IS NULL
                """, arguments: [now, identity.deviceID, identity.authenticationGroup])
        var record = CredentialRecord(
            id: nil, deviceId: identity.deviceID, installationId: identity.installationID, userId: identity.userID,
            authenticationGroup: identity.authenticationGroup,
            sealedToken: try secrets.seal(
                token, context: Self.context(identity.device, identity.authenticationGroup)),
            createdAt: now, revokedAt: nil, revokedReason: nil)
        try record.insert(transaction.db)
        try transaction.db.execute(
            sql: """
                DELETE FROM credential WHERE deviceId = ?1 AND authenticationGroup = ?2 AND revokedAt IS NOT NULL
                    AND id NOT IN (SELECT id FROM credential WHERE deviceId = ?1 AND authenticationGroup = ?2
                        AND revokedAt IS NOT NULL ORDER BY id DESC LIMIT ?3)
                """, arguments: [identity.deviceID, identity.authenticationGroup, Self.endedKept])
        transaction.changesConfiguration()
    }

    /// Keeps a bearer token's id, so that the token can be revoked.
    ///
    /// Tokens of the same device that expired more than seven days ago are deleted, except its latest ones, because the
    /// clock of the device's group may be set back. Tokens of other devices stay: their groups may have other clocks.
    package static func register(
        _ token: AccessTokenRecord, in transaction: Transaction
    ) throws {
        var token = token
        let delete = try transaction.db.cachedStatement(
            sql: """
                DELETE FROM accessToken WHERE deviceId = ?1 AND expiresAt < ?2 AND id < (
                    SELECT id FROM accessToken WHERE deviceId = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3)
                """)
        try delete.execute(
            arguments: [token.deviceId, token.issuedAt.adding(seconds: -7 * 86_400), Self.expiredKept - 1])
        try token.insert(transaction.db)
    }

    /// Revokes both kinds of credential at once.
    ///
    /// - Parameters:
    ///   - holder: Whose.
    ///   - reason: Why, for clients that still use them.
    ///   - isLeaving: Whether a wipe revokes them, which they may still acknowledge.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Returns: How many were in force.
    /// - Throws: What the database throws.
    @discardableResult
    package static func revokeAll(
        of holder: Holder, reason: String, leaving isLeaving: Bool = false, at now: Timestamp,
        in transaction: Transaction
    ) throws -> Int {
        let (column, id) =
            switch holder {
            case .device(let id): ("deviceId", id)
            case .user(let id): ("userId", id)
            case .installation(let id): ("installationId", id)
            }
        var count = 0
        for table in ["credential", "accessToken"] {
            try transaction.db.execute(
                sql: """
                    UPDATE \(table) SET revokedAt = ?, revokedReason = ?, isLeaving = ?
                    WHERE \(column) = ? AND revokedAt IS NULL
                    """, arguments: [now, reason, isLeaving, id])
            count += transaction.db.changesCount
        }
        if count > 0 { transaction.changesConfiguration() }
        return count
    }
}
