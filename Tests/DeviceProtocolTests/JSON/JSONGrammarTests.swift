import Foundation
import Testing

@testable import DeviceProtocol

@Suite("JSON: grammar")
struct JSONGrammarTests {
    @Test(
        "Numbers",
        arguments: [
            ("0", true), ("-0", true), ("10", true), ("1.0", true), ("1e5", true), ("1E+5", true), ("1.5e-5", true),
            ("123456789012345678901234567890", true), ("", false), ("-", false), ("00", false), ("01", false),
            ("-01", false), ("+1", false), ("1.", false), (".1", false), ("1.e5", false), ("1e", false), ("1e-", false),
            ("1e5.5", false), ("1-1", false), ("1e5e5", false), ("0x1", false), ("1_000", false), ("e5", false),
        ])
    func numbers(text: String, isValid: Bool) {
        #expect(JSONNumber.isValid(Array(text.utf8)[...]) == isValid)
        #expect((try? JSONSerialization.jsonObject(with: Data("[\(text)]"))) != nil || !isValid)
    }

    @Test("There are eight escapes of one character")
    func escapes() {
        let taken = (UInt8.min ... .max).filter { JSONEscape.plain($0) != nil }
        #expect(String(decoding: taken, as: UTF8.self) == "\"/\\bfnrt")
    }

    @Test("Numbers are told from other bytes")
    func numberBytes() {
        let taken = (UInt8.min ... .max).filter(JSONNumber.mayContain)
        #expect(String(decoding: taken, as: UTF8.self) == "+-.0123456789Ee")
    }

    @Test("Kinds have names")
    func kindNames() {
        let values: [JSONValue] = [.null, .bool(true), .number("1"), .string(""), .array([]), .object([])]
        #expect(values.map(\.kindName) == ["null", "boolean", "number", "string", "array", "object"])
    }

    @Test("Errors name the field, if there is one")
    func errors() {
        #expect(MessageError("is missing", field: "Udid").description == "Udid: is missing")
        #expect(MessageError("is missing").description == "is missing")
        #expect(PropertyListError("bad").description == "bad" && SignatureHeaderError("bad").description == "bad")
    }
}

@Suite("Log uploads: UTF-8 in pieces")
struct UTF8ValidatorTests {
    /// Whether the validator takes bytes as complete text.
    static func isValid(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        return bytes.allSatisfy { validator.accept($0) } && validator.remaining == 0
    }

    @Test("Every pair of bytes is judged as the standard library judges it")
    func pairs() {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                let bytes = [first, second]
                let expected = String(validating: bytes, as: UTF8.self) != nil
                if Self.isValid(bytes) != expected { Issue.record("\(bytes)") }
            }
        }
    }

    @Test("Every leading byte with edge values behind it is judged as the standard library judges it")
    func edges() {
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

    @Test("Every character is taken", arguments: [0...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF])
    func characters(range: ClosedRange<UInt32>) {
        for code in stride(from: range.lowerBound, through: range.upperBound, by: 7) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            if !Self.isValid(Array(String(scalar).utf8)) { Issue.record("\(code)") }
        }
    }
}

@Suite("ASCII")
struct ASCIITests {
    @Test("Bytes are classified as the standard library's characters are")
    func classes() {
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

    @Test(
        "Only the case of ASCII letters is ignored",
        arguments: [
            ("", "", true), ("abc", "ABC", true), ("a-1", "A-1", true), ("a", "b", false), ("a", "ab", false),
            ("ä", "Ä", false), ("@", "`", false), ("[", "{", false), ("k", "\u{212A}", false),
        ])
    func ignoresCase(left: String, right: String, isEqual: Bool) {
        #expect(left.equalsIgnoringCase(right) == isEqual)
    }

    @Test(
        "Blanks are trimmed at both ends",
        arguments: [
            ("", ""), (" ", ""), ("a", "a"), ("\r\n\ta b \n", "a b"), ("\u{A0}a", "\u{A0}a"), (" ä ", "ä"),
        ])
    func trims(text: String, expected: String) {
        #expect(text.trimmedOfBlanks == expected)
    }
}
