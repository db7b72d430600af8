package import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// The database: reads at once, writes through one long-running service that commits waiting units together.
///
/// Every ``write(_:)`` is a savepoint of its own inside a shared commit, so a unit that fails fails alone, while the
/// cost of a commit is shared. The service runs the commit, not the caller's task: a client that disconnects cancels no
/// write that has begun. Callers go on after the commit, when the actions that follow it have run.
package final class ConsoleDatabase: Service {
    /// The most units one commit takes, so that the first of a burst need not wait for the last.
    private static let largestBatch = 256

    private enum Phase {
        /// Units wait for the service to run.
        case waiting
        /// The service takes units when it is woken.
        case running(AsyncStream<Void>.Continuation)
        /// The service has ended; units are refused.
        case ended
    }

    private struct Queue {
        var units = WriteLine()
        var phase = Phase.waiting
    }

    /// Connections to the file: one that writes, several that read.
    let pool: DatabasePool
    private let logger: Logger
    /// Pages the file may grow to; 0 is as many as the disk allows.
    let maximumPages: Int
    /// Notes that the file was closed in good order; nil if even then it cannot be sure of that.
    private let cleanStop: CleanStop?
    /// The file, which has to stay where it was opened.
    private let file: DatabaseFile
    /// Whether the file was in its place when it was last looked at.
    private let wasInPlace = NIOLockedValueBox(true)
    /// Room for deletions once everything else is full.
    private let reserve: DeletionReserve
    /// Whether a read or write has failed in a way that the file may be damaged.
    private let isSuspect = NIOLockedValueBox(false)
    /// The last step of every unit of work, such as queuing notifications about a change.
    private let closing: @Sendable (Transaction) throws -> Void
    private let readTurns = ReadTurns()
    private let queue = NIOLockedValueBox(Queue())
    private let generationCounter = NIOLockedValueBox<UInt64>(1)
    private let epochCounter = NIOLockedValueBox<UInt64>(1)
    private let commitObservers = NIOLockedValueBox<[@Sendable (CommitReport) -> Void]>([])

    /// A database on an open pool; writes wait until ``run()`` is running.
    init(
        pool: DatabasePool, logger: Logger, maximumPages: Int = 0, cleanStop: CleanStop? = nil,
        diskReserve: DiskReserve? = nil, closing: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) {
        self.pool = pool
        file = DatabaseFile(at: pool.path)
        reserve = DeletionReserve(disk: diskReserve, maximumPages: maximumPages, logger: logger)
        self.logger = logger
        self.maximumPages = maximumPages
        self.cleanStop = cleanStop
        self.closing = closing
    }

    /// Closes the file, and notes that it was closed in good order, so that the next start need not look at all of it.
    ///
    /// Call it once nothing uses the database any more. If the file cannot be closed, the next start checks it.
    package func close() {
        let isInPlace = isFileInPlace()
        // The note is written only once the write-ahead log is copied into the file, which is complete by itself then.
        try? pool.writeWithoutTransaction { db in
            if !isInPlace { DatabaseFile.keepLog(db) }
            _ = try db.checkpoint(.truncate)
        }
        do {
            try pool.close()
        } catch {
            return logger.warning("The database could not be closed", metadata: ["error": "\(error)"])
        }
        if isInPlace, !isSuspect.withLockedValue({ $0 }) { cleanStop?.note() }
    }

    /// Moves with every commit that changed configuration.
    ///
    /// A value that was derived from the database under another number may be stale.
    package var generation: UInt64 { generationCounter.withLockedValue { $0 } }

    /// Changes when the whole database may have been replaced.
    ///
    /// Whoever follows its history by growing ids starts anew with every epoch.
    package var epoch: UInt64 { epochCounter.withLockedValue { $0 } }

    /// How many units wait to be committed.
    package var waitingUnits: Int { queue.withLockedValue { $0.units.count } }

    /// Reports every commit to somebody who measures; for the life of the database.
    package func observeCommits(_ observer: @escaping @Sendable (CommitReport) -> Void) {
        commitObservers.withLockedValue { $0.append(observer) }
    }

    /// Reads a consistent state, beside writes, when it is the turn of the caller of the running task.
    ///
    /// - Throws: What the closure throws; ``ConsoleError`` `unavailable` if the client has left before its turn came, or the
    ///   file is not where it was opened.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (GRDB.Database) throws -> Value) async throws
        -> Value
    {
        // A connection that is opened now would read another file, or none.
        guard wasInPlace.withLockedValue({ $0 }) || isFileInPlace() else { throw Self.fileIsGone }
        do {
            let task = DatabaseTask.current
            let value = try await readTurns.run(for: task.caller) { try await pool.read(body) }
            // Looked at afterwards: what was read before the epoch changed is of the state before.
            if let expected = task.epoch, expected != epoch { throw AnswerEpoch.refusal }
            return value
        } catch let error as DatabaseError {
            suspect(error)
            throw Self.consoleError(error)
        }
    }

    /// Runs one unit of work and returns once it is committed.
    ///
    /// - Throws: What the closure throws, with nothing of it kept; ``ConsoleError`` `unavailable` if the commit fails
    ///   (disk full, I/O error) or the console is stopping.
    package func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    {
        let task = DatabaseTask.current
        return try await withCheckedThrowingContinuation { continuation in
            let isDeletion = task.isDeletion || task.caller?.isDeleting == true
            let unit = WriteUnit(
                perform: { [closing, self] transaction in
                    if let expected = task.epoch, expected != epoch { throw AnswerEpoch.refusal }
                    let value = try body(transaction)
                    try closing(transaction)
                    return { continuation.resume(returning: value) }
                },
                fail: { [self] error in
                    if let cause = (error as? ConsoleError)?.cause as? DatabaseError { suspect(cause) }
                    continuation.resume(throwing: error)
                }, changes: ChangeLog.current, caller: task.caller, isDeletion: isDeletion)
            if !enqueue(unit) {
                unit.fail(ConsoleError(.unavailable, "The console is stopping; nothing was changed."))
            }
        }
    }

    /// Puts a unit in the queue and wakes the service; false if it has ended.
    private func enqueue(_ unit: WriteUnit) -> Bool {
        queue.withLockedValue { queue in
            if case .ended = queue.phase { return false }
            queue.units.append(unit)
            if case .running(let wake) = queue.phase { wake.yield() }
            return true
        }
    }

    /// Commits what is waiting until the service is shut down, then what is left.
    package func run() async throws {
        let (wakeups, wake) = start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watchFile() }
            await serve(wakeups, wake)
            group.cancelAll()
        }
    }

    /// Looks every second whether the file is in its place, and now and then whether there is room for a reserve.
    private func watchFile() async {
        var count = 0
        repeat {
            _ = isFileInPlace()
            if count % 10 == 0 { reserve.disk?.take() }
            count += 1
        } while (try? await Task.sleep(for: .seconds(1))) != nil
    }

    /// Whether the file is where it was opened; the log gets a line when that changes.
    func isFileInPlace() -> Bool {
        let isInPlace = file.isInPlace
        let wasInPlace = wasInPlace.withLockedValue { known in
            defer { known = isInPlace }
            return known
        }
        guard isInPlace != wasInPlace else { return isInPlace }
        if isInPlace {
            logger.notice("The database file is back in its place; changes are taken again")
        } else {
            logger.error(
                """
                The database file was moved, deleted or replaced: changes are refused until it is back, or the console \
                is started again
                """, metadata: ["path": "\(file.path)"])
        }
        return isInPlace
    }

    /// From here on units wake whoever listens to the stream.
    private func start() -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) {
        let (wakeups, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        queue.withLockedValue { $0.phase = .running(wake) }
        wake.yield()
        return (wakeups, wake)
    }

    private func serve(_ wakeups: AsyncStream<Void>, _ wake: AsyncStream<Void>.Continuation) async {
        await withGracefulShutdownHandler {
            for await _ in wakeups { await commitAll() }
            queue.withLockedValue { $0.phase = .ended }
            await commitAll()
        } onGracefulShutdown: {
            wake.finish()
        }
    }

    /// Runs the service for the time of a closure.
    ///
    /// For seeding and for commands that serve nothing.
    package func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        // Started here and not in the task, because a closure that ends at once must find something to finish.
        let (wakeups, wake) = start()
        let result: Result<Value, any Error> = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve(wakeups, wake) }
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            wake.finish()
            await group.waitForAll()
            return result
        }
        queue.withLockedValue { $0.phase = .waiting }
        return try result.get()
    }

    /// Commits batch after batch until nothing waits.
    private func commitAll() async {
        while true {
            let (batch, given) = queue.withLockedValue { $0.units.take(Self.largestBatch, at: .now()) }
            for unit in given { unit.fail(DatabaseCallers.departure) }
            if batch.isEmpty, given.isEmpty { return }
            let rest = batch.isEmpty ? [] : await commit(batch)
            queue.withLockedValue { $0.units.putBack(rest) }
        }
    }

    /// Commits one batch, or its first units if they take long, and reports to every caller how its unit fared.
    ///
    /// - Returns: The units whose turn has not come.
    private func commit(_ batch: [WriteUnit]) async -> ArraySlice<WriteUnit> {
        guard isFileInPlace() else {
            for unit in batch { unit.fail(Self.fileIsGone) }
            return []
        }
        let began = NIODeadline.now()
        let outcomes = await withCheckedContinuation { continuation in
            // The callback form: a cancelled task must not interrupt a commit of others.
            pool.asyncWriteWithoutTransaction { [reserve] db in
                var outcomes = WriteBatch.perform(batch, on: db)
                reserve.retry(&outcomes, of: batch, on: db)
                continuation.resume(returning: outcomes)
            }
        }
        report(CommitReport(units: outcomes.count, nanoseconds: (NIODeadline.now() - began).nanoseconds))
        if outcomes.contains(where: \.configurationChanged) {
            generationCounter.withLockedValue { $0 += 1 }
        }
        // Looked at once more, since the file may have gone while they were committed into it.
        let isKept = isFileInPlace()
        for (unit, outcome) in zip(batch, outcomes) {
            outcome.effects?.run()
            if isKept || outcome.effects == nil { outcome.resume() } else { unit.fail(Self.fileIsGone) }
        }
        if let failure = outcomes.compactMap(\.commitFailure).first {
            logger.error("A commit failed; its units were refused", metadata: ["error": "\(failure)"])
        }
        return batch.dropFirst(outcomes.count)
    }

    private func report(_ commit: CommitReport) {
        for observer in commitObservers.withLockedValue({ $0 }) { observer(commit) }
    }

    /// Remembers a failure after which the file may be damaged.
    private func suspect(_ error: DatabaseError) {
        guard [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR].contains(error.resultCode) else { return }
        isSuspect.withLockedValue { $0 = true }
    }

    /// Moves the generation for a reason outside a unit, such as a restored snapshot.
    func invalidate() {
        beginEpoch()
        generationCounter.withLockedValue { $0 += 1 }
    }

    /// Ends what is answered out of the present epoch.
    func beginEpoch() { epochCounter.withLockedValue { $0 += 1 } }

    /// The error that a caller gets while the file is not where it was opened.
    static var fileIsGone: ConsoleError {
        ConsoleError(
            .unavailable,
            "The database file was moved, deleted or replaced while the console runs, so that it cannot be used.")
    }

    /// The error that a caller gets for a failure of the database.
    static func consoleError(_ error: DatabaseError) -> ConsoleError {
        switch error.resultCode {
        case .SQLITE_FULL:
            ConsoleError(.unavailable, "The disk is full; nothing was changed.", cause: error)
        case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM:
            ConsoleError(.unavailable, "The database cannot be used now; nothing was changed.", cause: error)
        case .SQLITE_CONSTRAINT:
            ConsoleError(.conflict, "The change contradicts what is stored.", cause: error)
        default:
            ConsoleError(.internalError, "The database failed.", cause: error)
        }
    }
}
