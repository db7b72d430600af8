package import ConsolePlatform
package import GRDB

/// One import inside its transaction: looks up, compares, stores, counts.
package final class EnvironmentImportRun {
    package let transaction: Transaction
    package let random: RandomSource
    package let now: Timestamp
    /// The counts so far.
    package private(set) var summary = ImportSummary()
    /// Problems: what does not fit the database.
    package let problems = EnvironmentProblems()
    private let conflicts = EnvironmentProblems()
    /// Codes from the root down to the group that nothing outside of is imported or referred to, in lower case; empty for
    /// the whole tree.
    private let boundary: [String]
    private let policy: ConflictPolicy
    private let actor: Actor
    private let events: EventLogStore

    /// An import that has done nothing yet.
    ///
    /// - Parameters:
    ///   - transaction: What it is a part of.
    ///   - boundary: Codes from the root down to the group that it stays in; empty for the whole tree.
    ///   - policy: What to do with objects that differ.
    ///   - actor: Who imports.
    ///   - events: Where it is recorded.
    ///   - random: Makes uuids.
    ///   - now: The console's time.
    package init(
        transaction: Transaction, within boundary: [String] = [], policy: ConflictPolicy, actor: Actor,
        events: EventLogStore, random: RandomSource, now: Timestamp
    ) {
        self.transaction = transaction
        self.boundary = boundary.map { $0.lowercased() }
        self.policy = policy
        self.actor = actor
        self.events = events
        self.random = random
        self.now = now
    }

    /// The database, inside the transaction.
    package var db: GRDB.Database { transaction.db }

    /// Notes a warning, which does not stop the import.
    package func warn(_ sentence: String) {
        summary.warnings = (summary.warnings ?? []) + [sentence]
    }

    /// Ends the import once everything was checked.
    ///
    /// - Throws: ``ConsoleError`` with all problems; then nothing is imported.
    package func finish() throws {
        try problems.throwIfAny()
        if let first = conflicts.all.first {
            throw ConsoleError(
                .conflict, "The environment differs from what is there: \(first)",
                details: conflicts.all.map(\.description))
        }
    }

    /// What to do with one object.
    package enum Decision {
        case create, update, leave
    }

    /// Decides what to do with one object that is a row, counts it and records it in the event log.
    ///
    /// - Parameters:
    ///   - kind: Kind of the object, as the event log calls it.
    ///   - name: Its name.
    ///   - position: Where it stands in the file.
    ///   - known: The existing row.
    ///   - record: The row according to the file.
    ///   - sameParts: Whether its parts in other tables agree with the file.
    ///   - groupID: The organization group it belongs to.
    /// - Returns: What to do with it.
    /// - Throws: What the database throws.
    package func decide<Record: ToldRecord & Equatable>(
        _ kind: EnvironmentKind, _ name: String, at position: EnvironmentPosition, known: Record?, record: Record,
        sameParts: Bool = true, groupID: Int64?
    ) throws -> Decision {
        try decide(
            kind, name, at: position, isSame: record == known && sameParts, groupID: groupID,
            before: try known.map(EventLogStore.fields), after: try EventLogStore.fields(record))
    }

    /// Decides what to do with one object, counts it and records it in the event log.
    ///
    /// - Parameters:
    ///   - kind: Kind of the object, as the event log calls it.
    ///   - name: Its name.
    ///   - position: Where it stands in the file.
    ///   - isSame: Whether the existing object agrees with the file.
    ///   - groupID: The organization group it belongs to.
    ///   - before: The existing object, for the event log; nil for none.
    ///   - after: The object according to the file.
    /// - Returns: What to do with it.
    /// - Throws: What the database throws.
    package func decide(
        _ kind: EnvironmentKind, _ name: String, at position: EnvironmentPosition, isSame: Bool, groupID: Int64?,
        before: [String: String?]?, after: [String: String?]
    ) throws -> Decision {
        let isKnown = before != nil
        if isKnown, isSame {
            summary.unchanged += 1
            return .leave
        }
        if isKnown {
            switch policy {
            case .skip:
                summary.skipped += 1
                return .leave
            case .fail:
                conflicts.add("the \(kind.rawValue) \(name) is there already and differs", at: position, field: "")
                return .leave
            case .overwrite: summary.updated += 1
            }
        } else {
            summary.created += 1
        }
        try log(isKnown ? kind.updated : kind.created, kind, name, groupID: groupID, before: before, after: after)
        transaction.changesConfiguration()
        return isKnown ? .update : .create
    }

    /// Writes the event log.
    package func log(
        _ action: EventAction, _ kind: EnvironmentKind, _ name: String, groupID: Int64?,
        before: [String: String?]? = nil, after: [String: String?]? = nil
    ) throws {
        try events.record(
            ConsoleEvent(action: action, subjectKind: kind.rawValue, subject: name, groupID: groupID, at: now),
            by: actor, before: before, after: after, in: transaction)
    }

    /// The uuid of an object: the file's, else its present one, else a new one.
    ///
    /// A uuid that belongs to another object is noted as a problem.
    package func uuid(
        _ written: String?, known: String?, in table: String, at position: EnvironmentPosition
    ) throws -> String {
        guard let written, written != known else { return known ?? random.uuid() }
        let isTaken = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE uuid = ?)", arguments: [written])
        if isTaken == true {
            problems.add("the uuid \(written) belongs to another one already", at: position, field: "uuid")
            return random.uuid()
        }
        return written
    }

    /// The group of a reference: the one it names, or the one it is written in.
    package func group(of reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> OrganizationGroupRecord?
    {
        guard let path = reference.group else { return home }
        return try group(atPath: path, reference)
    }

    /// Whether a path of codes leads to a group that the import may touch or refer to.
    package func reaches(_ path: [String]) -> Bool {
        path.count >= boundary.count && zip(path, boundary).allSatisfy { $0.lowercased() == $1 }
    }

    /// Whether it stays in a part of the tree, and must tell nothing of others.
    package var isBounded: Bool { !boundary.isEmpty }

    /// The group at a path of codes; notes a problem if it is missing, or out of reach.
    package func group(atPath path: String, _ reference: EnvironmentReference) throws -> OrganizationGroupRecord? {
        let codes = path.split(separator: "/").map(String.init)
        guard reaches(codes), let code = codes.last, let group = try OrganizationGroupStore.group(code: code, db),
            try OrganizationGroupStore.ancestorsAndSelf(of: group, db).map({ $0.code.lowercased() })
                == codes.map({ $0.lowercased() })
        else {
            complain(reference, "there is no organization group \(path)")
            return nil
        }
        return group
    }

    /// Notes that the target of a reference is missing.
    package func complain(_ reference: EnvironmentReference, _ message: String) {
        problems.add(message, at: reference.position, field: reference.field)
    }
}
