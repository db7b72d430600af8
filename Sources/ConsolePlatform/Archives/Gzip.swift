/// Packs data as gzip (RFC 1952).
enum Gzip {
    /// The header: deflated, no name, no time, any system.
    private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]

    /// Data in gzip's wrapping.
    ///
    /// - Throws: ``ZIPError`` if there is no memory for it.
    static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
        // zlib's own wrapping has two bytes before the same data, and four behind it.
        let packed = try Zlib.compress(bytes).dropFirst(2).dropLast(4)
        let checksum = bytes.withUnsafeBytes { Zlib.crc32($0) }
        return header + packed + littleEndian(checksum) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
