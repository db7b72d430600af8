import DeviceProtocol
import Foundation
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test(
        "A device identifier takes letters, digits, full stops, underscores and hyphens",
        arguments: ["a", "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "A.b_c-9", String(repeating: "x", count: 128)])
    func takesDevices(text: String) {
        #expect(DeviceIdentifier(text)?.value == text.lowercased())
    }

    @Test(
        "A device identifier refuses everything else",
        arguments: ["", " ", "a b", "a/b", "a:b", "ä", "a\n", "\0", String(repeating: "x", count: 129)])
    func refusesDevices(text: String) {
        #expect(DeviceIdentifier(text) == nil)
    }

    @Test("Device identifiers of different case are equal")
    func ignoresCaseOfDevices() {
        #expect(DeviceIdentifier("ABC") == DeviceIdentifier("abc"))
        #expect(Set(["ABC", "abc", "Abc"].compactMap(DeviceIdentifier.init)).count == 1)
    }

    @Test(
        "A bundle identifier begins with a letter or digit",
        arguments: ["com.example.fieldnotes", "A", "9a", "com.Example-App_2", String(repeating: "x", count: 255)])
    func takesBundles(text: String) {
        #expect(BundleIdentifier(text)?.value == text)
    }

    @Test(
        "A bundle identifier refuses everything else",
        arguments: ["", ".com", "-a", "_a", "com example", "com/example", "é", String(repeating: "x", count: 256)])
    func refusesBundles(text: String) {
        #expect(BundleIdentifier(text) == nil)
    }

    @Test("Bundle identifiers keep their case and are compared without it")
    func ignoresCaseOfBundles() throws {
        let left = try #require(BundleIdentifier("com.Example.App"))
        let right = try #require(BundleIdentifier("COM.example.app"))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.description == "com.Example.App")
        #expect(left != BundleIdentifier("com.example.apq"))
    }

    @Test(
        "A group code takes any words",
        arguments: ["ACMEFIELD", "a b", "Grün", "571", String(repeating: "x", count: 64)])
    func takesGroups(text: String) {
        #expect(GroupCode(text)?.value == text)
    }

    @Test(
        "A group code refuses slashes, control characters and blanks at its ends",
        arguments: ["", " a", "a ", "a/b", "a\nb", "\u{7F}", "\u{A0}a", "a\u{85}b", String(repeating: "x", count: 65)])
    func refusesGroups(text: String) {
        #expect(GroupCode(text) == nil)
    }

    @Test("Group codes are compared without case")
    func ignoresCaseOfGroups() {
        #expect(GroupCode("Grün") == GroupCode("GRÜN"))
        #expect(GroupCode("Grün")?.hashValue == GroupCode("GRÜN")?.hashValue)
        #expect(GroupCode("a") != GroupCode("b"))
    }

    @Test("Identifiers are coded as single strings")
    func codesAsStrings() throws {
        let device = try #require(DeviceIdentifier("ABC"))
        #expect(try JSONEncoder().encode([device]).text == #"["abc"]"#)
        #expect(
            try JSONDecoder().decode([BundleIdentifier].self, from: Data(#"["com.x"]"#)) == [BundleIdentifier("com.x")])
        #expect(try JSONDecoder().decode([GroupCode].self, from: Data(#"["A b"]"#)).first?.value == "A b")
    }

    @Test("Decoding a malformed identifier throws")
    func refusesToDecode() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DeviceIdentifier].self, from: Data(#"["a b"]"#))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([GroupCode].self, from: Data("[1]")) }
    }
}
