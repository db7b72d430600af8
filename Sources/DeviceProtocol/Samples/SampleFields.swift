/// The fields of one type of sample, on the wire and in JSON.
protocol SampleFields: Hashable, Sendable {
    /// Reads what follows the 18 bytes every sample begins with.
    init(reading reader: inout LittleEndianReader) throws(MessageError)
    /// Reads the members of a JSON object; what is absent has its default.
    init(json fields: JSONObjectReader) throws(MessageError)
    /// Writes what `init(reading:)` reads.
    func write(to writer: inout LittleEndianWriter) throws(MessageError)
}

extension JSONObjectReader {
    /// The number of a member in the range of its type, or a default if it is absent.
    func number<Number: FixedWidthInteger>(
        _ name: String, default fallback: Number
    ) throws(MessageError) -> Number {
        guard let value = try integer(name) else { return fallback }
        guard let number = Number(exactly: value) else {
            throw wrong(name, "must be \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// The floating-point number of a member that four bytes can hold, if there is one.
    func float(_ name: String) throws(MessageError) -> Float? {
        guard let value = try real(name) else { return nil }
        let number = Float(value)
        guard number.isFinite else { throw wrong(name, "is too large") }
        return number
    }

    /// The text of a member that fits a place of fixed width, ASCII; empty if it is absent.
    func fixedText(_ name: String, _ width: Int) throws(MessageError) -> String {
        guard let text = try text(name) else { return "" }
        guard text.utf8.count <= width, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw wrong(name, "must be at most \(width) ASCII characters")
        }
        return text
    }
}
