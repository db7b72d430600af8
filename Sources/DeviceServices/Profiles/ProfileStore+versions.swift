import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension ProfileStore {
    /// The profile with a name or uuid in the nearest group from one up to the root.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func profile(
        _ name: String, visibleFrom group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> ProfileRecord {
        for id in group.ancestorsAndSelf.reversed() {
            let found = try ProfileRecord.fetchOne(
                db,
                sql: """
                    SELECT * FROM sdkProfile WHERE groupId = ?1 AND (name = ?2 OR uuid = ?2) ORDER BY uuid = ?2 DESC
                    """, arguments: [id, name])
            if let found { return found }
        }
        throw ConsoleError(
            .notFound, "There is no SDK profile \(name.prefix(80)) in \(group.code) or above it.")
    }

    /// The payloads in force of a profile.
    static func payloads(of profile: ProfileRecord, _ db: GRDB.Database) throws -> [ProfilePayload] {
        try ProfileVersionRecord.payloads(of: profile, db)
    }

    /// Adds a profile, or a new version of one, unless its payloads are what they were.
    ///
    /// - Parameters:
    ///   - profile: Name, group and so on; `version` is the least the new version may have.
    ///   - payloads: Validated payloads.
    ///   - now: The time.
    ///   - transaction: Where.
    /// - Returns: The stored record, and whether it changed.
    /// - Throws: What the database throws.
    static func save(
        _ profile: ProfileRecord, payloads: [ProfilePayload], at now: Timestamp, in transaction: Transaction
    ) throws -> (record: ProfileRecord, changed: Bool) {
        var record = profile
        record.asksCompliance = ProfileCompliance.asks(payloads)
        let known = try ProfileRecord.stored(profile.id, transaction.db)
        if let known {
            let samePayloads = try Self.payloads(of: known, transaction.db) == payloads
            let isSameVersion = profile.version <= known.version
            record.version = samePayloads && isSameVersion ? known.version : max(known.version + 1, profile.version)
            record.updatedAt = known.updatedAt
            if record == known { return (known, false) }
        }
        record.updatedAt = now
        try record.save(transaction.db)
        if record.version != known?.version {
            try ProfileVersionRecord(
                profileId: try record.storedID(), version: record.version,
                payloads: try ProfileVersionRecord.encode(payloads), createdAt: now
            ).insert(transaction.db)
        }
        try GeofenceStore.note(
            payloads.flatMap(\.geofenceReferences), usedBy: try record.storedID(), transaction.db)
        transaction.changesConfiguration()
        return (record, true)
    }
}
