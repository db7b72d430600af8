import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// A sandbox, as whoever makes it gets it.
struct Sandbox: Sendable {
    /// Ids of what was made of the template, or of the first of each kind.
    struct Contents: Sendable {
        let group: OrganizationGroupRecord
        var user: Int64?
        var smartGroup: Int64?
        var application: Int64?
        var profile: Int64?
        let devices: Int
    }

    let record: SandboxRecord
    let plan: SandboxPlan
    let login: SandboxLogin
    /// Codes of its groups by those in its environment.
    let codes: [String: String]
    let contents: Contents
}

/// Sandboxes: made, made anew and removed without a trace (Sandboxes).
struct SandboxStore: Sendable {
    /// What is kept of a plan beside it.
    private struct Kept: Codable {
        let plan: SandboxPlan
        let login: SandboxLogin
        let codes: [String: String]
    }

    let core: Core
    let rules: SandboxRules
    let hasher: PasswordHasher
    let secrets: SecretBox
    let ground: SandboxGround
    let homes: SandboxHomes
    /// Forgets what others have of a customer that is gone, once that is committed.
    let forget: @Sendable (_ customerID: Int64, Subtree) -> Void

    /// Makes a sandbox below a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group, `forbidden` if no customer can lie there, `conflict` if
    ///   there are as many as may be or something has a name already that has to be unique, `unprocessable` for an
    ///   environment that is not valid.
    func make(_ order: SandboxOrder, by administrator: AdministratorIdentity) async throws -> Sandbox {
        let parent = try await core.database.read { db in
            let parent = try Self.parent(order, administrator, db)
            try requireRoom(db)
            return try OrganizationGroupStore.ancestorsAndSelf(of: parent, db)
        }
        let plan = SandboxPlan(order, parent: parent.map(\.code), random: core.random)
        let prepared = try await ground.prepare(plan, rules.passwordCost)
        return try await core.database.write { transaction in
            try requireRoom(transaction.db)
            let port = try freePort(transaction.db)
            return try plant(plan, prepared, port: port, by: administrator, in: transaction)
        }
    }

    /// Makes a sandbox anew, as it was: with other row ids and the same credentials.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for an administrator of the sandbox itself who may not make
    ///   console administrators: the one it began with would be back.
    func reset(_ label: String, by administrator: AdministratorIdentity) async throws -> Sandbox {
        let known = try await sandbox(label, in: administrator.subtree)
        if known.contents.group.subtree == administrator.subtree {
            try administrator.requireGrant(of: .consoleAdministrator)
        }
        let plan = known.plan
        let prepared = try await ground.prepare(plan, rules.passwordCost)
        return try await core.database.write { transaction in
            let known = try Self.record(label, in: administrator.subtree, transaction.db)
            try erase(known, in: transaction)
            return try plant(plan, prepared, port: known.port, by: administrator, in: transaction)
        }
    }

