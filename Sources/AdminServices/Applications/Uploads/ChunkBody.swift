import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation
import NIOCore

/// A body with a chunk, read apart: the bytes of the chunk, and the other members.
struct ChunkBody: Sendable {
    /// Bytes of a body in XML, whose chunk stands in memory.
    private static let xmlLimit = 4 * 1_048_576

    /// The bytes, the receiver's to remove; nil if there are none.
    let chunk: ReceivedBody?
    /// The other members.
    let fields: AdminFields

    /// Reads a body that has arrived.
    ///
    /// - Parameters:
    ///   - body: The body: JSON, or XML if it begins so.
    ///   - spool: Where the chunk is kept if it is large.
    ///   - sender: Whose room there it takes.
    /// - Throws: ``ConsoleError`` `badRequest` if it cannot be read, `payloadTooLarge` for large XML, and what the spool
    ///   throws. Nothing is left then.
    init(_ body: ReceivedBody, spool: BodySpool, for sender: SpoolSender) throws {
        guard try Self.isXML(body) else {
            (chunk, fields) = try Self.json(body, spool: spool, for: sender)
            return
        }
        guard body.byteCount <= Self.xmlLimit else {
            throw ConsoleError(
                .payloadTooLarge, "A body in XML may have \(Self.xmlLimit) bytes here; send large chunks as JSON.")
        }
        fields = try AdminFields(body: body.data)
        chunk = try Self.chunk(fields).map { .memory(ByteBuffer(bytes: $0)) }
    }

    private static func isXML(_ body: ReceivedBody) throws -> Bool {
        var first: UInt8?
        try body.forEachPiece { bytes in
            first = first ?? bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        }
        return first == UInt8(ascii: "<")
    }

    private static func json(
        _ body: ReceivedBody, spool: BodySpool, for sender: SpoolSender
    ) throws -> (ReceivedBody?, AdminFields) {
        var (scanner, collector) = (ChunkScanner(), BodyCollector(spool: spool, for: sender))
        do {
            try body.forEachPiece { bytes in
                try scanner.consume(bytes) {
                    collector.discard()
                    collector = BodyCollector(spool: spool, for: sender)
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
