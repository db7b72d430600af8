import Foundation

/// Reads JSON (RFC 8259) strictly, one pass, bounded in depth and number of values.
struct JSONParser {
    /// The whole text.
    private let bytes: [UInt8]
    /// The next byte to read.
    private var position = 0
    /// How many values there may be.
    private let maximumValues: Int
    /// Values that may still be made.
    private var remaining: Int

    /// Starts at the first byte.
    init(_ data: Data, maximumValues: Int = JSONValue.maximumValues) {
        bytes = [UInt8](data)
        self.maximumValues = maximumValues
        remaining = maximumValues
    }

    /// The value of the text; only white space may lie around it.
    mutating func parse() throws(MessageError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw MessageError("JSON is followed by something else") }
        return value
    }

    /// The next byte that is not white space; throws at the end.
    private mutating func peek() throws(MessageError) -> UInt8 {
        skipBlanks()
        guard position < bytes.count else { throw MessageError("JSON ends too early") }
        return bytes[position]
    }

    /// Moves to the next byte that is not white space.
    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isBlank { position += 1 }
    }

    /// The value that begins here.
    private mutating func value(depth: Int) throws(MessageError) -> JSONValue {
        remaining -= 1
        guard remaining >= 0 else { throw MessageError("JSON has more than \(maximumValues) values") }
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    /// The members of an object.
    private mutating func members(depth: Int) throws(MessageError) -> [JSONMember] {
        try enter(depth)
        var members: [JSONMember] = []
        if try skip(UInt8(ascii: "}")) { return members }
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw MessageError("JSON object has a malformed name") }
            let name = try string()
            guard try skip(UInt8(ascii: ":")) else { throw MessageError("JSON object has no colon after a name") }
            members.append(JSONMember(name: name, value: try value(depth: depth)))
        } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "}")) else { throw MessageError("JSON object is not closed") }
        return members
    }

    /// The elements of an array.
    private mutating func elements(depth: Int) throws(MessageError) -> [JSONValue] {
        try enter(depth)
        var elements: [JSONValue] = []
        if try skip(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value(depth: depth))
        } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "]")) else { throw MessageError("JSON array is not closed") }
        return elements
    }

    /// Steps over an opening bracket, unless that is one too many.
    private mutating func enter(_ depth: Int) throws(MessageError) {
        guard depth <= JSONValue.maximumNesting else {
            throw MessageError("JSON is nested more than \(JSONValue.maximumNesting) levels deep")
        }
        position += 1
    }

    /// Steps over a byte if it is the next one.
    private mutating func skip(_ byte: UInt8) throws(MessageError) -> Bool {
        guard try peek() == byte else { return false }
        position += 1
        return true
    }

    /// A literal name.
    private mutating func literal(_ name: StaticString, _ value: JSONValue) throws(MessageError) -> JSONValue {
        let matches = name.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard matches else { throw MessageError("JSON has an unknown word") }
        position += name.utf8CodeUnitCount
        return value
    }

    /// A number as it is written; longer than 400 characters is refused.
    private mutating func number() throws(MessageError) -> String {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        // Most numbers are nothing but digits.
        let digits = position - start
        if digits == 1 || digits > 1 && digits <= 400 && bytes[start] != UInt8(ascii: "0"),
            position == bytes.count || !JSONNumber.mayContain(bytes[position])
        {
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        while position < bytes.count, JSONNumber.mayContain(bytes[position]) { position += 1 }
        let text = bytes[start..<position]
        guard text.count <= 400, JSONNumber.isValid(text) else { throw MessageError("JSON has a malformed value") }
        return String(decoding: text, as: UTF8.self)
    }

    /// A string; the next byte is its opening quote.
    private mutating func string() throws(MessageError) -> String {
        position += 1
        let start = position
        var bits: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                let content = bytes[start..<(position - 1)]
                // Most texts are ASCII, which there is nothing to check of.
                return bits < 0x80 ? String(decoding: content, as: UTF8.self) : try Self.validated(content)
            }
            bits |= byte
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw MessageError("JSON string holds a control character") }
            position += 1
        }
        throw MessageError("JSON ends too early")
    }

    /// A string whose first escape is the next byte.
    private mutating func escapedString(from start: Int) throws(MessageError) -> String {
        var content = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.validated(content[...])
            case UInt8(ascii: "\\"): try appendEscape(to: &content)
            case 0..<0x20: throw MessageError("JSON string holds a control character")
            default: content.append(byte)
            }
        }
        throw MessageError("JSON ends too early")
    }

    /// Reads what follows a backslash.
    private mutating func appendEscape(to content: inout [UInt8]) throws(MessageError) {
        guard position < bytes.count else { throw MessageError("JSON ends too early") }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "u") {
            var code = try hexadecimal()
            if code & 0xFC00 == 0xD800 {
                guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
                    throw MessageError("JSON string holds half a surrogate pair")
                }
                position += 2
                let low = try hexadecimal()
                guard low & 0xFC00 == 0xDC00 else { throw MessageError("JSON string holds half a surrogate pair") }
                code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw MessageError("JSON string holds half a surrogate pair")
            }
            content.append(contentsOf: String(scalar).utf8)
        } else {
            guard let plain = JSONEscape.plain(byte) else { throw MessageError("JSON string has an unknown escape") }
            content.append(plain)
        }
    }

    /// Four hexadecimal digits.
    private mutating func hexadecimal() throws(MessageError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = bytes[position].hexadecimalValue else {
                throw MessageError("JSON string has a malformed escape")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }

    /// The text of bytes, if they are UTF-8.
    private static func validated(_ content: ArraySlice<UInt8>) throws(MessageError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw MessageError("JSON string is not UTF-8")
        }
        return text
    }
}
