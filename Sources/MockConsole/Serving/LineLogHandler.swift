import ConsolePlatform
import Foundation
package import Logging

/// Writes log lines to standard error, for people or for programs.
package struct LineLogHandler: LogHandler {
    /// The form of a line.
    package enum Form: String, CaseIterable, Sendable {
        /// Time, level, message, then what the line carries by key. A value with blanks stands in quotes. Control
        /// characters are written out, so that what clients send cannot begin a line or move the cursor.
        case text
        /// A JSON object.
        case json
    }

    private let label: String
    private let form: Form
    /// Whether levels are coloured.
    private let isColoured: Bool
    /// Least level that is written.
    package var logLevel: Logger.Level = .info
    /// Metadata of every line.
    package var metadata: Logger.Metadata = [:]

    /// A handler for a logger.
    ///
    /// - Parameters:
    ///   - label: Name of the logger.
    ///   - form: How lines look.
    ///   - isColoured: Whether levels are coloured; lines for programs never are.
    package init(label: String, form: Form, isColoured: Bool = false) {
        self.label = label
        self.form = form
        self.isColoured = isColoured
    }

    /// Whether to colour log lines: on a terminal that supports it, unless the user declined it.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether standard error is a terminal.
    ///   - environment: Variables of the process. `NO_COLOR` says no, as elsewhere.
    /// - Returns: Whether to write levels in colour.
    package static func wantsColour(isTerminal: Bool, environment: [String: String]) -> Bool {
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// One value every line carries.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    package func log(event: LogEvent) {
        let line = LogLine(
            time: Timestamp(Date()), level: event.level.rawValue, label: label, message: event.message.description,
            metadata: metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" })
        try? FileHandle.standardError.write(
            contentsOf: Data((form == .json ? line.json : line.text(isColoured: isColoured)).utf8))
    }
}

/// One log line.
struct LogLine: Encodable {
    let time: Timestamp
    let level: String
    let label: String
    let message: String
    /// Its metadata by key.
    let metadata: [String: String]

    /// For people.
    var text: String { text(isColoured: false) }

    /// For people, on a terminal with the level in colour.
    func text(isColoured: Bool) -> String {
        let carried = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted($0.value))" }.joined()
        let shown = isColoured ? Self.colours[level].map { "\u{1b}[\($0)m\(level)\u{1b}[0m" } : nil
        return "\(time) \(shown ?? level) \(Self.escaped(message + carried))\n"
    }

    /// Red for what failed, yellow for what needs attention, faint for what only explains.
    private static let colours = ["critical": "1;31", "error": "31", "warning": "33", "debug": "2", "trace": "2"]

    /// A value as it follows its key: in quotes if its end could not be seen otherwise.
    private static func quoted(_ value: String) -> String {
        guard value.isEmpty || value.contains(where: { $0.isWhitespace || $0 == "\"" }) else { return value }
        let inside = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(inside)\""
    }

    /// For programs.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }

    /// A text with its control characters written out.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
