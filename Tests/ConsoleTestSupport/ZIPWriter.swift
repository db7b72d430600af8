import Foundation

@testable import ConsolePlatform

/// Makes small ZIP archives, broken ones too.
struct ZIPWriter {
    /// An entry and how it lies about itself.
    struct Entry {
        var name: String
        var data: [UInt8]
        var isDeflated = false
        var flags = 0
        var method: Int?
        var crc: UInt32?
        var size: Int?
        var packedSize: Int?
        var offset: Int?
        var localName: String?
        var isZIP64 = false
        var hasDataDescriptor = false
        /// What stands behind the packed data.
        var trailing: [UInt8] = []

        init(_ name: String, _ data: [UInt8], deflated: Bool = false) {
            self.name = name
            self.data = data
            isDeflated = deflated
        }

        init(_ name: String, text: String, deflated: Bool = false) {
            self.init(name, Array(text.utf8), deflated: deflated)
        }
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    var isZIP64 = false
    var claimedCount: Int?
    var claimedStart: Int?

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Raw "deflate" of bytes: what zlib makes without its header and its sum.
    static func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try Zlib.compress(bytes).dropFirst(2).dropLast(4))
    }

    /// The archive.
    func bytes() throws -> [UInt8] {
        var (output, directory) = ([UInt8](), [UInt8]())
        for entry in entries {
            let packed = (entry.isDeflated ? try Self.deflate(entry.data) : entry.data) + entry.trailing
            let start = output.count
            let crc = Int(entry.crc ?? entry.data.withUnsafeBytes { Zlib.crc32($0) })
            let flags = entry.flags | (entry.hasDataDescriptor ? 8 : 0)
            let method = entry.method ?? (entry.isDeflated ? 8 : 0)
            let (packedSize, size) = (entry.packedSize ?? packed.count, entry.size ?? entry.data.count)
            let isLate = entry.hasDataDescriptor
            let localName = Array((entry.localName ?? entry.name).utf8)
            output += Self.number(0x0403_4b50, 4) + Self.number(20, 2) + Self.number(flags, 2)
            output += Self.number(method, 2) + Self.number(0, 4) + Self.number(isLate ? 0 : crc, 4)
            output += Self.number(isLate ? 0 : packedSize, 4) + Self.number(isLate ? 0 : size, 4)
            output += Self.number(localName.count, 2) + Self.number(0, 2) + localName + packed
            if isLate {
                output += Self.number(0x0807_4b50, 4) + Self.number(crc, 4)
                output += Self.number(packedSize, 4) + Self.number(size, 4)
            }
            directory += Self.central(
                entry, flags: flags, method: method, crc: crc, packedSize: packedSize, size: size,
                offset: entry.offset ?? start)
        }
        return output + directory + end(start: output.count, size: directory.count)
    }

    private static func central(
        _ entry: Entry, flags: Int, method: Int, crc: Int, packedSize: Int, size: Int, offset: Int
    ) -> [UInt8] {
        var extra: [UInt8] = []
        if entry.isZIP64 {
            extra = number(0x5455, 2) + number(1, 2) + [0]
            extra += number(1, 2) + number(24, 2) + number(size, 8) + number(packedSize, 8) + number(offset, 8)
        }
        func short(_ value: Int) -> [UInt8] { number(entry.isZIP64 ? 0xffff_ffff : value, 4) }
        let name = Array(entry.name.utf8)
        var header = number(0x0201_4b50, 4) + number(20, 2) + number(20, 2) + number(flags, 2) + number(method, 2)
        header += number(0, 4) + number(crc, 4) + short(packedSize) + short(size)
        header += number(name.count, 2) + number(extra.count, 2) + number(0, 2) + number(0, 2) + number(0, 2)
        return header + number(0, 4) + short(offset) + name + extra
    }

    private func end(start: Int, size: Int) -> [UInt8] {
        let count = claimedCount ?? entries.count
        let place = claimedStart ?? start
        var output: [UInt8] = []
        if isZIP64 {
            output += Self.number(0x0606_4b50, 4) + Self.number(44, 8) + Self.number(45, 2) + Self.number(45, 2)
            output += Self.number(0, 8) + Self.number(count, 8) + Self.number(count, 8)
            output += Self.number(size, 8) + Self.number(place, 8)
            output += Self.number(0x0706_4b50, 4) + Self.number(0, 4) + Self.number(start + size, 8) + Self.number(1, 4)
        }
        output += Self.number(0x0605_4b50, 4) + Self.number(0, 4)
        output += Self.number(isZIP64 ? 0xffff : count, 2) + Self.number(isZIP64 ? 0xffff : count, 2)
        output += Self.number(isZIP64 ? 0xffff_ffff : size, 4) + Self.number(isZIP64 ? 0xffff_ffff : place, 4)
        return output + Self.number(comment.count, 2) + comment
    }
}

/// Lends a file with some bytes.
func withFile<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    let path = FileManager.default.temporaryDirectory.appending(path: "mockuem-test-\(UUID().uuidString)").path()
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}
