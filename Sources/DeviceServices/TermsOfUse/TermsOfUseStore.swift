import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A version of terms of use with the terms it belongs to.
struct TermsOfUseInForce: Sendable {
    let terms: TermsOfUseRecord
    let version: TermsOfUseVersionRecord
}

/// Terms of use: which are in force for an app, and what users decide about them (DeviceServices, section 11).
struct TermsOfUseStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// Decisions, and their bound.
    let table: BoundedTable

    /// Whether a user still has to accept the terms in force for an app in a group.
    func isAcceptanceRequired(_ bundle: BundleIdentifier, userID: Int64, groupID: Int64) async throws -> Bool {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(id: groupID, db)
            guard let found = try Self.inForce(bundle, from: group, db) else { return false }
            let latest = try Bool.fetchOne(
                db,
                sql: """
                    SELECT isAccepted FROM termsOfUseDecision WHERE userId = ? AND contentId = ? ORDER BY id DESC
                    """, arguments: [userID, found.version.id])
            return latest != true
        }
    }

    /// The terms in force for the app of a credential.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if there are none.
    func inForce(for identity: DeviceIdentity) async throws -> TermsOfUseInForce {
        try await database.read { db in try Self.inForce(for: identity, db) }
    }

    /// Records what the user of a credential decides, in the table and in the event log.
    ///
    /// - Parameters:
    ///   - contentID: The version that was shown.
    ///   - isAccepted: Whether it is accepted.
    ///   - identity: Who decides.
    /// - Throws: ``ConsoleError`` `notFound` for a version that is not in force for this app.
    func decide(on contentID: UInt64, isAccepted: Bool, by identity: DeviceIdentity) async throws {
        let now = clock.now(in: identity.groupID)
        try await database.write { transaction in
            let found = try Self.inForce(for: identity, transaction.db)
            guard let id = found.version.id, contentID == UInt64(id) else {
                throw ConsoleError(.notFound, "The terms of use \(contentID) are not in force for this app.")
            }
            let device = try DeviceStore.device(heldBy: identity, transaction.db)
            let user = try UserRecord.stored(device.userId, transaction.db)
            var decision = TermsOfUseDecisionRecord(
                id: nil, decidedAt: now, groupId: identity.groupID, deviceId: identity.deviceID,
                installationId: identity.installationID, userId: device.userId, contentId: id, isAccepted: isAccepted)
            try decision.insert(transaction.db)
            try table.trim(transaction.db)
            try events.record(
                ConsoleEvent(
                    action: isAccepted ? .termsOfUseAccepted : .termsOfUseRejected, subjectKind: "enrollmentUser",
                    subject: user?.username ?? "", groupID: identity.groupID, at: now),
                by: .device(identity.device.value),
                after: [
                    "eulaContentId": String(id), "device": identity.device.value, "bundleId": identity.bundle.value,
                ], in: transaction)
        }
    }

    /// Decisions, read back.
    var archive: RecordArchive<TermsOfUseDecisionRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .acceptance, timeColumn: "decidedAt")
    }
}

extension TermsOfUseStore {
    private static func inForce(for identity: DeviceIdentity, _ db: GRDB.Database) throws -> TermsOfUseInForce {
        let group = try OrganizationGroupStore.group(id: identity.groupID, db)
        guard let found = try inForce(identity.bundle, from: group, db) else {
            throw ConsoleError(.notFound, "No terms of use are in force for \(identity.bundle) in \(group.code).")
        }
        return found
    }

    /// The terms the nearest group up the tree has for an app; among those of one group, terms that name the app go
    /// before terms for all apps, and later versions before earlier ones.
    static func inForce(_ bundle: BundleIdentifier, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> TermsOfUseInForce?
    {
        for id in group.ancestorsAndSelf.reversed() {
            let version = try TermsOfUseVersionRecord.fetchOne(
                db,
                sql: """
                    SELECT termsOfUseVersion.* FROM termsOfUse
                    JOIN termsOfUseVersion ON termsOfUseVersion.termsId = termsOfUse.id
                    WHERE termsOfUse.groupId = ? AND termsOfUse.retiredAt IS NULL
                        AND (termsOfUse.scope = '' OR instr(',' || termsOfUse.scope || ',', ?) > 0)
                    ORDER BY termsOfUse.scope = '', termsOfUseVersion.id DESC LIMIT 1
                    """, arguments: [id, ",\(bundle.value.lowercased()),"])
            if let version, let terms = try TermsOfUseRecord.stored(version.termsId, db) {
                return TermsOfUseInForce(terms: terms, version: version)
            }
        }
        return nil
    }
}
