import ConsolePlatform
import Foundation
package import Logging

/// Writes log lines to standard error, for people or for programs.
package struct LineLogHandler: LogHandler {
    /// The form of a line.
    package enum Form: String, CaseIterable, Sendable {
        /// Time, level, message, then what the line carries by key. A value with blanks or signs stands in quotes. Control
        /// characters and those that turn the direction of text are written out, so that what clients send cannot begin
        /// a line, move the cursor, or look like something else.
        case text
        /// A JSON object, with the same characters escaped.
        case json
    }

    private let label: String
    private let form: Form
    /// Whether levels are coloured.
    private let isColoured: Bool
    /// How often the same words are written; nil for as often as they come.
    private let budget: LineBudget?
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
    ///   - budget: How often the same words are written; those who ask for level debug get all of them.
    package init(label: String, form: Form, isColoured: Bool = false, budget: LineBudget? = nil) {
        self.budget = budget
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
        if let budget, logLevel > .debug {
            let (isWritten, omissions) = budget.spend(on: event.message.description)
            for omission in omissions {
                write(
                    event, "Lines were left out: there were too many of the same (log.repeats)",
                    ["message": "\(omission.message)", "count": "\(omission.count)"])
            }
            guard isWritten else { return }
        }
        write(event, event.message, event.metadata ?? [:])
    }

    private func write(_ event: LogEvent, _ message: Logger.Message, _ more: Logger.Metadata) {
        let isCut = logLevel > .debug
        let line = LogLine(
            time: Timestamp(Date()), level: event.level.rawValue, label: label, message: message.description,
            metadata: metadata.merging(more) { $1 }.mapValues { isCut ? LogLine.cut("\($0)") : "\($0)" })
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

    /// The most characters of a value; further ones say nothing to people, and fill the disk.
    static let longestValue = 200

    /// A value as it is written unless everything is asked for (level debug): the end of a long one is cut off.
    static func cut(_ value: String) -> String {
        guard value.utf8.count > longestValue else { return value }
        // Of what is seen as one character there may be any number of scalars.
        let scalars = value.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: longestValue, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return value }
        return String(scalars[..<end]) + "…"
    }

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
        guard value.isEmpty || value.contains(where: { $0.isWhitespace || "\"=\\".contains($0) }) else { return value }
        let inside = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(inside)\""
    }

    /// For programs.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "" }
        // Such characters stand in strings only, since all others of JSON are seen.
        return Self.escaped(String(decoding: data, as: UTF8.self)) { scalar in
            Character(scalar).utf16.map { "\\u\(String(UInt32($0) + 0x10000, radix: 16).dropFirst())" }.joined()
        } + "\n"
    }

    /// Whether a character is not seen but does something: controls, line separators, marks of direction.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// A text with such characters written out.
    private static func escaped(
        _ text: String, as written: (Unicode.Scalar) -> String = { "\\u{\(String($0.value, radix: 16))}" }
    ) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                result += written(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
