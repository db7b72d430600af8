import ConsolePlatform
import Foundation

/// Reads the JSON object of a chunk as it arrives: the bytes of `ChunkData` are handed out in pieces, decoded from
/// base64, and everything else is kept to be read as any body is (AdminApplications, "Chunks").
///
/// No chunk stands in memory. The result does not depend on how the bytes are split. Whether the rest is JSON at all is
/// for whoever reads it: the text of the chunk is replaced by an empty one.
struct ChunkScanner {
    private enum State {
        /// Outside of strings.
        case plain
        /// In a string that is kept; whether the last byte was a backslash.
        case string(isEscaped: Bool)
        /// In the text of the chunk.
        case chunk
        /// After a backslash there.
        case escape
        /// In an escape of four hexadecimal digits, so many of which are still to come.
        case digits(Int)
    }

    /// The name of the member, in lower case.
    private static let name = Array("chunkdata".utf8)
    /// Bytes that all other members may have together.
    private static let restLimit = 64 * 1024

    private var state = State.plain
    private var depth = 0
    /// The string that was read last at the top of the object.
    private var text: [UInt8] = []
    /// Whether it is the name of a member whose value comes next.
    private var isNamed = false
    private var decoder = Base64Pieces()
    /// The value of the digits of an escape so far.
    private var scalar = 0
    /// Everything but the chunk.
    private(set) var rest: [UInt8] = []
    /// Whether there is a chunk that is a text.
    private(set) var hasChunk = false

    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Of any number.
    ///   - restart: Called when the chunk begins: what was handed out before counts no more.
    ///   - sink: Gets the bytes of the chunk.
    /// - Throws: ``ConsoleError`` `badRequest` if the chunk is not in base64, `payloadTooLarge` if the other members are
    ///   too large; what the closures throw.
    mutating func consume(
        _ bytes: UnsafeRawBufferPointer, restart: () -> Void, into sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        for byte in bytes {
            switch state {
            case .plain: try plain(byte, restart)
            case .string(let isEscaped): try string(byte, isEscaped: isEscaped)
            case .chunk: try chunk(byte, sink)
            case .escape:
                // Of the other escapes none is a character of base64: they are left out as blanks are.
                if byte == UInt8(ascii: "/") { try decoder.append(byte, sink) }
                (state, scalar) = byte == UInt8(ascii: "u") ? (.digits(4), 0) : (.chunk, 0)
            case .digits(let count):
                guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw Self.broken }
                scalar = scalar << 4 | digit
                state = count > 1 ? .digits(count - 1) : .chunk
                if count == 1, let character = UInt8(exactly: scalar) { try decoder.append(character, sink) }
            }
        }
        try decoder.flush(sink)
    }

    /// Ends the body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the chunk is not in base64.
    func finish() throws {
        if hasChunk { try decoder.finish() }
    }

    private mutating func plain(_ byte: UInt8, _ restart: () -> Void) throws {
        try keep(byte)
        switch byte {
        case UInt8(ascii: "\""):
            guard isNamed, depth == 1, Self.isChunk(text) else {
                text.removeAll(keepingCapacity: true)
                state = .string(isEscaped: false)
                return
            }
            state = .chunk
            hasChunk = true
            isNamed = false
            decoder = Base64Pieces()
            restart()
        case UInt8(ascii: ":"): isNamed = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            isNamed = false
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            isNamed = false
        case UInt8(ascii: ","): isNamed = false
        default: break
        }
    }

    private mutating func string(_ byte: UInt8, isEscaped: Bool) throws {
        try keep(byte)
        if !isEscaped, byte == UInt8(ascii: "\"") {
            state = .plain
            // The value of a member is not the name of another.
            if isNamed { text.removeAll(keepingCapacity: true) }
            isNamed = false
            return
        }
        state = .string(isEscaped: !isEscaped && byte == UInt8(ascii: "\\"))
        if depth == 1, text.count <= Self.name.count { text.append(byte) }
    }

    private mutating func chunk(_ byte: UInt8, _ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch byte {
        case UInt8(ascii: "\""):
            try keep(byte)
            state = .plain
        case UInt8(ascii: "\\"): state = .escape
        case 0..<0x20: throw Self.broken
        default: try decoder.append(byte, sink)
        }
    }

    private mutating func keep(_ byte: UInt8) throws {
        guard rest.count < Self.restLimit else {
            throw ConsoleError(
                .payloadTooLarge,
                "The members beside ChunkData have more than the \(Self.restLimit) bytes they may have.")
        }
        rest.append(byte)
    }

    private static func isChunk(_ text: [UInt8]) -> Bool {
        text.count == name.count && zip(text, name).allSatisfy { $0 | 0x20 == $1 }
    }

    private static var broken: ConsoleError {
        ConsoleError(.badRequest, "The body cannot be read: a text in it is not JSON.")
    }
}
