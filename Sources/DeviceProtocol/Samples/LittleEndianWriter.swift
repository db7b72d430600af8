import Foundation

/// Writes numbers, lowest byte first, and texts.
struct LittleEndianWriter {
    /// The value as written.
    private(set) var bytes: [UInt8] = []

    /// Appends a number.
    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a floating-point number of four bytes; nothing becomes "not a number".
    mutating func append(_ number: Float?) {
        append((number ?? .nan).bitPattern)
    }

    /// Appends a floating-point number of eight bytes; nothing becomes "not a number".
    mutating func append(_ number: Double?) {
        append((number ?? .nan).bitPattern)
    }

    /// Appends bytes.
    mutating func append(contentsOf content: some Sequence<UInt8>) {
        bytes.append(contentsOf: content)
    }

    /// Appends the size of something in two bytes; throws if it is too large for them.
    mutating func appendSize(_ size: Int, _ field: String) throws(MessageError) {
        guard let number = UInt16(exactly: size) else {
            throw MessageError("is longer than \(UInt16.max) bytes", field: field)
        }
        append(number)
    }

    /// Appends a text of ASCII in a place of fixed width, cut or filled with NUL characters.
    mutating func appendFixed(_ text: String, _ width: Int) {
        let content = text.utf8.prefix(width)
        append(contentsOf: content)
        append(contentsOf: repeatElement(0, count: width - content.count))
    }
}

extension String {
    /// The text in UTF-16, lowest byte first, without byte-order mark.
    var wideBytes: [UInt8] {
        utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
