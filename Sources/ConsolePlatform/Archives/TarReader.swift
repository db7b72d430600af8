package import Foundation

/// Reads the plain files of a tar archive (POSIX, "ustar") one after another, from a file or a pipe.
///
/// What is in it is believed only as far as it has to be: lengths and sums are checked, and anything that is no plain
/// file is refused.
package struct TarReader {
    /// A file of the archive.
    package struct Entry: Hashable, Sendable {
        /// Its folder and its name, with a slash between them.
        package let path: String
        /// Bytes of its contents.
        package let byteCount: Int
    }

    /// Bytes that are read at once.
    private static let pieceSize = 1 << 20

    private let source: FileHandle
    /// Bytes of the present file that were not read yet.
    private var rest = 0
    /// Zeros after the present file.
    private var padding = 0

    /// Reads an open file or pipe from where it stands.
    package init(_ source: FileHandle) {
        self.source = source
    }

    /// The next file, or nil at the end of the archive; what was not read of the one before is passed over.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for what is no archive, or is cut off.
    package mutating func next() throws -> Entry? {
        while try !piece().isEmpty {}
        _ = try bytes(padding)
        padding = 0
        let block = try bytes(TarHeader.blockSize)
        guard block.contains(where: { $0 != 0 }) else { return nil }
        let entry = try Self.entry(block)
        rest = entry.byteCount
        padding = TarHeader.padding(after: entry.byteCount).count
        return entry
    }

    /// The next bytes of the present file; none at its end.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` if the archive is cut off.
    package mutating func piece() throws -> [UInt8] {
        let piece = try bytes(min(rest, Self.pieceSize))
        rest -= piece.count
        return piece
    }

    /// So many bytes.
    private func bytes(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let read = try? source.read(upToCount: count - bytes.count)
            guard let read, !read.isEmpty else {
                throw ConsoleError(.unprocessable, "It is cut off, or cannot be read to its end.")
            }
            bytes += read
        }
        return bytes
    }

    private static func entry(_ block: [UInt8]) throws -> Entry {
        var summed = block
        summed.replaceSubrange(148..<156, with: [UInt8](repeating: UInt8(ascii: " "), count: 8))
        let sum = summed.reduce(0) { $0 + Int($1) }
        guard number(block[148..<156]) == sum, let byteCount = number(block[124..<136]) else {
            throw ConsoleError(.unprocessable, "It is damaged, or no tar archive at all.")
        }
        guard block[156] == UInt8(ascii: "0") || block[156] == 0 else {
            throw ConsoleError(.unprocessable, "There is something in it that is no plain file.")
        }
        let (name, folder) = (text(block[0..<100]), text(block[345..<500]))
        return Entry(path: folder.isEmpty ? name : "\(folder)/\(name)", byteCount: byteCount)
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A number in octal digits, or in binary after a byte that says so; nil for what is none.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if field.first == 0x80 {
            let bytes = field.dropFirst()
            guard bytes.prefix(bytes.count - 7).allSatisfy({ $0 == 0 }) else { return nil }
            return bytes.suffix(7).reduce(0) { $0 << 8 | Int($1) }
        }
        let digits = text(field).trimmingCharacters(in: .whitespaces)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...55).contains($0) }) else { return nil }
        return Int(digits, radix: 8)
    }
}
