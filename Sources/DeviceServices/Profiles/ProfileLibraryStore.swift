import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// SDK profiles, created and changed by administrators (AdminAPI, "SDK profiles").
struct ProfileLibraryStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// A profile of an administrator's groups, or of a group above them.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func profile(_ reference: NamedReference, for administrator: AdministratorIdentity) async throws -> ProfileEntry {
        try await database.read { db in
            let (record, group) = try Self.visible(reference, for: administrator, db)
            return try Self.details(of: record, in: group, for: administrator, db)
        }
    }

    /// Adds a profile to a group.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, `conflict` for a name that is taken,
    ///   `unprocessable` for payloads that are not valid.
    func create(_ draft: ProfileDraft, by administrator: AdministratorIdentity) async throws -> ProfileEntry {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let group = try Self.group(draft.group, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            return try insert(draft, uuid: uuid, in: group, by: administrator, at: now, transaction)
        }
    }

    /// Replaces a profile as a whole; one that is the same stays as it is.
    ///
    /// - Throws: As for ``create(_:by:)``, and `notFound`, `forbidden` for a profile of a group above,
    ///   `preconditionFailed` or `conflict` if it has changed.
    func replace(
        _ reference: NamedReference, by draft: ProfileDraft, if precondition: ProfilePrecondition,
        _ administrator: AdministratorIdentity
    ) async throws -> ProfileEntry {
        try await change(reference, if: precondition, by: administrator) { _, _ in draft }
    }

    /// Applies a change to the members that it names.
    ///
    /// - Throws: As for ``replace(_:by:if:_:)``.
    func change(
        _ reference: NamedReference, _ change: ProfileChange, if precondition: ProfilePrecondition,
        by administrator: AdministratorIdentity
    ) async throws -> ProfileEntry {
        try await self.change(reference, if: precondition, by: administrator) { record, payloads in
            change.applied(to: record, payloads)
        }
    }

    /// Makes the payloads of an earlier version those of a new one.
    ///
    /// - Throws: As for ``replace(_:by:if:_:)``.
    func restore(
        _ version: Int64, of reference: NamedReference, if precondition: ProfilePrecondition,
        by administrator: AdministratorIdentity
    ) async throws -> ProfileEntry {
        try await database.write { transaction in
            let (known, group) = try Self.changeable(reference, for: administrator, transaction.db)
            try precondition.check(known)
            var draft = ProfileDraft(name: known.name, description: known.description, inherits: known.inherits)
            let payloads = try Self.version(version, of: known, transaction.db).decodedPayloads()
            for (position, payload) in payloads.enumerated() { draft.review.add(payload, at: position) }
            return try update(known, to: draft, in: group, by: administrator, transaction)
        }
    }

    /// Copies a profile; secrets the administrator may not see are left out, and a warning says so.
    ///
    /// - Throws: As for ``create(_:by:)``, and `notFound`.
    func copy(
        _ reference: NamedReference, as copy: ProfileCopy, by administrator: AdministratorIdentity
    ) async throws -> ProfileEntry {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let db = transaction.db
            let (source, home) = try Self.visible(reference, for: administrator, db)
            let group = try copy.group.map { try Self.group($0, in: administrator.subtree, db) } ?? home
            guard administrator.subtree.contains(group) else { throw Self.foreign(source, home) }
            let now = clock.now(in: group.id)
            var draft = ProfileDraft(
                name: copy.name ?? (group.id == home.id ? "\(source.name) copy" : source.name),
                description: source.description, inherits: source.inherits)
            let payloads = try ProfileStore.payloads(of: source, db)
            let isOwn = administrator.subtree.contains(home)
            let shown = isOwn ? payloads : payloads.map { $0.replacingSecrets(with: nil) }
            for (position, payload) in shown.enumerated() { draft.review.add(payload, at: position) }
            var details = try insert(draft, uuid: uuid, in: group, by: administrator, at: now, transaction)
            details.warnings += ProfileDifference.between(payloads, shown).compactMap { difference in
                difference.key.map { "\(difference.payload).\($0) is a secret of \(home.code) and was left out." }
            }
            return details
        }
    }

    /// Deletes an unused profile.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a profile of a group above, `conflict` while an app or
    ///   group has it, `preconditionFailed` if it has changed.
    func delete(
        _ reference: NamedReference, if precondition: ProfilePrecondition, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let (record, group) = try Self.changeable(reference, for: administrator, transaction.db)
            let now = clock.now(in: group.id)
            try precondition.check(record)
            if let phrase = try Self.usage(of: record, in: .whole, transaction.db).phrase {
                throw ConsoleError(
                    .conflict, "The SDK profile \(record.name) is \(phrase); give them another one first.")
            }
            try record.delete(transaction.db)
            transaction.changesConfiguration()
            try log(
                .sdkProfileDeleted, record, in: group, by: administrator, at: now, try Self.fields(record), nil,
                transaction)
        }
    }

    /// The payload types that the SDK generation of a group has; all of them without a group.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group.
    func payloadTypes(in code: GroupCode?, for administrator: AdministratorIdentity) async throws -> [PayloadSchema] {
        guard let code else { return PayloadSchema.all }
        let generation = try await database.read { db in
            let group = try Self.group(code, of: "group", in: administrator.subtree, db)
            return try OrganizationGroupStore.settings(of: group, db).sdkGeneration
        }
        return PayloadSchema.all.compactMap { $0.offered(in: generation) }
    }

    /// The remarks that creating or replacing a profile would give; nothing is changed.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group.
    func review(_ draft: ProfileDraft, for administrator: AdministratorIdentity) async throws -> ProfileReview {
        guard let code = draft.group else { return draft.review }
        return try await database.read { db in
            let group = try Self.group(code, in: administrator.subtree, db)
            var review = try Self.checkingReferences(of: draft.review, in: group, db)
            review.settings = try OrganizationGroupStore.settings(of: group, db)
            return review
        }
    }
}

