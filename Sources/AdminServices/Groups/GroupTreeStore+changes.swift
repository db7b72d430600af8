import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A group that was made, with the texts of its API keys if they were asked for.
struct CreatedGroup: Sendable {
    /// Keys of a new group; nowhere else are their texts.
    struct Keys: Sendable {
        let administrator: String
        let enrollmentUser: String
    }

    let group: OrganizationGroupRecord
    let keys: Keys?
}

extension GroupTreeStore {
    /// Adds a group below another.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008) for the parent, `unprocessable` (1012) for a missing field,
    ///   `badRequest` for a code that is taken or a tree that gets too deep, `forbidden` (5093, 6310) for a type that
    ///   cannot be there.
    func create(
        _ change: GroupChange, below reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws -> CreatedGroup {
        let uuid = random.uuid()
        let keys =
            change.enablesAPI
            ? CreatedGroup.Keys(
                administrator: random.secret(byteCount: 16), enrollmentUser: random.secret(byteCount: 16)) : nil
        let keyUUIDs = (random.uuid(), random.uuid())
        return try await database.write { transaction in
            let db = transaction.db
            let parent = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            let now = clock.now(in: parent.id)
            guard let name = change.name else { throw Self.required("Name") }
            guard let code = change.code else { throw Self.required("GroupId") }
            guard parent.subtree.depth < Self.maximumDepth else {
                throw ConsoleError(.badRequest, "Groups lie at most \(Self.maximumDepth) deep in one another.")
            }
            let type = change.type ?? "Container"
            try Self.check(type, below: parent, db)
            try Self.checkCode(code, of: nil, db)
            let group = try OrganizationGroupStore.insert(
                OrganizationGroupRecord(
                    id: nil, uuid: uuid, parentId: parent.id, code: code.value, name: name, type: type,
                    country: change.country ?? parent.country, locale: change.locale ?? parent.locale, createdAt: now),
                below: parent, in: transaction)
            if let keys {
                try Self.add(key: keys.administrator, "AirWatchAPI", keyUUIDs.0, of: group, at: now, db)
                try Self.add(key: keys.enrollmentUser, "EnrollmentUserAPI", keyUUIDs.1, of: group, at: now, db)
            }
            try furnish(group, now, transaction)
            try log(.organizationGroupCreated, group, by: administrator, at: now, before: nil, in: transaction)
            transaction.changesConfiguration()
            return CreatedGroup(group: group, keys: keys)
        }
    }

    /// Changes a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008), `badRequest` for a code that is taken, `forbidden` for a type that
    ///   cannot be there, or that is not the administrator's to change.
    func update(
        _ reference: RecordReference, _ change: GroupChange, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let known = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            let now = clock.now(in: known.id)
            var group = known
            group.name = change.name ?? known.name
            group.country = change.country ?? known.country
            group.locale = change.locale ?? known.locale
            if let code = change.code {
                try Self.checkCode(code, of: known.id, db)
                group.code = code.value
            }
            if let type = change.type, type != known.type {
                guard let parentID = known.parentId else {
                    throw ConsoleError(.forbidden, "The topmost group keeps its type.", number: 5093)
                }
                let parent = try OrganizationGroupStore.group(id: parentID, db)
                // What a customer is decides who shares devices and limits: that is for whoever stands above it.
                guard administrator.subtree.contains(parent) else {
                    throw ConsoleError(
                        .forbidden, "The type of \(known.code) is changed by administrators of a group above it.",
                        number: 5093)
                }
                try Self.check(type, below: parent, db)
                try Self.checkBelow(type, known, db)
                group.type = type
            }
            guard group != known else { return }
            try OrganizationGroupStore.update(group, in: transaction)
            try log(
                .organizationGroupUpdated, group, by: administrator, at: now, before: try EventLogStore.fields(known),
                in: transaction)
            transaction.changesConfiguration()
        }
    }