    /// Removes a sandbox with everything that is its own.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ label: String, by administrator: AdministratorIdentity) async throws {
        try await core.database.write { transaction in
            let record = try Self.record(label, in: administrator.subtree, transaction.db)
            guard try Self.group(of: record, transaction.db).subtree != administrator.subtree else {
                throw ConsoleError(.forbidden, "An administrator of the sandbox itself cannot delete it.")
            }
            try erase(record, in: transaction)
        }
    }

    /// Removes sandboxes whose lifetime is over, or that were unused for too long, by the clock of the machine.
    ///
    /// - Returns: Their ids.
    @discardableResult
    func removeExpired() async throws -> [String] {
        let now = core.clock.machine
        let due = try await core.database.read { db in
            try SandboxRecord.order(sql: "id").fetchAll(db).filter { end(of: $0, at: now) != nil }
        }
        var removed: [String] = []
        for record in due {
            let isGone = try await removing { transaction in
                // Meanwhile everything may have been replaced.
                guard let known = try SandboxRecord.fetchOne(transaction.db, key: record.id),
                    let end = end(of: known, at: now)
                else { return false }
                let parent = try Self.group(of: known, transaction.db).parentId
                try erase(known, in: transaction)
                try noteRemoval(of: known, from: parent, because: end, in: transaction)
                return true
            }
            if isGone { removed.append(record.label) }
        }
        return removed
    }

    /// One unit of work that makes room, on a full disk, too.
    private func removing(_ body: @escaping @Sendable (Transaction) throws -> Bool) async throws -> Bool {
        try await DatabaseCallers.deleting { try await core.database.write(body) }
    }

    /// Why a sandbox has to be removed; nil if it stays.
    private func end(of record: SandboxRecord, at now: Timestamp) -> String? {
        if let expiresAt = record.expiresAt, expiresAt <= now { return "its time (ttl) was over at \(expiresAt)" }
        // Of one that is not known yet, nobody can say when it was used.
        guard rules.idle > 0, homes.knows(record) else { return nil }
        let usedAt = lastUse(of: record)
        guard usedAt.adding(seconds: rules.idle) <= now else { return nil }
        return "it was not used since \(usedAt) (sandboxes.idle)"
    }

    /// Records in the group above that a sandbox was removed; its own events are gone with it.
    private func noteRemoval(
        of record: SandboxRecord, from parent: Int64?, because reason: String, in transaction: Transaction
    ) throws {
        let parent = parent ?? OrganizationGroupRecord.globalID
        try core.events.record(
            ConsoleEvent(
                action: .sandboxExpired, subjectKind: "sandbox", subject: record.label, groupID: parent,
                at: core.clock.now(in: parent)),
            by: .system, after: ["name": record.name, "reason": reason], in: transaction)
    }

    /// When a sandbox was used last: at the latest when it was made, or when the console was started.
    func lastUse(of record: SandboxRecord) -> Timestamp {
        homes.lastUse(of: record.groupId) ?? max(record.createdAt, homes.startedAt)
    }

    /// The port of a sandbox; nil if it has none, or the console does not listen there any more.
    func port(of record: SandboxRecord) -> Int? { record.port.flatMap { ground.ports().contains($0) ? $0 : nil } }
}

/// Finding sandboxes.
extension SandboxStore {
    /// A page of the sandboxes of a subtree, by their ids.
    func page(_ page: PageRequest, in subtree: Subtree) async throws -> Page<Sandbox> {
        try await core.database.read { db in
            let all = SandboxRecord.filter(sql: "groupId IN (\(Subtree.groupsInBounds))", arguments: subtree.bounds)
            let rows = try all.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: try rows.map { try sandbox($0, db) }, request: page, total: try all.fetchCount(db))
        }
    }

    /// A sandbox of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func sandbox(_ label: String, in subtree: Subtree) async throws -> Sandbox {
        try await core.database.read { db in try sandbox(try Self.record(label, in: subtree, db), db) }
    }

    private static func record(_ label: String, in subtree: Subtree, _ db: GRDB.Database) throws -> SandboxRecord {
        guard let record = try SandboxRecord.first(where: "label = ?", [label], db),
            try subtree.contains(group(of: record, db))
        else { throw ConsoleError(.notFound, "There is no sandbox \(label.prefix(80)).") }
        return record
    }

    private static func group(of record: SandboxRecord, _ db: GRDB.Database) throws -> OrganizationGroupRecord {
        try OrganizationGroupStore.group(id: record.groupId, db)
    }

    private func sandbox(_ record: SandboxRecord, _ db: GRDB.Database) throws -> Sandbox {
        let text = try secrets.open(record.plan, context: Self.context(record.label))
        let kept = try JSONDecoder().decode(Kept.self, from: Data(text.utf8))
        let group = try Self.group(of: record, db)
        func first(_ table: String) throws -> Int64? {
            try Int64.fetchOne(
                db, sql: "SELECT MIN(id) FROM \(table) WHERE groupId IN (\(Subtree.groupsInBounds))",
                arguments: group.subtree.bounds)
        }
        let devices = try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM device WHERE customerId = ?", arguments: [record.groupId])
        let contents = Sandbox.Contents(
            group: group, user: try first("enrollmentUser"), smartGroup: try first("smartGroup"),
            application: try first("application"), profile: try first("sdkProfile"), devices: devices ?? 0)
        return Sandbox(record: record, plan: kept.plan, login: kept.login, codes: kept.codes, contents: contents)
    }

    private static func context(_ label: String) -> String { "sandbox/\(label)" }
}

