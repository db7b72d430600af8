import ConsolePlatform

/// Decodes base64 piece by piece; what is none of its characters is left out, as line breaks are.
struct Base64Pieces {
    private static let pieceSize = 48 * 1024
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    private var bits: UInt32 = 0
    /// Characters of the present group of four.
    private var count = 0
    private var padding = 0
    private var piece: [UInt8] = []
    private var isEmpty = true

    /// Takes a character.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for one behind the end; what the closure throws.
    mutating func append(_ character: UInt8, _ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        if character == UInt8(ascii: "=") {
            padding += 1
            guard count + padding <= 4, count >= 2 else { throw Self.refusal }
            return
        }
        let value = Self.values[Int(character)]
        guard value != 0xFF else { return }
        guard padding == 0 else { throw Self.refusal }
        isEmpty = false
        bits = bits << 6 | UInt32(value)
        count += 1
        guard count == 4 else { return }
        piece.append(UInt8(truncatingIfNeeded: bits >> 16))
        piece.append(UInt8(truncatingIfNeeded: bits >> 8))
        piece.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
        if piece.count >= Self.pieceSize { try flush(sink) }
    }

    /// Hands out what is decoded.
    ///
    /// - Throws: What the closure throws.
    mutating func flush(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        if padding > 0, count > 0, count + padding == 4 {
            let bytes =
                count == 3
                ? [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
                : [UInt8(truncatingIfNeeded: bits >> 4)]
            piece += bytes
            // Nothing may follow.
            (count, padding) = (0, 4)
        }
        guard !piece.isEmpty else { return }
        try piece.withUnsafeBytes { try sink($0) }
        piece.removeAll(keepingCapacity: true)
    }

    /// Ends the text; everything has been handed out by then.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it ends within a group of four, or has nothing in it.
    func finish() throws {
        guard !isEmpty, count == 0 else { throw Self.refusal }
    }

    private static var refusal: ConsoleError {
        ConsoleError(.badRequest, "The field ChunkData has to be bytes in base64.")
    }
}
