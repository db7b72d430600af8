import Foundation

/// Reads numbers, lowest byte first, and texts off the front of bytes; never beyond their end.
struct LittleEndianReader {
    /// The unread rest.
    private var bytes: ArraySlice<UInt8>

    /// Starts at the first byte.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    var remaining: Int { bytes.count }

    /// The next bytes, as many as asked for; throws if there are fewer.
    mutating func bytes(_ count: Int, _ field: String) throws(MessageError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count else { throw MessageError("ends too early", field: field) }
        let taken = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        return taken
    }

    /// The next number.
    mutating func integer<Number: FixedWidthInteger>(_ field: String) throws(MessageError) -> Number {
        var value: Number = 0
        var shift = 0
        for byte in try bytes(Number.bitWidth / 8, field) {
            value |= Number(truncatingIfNeeded: byte) << shift
            shift += 8
        }
        return value
    }

    /// The next size, a number of two bytes.
    mutating func size(_ field: String) throws(MessageError) -> Int {
        let size: UInt16 = try integer(field)
        return Int(size)
    }

    /// The next floating-point number of four bytes, or nothing if it is not finite.
    mutating func float(_ field: String) throws(MessageError) -> Float? {
        let value = Float(bitPattern: try integer(field))
        return value.isFinite ? value : nil
    }

    /// The next floating-point number of eight bytes, or nothing if it is not finite.
    mutating func double(_ field: String) throws(MessageError) -> Double? {
        let value = Double(bitPattern: try integer(field))
        return value.isFinite ? value : nil
    }

    /// A text in UTF-8, repaired if it is none; ends at a NUL character.
    mutating func text(_ count: Int, _ field: String) throws(MessageError) -> String {
        String(decoding: try bytes(count, field).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A text in a place of fixed width; ends at a NUL character, bytes beyond ASCII become question marks.
    mutating func fixedText(_ count: Int, _ field: String) throws(MessageError) -> String {
        let content = try bytes(count, field).prefix { $0 != 0 }
        return String(decoding: content.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The units of a text in UTF-16; throws if a byte is left over.
    mutating func units(_ count: Int, _ field: String) throws(MessageError) -> [UInt16] {
        let content = try bytes(count, field)
        guard count.isMultiple(of: 2) else { throw MessageError("must be UTF-16, two bytes each", field: field) }
        return stride(from: content.startIndex, to: content.endIndex, by: 2).map {
            UInt16(content[$0]) | UInt16(content[$0 + 1]) << 8
        }
    }

    /// A text in UTF-16, repaired if it is none; ends at a NUL character.
    mutating func wideText(_ count: Int, _ field: String) throws(MessageError) -> String {
        String(decoding: try units(count, field).prefix { $0 != 0 }, as: UTF16.self)
    }
}
