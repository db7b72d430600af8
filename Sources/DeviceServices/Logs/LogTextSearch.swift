import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB
import NIOConcurrencyHelpers
import NIOCore

/// Looks for a text in logs, in short reads one after the other, so that others read in between and that it ends as soon
/// as nobody wants the answer any more.
final class LogTextSearch: Sendable {
    /// The most bytes of a text that is looked for: far less than a piece has, so that it spans two at most.
    private static let textLimit = 4096
    /// Pieces of texts that are compared in one read, which then takes some milliseconds.
    private static let piecesAtOnce: Int64 = 8
    /// Logs that are looked up at once.
    private static let batchSize = 100

    private let database: ConsoleDatabase
    private let text: Data
    private let limit: Int64
    private let isAbandoned = NIOLockedValueBox(false)

    /// A search for a text.
    ///
    /// - Parameters:
    ///   - text: The text, letter case of ASCII ignored.
    ///   - database: Where the logs are.
    ///   - limit: Bytes of texts it reads.
    /// - Throws: ``ConsoleError`` `badRequest` if the text is too long.
    init(_ text: String, in database: ConsoleDatabase, limit: Int64) throws {
        self.database = database
        self.limit = limit
        // Not bound as a text, which would end at its first zero.
        self.text = Data(text.utf8)
        guard self.text.count <= Self.textLimit else {
            throw ConsoleError(
                .badRequest, "text has \(self.text.count) bytes; it has to have \(Self.textLimit) at most.")
        }
    }

    /// A log to look at.
    private struct Candidate: Decodable, FetchableRecord {
        let id: Int64
        let byteCount: Int64
        let receivedAt: Timestamp
    }

    /// The ids of the logs of a query whose text contains it, the latest first; ends when the client leaves.
    ///
    /// - Parameters:
    ///   - query: Which logs.
    ///   - channel: The connection of the client.
    /// - Returns: The ids.
    /// - Throws: ``ConsoleError`` `badRequest` if the texts are more than the limit, `unavailable` if the client is
    ///   gone.
    func ids(of query: RecordQuery, for channel: any Channel) async throws -> [Int64] {
        // A request without a connection, as in this process, has nobody who could leave.
        let isConnected = (channel.remoteAddress ?? channel.parent?.remoteAddress) != nil
        let departure = isConnected ? try await ClientDeparture.watch(channel, for: self) { self.abandon() } : nil
        defer { departure?.end() }
        return try await withTaskCancellationHandler {
            try await ids(of: query)
        } onCancel: {
            abandon()
        }
    }

    private func abandon() { isAbandoned.withLockedValue { $0 = true } }

    private func ids(of query: RecordQuery) async throws -> [Int64] {
        var (ids, read): ([Int64], Int64) = ([], 0)
        var last: Int64?
        while case let batch = try await candidates(query, before: last), !batch.isEmpty {
            for log in batch {
                read += log.byteCount
                guard read <= limit else { throw tooMuch(log) }
                if try await contains(log) { ids.append(log.id) }
            }
            last = batch.last?.id
        }
        return ids
    }

    private func candidates(_ query: RecordQuery, before id: Int64?) async throws -> [Candidate] {
        try goOn()
        var query = query
        if let id { query.add("record.id < ?", [id]) }
        return try await database.read { [query] db in
            let (sql, arguments) = try query.clause(db)
            return try Candidate.fetchAll(
                db,
                sql: """
                    SELECT record.id, record.byteCount, record.receivedAt FROM deviceLog AS record \(sql)
                    ORDER BY record.id DESC LIMIT \(Self.batchSize)
                    """, arguments: arguments)
        }
    }

    /// Whether the text of a log contains it.
    private func contains(_ log: Candidate) async throws -> Bool {
        let pieces = (log.byteCount + Int64(LogStore.pieceSize) - 1) / Int64(LogStore.pieceSize)
        for first in stride(from: 0, to: pieces, by: Int64.Stride(Self.piecesAtOnce)) {
            try goOn()
            if try await database.read({ db in try self.contains(log.id, from: first, db) }) { return true }
        }
        return false
    }

    /// A piece at a time is compared, and every seam between two: SQLite has one piece in memory, never a log.
    private func contains(_ log: Int64, from first: Int64, _ db: GRDB.Database) throws -> Bool {
        // As bytes, because a piece may end inside a character.
        func contains(_ bytes: String) -> String { "instr(CAST(lower(\(bytes)) AS BLOB), CAST(lower(?1) AS BLOB)) > 0" }
        let next = """
            (SELECT substr(next.data, 1, ?2) FROM deviceLogPiece AS next
            WHERE next.logId = piece.logId AND next.sequence = piece.sequence + 1)
            """
        let seam = text.count == 1 ? "?2 > 0" : contains("substr(piece.data, -?2) || \(next)")
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM deviceLogPiece AS piece
                WHERE piece.logId = ?3 AND piece.sequence BETWEEN ?4 AND ?5
                AND (\(contains("piece.data")) OR \(seam)))
                """)
        return try Bool.fetchOne(
            statement, arguments: [text, text.count - 1, log, first, first + Self.piecesAtOnce - 1]) ?? false
    }

    /// Ends the search if nobody wants its answer any more.
    private func goOn() throws {
        guard isAbandoned.withLockedValue({ $0 }) else { return }
        throw ConsoleError(.unavailable, "The client is gone.")
    }

    private func tooMuch(_ log: Candidate) -> ConsoleError {
        ConsoleError(
            .badRequest,
            """
            The logs to search have more than the \(limit) bytes of searches.bytes; those after \(log.receivedAt) have \
            less. Narrow them by from, to, device or another filter, and search in several requests.
            """)
    }
}
