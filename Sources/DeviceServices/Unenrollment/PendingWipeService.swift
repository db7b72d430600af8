import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
import Logging
import ServiceLifecycle

/// Un-enrolls devices whose wipe nobody acknowledged in time (DeviceServices, section 23).
struct PendingWipeService: Service {
    /// Wipes that end in one transaction.
    private static let batch = 200

    let database: ConsoleDatabase
    let ending: EnrollmentEnding
    let clock: ConsoleClock
    /// Seconds a wipe may be pending.
    let timeout: Int64
    let logger: Logger

    /// Which wipe of each group is overdue next, as far as was known at a generation of the database.
    private struct Outlook {
        var generation: UInt64?
        var next: [PendingWipe] = []
    }

    /// Looks every second, because clocks of groups may be set.
    func run() async {
        await cancelWhenGracefulShutdown {
            var outlook = Outlook()
            repeat { await look(&outlook) } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    /// Asks the database only if something has changed, or a wipe is overdue.
    private func look(_ outlook: inout Outlook) async {
        let generation = database.generation
        guard generation != outlook.generation || outlook.next.contains(where: isOverdue) else { return }
        do {
            outlook.next = try await endOverdue()
            outlook.generation = generation
        } catch {
            if !Task.isCancelled {
                logger.warning("Pending wipes could not be ended", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Un-enrolls devices whose wipe has been pending for too long.
    ///
    /// - Returns: Of each group the wipe that is overdue next: clocks of groups may differ, and stand still.
    /// - Throws: What the database throws.
    @discardableResult
    func endOverdue() async throws -> [PendingWipe] {
        let pending = try await database.read { db in try PendingWipe.all(db) }
        let overdue = pending.filter(isOverdue)
        for start in stride(from: 0, to: overdue.count, by: Self.batch) {
            let wipes = overdue[start..<min(start + Self.batch, overdue.count)]
            try await database.write { transaction in
                for wipe in wipes { try end(wipe, in: transaction) }
            }
        }
        let later = Dictionary(grouping: pending.filter { !isOverdue($0) }, by: \.groupID)
        return later.values.compactMap { wipes in wipes.min { $0.since < $1.since } }
    }

    /// How many wipes are overdue once some time has passed.
    func count(in span: DueSpan, _ db: GRDB.Database) throws -> Int {
        let end = span.to.adding(seconds: -timeout)
        return try PendingWipe.all(db).count { span.contains($0.groupID) && $0.since <= end }
    }

    private func isOverdue(_ wipe: PendingWipe) -> Bool { remaining(wipe) <= 0 }

    /// Milliseconds, by the clock of the device's group.
    private func remaining(_ wipe: PendingWipe) -> Int64 {
        wipe.since.adding(seconds: timeout).milliseconds - clock.now(in: wipe.groupID).milliseconds
    }

    private func end(_ wipe: PendingWipe, in transaction: Transaction) throws {
        guard let device = try wipe.device(transaction.db) else { return }
        try ending.end(
            device, as: .unenrolled, action: .deviceUnenrolled, by: .system, at: clock.now(in: wipe.groupID),
            in: transaction)
    }
}
