/// A file or folder of a ZIP archive, as its central directory describes it.
package struct ZIPEntry: Hashable, Sendable {
    /// How its data is packed.
    enum Method: Int, Sendable {
        case stored = 0
        case deflated = 8
    }

    /// Path with slashes; a folder's ends with one.
    package let name: String
    /// The name as it is written.
    let nameBytes: [UInt8]
    /// Number of the packing method.
    let method: Int
    /// General purpose bits.
    let flags: Int
    /// Sum of the unpacked bytes.
    let crc: UInt32
    /// Bytes as they are packed.
    let packedSize: Int
    /// Bytes once unpacked.
    package let size: Int
    /// Where its local header begins.
    let offset: Int

    /// Bytes of a header in the central directory before its name.
    static let headerSize = 46
    private static let signature = 0x0201_4b50
    /// The value of a four-byte number if the real one is in the ZIP64 field.
    static let elsewhere = 0xffff_ffff

    /// Whether the data needs a password.
    var isEncrypted: Bool { flags & 0x2041 != 0 }

    /// How long name, extra fields and comment behind a header are together.
    ///
    /// - Throws: ``ZIPError`` if it is no header.
    static func variableSize(_ header: [UInt8]) throws -> Int {
        guard header.littleEndian(at: 0, width: 4) == signature,
            let name = header.littleEndian(at: 28, width: 2), let extra = header.littleEndian(at: 30, width: 2),
            let comment = header.littleEndian(at: 32, width: 2)
        else { throw ZIPError("its directory is damaged") }
        return name + extra + comment
    }

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - header: The fixed part.
    ///   - rest: Name, extra fields and comment.
    /// - Throws: ``ZIPError`` for one that is damaged or whose name leads out of the archive.
    init(header: [UInt8], rest: [UInt8]) throws {
        func number(_ place: Int, _ width: Int) throws -> Int {
            guard let number = header.littleEndian(at: place, width: width) else {
                throw ZIPError("its directory is damaged")
            }
            return number
        }
        let nameLength = try number(28, 2)
        let extraLength = try number(30, 2)
        guard rest.count >= nameLength + extraLength, try number(34, 2) == 0 else {
            throw ZIPError("its directory is damaged, or it is spread over several files")
        }
        nameBytes = Array(rest.prefix(nameLength))
        name = try Self.path(nameBytes)
        (flags, method) = (try number(8, 2), try number(10, 2))
        crc = UInt32(truncatingIfNeeded: try number(16, 4))
        var extra = try ZIP64Field(Array(rest[nameLength..<nameLength + extraLength]))
        size = try extra.value(instead: try number(24, 4))
        packedSize = try extra.value(instead: try number(20, 4))
        offset = try extra.value(instead: try number(42, 4))
    }

    /// A name as text.
    ///
    /// Nothing is ever unpacked to its name, but an archive with a name that leads out of its folder cannot be trusted.
    private static func path(_ bytes: [UInt8]) throws -> String {
        // A name that is not UTF-8 comes from a time when every system had its own character set.
        let name = String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(UnicodeScalar($0)) })
        let steps = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard !name.isEmpty, !bytes.contains(0), steps.first != "", !steps.contains("..") else {
            throw ZIPError("it has an entry whose name leads out of the archive: \(name.prefix(80))")
        }
        return name
    }
}

/// The extra field with the numbers that four bytes cannot hold.
private struct ZIP64Field {
    private let content: [UInt8]
    private var position = 0

    /// Finds the field among the extra fields of an entry.
    init(_ extra: [UInt8]) throws {
        var start = 0
        while let id = extra.littleEndian(at: start, width: 2), let length = extra.littleEndian(at: start + 2, width: 2)
        {
            guard start + 4 + length <= extra.count else { throw ZIPError("its directory is damaged") }
            if id == 1 {
                content = Array(extra[start + 4..<start + 4 + length])
                return
            }
            start += 4 + length
        }
        content = []
    }

    /// A number of the header, or the next of the field if it says so.
    mutating func value(instead number: Int) throws -> Int {
        guard number == ZIPEntry.elsewhere else { return number }
        guard let value = content.littleEndian(at: position, width: 8) else {
            throw ZIPError("its directory lacks a size")
        }
        position += 8
        return value
    }
}