/// Inside a transaction.
extension SandboxStore {
    /// The group that a sandbox is to lie in.
    private static func parent(
        _ order: SandboxOrder, _ administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord {
        let named = try order.group.map { text in
            guard let group = try OrganizationGroupStore.group(named: text, in: administrator.subtree, db) else {
                throw ConsoleError(.notFound, "There is no organization group \(text.prefix(80)).")
            }
            return group
        }
        let parent = try named ?? OrganizationGroupStore.group(id: administrator.groupID, db)
        let above = try OrganizationGroupStore.ancestorsAndSelf(of: parent, db)
        if let customer = above.first(where: { $0.type == "Customer" }) {
            throw ConsoleError(
                .forbidden,
                "A sandbox is a customer, and customers do not lie in one another: \(parent.code) belongs to "
                    + "\(customer.code). Make it as an administrator of a group above.")
        }
        return parent
    }

    private func requireRoom(_ db: GRDB.Database) throws {
        guard try SandboxRecord.fetchCount(db) < rules.count else {
            throw ConsoleError(
                .conflict,
                "There are \(rules.count) sandboxes already (sandboxes.count). Delete those that are not needed.")
        }
    }

    /// A port that no sandbox has; nil if there is none.
    private func freePort(_ db: GRDB.Database) throws -> Int? {
        let ports = ground.ports()
        guard !ports.isEmpty else { return nil }
        let taken = try Int.fetchSet(db, sql: "SELECT port FROM sandbox WHERE port IS NOT NULL")
        return homes.choose(among: Array(ports.subtracting(taken)))
    }

    private func plant(
        _ plan: SandboxPlan, _ prepared: PreparedSandbox, port: Int?, by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws -> Sandbox {
        let db = transaction.db
        let events = try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM eventLog") ?? 0
        try prepared.plant(transaction, .administrator(administrator.name))
        guard let group = try OrganizationGroupStore.group(code: plan.label, db) else {
            throw ConsoleError(.internalError, "The group of the sandbox was not made.")
        }
        let groupID = try group.storedID()
        // A new group goes by the clock of the group above it; how long it lives, by that of the machine.
        let (now, made) = (core.clock.now(in: group.parentId), core.clock.machine)
        // Groups have no id yet when it is logged that they are made.
        try db.execute(
            sql: "UPDATE eventLog SET groupId = ? WHERE id > ? AND groupId IS NULL", arguments: [groupID, events])
        var account = AdministratorRecord.new(
            plan.adminUser, passwordHash: hasher.hash(generated: plan.adminPassword), of: groupID,
            uuid: core.random.uuid(), at: now)
        try account.insert(db)
        var token = AdministratorTokenRecord(plan.adminToken, of: try account.storedID(), at: now)
        try token.insert(db)
        var key = APIKeyRecord(
            uuid: core.random.uuid(), groupId: groupID, name: "Sandbox", keyHash: SecretHash.sha256(plan.tenantCode),
            createdAt: now)
        try key.insert(db)
        let kept = Kept(plan: plan, login: prepared.login, codes: prepared.codes)
        let text = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
        var record = SandboxRecord(
            id: nil, label: plan.label, groupId: groupID, name: plan.name,
            plan: try secrets.seal(text, context: Self.context(plan.label)), createdAt: made,
            expiresAt: plan.lifetime.map { made.adding(seconds: $0) }, port: port)
        try record.insert(db)
        try core.events.record(
            ConsoleEvent(
                action: .sandboxCreated, subjectKind: "sandbox", subject: plan.label, groupID: groupID, at: now),
            by: .administrator(administrator.name), after: ["name": plan.name], in: transaction)
        transaction.changesConfiguration()
        transaction.afterCommit { [homes, record] in homes.add(record) }
        return try sandbox(record, db)
    }

    /// Removes everything of a sandbox; whoever keeps something of it elsewhere forgets it after the commit.
    private func erase(_ record: SandboxRecord, in transaction: Transaction) throws {
        let subtree = try Self.group(of: record, transaction.db).subtree
        let release = try ground.files(subtree, transaction)
        try GroupErasure(of: subtree, transaction.db).run()
        try release(transaction)
        transaction.changesConfiguration()
        transaction.afterCommit { [homes, forget] in
            homes.forget(record)
            forget(record.groupId, subtree)
        }
    }
}
