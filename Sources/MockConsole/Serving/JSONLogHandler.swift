import Foundation
public import Logging

/// Writes log lines as JSON objects, one a line, to standard error.
public struct JSONLogHandler: LogHandler {
    private struct Line: Encodable {
        let time: String
        let level: String
        let label: String
        let message: String
        let metadata: [String: String]?
    }

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
        let merged = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Line(
            time: Timestamp(Date()).description, level: event.level.rawValue, label: label,
            message: event.message.description,
            metadata: merged.isEmpty ? nil : merged.mapValues { "\($0)" })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(line) else { return }
        data.append(UInt8(ascii: "\n"))
        try? FileHandle.standardError.write(contentsOf: data)
    }
}
