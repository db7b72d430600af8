import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// MDM profiles, created and changed by administrators (AdminProfiles).
struct MDMProfileStore: Sendable {
    let database: ConsoleDatabase
    let census: SmartGroupCensus
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// A profile with everything in it.
    struct Content: Sendable {
        let record: MDMProfileRecord
        /// The group that manages it.
        let home: OrganizationGroupRecord
        let links: [MDMProfileLink]
        /// The members of `General` as they were sent.
        let general: [JSONMember]
        /// All other members as they were sent; without secrets for those who may not change profiles.
        let payloads: [JSONMember]
    }

    /// One profile of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none.
    func details(of reference: RecordReference, for administrator: AdministratorIdentity) async throws -> Content {
        try await database.read { db in
            let record = try Self.profile(reference, in: administrator.subtree, db)
            let id = try record.storedID()
            let (general, payloads) = (try Self.members(record.general), try Self.members(record.payloads))
            let maySeeAll = administrator.role.permits(AdminPermission(area: .profiles, access: .write))
            func shown(_ members: [JSONMember]) -> [JSONMember] {
                maySeeAll
                    ? members
                    : members.map { JSONMember(name: $0.name, value: $0.value.hidingSecrets(named: $0.name)) }
            }
            return Content(
                record: record, home: try OrganizationGroupStore.group(id: record.groupId, db),
                links: try MDMProfileLink.all(of: [id], db)[id] ?? [], general: shown(general),
                payloads: shown(payloads))
        }
    }

    /// Makes a profile.
    ///
    /// - Returns: Its id.
    /// - Throws: ``ConsoleError`` `badRequest` for a name that is missing or taken, or for
    ///   an unknown group or smart group.
    func create(
        _ draft: MDMProfileDraft, for platform: DevicePlatform, by administrator: AdministratorIdentity
    ) async throws -> Int64 {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let db = transaction.db
            let home = try OrganizationGroupStore.group(
                inBody: draft.home ?? .id(administrator.groupID), in: administrator.subtree, db)
            let now = clock.now(in: try home.storedID())
            var record = MDMProfileRecord(
                id: nil, uuid: uuid, groupId: try home.storedID(), name: draft.name ?? "", platform: platform.rawValue,
                description: draft.description ?? "", version: 1,
                assignmentType: draft.assignmentType ?? MDMProfileAssignment.auto.rawValue,
                context: draft.context ?? "Device", isActive: draft.isActive ?? true,
                general: Self.text(draft.general), payloads: Self.text(draft.payloads),
                payloadNames: try Self.names(draft.payloads), createdAt: now, updatedAt: now)
            try Self.check(record, in: home, db)
            try record.insert(db)
            let smartGroups = try draft.smartGroups.mapValues { try Self.ids($0, in: administrator.subtree, db) }
            try Self.check(smartGroups)
            let id = try record.storedID()
            try MDMProfileLink.replaceAll(of: id, smartGroups, in: transaction)
            try log(
                .mdmProfileCreated, record, by: administrator, at: now, nil, Self.fields(record, smartGroups),
                transaction)
            return id
        }
    }

    /// Changes a profile of a subtree: members that the body leaves out stay; payloads change only with a new version.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none for the platform, for other payloads without a new
    ///   version, or as ``create(_:for:by:)``.
    func update(
        _ draft: MDMProfileDraft, for platform: DevicePlatform, by administrator: AdministratorIdentity
    ) async throws {
        guard let reference = draft.reference else {
            throw ConsoleError(.badRequest, "The field General.ProfileId is required.")
        }
        return try await database.write { transaction in
            let db = transaction.db
            let known = try Self.profile(reference, in: administrator.subtree, db)
            guard known.platform == platform.rawValue else {
                throw ConsoleError(
                    .badRequest, "Invalid Profile \(reference): it is for \(known.platform), not \(platform.rawValue).")
            }
            let home = try OrganizationGroupStore.group(
                inBody: draft.home ?? .id(known.groupId), in: administrator.subtree, db)
            let now = clock.now(in: try home.storedID())
            var record = try Self.changed(known, by: draft, in: home)
            try Self.check(record, in: home, db)
            let before = try Self.smartGroups(of: try known.storedID(), db)
            let after = before.merging(
                try draft.smartGroups.mapValues { try Self.ids($0, in: administrator.subtree, db) }
            ) { $1 }
            try Self.check(after)
            let id = try record.storedID()
            guard record != known || after != before else { return }
            record.updatedAt = now
            try record.update(db)
            try MDMProfileLink.replaceAll(of: id, after, in: transaction)
            try log(
                .mdmProfileUpdated, record, by: administrator, at: now, Self.fields(known, before),
                Self.fields(record, after), transaction)
        }
    }

    /// Puts a profile in or out of force; one that is so already stays as it is.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none.
    func setActive(
        _ isActive: Bool, _ reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            var record = try Self.profile(reference, in: administrator.subtree, transaction.db)
            guard record.isActive != isActive else { return }
            let now = clock.now(in: record.groupId)
            (record.isActive, record.updatedAt) = (isActive, now)
            try record.update(transaction.db)
            transaction.changesConfiguration()
            try log(
                isActive ? .mdmProfileActivated : .mdmProfileDeactivated, record, by: administrator, at: now,
                ["isActive": String(!isActive)], ["isActive": String(isActive)], transaction)
        }
    }

    /// Deletes a profile, wherever it is given to.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let record = try Self.profile(reference, in: administrator.subtree, else: Self.gone, db)
            let before = Self.fields(record, try Self.smartGroups(of: try record.storedID(), db))
            try record.delete(db)
            transaction.changesConfiguration()
            try log(
                .mdmProfileDeleted, record, by: administrator, at: clock.now(in: record.groupId), before, nil,
                transaction)
        }
    }

    private func log(
        _ action: EventAction, _ record: MDMProfileRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        _ before: [String: String?]?, _ after: [String: String?]?, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "mdmProfile", subject: record.name,
                groupID: record.groupId, at: now),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }
}
