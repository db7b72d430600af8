import ConsoleModel
import ConsolePlatform
import GRDB

/// The assignments of apps (AdminApplications, "Assignments" and "Assignment rules").
struct AppAssignmentStore: Sendable {
    let catalog: AppCatalogStore

    /// The same for apps of another kind; nil for any.
    func of(_ kind: AppKind?) -> AppAssignmentStore { AppAssignmentStore(catalog: catalog.of(kind)) }

    /// The state of an app.
    ///
    /// - Throws: `missing`, if there is no such app.
    func state(
        of reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws -> AssignmentState {
        try await catalog.database.read { db in
            let record = try catalog.require(reference, for: administrator, else: missing, db)
            return try AssignmentState.load(of: try record.storedID(), db)
        }
    }

    /// Replaces the rules of an app and the smart groups it is kept from.
    ///
    /// - Throws: `missing`; ``ConsoleError`` `badRequest` (6) for rules that do not fit.
    func replace(
        _ rules: [RuleDocument], excluded: [String], of reference: RecordReference,
        by administrator: AdministratorIdentity,
        else missing: ConsoleError
    ) async throws {
        try await change(reference, by: administrator, else: missing) { state, _, now, db in
            let rules = rules.sorted { $0.priority < $1.priority }
            guard rules.map(\.priority) == Array(0..<Int64(rules.count)) else { throw RuleDocument.priorities }
            state.rules = rules.map { $0.effective(from: now) }
            for uuid in Set(rules.flatMap(\.smartGroups) + excluded) where state.smartGroups[uuid] == nil {
                let group = try Self.smartGroup(.uuid(uuid), for: administrator, db)
                guard let group else { throw RuleDocument.wrong("Smart Group not found with Uuid: \(uuid.prefix(80))") }
                state.add(group)
            }
            for rule in rules where Set(rule.smartGroups).count < rule.smartGroups.count {
                throw RuleDocument.wrong("An assignment names a smart group twice")
            }
            var seen: Set<Int64> = []
            state.exclusions = excluded.compactMap { state.smartGroups[$0]?.id }.filter { seen.insert($0).inserted }
        }
    }

    /// Gives an app to further smart groups, by a rule each.
    ///
    /// - Throws: `missing`; ``ConsoleError`` `badRequest` for an unknown smart group, or one that has the app already.
    func add(
        _ smartGroups: [Int64], _ settings: DeploymentSettings, to reference: RecordReference,
        by administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws {
        try await change(reference, by: administrator, else: missing) { state, app, now, db in
            for id in smartGroups {
                let group = try Self.requireSmartGroup(id, for: administrator, db)
                guard !state.assignedIDs.contains(id) else { throw Refusal.assignedAlready(id, app) }
                state.give(to: group, by: settings, at: now)
            }
        }
    }

    /// Replaces the assignments of an app: changes existing ones, adds new ones, and removes the others.
    ///
    /// - Throws: `missing`; ``ConsoleError`` `badRequest` for an unknown smart group.
    func update(
        _ smartGroups: [Int64], _ settings: DeploymentSettings?, removing others: [Int64],
        of reference: RecordReference,
        by administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws {
        try await change(reference, by: administrator, else: missing) { state, app, now, db in
            for id in others { try Self.remove(id, from: &state, app) }
            for id in smartGroups {
                let known = state.assigned.first { $0.smartGroup.id == id }
                let group = try known?.smartGroup ?? Self.requireSmartGroup(id, for: administrator, db)
                guard let settings else { throw DeploymentSettings.missing }
                state.add(group)
                let priority = known?.rule.priority ?? state.nextPriority
                let place = state.rules.firstIndex { $0.priority > priority } ?? state.rules.endIndex
                var rule = settings.rule(for: group, priority: priority, at: now)
                if let old = known?.rule, old.smartGroups == [group.uuid] { rule = settings.change(old) }
                state.rules.insert(rule, at: place)
                state.removeAllButLast(of: group, keeping: place)
            }
        }
    }

    /// Takes an app from smart groups.
    ///
    /// - Throws: `missing`; ``ConsoleError`` `badRequest` for a smart group that it is not assigned to.
    func remove(
        _ smartGroups: [Int64], from reference: RecordReference, by administrator: AdministratorIdentity,
        else missing: ConsoleError
    ) async throws {
        try await change(reference, by: administrator, else: missing) { state, app, _, _ in
            for id in smartGroups { try Self.remove(id, from: &state, app) }
        }
    }

    /// Changes the state of an app in one transaction, and notes it.
    private func change(
        _ reference: RecordReference, by administrator: AdministratorIdentity, else missing: ConsoleError,
        _ body:
            @escaping @Sendable (inout AssignmentState, _ applicationID: Int64, Timestamp, GRDB.Database) throws -> Void
    ) async throws {
        try await catalog.database.write { transaction in
            let record = try catalog.require(reference, for: administrator, else: missing, transaction.db)
            let now = catalog.clock.now(in: record.groupId)
            let id = try record.storedID()
            let before = try AssignmentState.load(of: id, transaction.db)
            var state = before
            try body(&state, id, now, transaction.db)
            guard Set(state.assignedIDs).isDisjoint(with: state.exclusions) else {
                throw RuleDocument.wrong("A smart group must not be both assigned and excluded")
            }
            guard state != before else { return }
            try state.save(of: id, at: now, in: transaction)
            try catalog.events.record(
                ConsoleEvent(
                    action: .applicationAssigned, subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: before.fields, after: state.fields, in: transaction)
        }
    }
}

extension AppAssignmentStore {
    /// The refusals of the routes.
    private enum Refusal {
        static func assignedAlready(_ id: Int64, _ app: Int64) -> ConsoleError {
            ConsoleError(
                .badRequest, "SmartGroup with Id : \(id) is already assigned to the Application id : \(app)")
        }

        static func notAssigned(_ id: Int64, _ app: Int64) -> ConsoleError {
            ConsoleError(.badRequest, "SmartGroup with Id : \(id) is not assigned to the Application id : \(app)")
        }
    }

    private static func remove(_ id: Int64, from state: inout AssignmentState, _ app: Int64) throws {
        guard let group = state.assigned.first(where: { $0.smartGroup.id == id })?.smartGroup else {
            throw Refusal.notAssigned(id, app)
        }
        state.remove(group)
    }

    /// A smart group of the administrator's subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none.
    static func requireSmartGroup(_ id: Int64, for administrator: AdministratorIdentity, _ db: GRDB.Database)
        throws -> SmartGroupRecord
    {
        guard let group = try smartGroup(.id(id), for: administrator, db) else {
            throw ConsoleError(
                .badRequest, "Smart Group not found with Id: \(id) or User does not have access to it.")
        }
        return group
    }

    /// A smart group of the administrator's subtree; nil if there is none.
    private static func smartGroup(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> SmartGroupRecord? {
        guard let group = try SmartGroupRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: group.groupId, db))
        else { return nil }
        return group
    }
}
