import DeviceProtocol
import Foundation
import Testing

/// Identifiers.
struct IdentifierTests {
    @Test(arguments: ["a", "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "A.b_c-9", String(repeating: "x", count: 128)])
    func `A device identifier takes letters, digits, full stops, underscores and hyphens`(text: String) {
        #expect(DeviceIdentifier(text)?.value == text.lowercased())
    }

    @Test(arguments: ["", " ", "a b", "a/b", "a:b", "ä", "a\n", "\0", String(repeating: "x", count: 129)])
    func `A device identifier refuses everything else`(text: String) {
        #expect(DeviceIdentifier(text) == nil)
    }

    @Test
    func `Device identifiers of different case are equal`() {
        #expect(DeviceIdentifier("ABC") == DeviceIdentifier("abc"))
        #expect(Set(["ABC", "abc", "Abc"].compactMap(DeviceIdentifier.init)).count == 1)
    }

    @Test(arguments: ["com.example.fieldnotes", "A", "9a", "com.Example-App_2", String(repeating: "x", count: 255)])
    func `A bundle identifier begins with a letter or digit`(text: String) {
        #expect(BundleIdentifier(text)?.value == text)
    }

    @Test(arguments: ["", ".com", "-a", "_a", "com example", "com/example", "é", String(repeating: "x", count: 256)])
    func `A bundle identifier refuses everything else`(text: String) {
        #expect(BundleIdentifier(text) == nil)
    }

    @Test
    func `Bundle identifiers keep their case and are compared without it`() throws {
        let left = try #require(BundleIdentifier("com.Example.App"))
        let right = try #require(BundleIdentifier("COM.example.app"))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.description == "com.Example.App")
        #expect(left != BundleIdentifier("com.example.apq"))
    }

    @Test(arguments: ["ACMEFIELD", "a b", "Grün", "571", String(repeating: "x", count: 64)])
    func `A group code takes any words`(text: String) {
        #expect(GroupCode(text)?.value == text)
    }

    @Test(arguments: [
        "", " a", "a ", "a/b", "a\nb", "\u{7F}", "\u{A0}a", "a\u{85}b", String(repeating: "x", count: 65),
    ])
    func `A group code refuses slashes, control characters and blanks at its ends`(text: String) {
        #expect(GroupCode(text) == nil)
    }

    @Test
    func `Group codes are compared without case`() {
        #expect(GroupCode("Grün") == GroupCode("GRÜN"))
        #expect(GroupCode("Grün")?.hashValue == GroupCode("GRÜN")?.hashValue)
        #expect(GroupCode("a") != GroupCode("b"))
    }

    @Test
    func `Identifiers are coded as single strings`() throws {
        let device = try #require(DeviceIdentifier("ABC"))
        #expect(try JSONEncoder().encode([device]).text == #"["abc"]"#)
        #expect(
            try JSONDecoder().decode([BundleIdentifier].self, from: Data(#"["com.x"]"#)) == [BundleIdentifier("com.x")])
        #expect(try JSONDecoder().decode([GroupCode].self, from: Data(#"["A b"]"#)).first?.value == "A b")
    }

    @Test
    func `Decoding a malformed identifier throws`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DeviceIdentifier].self, from: Data(#"["a b"]"#))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([GroupCode].self, from: Data("[1]")) }
    }
}
