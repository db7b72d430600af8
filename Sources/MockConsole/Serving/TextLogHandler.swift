import Foundation
public import Logging

/// Writes log lines for people to standard error: what clients send cannot begin a line or move the cursor.
public struct TextLogHandler: LogHandler {
    /// Name of the logger.
    private let label: String
    /// Least level that is written.
    public var logLevel: Logger.Level = .info
    /// What every line carries.
    public var metadata: Logger.Metadata = [:]

    /// A handler for a logger.
    public init(label: String) {
        self.label = label
    }

    /// One value every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let line = Self.line(
            at: Timestamp(Date()), level: event.level, message: event.message.description,
            metadata: metadata.merging(event.metadata ?? [:]) { $1 })
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    /// One line: time, level, message, then what it carries by key.
    static func line(at time: Timestamp, level: Logger.Level, message: String, metadata: Logger.Metadata) -> String {
        let carried = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return escaped("\(time) \(level.rawValue) \(message)\(carried)") + "\n"
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
