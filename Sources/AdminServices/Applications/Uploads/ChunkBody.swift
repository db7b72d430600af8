import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation
import NIOCore

/// A body with a chunk, read apart: the bytes of the chunk, and the other members.
struct ChunkBody: Sendable {
    /// Bytes of a body in XML or of a form, whose chunk stands in memory.
    private static let wholeLimit = 4 * 1_048_576

    /// The bytes, the receiver's to remove; nil if there are none.
    let chunk: ReceivedBody?
    /// The other members.
    let fields: AdminFields

    /// Reads a body that has arrived.
    ///
    /// - Parameters:
    ///   - body: The body: JSON, or XML or a form if it begins so.
    ///   - spool: Where the chunk is kept if it is large.
    ///   - key: Whose bytes there it takes.
    /// - Throws: ``ConsoleError`` `badRequest` if it cannot be read, `payloadTooLarge` for large XML or a large form, and what the spool
    ///   throws. Nothing is left then.
    init(_ body: ReceivedBody, spool: BodySpool, for key: ClientKey) throws {
        guard try Self.isReadWhole(body) else {
            (chunk, fields) = try Self.json(body, spool: spool, for: key)
            return
        }
        guard body.byteCount <= Self.wholeLimit else {
            throw ConsoleError(
                .payloadTooLarge,
                "A body in XML or a form may have \(Self.wholeLimit) bytes here; send large chunks as JSON.")
        }
        fields = try AdminFields(body: body.data)
        chunk = try Self.chunk(fields).map { .memory(ByteBuffer(bytes: $0)) }
    }

    /// Whether a body is XML or a form, by its beginning.
    private static func isReadWhole(_ body: ReceivedBody) throws -> Bool {
        var beginning = Data()
        try body.forEachPiece { bytes in
            if beginning.count < 1024 { beginning.append(contentsOf: bytes.prefix(1024)) }
        }
        return AdminBody.form(of: beginning).map { $0 != .json } ?? false
    }

    private static func json(
        _ body: ReceivedBody, spool: BodySpool, for key: ClientKey
    ) throws -> (ReceivedBody?, AdminFields) {
        var (scanner, collector) = (ChunkScanner(), BodyCollector(spool: spool, for: key))
        do {
            try body.forEachPiece { bytes in
                try scanner.consume(bytes) {
                    collector.discard()
                    collector = BodyCollector(spool: spool, for: key)
                } into: {
                    try collector.append($0)
                }
            }
            let fields = try AdminFields(body: Data(scanner.rest))
            try scanner.finish()
            // Of a member that occurs twice the last one counts.
            guard scanner.hasChunk, case .string(_)? = fields.value("ChunkData") else {
                collector.discard()
                return (nil, fields)
            }
            let chunk = try collector.finish()
            return (chunk.byteCount > 0 ? chunk : nil, fields)
        } catch {
            collector.discard()
            throw error
        }
    }

    private static func chunk(_ fields: AdminFields) throws -> Data? {
        guard case .string(let text)? = fields.value("ChunkData"), !text.isEmpty else { return nil }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw fields.wrong("ChunkData", "has to be bytes in base64")
        }
        return data
    }
}
