import Foundation
import Testing

@testable import DeviceProtocol

/// JSON: grammar.
struct JSONGrammarTests {
    @Test(arguments: [
        ("0", true), ("-0", true), ("10", true), ("1.0", true), ("1e5", true), ("1E+5", true), ("1.5e-5", true),
        ("123456789012345678901234567890", true), ("", false), ("-", false), ("00", false), ("01", false),
        ("-01", false), ("+1", false), ("1.", false), (".1", false), ("1.e5", false), ("1e", false), ("1e-", false),
        ("1e5.5", false), ("1-1", false), ("1e5e5", false), ("0x1", false), ("1_000", false), ("e5", false),
    ])
    func `Numbers`(text: String, isValid: Bool) {
        #expect(JSONNumber.isValid(Array(text.utf8)[...]) == isValid)
        #expect((try? JSONSerialization.jsonObject(with: Data("[\(text)]"))) != nil || !isValid)
    }

    @Test
    func `There are eight escapes of one character`() {
        let taken = (UInt8.min ... .max).filter { JSONEscape.plain($0) != nil }
        #expect(String(decoding: taken, as: UTF8.self) == "\"/\\bfnrt")
    }

    @Test
    func `Numbers are told from other bytes`() {
        let taken = (UInt8.min ... .max).filter(JSONNumber.mayContain)
        #expect(String(decoding: taken, as: UTF8.self) == "+-.0123456789Ee")
    }

    @Test
    func `Kinds have names`() {
        let values: [JSONValue] = [.null, .bool(true), .number("1"), .string(""), .array([]), .object([])]
        #expect(values.map(\.kindName) == ["null", "boolean", "number", "string", "array", "object"])
    }

    @Test
    func `Errors name the field, if there is one`() {
        #expect(MessageError("is missing", field: "Udid").description == "Udid: is missing")
        #expect(MessageError("is missing").description == "is missing")
        #expect(PropertyListError("bad").description == "bad" && SignatureHeaderError("bad").description == "bad")
    }
}

/// Log uploads: UTF-8 in pieces.
struct UTF8ValidatorTests {
    /// Whether the validator takes bytes as complete text.
    static func isValid(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        return bytes.allSatisfy { validator.accept($0) } && validator.remaining == 0
    }

    @Test
    func `Every pair of bytes is judged as the standard library judges it`() {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                let bytes = [first, second]
                let expected = String(validating: bytes, as: UTF8.self) != nil
                if Self.isValid(bytes) != expected { Issue.record("\(bytes)") }
            }
        }
    }

    @Test
    func `Every leading byte with edge values behind it is judged as the standard library judges it`() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for first in UInt8(0x80) ... .max {
            for second in edges {
                for third in edges {
                    for bytes in [
                        [first, second, third], [first, second, third, 0x80], [first, second, third, 0x41],
                    ] {
                        let expected = String(validating: bytes, as: UTF8.self) != nil
                        if Self.isValid(bytes) != expected { Issue.record("\(bytes)") }
                    }
                }
            }
        }
    }

    @Test(arguments: [0...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF])
    func `Every character is taken`(range: ClosedRange<UInt32>) {
        for code in stride(from: range.lowerBound, through: range.upperBound, by: 7) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            if !Self.isValid(Array(String(scalar).utf8)) { Issue.record("\(code)") }
        }
    }
}

/// ASCII.
struct ASCIITests {
    @Test
    func `Bytes are classified as the standard library's characters are`() {
        for byte in UInt8.min...0x7F {
            let character = Character(Unicode.Scalar(byte))
            #expect(byte.isDigit == ("0"..."9").contains(character))
            #expect(byte.isLetter == (("a"..."z").contains(character) || ("A"..."Z").contains(character)), "\(byte)")
            #expect(byte.hexadecimalValue.map(Int.init) == character.hexDigitValue, "\(byte)")
            #expect(String(Unicode.Scalar(byte.lowercasedASCII)) == character.lowercased())
            #expect(String(Unicode.Scalar(byte.uppercasedASCII)) == character.uppercased())
        }
        for byte in UInt8(0x80) ... .max {
            #expect(!byte.isAlphanumeric && !byte.isIdentifierByte && !byte.isBlank && byte.hexadecimalValue == nil)
            #expect(byte.lowercasedASCII == byte && byte.uppercasedASCII == byte)
        }
    }

    @Test(arguments: [
        ("", "", true), ("abc", "ABC", true), ("a-1", "A-1", true), ("a", "b", false), ("a", "ab", false),
        ("ä", "Ä", false), ("@", "`", false), ("[", "{", false), ("k", "\u{212A}", false),
    ])
    func `Only the case of ASCII letters is ignored`(left: String, right: String, isEqual: Bool) {
        #expect(left.equalsIgnoringCase(right) == isEqual)
    }

    @Test(arguments: [
        ("", ""), (" ", ""), ("a", "a"), ("\r\n\ta b \n", "a b"), ("\u{A0}a", "\u{A0}a"), (" ä ", "ä"),
    ])
    func `Blanks are trimmed at both ends`(text: String, expected: String) {
        #expect(text.trimmedOfBlanks == expected)
    }
}
