import CZlib

/// Unpacks data compressed with "deflate", piece by piece.
struct Inflater: ~Copyable {
    /// The wrapping of the compressed data.
    enum Framing: Int32 {
        /// No wrapping, as in ZIP archives.
        case raw = -15
        /// A header and a checksum, as in PNG pictures.
        case zlib = 15
    }

    /// Bytes that are unpacked at once.
    private static let pieceSize = 64 * 1024

    // zlib keeps the address of the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the end of the compressed data was reached.
    private(set) var isAtEnd = false

    /// An inflater at the start of compressed data.
    ///
    /// - Throws: ``ZIPError`` if there is no memory for it.
    init(_ framing: Framing) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard startInflating(stream, framing.rawValue) == Z_OK else {
            stream.deallocate()
            throw ZIPError("there is no memory to unpack it")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes compressed bytes and hands out what they unfold to, in pieces.
    ///
    /// - Parameters:
    ///   - input: The next compressed bytes.
    ///   - output: Takes a piece.
    /// - Returns: How many of the compressed bytes were behind the end and not taken.
    /// - Throws: ``ZIPError`` for data that was not compressed like that; what the closure throws.
    mutating func inflate(_ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Void) throws
        -> Int
    {
        stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        try withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 16) { piece in
            repeat {
                stream.pointee.next_out = piece.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(piece.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                let count = piece.count - Int(stream.pointee.avail_out)
                if count > 0 { try output(UnsafeRawBufferPointer(rebasing: piece[..<count])) }
                switch status {
                case Z_STREAM_END: isAtEnd = true
                // No progress without more input is no failure.
                case Z_OK, Z_BUF_ERROR: break
                default: throw ZIPError("its compressed data is damaged")
                }
            } while !isAtEnd && stream.pointee.avail_out == 0
        }
        return Int(stream.pointee.avail_in)
    }
}

/// Sums and packing of zlib.
enum Zlib {
    /// The sum of bytes as ZIP archives and PNG pictures have it, going on from a former one.
    static func crc32(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
        UInt32(
            truncatingIfNeeded: CZlib.crc32(
                UInt(sum), bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
    }

    /// Compressed bytes with header and checksum.
    ///
    /// - Throws: ``ZIPError`` if there is no memory for it.
    static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        return try [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, filled in
            guard CZlib.compress(buffer.baseAddress, &length, bytes, UInt(bytes.count)) == Z_OK else {
                throw ZIPError("there is no memory to pack it")
            }
            filled = Int(length)
        }
    }
}