extension ProfileLibraryStore {
    private func change(
        _ reference: NamedReference, if precondition: ProfilePrecondition, by administrator: AdministratorIdentity,
        _ wish: @escaping @Sendable (ProfileRecord, [ProfilePayload]) -> ProfileDraft
    ) async throws -> ProfileEntry {
        try await database.write { transaction in
            let (known, group) = try Self.changeable(reference, for: administrator, transaction.db)
            try precondition.check(known)
            let draft = wish(known, try ProfileStore.payloads(of: known, transaction.db))
            return try update(known, to: draft, in: group, by: administrator, transaction)
        }
    }

    private func insert(
        _ draft: ProfileDraft, uuid: String, in group: OrganizationGroupRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, _ transaction: Transaction
    ) throws -> ProfileEntry {
        let payloads = try Self.checkingReferences(of: draft.review, in: group, transaction.db).checked()
        let wanted = ProfileRecord(
            id: nil, uuid: uuid, groupId: try group.storedID(), name: draft.name, description: draft.description,
            version: 1, inherits: draft.inherits, createdAt: now, updatedAt: now)
        try Self.requireFreeName(wanted, in: group, transaction.db)
        let record = try ProfileStore.save(wanted, payloads: payloads, at: now, in: transaction).record
        var fields = try Self.fields(record)
        fields["payloads"] = payloads.map(\.type).joined(separator: ", ")
        try log(.sdkProfileCreated, record, in: group, by: administrator, at: now, nil, fields, transaction)
        return try Self.details(of: record, in: group, for: administrator, transaction.db)
    }

    private func update(
        _ known: ProfileRecord, to draft: ProfileDraft, in group: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, _ transaction: Transaction
    ) throws -> ProfileEntry {
        let db = transaction.db
        let now = clock.now(in: known.groupId)
        let payloads = try Self.checkingReferences(of: draft.review, in: group, db).checked()
        var wanted = known
        wanted.name = draft.name
        wanted.description = draft.description
        wanted.inherits = draft.inherits
        try Self.requireFreeName(wanted, in: group, db)
        let before = try ProfileStore.payloads(of: known, db)
        let (record, changed) = try ProfileStore.save(wanted, payloads: payloads, at: now, in: transaction)
        if changed {
            let differences = ProfileDifference.between(before, payloads)
            try log(
                .sdkProfileUpdated, record, in: group, by: administrator, at: now,
                try Self.fields(known).merging(differences.fields(\.before)) { $1 },
                try Self.fields(record).merging(differences.fields(\.after)) { $1 }, transaction)
        }
        return try Self.details(of: record, in: group, for: administrator, db)
    }

    private func log(
        _ action: EventAction, _ record: ProfileRecord, in group: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, at now: Timestamp, _ before: [String: String?]?,
        _ after: [String: String?]?, _ transaction: Transaction
    ) throws {
        let event = ConsoleEvent(
            action: action, subjectKind: "sdkProfile", subject: record.name, groupID: group.id, at: now)
        try events.record(
            event, by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }

    private static func fields(_ record: ProfileRecord) throws -> [String: String?] {
        try EventLogStore.fields(record)
    }
}
