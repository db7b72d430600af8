/// The header of a file in a tar archive (POSIX, "ustar").
package struct TarHeader: Hashable, Sendable {
    /// Archives are made of blocks of so many bytes.
    package static let blockSize = 512
    /// The end of an archive.
    package static let end = [UInt8](repeating: 0, count: 2 * blockSize)
    /// The most bytes of a folder's name.
    static let folderLimit = 155
    /// The most bytes of a file's name.
    static let nameLimit = 100

    /// The folder, cut at ``folderLimit``.
    let folder: String
    /// The file in that folder, cut at ``nameLimit``.
    let name: String
    /// Bytes of the file.
    let byteCount: Int
    /// When it was changed last.
    let modifiedAt: Timestamp
    /// Mode bits that it gets where it is unpacked.
    let permissions: Int

    /// Made of its parts.
    package init(folder: String, name: String, byteCount: Int, modifiedAt: Timestamp, permissions: Int) {
        self.folder = folder
        self.name = name
        self.byteCount = byteCount
        self.modifiedAt = modifiedAt
        self.permissions = permissions
    }

    /// Zeros that fill the last block of a file.
    package static func padding(after byteCount: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockSize - byteCount % blockSize) % blockSize)
    }

    /// The block.
    package var bytes: [UInt8] {
        var block = Self.text(name, Self.nameLimit)
        block += Self.octal(permissions, 8) + Self.octal(0, 8) + Self.octal(0, 8)
        block += Self.number(byteCount, 12)
        block += Self.number(Int(max(0, modifiedAt.seconds)), 12)
        let sum = block.count
        // The field of the checksum counts as blanks while the sum is made; type 0 is a plain file.
        block += Self.text("        0", 9) + Self.text("", 100) + Self.text("ustar", 6) + Self.text("00", 2)
        block += Self.text("", 32) + Self.text("", 32) + Self.octal(0, 8) + Self.octal(0, 8)
        block += Self.text(folder, Self.folderLimit) + Self.text("", 12)
        let total = block.reduce(0) { $0 + Int($1) }
        block.replaceSubrange(sum..<sum + 8, with: Self.octal(total, 7) + [UInt8(ascii: " ")])
        return block
    }

    private static func text(_ text: String, _ size: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(size))
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }

    /// Digits with a zero byte at the end.
    private static func octal(_ value: Int, _ size: Int) -> [UInt8] {
        let digits = String(value, radix: 8)
        return text(String(repeating: "0", count: max(0, size - 1 - digits.count)) + digits, size)
    }

    /// Octal digits; a number with too many of them is written in binary, as every tar of today reads it.
    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        guard String(value, radix: 8).count >= size else { return octal(value, size) }
        let binary = (0..<size).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
        return [0x80] + binary.dropLast().reversed()
    }
}
