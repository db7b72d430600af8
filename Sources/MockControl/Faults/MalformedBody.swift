import Foundation
import NIOCore

/// Makes bodies unreadable, each in the way of its media type.
enum MalformedBody {
    /// A body that is not what its media type says.
    static func of(_ body: ByteBuffer, contentType: String?) -> ByteBuffer {
        let bytes = Array(body.readableBytesView)
        let type = (contentType ?? "").lowercased()
        if bytes.starts(with: Array("bplist".utf8)) { return ByteBuffer(bytes: binaryList(bytes)) }
        if type.contains("json") { return ByteBuffer(bytes: json(bytes)) }
        if type.contains("xml") || type.contains("plist") || bytes.first == UInt8(ascii: "<") {
            return ByteBuffer(bytes: xml(bytes))
        }
        // A byte that begins a character, and one that does not go on with it: no text in UTF-8.
        return ByteBuffer(bytes: [0xC3, 0x28] + bytes)
    }

    /// The last bracket is one that fits no other.
    private static func json(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        switch bytes.last {
        case UInt8(ascii: "}")?: bytes[bytes.count - 1] = UInt8(ascii: "]")
        case UInt8(ascii: "]")?: bytes[bytes.count - 1] = UInt8(ascii: "}")
        default: bytes.append(UInt8(ascii: "}"))
        }
        return bytes
    }

    /// The last element is not closed as it should be.
    private static func xml(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.lastIndex(of: UInt8(ascii: ">")) else { return bytes + Array("<dict".utf8) }
        return Array(bytes[..<last]) + Array("x>".utf8)
    }

    /// The trailer says where nothing is.
    private static func binaryList(_ bytes: [UInt8]) -> [UInt8] {
        let count = min(8, bytes.count)
        return Array(bytes.dropLast(count)) + [UInt8](repeating: 0xFF, count: count)
    }
}
