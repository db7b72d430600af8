import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A log as a file of an archive: `{device}/{time}-{bundle}-{type}-{id}.log`.
struct LogFile: Sendable {
    /// Characters a bundle identifier has in the name, the last ones: a name has 100 at most.
    private static let bundleLength = 40

    let row: RecordRow<DeviceLogRecord>

    /// The header of the text in a tar archive.
    ///
    /// The names have nothing but letters, digits, full stops, hyphens
    /// and underscores in them, and do not begin with a full stop, whatever a sender called itself.
    var header: TarHeader {
        let record = row.record
        let device = row.origin.device ?? record.claimedDevice ?? "unknown"
        let type = LogType(rawValue: record.type).map { "\($0)" } ?? "\(record.type)"
        let bundle = String(record.bundleId.suffix(Self.bundleLength))
        let name = "\(Self.time(record.receivedAt))-\(bundle)-\(type)-\(record.id ?? 0).log"
        return TarHeader(
            folder: Self.safe(device), name: Self.safe(name), byteCount: record.byteCount,
            modifiedAt: record.receivedAt, permissions: 0o644)
    }

    /// `20260305T102030Z`.
    private static func time(_ timestamp: Timestamp) -> String {
        "\(timestamp)".prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private static func safe(_ name: String) -> String {
        let characters = name.unicodeScalars.map { scalar -> Character in
            let isSafe =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains(scalar))
            return isSafe ? Character(scalar) : "_"
        }
        return characters.first == "." ? "_" + String(characters.dropFirst()) : String(characters)
    }
}

/// Logs as one tar archive, written piece by piece.
struct LogTar: Sendable {
    /// Rows read at once.
    private static let batchSize = 200

    let store: LogStore
    let query: RecordQuery

    /// Writes the logs, the latest first, and the end of the archive.
    ///
    /// A log that is deleted before its turn is left out.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if one is deleted half-way: the reader notices an archive that is cut off.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var last: Int64?
        while case let rows = try await store.archive.batch(query, after: last, size: Self.batchSize), !rows.isEmpty {
            for row in rows where try await isThere(row.record) {
                try await writer.write(ByteBuffer(bytes: LogFile(row: row).header.bytes))
                try await store.forEachPiece(of: row.record) { try await writer.write(ByteBuffer(data: $0)) }
                try await writer.write(ByteBuffer(bytes: TarHeader.padding(after: row.record.byteCount)))
            }
            last = rows.last?.record.id
        }
        try await writer.write(ByteBuffer(bytes: TarHeader.end))
        try await writer.finish(nil)
    }

    private func isThere(_ log: DeviceLogRecord) async throws -> Bool {
        guard log.byteCount > 0 else { return true }
        return try await store.hasText(log)
    }
}
