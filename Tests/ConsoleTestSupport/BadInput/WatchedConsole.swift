import DeviceProtocol
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import ServiceLifecycle
import NIOConcurrencyHelpers

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

/// Keeps the log lines of one test.
final class RecordedLog: Sendable {
    /// A line.
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: [String: String]
    }

    private let kept = NIOLockedValueBox<[Line]>([])

    /// The lines so far.
    var lines: [Line] { kept.withLockedValue { $0 } }

    /// Forgets the lines so far.
    func clear() { kept.withLockedValue { $0 = [] } }

    /// The reasons given since the log was cleared.
    var reasons: [String] { lines.compactMap { $0.metadata["reason"] } }

    /// A logger that writes here.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in RecordingLogHandler(log: self) }
        logger.logLevel = .info
        return logger
    }

    fileprivate func add(_ line: Line) { kept.withLockedValue { $0.append(line) } }
}

private struct RecordingLogHandler: LogHandler {
    let log: RecordedLog
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { $1 }
        log.add(
            RecordedLog.Line(
                level: event.level, message: event.message.description, metadata: merged.mapValues { "\($0)" }))
    }
}

/// Lends a seeded console of its own, together with what it logs.
func withWatchedConsole(
    _ settings: ConfigurationSettings = [:], clock: TestClock = TestClock(),
    network: OutgoingNetwork = .system(),
    _ body: @escaping @Sendable (TestConsole, RecordedLog) async throws -> Void
) async throws {
    // Hundreds of cases at once, each with a database open, are more than Foundation survives: its Process reads behind a
    // buffer when some 1,300 files are open.
    try await Slots.databases.hold {
        let log = RecordedLog()
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        let random = try await folder.prepare(for: settings, clock: clock)
        var surroundings = Surroundings.test(clock: clock, random: random, network: network)
        surroundings.logger = log.logger
        let console = try await Console(ConsoleConfiguration.test(settings), folder: folder, surroundings: surroundings)
        try await console.inProcess(logger: log.logger, clock: clock) { try await body($0, log) }
    }
}

extension TestConsole {
    /// Every row of every table as text, by table.
    func contents() async throws -> [String: [String]] {
        try await parts.core.database.read { db in
            // Who signed in is noted whatever a call goes on to do.
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'administratorSignIn'
                    """)
            var contents: [String: [String]] = [:]
            for table in tables {
                // SQLite writes the rows: they are compared thousands of times.
                let columns = try db.columns(in: table).map(\.name).filter { $0 != "lastLoginAt" }
                let row = columns.map { "'\($0):' || quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                contents[table] = try SQLRequest<String>(sql: "SELECT \(row) FROM \"\(table)\"", cached: true).fetchAll(
                    db
                )
                .filter { !table.hasPrefix("bounded") || !$0.contains("administratorSignIn") }
            }
            return contents
        }
    }

    /// Number of rows of every table.
    func rowCounts() async throws -> [String: Int] { try await contents().mapValues(\.count) }

    /// Names of the files in the spool folder.
    func spooledFiles() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: parts.spool.folder)) ?? []
    }

    /// Runs a statement, as an administrator with a database tool would, and lets caches know.
    func execute(_ sql: String) async throws {
        try await parts.core.database.write { transaction in
            try transaction.db.execute(sql: sql)
            transaction.changesConfiguration()
        }
    }

    /// Overrides a setting of an organization group; the value is JSON.
    func set(_ setting: String, _ value: String, of group: String) async throws {
        try await execute(
            """
            INSERT OR REPLACE INTO organizationGroupSetting (groupId, key, value)
            SELECT id, '\(setting)', '\(value)' FROM organizationGroup WHERE code = '\(group)'
            """)
    }
}
