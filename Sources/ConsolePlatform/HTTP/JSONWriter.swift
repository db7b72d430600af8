/// Writes JSON text member by member, for long lists: an encoder would take most of their time.
package struct JSONWriter {
    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// Whether the next value needs a comma before it.
    private var needsComma = false

    /// Nothing written yet.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object whose members the closure writes.
    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        try container("{", "}", body)
    }

    /// Writes an array, each element by the closure.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        try container("[", "]") { writer in
            for element in elements { try body(&writer, element) }
        }
    }

    /// Writes a member whose value the closure writes: exactly one.
    package mutating func member(_ name: StaticString, _ value: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try value(&self)
    }

    /// Writes a text member.
    package mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        self.value(value)
    }

    /// Writes a whole-number member.
    package mutating func member(_ name: StaticString, _ value: Int64) {
        self.name(name)
        separate()
        append(String(value))
    }

    /// Writes a truth-value member.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        separate()
        append(value ? "true" : "false")
    }

    /// Writes a member that is a number with one digit after the point, given in tenths.
    package mutating func member(_ name: StaticString, tenths: Int64) {
        self.name(name)
        separate()
        append("\(tenths / 10).\(tenths % 10)")
    }

    /// Writes a value that is JSON already.
    package mutating func value(json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes a text.
    mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            // Most texts need no escape, and are then copied at once.
            if utf8.contains(where: Self.needsEscape) {
                for byte in utf8 { append(escaped: byte) }
            } else {
                bytes.append(contentsOf: utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        guard Self.needsEscape(byte) else { return bytes.append(byte) }
        guard byte < 0x20 else {
            bytes.append(UInt8(ascii: "\\"))
            return bytes.append(byte)
        }
        append(byte < 0x10 ? "\\u000" : "\\u00")
        append(String(byte, radix: 16))
    }

    private mutating func container(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: opening))
        needsComma = false
        try body(&self)
        bytes.append(UInt8(ascii: closing))
        needsComma = true
    }

    /// A comma after the value before, if there is one.
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
