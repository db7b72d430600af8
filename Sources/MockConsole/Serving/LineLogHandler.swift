import ConsolePlatform
import Foundation
package import Logging

/// Writes log lines to standard error, for people or for programs.
package struct LineLogHandler: LogHandler {
    /// The form of a line.
    package enum Form: String, CaseIterable, Sendable {
        /// Time, level, message, then what the line carries by key. Control characters are written out, so that what
        /// clients send cannot begin a line or move the cursor.
        case text
        /// A JSON object.
        case json
    }

    private let label: String
    private let form: Form
    /// Least level that is written.
    package var logLevel: Logger.Level = .info
    /// What every line carries.
    package var metadata: Logger.Metadata = [:]

    /// A handler for a logger.
    package init(label: String, form: Form) {
        self.label = label
        self.form = form
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
        try? FileHandle.standardError.write(contentsOf: Data((form == .json ? line.json : line.text).utf8))
    }
}

/// One log line.
struct LogLine: Encodable {
    let time: Timestamp
    let level: String
    let label: String
    let message: String
    /// What it carries, by key.
    let metadata: [String: String]

    /// For people.
    var text: String {
        let carried = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return Self.escaped("\(time) \(level) \(message)\(carried)") + "\n"
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
