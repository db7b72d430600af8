import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Filters of logs, beside those every list takes (AdminAPI, "Logs").
enum LogFilters {
    /// Their names.
    static let parameters: Set<String> = [
        "type", "level", "minimumLevel", "appVersion", "verified", "claimedDevice",
    ]

    /// Narrows a query by what a request says, but for the text: that takes a search (``LogTextSearch``).
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
    }

    private static func choice<Value: CaseIterable>(_ name: String, _ parameters: QueryParameters) throws -> Value? {
        guard let text = parameters.value(name), !text.isEmpty else { return nil }
        guard let value = Value.allCases.first(where: { "\($0)" == text.lowercased() }) else {
            let names = Value.allCases.map { "\($0)" }.joined(separator: ", ")
            throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be one of \(names).")
        }
        return value
    }
}
