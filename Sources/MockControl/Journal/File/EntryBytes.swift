import HTTPTypes
import NIOCore

/// The bytes of an entry while they are written, numbers with their highest byte first.
///
/// An array takes half the time of a `ByteBuffer` here, as entries have about a hundred short pieces.
struct EntryBytes {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    /// No bytes, with room for some.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number.
    mutating func write(_ number: Int64) { append(number) }

    /// Writes a text, its length before it.
    mutating func write(_ text: String) {
        append(Int32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a text, or that there is none.
    mutating func write(optional text: String?) {
        guard let text else { return append(Int32(-1)) }
        write(text)
    }

    /// Writes a number, or that there is none.
    mutating func write(optional number: Int64?) {
        write(number == nil ? 0 : 1)
        if let number { write(number) }
    }

    /// Writes header fields, their count before them.
    mutating func write(_ fields: HTTPFields) {
        write(Int64(fields.count))
        for field in fields {
            write(field.name.rawName)
            write(field.value)
        }
    }

    /// Writes what is kept of a body.
    mutating func write(_ body: CapturedBody) {
        write(Int64(body.byteCount))
        write(body.isTruncated ? 1 : 0)
        write(Int64(body.bytes.readableBytes))
        body.bytes.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
    }
}
