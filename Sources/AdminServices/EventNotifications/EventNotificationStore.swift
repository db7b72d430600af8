import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Notifications, created and changed by administrators.
struct EventNotificationStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// Seals passwords and secrets.
    let secrets: SecretBox
    let bell: NotificationBell

    /// Makes a notification, with a secret of its own.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for what is missing, or an unknown group.
    func create(_ draft: EventNotificationDraft, by administrator: AdministratorIdentity) async throws
        -> EventNotificationRecord
    {
        guard let name = draft.name else { throw ConsoleError(.badRequest, "The field TargetName is required.") }
        guard let url = draft.url else { throw ConsoleError(.badRequest, "The field TargetUrl is required.") }
        let (uuid, secret) = (random.uuid(), random.secret())
        return try await database.write { transaction in
            let group = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(administrator.groupID), in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            var record = EventNotificationRecord(
                uuid: uuid, groupId: try group.storedID(), name: name, url: url, username: "", sealedPassword: nil,
                sealedSecret: Data(), format: .json, isActive: true, events: "", createdAt: now, updatedAt: now)
            record.sealedSecret = try sealed(secret: secret, for: record)
            try apply(draft, to: &record)
            try record.insert(transaction.db)
            try log(
                .eventNotificationCreated, record, by: administrator, at: now, nil, Self.fields(record), transaction)
            return record
        }
    }

    /// Changes a notification of a subtree; fields that the draft leaves out stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `badRequest` for an unknown group.
    func update(
        _ reference: RecordReference, _ draft: EventNotificationDraft, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            var record = try Self.notification(reference, in: administrator.subtree, transaction.db)
            let before = Self.fields(record)
            if let reference = draft.group {
                record.groupId = try OrganizationGroupStore.group(
                    inBody: reference, in: administrator.subtree, transaction.db
                ).storedID()
            }
            record.name = draft.name ?? record.name
            record.url = draft.url ?? record.url
            try apply(draft, to: &record)
            record.updatedAt = clock.now(in: record.groupId)
            try record.update(transaction.db)
            try log(
                .eventNotificationUpdated, record, by: administrator, at: record.updatedAt, before, Self.fields(record),
                transaction)
            // Deliveries that waited while it was inactive are due.
            transaction.afterCommit { [bell] in bell.ring() }
        }
    }

    /// Deletes a notification of a subtree; deliveries that wait are cancelled, the log stays.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try Self.notification(reference, in: administrator.subtree, transaction.db)
            try record.delete(transaction.db)
            try log(
                .eventNotificationDeleted, record, by: administrator, at: clock.now(in: record.groupId),
                Self.fields(record), nil, transaction)
        }
    }

    /// Gives a notification another secret.
    ///
    /// - Returns: The new secret.
    /// - Throws: ``ConsoleError`` `notFound`.
    func renewSecret(of reference: RecordReference, by administrator: AdministratorIdentity) async throws -> String {
        let secret = random.secret()
        try await database.write { transaction in
            var record = try Self.notification(reference, in: administrator.subtree, transaction.db)
            record.sealedSecret = try sealed(secret: secret, for: record)
            record.updatedAt = clock.now(in: record.groupId)
            try record.update(transaction.db)
            try log(
                .eventNotificationSecretRenewed, record, by: administrator, at: record.updatedAt, nil, nil, transaction)
        }
        return secret
    }

    private func apply(_ draft: EventNotificationDraft, to record: inout EventNotificationRecord) throws {
        record.username = draft.username ?? record.username
        if let password = draft.password { record.sealedPassword = try sealed(password: password, for: record) }
        record.format = draft.format ?? record.format
        record.isActive = draft.isActive ?? record.isActive
        record.events = NotificationChoice.stored(draft.choices(changing: record.choices))
    }

    private func log(
        _ action: EventAction, _ record: EventNotificationRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, _ before: [String: String?]?, _ after: [String: String?]?, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "eventNotification", subject: record.name,
                groupID: record.groupId, at: now),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }

    /// A notification for the event log, without secrets.
    static func fields(_ record: EventNotificationRecord) -> [String: String?] {
        [
            "name": record.name, "url": OutgoingURL.withoutQuery(record.url), "username": record.username,
            "format": record.format.rawValue,
            "isActive": String(record.isActive), "events": record.events,
        ]
    }
}

extension EventNotificationStore {
    /// One notification.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func notification(_ reference: RecordReference, in subtree: Subtree) async throws -> EventNotificationEntry {
        try await database.read { db in
            let record = try Self.notification(reference, in: subtree, db)
            let group = try OrganizationGroupStore.group(id: record.groupId, db)
            return EventNotificationEntry(record: record, groupUUID: group.uuid)
        }
    }

    /// A page of the notifications of a subtree.
    ///
    /// - Throws: What the database throws.
    func search(_ search: EventNotificationSearch, in subtree: Subtree, page: PageRequest) async throws
        -> Page<EventNotificationEntry>
    {
        try await database.read { db in
            var query: SQL = """
                FROM eventNotification n JOIN organizationGroup o ON o.id = n.groupId
                WHERE \(subtree.condition("o.path"))
                """
            if let name = search.name, !name.isEmpty { query += " AND instr(lower(n.name), lower(\(name))) > 0" }
            if let isActive = search.isActive { query += " AND n.isActive = \(isActive)" }
            if let reference = search.group {
                let searched = try OrganizationGroupStore.subtree(ofSearched: reference, db)
                query += " AND \(searched.condition("o.path"))"
            }
            let total = try SQLRequest<Int>(literal: "SELECT COUNT(*) \(query)").fetchOne(db) ?? 0
            let records = try SQLRequest<EventNotificationRecord>(
                literal: """
                    SELECT n.* \(query) ORDER BY \(sql: search.order), n.id LIMIT \(page.size) OFFSET \(page.offset)
                    """
            ).fetchAll(db)
            let groups = try OrganizationGroupStore.groups(records.map(\.groupId), db)
            let items = records.map { EventNotificationEntry(record: $0, groupUUID: groups[$0.groupId]?.uuid ?? "") }
            return Page(items: items, request: page, total: total)
        }
    }

    /// The secret deliveries are signed with.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func secret(of reference: RecordReference, in subtree: Subtree) async throws -> String {
        let record = try await notification(reference, in: subtree).record
        return try secret(of: record)
    }

    /// The secret deliveries are signed with.
    func secret(of record: EventNotificationRecord) throws -> String {
        try secrets.open(record.sealedSecret, context: record.context("secret"))
    }

    /// A secret as its row holds it.
    func sealed(secret: String, for record: EventNotificationRecord) throws -> Data {
        try secrets.seal(secret, context: record.context("secret"))
    }

    /// A password as its row holds it; nil for an empty one.
    func sealed(password: String, for record: EventNotificationRecord) throws -> Data? {
        password.isEmpty ? nil : try secrets.seal(password, context: record.context("password"))
    }

    /// The password that is sent with deliveries; empty if there is none.
    func password(of record: EventNotificationRecord) throws -> String {
        try record.sealedPassword.map { try secrets.open($0, context: record.context("password")) } ?? ""
    }

    static func notification(_ reference: RecordReference, in subtree: Subtree, _ db: GRDB.Database) throws
        -> EventNotificationRecord
    {
        guard let record = try EventNotificationRecord.find(reference, db),
            try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw missing(reference.description) }
        return record
    }

    /// The error for an unknown notification.
    static func missing(_ reference: String) -> ConsoleError {
        ConsoleError(.notFound, "There is no event notification \(reference).")
    }
}
