import GRDB
import NIOCore

/// One waiting unit of work, and how to report to its caller.
struct WriteUnit: Sendable {
    /// Does the work; returns a closure that reports success to the caller, to be called after the commit.
    let perform: @Sendable (Transaction) throws -> @Sendable () -> Void
    /// Reports failure to the caller.
    let fail: @Sendable (any Error) -> Void
    /// Where to take down which rows it changes; nil if nobody wants to know.
    var changes: ChangeLog?
    /// For whom it is; nil for the console itself.
    var caller: (any DatabaseCaller)?
    /// Whether it makes room by deleting something, so that it may use the ``DeletionReserve``.
    var isDeletion = false
    /// Since when it waits.
    var since = NIODeadline.now()
}

/// How one unit of a batch fared.
struct WriteOutcome: Sendable {
    /// Actions that follow the commit; nil if the unit failed.
    let effects: TransactionEffects?
    /// Reports to the caller.
    let resume: @Sendable () -> Void
    /// Set if the commit itself failed.
    var commitFailure: (any Error & Sendable)?
    /// Whether it failed because there was no room.
    var isFull = false

    /// Whether the unit changed what answers are derived from.
    var configurationChanged: Bool { effects?.configurationChanged ?? false }
}

/// Runs many units in one transaction, each in a savepoint of its own.
///
/// A unit that is alone needs none: SQLite would hold in memory how every page it changes was before.
enum WriteBatch {
    /// How long one goes on to the next unit; those that come later would wait for all of them.
    private static let time = TimeAmount.milliseconds(20)

    /// Performs the units, or the first ones if they take long, and commits.
    ///
    /// - Parameters:
    ///   - units: The units; the first is performed in any case.
    ///   - db: Where.
    ///   - now: What time it is.
    /// - Returns: An outcome for each unit that was performed, or was to be.
    static func perform(
        _ units: [WriteUnit], on db: GRDB.Database, now: () -> NIODeadline = { NIODeadline.now() }
    ) -> [WriteOutcome] {
        var outcomes: [WriteOutcome] = []
        let end = now() + time
        var begun = 0
        let isAlone = units.count == 1
        do {
            try db.inTransaction(.immediate) {
                for unit in units {
                    if begun > 0, now() >= end { break }
                    begun += 1
                    outcomes.append(try perform(unit, isAlone: isAlone, on: db))
                }
                return isAlone && outcomes.contains { $0.effects == nil } ? .rollback : .commit
            }
            return outcomes
        } catch {
            let reason = (error as? DatabaseError).map(ConsoleDatabase.consoleError) ?? error
            // Where none could begin, no other could.
            return units.prefix(begun == 0 ? units.count : begun).map { unit in
                WriteOutcome(
                    effects: nil, resume: { unit.fail(reason) }, commitFailure: error, isFull: saysFull(error))
            }
        }
    }

    /// Performs one unit; its failure rolls back only its own savepoint.
    ///
    /// Of a unit that is alone the caller rolls back the transaction.
    ///
    /// - Throws: If SQLite has rolled back the whole transaction (disk full, I/O error): then nobody's work is kept.
    private static func perform(_ unit: WriteUnit, isAlone: Bool, on db: GRDB.Database) throws -> WriteOutcome {
        let effects = TransactionEffects()
        let work = { try unit.perform(Transaction(db: db, effects: effects)) }
        do {
            let succeed = try watched(unit.changes, db, effects) {
                try isAlone ? work() : inSavepoint(db, work)
            }
            return WriteOutcome(effects: effects, resume: succeed)
        } catch {
            guard db.isInsideTransaction else { throw error }
            let reason = (error as? DatabaseError).map(ConsoleDatabase.consoleError) ?? error
            return WriteOutcome(effects: nil, resume: { unit.fail(reason) }, isFull: saysFull(error))
        }
    }

    /// Whether an error says that there is no room, on the disk or in the file.
    private static func saysFull(_ error: any Error) -> Bool {
        let cause = error as? DatabaseError ?? (error as? ConsoleError)?.cause as? DatabaseError
        return cause?.resultCode == .SQLITE_FULL
    }

    /// Does some work, and takes down which rows it changes once they are committed.
    private static func watched<Value>(
        _ log: ChangeLog?, _ db: GRDB.Database, _ effects: TransactionEffects, _ work: () throws -> Value
    ) throws -> Value {
        guard let log else { return try work() }
        let (value, changes) = try ChangeCollector.watch(db, log.rules, work)
        if !changes.isEmpty { effects.add { log.add(changes) } }
        return value
    }

    /// Runs a closure in a savepoint, with statements that are compiled once; GRDB's own compiles two for each.
    ///
    /// - Throws: What the closure throws, after going back to the savepoint if there still is a transaction.
    private static func inSavepoint<Value>(_ db: GRDB.Database, _ body: () throws -> Value) throws -> Value {
        try db.cachedStatement(sql: "SAVEPOINT unit").execute()
        do {
            let value = try body()
            try db.cachedStatement(sql: "RELEASE SAVEPOINT unit").execute()
            return value
        } catch {
            if db.isInsideTransaction {
                try db.cachedStatement(sql: "ROLLBACK TO SAVEPOINT unit").execute()
                try db.cachedStatement(sql: "RELEASE SAVEPOINT unit").execute()
            }
            throw error
        }
    }
}