    /// Deletes a group with all that is its own, if it has no groups below it and no participant has a reason against it.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, one that is in use, or the administrator's own.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let db = transaction.db
            guard let group = try OrganizationGroupRecord.find(reference, db),
                administrator.subtree.contains(group)
            else {
                throw ConsoleError(
                    .badRequest,
                    "Resource's organization group: \(reference) not found or user does not have access to this "
                        + "organization group.")
            }
            guard group.subtree != administrator.subtree, group.parentId != nil else {
                throw ConsoleError(.badRequest, "The group an administrator belongs to cannot be deleted by them.")
            }
            let now = clock.now(in: group.parentId)
            let id = try group.storedID()
            let hasGroups = "SELECT EXISTS (SELECT 1 FROM organizationGroup WHERE parentId = ?)"
            let obstacle =
                try Bool.fetchOne(db, sql: hasGroups, arguments: [id]) == true
                ? "groups below it" : try deletion.obstacle(to: id, db)
            if let obstacle {
                throw ConsoleError(.badRequest, "The organization group \(group.name) has \(obstacle).")
            }
            let release = try files(group.subtree, transaction)
            do {
                try deletion.remove(from: id, db)
                _ = try group.delete(db)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw ConsoleError(
                    .badRequest, "Something that belongs to the organization group \(group.name) is used elsewhere.",
                    cause: error)
            }
            try release(transaction)
            let event = ConsoleEvent(
                action: .organizationGroupDeleted, subjectKind: "organizationGroup", subject: group.code,
                groupID: group.parentId, at: now)
            try events.record(
                event, by: .administrator(administrator.name), before: try EventLogStore.fields(group), in: transaction)
            transaction.changesConfiguration()
        }
    }
}

extension GroupTreeStore {
    private static func required(_ field: String) -> ConsoleError {
        ConsoleError(.unprocessable, "The field \(field) is required.", number: 1012)
    }

    private static func checkCode(_ code: GroupCode, of groupID: Int64?, _ db: GRDB.Database) throws {
        guard let taken = try OrganizationGroupStore.group(code: code.value, db), taken.id != groupID else { return }
        throw ConsoleError(.badRequest, "The Group ID \(code) is already in use; it has to be unique.")
    }

    /// Refuses a type a group cannot have below another: customers do not lie in one another.
    private static func check(_ type: String, below parent: OrganizationGroupRecord, _ db: GRDB.Database) throws {
        if type == "Global" {
            throw ConsoleError(.forbidden, "Only the topmost group is of the type Global.", number: 5093)
        }
        guard type != "Container" else { return }
        let above = try OrganizationGroupStore.ancestorsAndSelf(of: parent, db)
        if let customer = above.first(where: { $0.type == "Customer" }) {
            throw ConsoleError(
                .forbidden, "Groups below the customer \(customer.name) are containers, not of the type \(type).",
                number: 6310)
        }
    }

    /// Refuses to make a customer of a group that has one below it.
    private static func checkBelow(_ type: String, _ group: OrganizationGroupRecord, _ db: GRDB.Database) throws {
        guard type == "Customer" else { return }
        let others = group.subtree.records.filter(sql: "type <> 'Container' AND id <> ?", arguments: [group.id])
        if let other = try others.fetchOne(db) {
            throw ConsoleError(
                .forbidden, "The group \(other.name) below it is of the type \(other.type).", number: 6310)
        }
    }

    private static func add(
        key: String, _ name: String, _ uuid: String, of group: OrganizationGroupRecord, at now: Timestamp,
        _ db: GRDB.Database
    ) throws {
        var record = APIKeyRecord(
            id: nil, uuid: uuid, groupId: try group.storedID(), name: name, keyHash: SecretHash.sha256(key),
            createdAt: now, revokedAt: nil)
        try record.insert(db)
    }

    private func log(
        _ action: EventAction, _ group: OrganizationGroupRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, before: [String: String?]?, in transaction: Transaction
    ) throws {
        let event = ConsoleEvent(
            action: action, subjectKind: "organizationGroup", subject: group.code, groupID: group.id, at: now)
        try events.record(
            event, by: .administrator(administrator.name), before: before, after: try EventLogStore.fields(group),
            in: transaction)
    }
}
