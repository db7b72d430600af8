import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Filters of logs, beside those every list takes (AdminAPI, "Logs").
enum LogFilters {
    /// Their names.
    static let parameters: Set<String> = [
        "type", "level", "minimumLevel", "appVersion", "verified", "claimedDevice",
    ]
    /// The most bytes of a text that is looked for: far less than a piece has, so that it spans two at most.
    private static let textLimit = 4096

    /// Narrows a query by what a request says.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and what it takes.
    static func narrow(_ query: inout RecordQuery, _ parameters: QueryParameters) throws {
        if let type: LogType = try choice("type", parameters) { query.match("type", type.rawValue) }
        if let level: LogLevel = try choice("level", parameters) { query.match("level", level.rawValue) }
        if let level: LogLevel = try choice("minimumLevel", parameters) {
            query.add("record.level >= ?", [level.rawValue])
        }
        if let version = parameters.value("appVersion") { query.match("appVersion", version) }
        if let isVerified = try parameters.bool("verified") { query.match("verified", isVerified) }
        if let text = parameters.value("claimedDevice") { query.match("claimedDevice", text.lowercased()) }
        if let text = parameters.sent("text"), !text.isEmpty { try search(text, &query) }
    }

    private static func choice<Value: CaseIterable>(_ name: String, _ parameters: QueryParameters) throws -> Value? {
        guard let text = parameters.value(name), !text.isEmpty else { return nil }
        guard let value = Value.allCases.first(where: { "\($0)" == text.lowercased() }) else {
            let names = Value.allCases.map { "\($0)" }.joined(separator: ", ")
            throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be one of \(names).")
        }
        return value
    }

    /// Leaves logs whose text contains another.
    ///
    /// A piece at a time is compared, and every seam between two: SQLite has one piece in memory, never a log.
    private static func search(_ text: String, _ query: inout RecordQuery) throws {
        // Not bound as a text, which would end at its first zero.
        let bytes = Data(text.utf8)
        let count = bytes.count
        guard count <= textLimit else {
            throw ConsoleError(.badRequest, "text has \(count) bytes; it has to have \(textLimit) at most.")
        }
        // As bytes, because a piece may end inside a character.
        func contains(_ bytes: String) -> String { "instr(CAST(lower(\(bytes)) AS BLOB), CAST(lower(?) AS BLOB)) > 0" }
        let next = """
            (SELECT substr(next.data, 1, ?) FROM deviceLogPiece AS next
            WHERE next.logId = piece.logId AND next.sequence = piece.sequence + 1)
            """
        let seam = contains("substr(piece.data, -?) || \(next)")
        let isOneByte = count == 1
        query.add(
            """
            EXISTS (SELECT 1 FROM deviceLogPiece AS piece WHERE piece.logId = record.id
            AND (\(contains("piece.data"))\(isOneByte ? "" : " OR \(seam)")))
            """, isOneByte ? [bytes] : [bytes, count - 1, count - 1, bytes])
    }
}
