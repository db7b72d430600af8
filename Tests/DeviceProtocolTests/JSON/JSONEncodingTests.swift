@testable import DeviceProtocol
import Foundation
import Testing

/// JSON values written and read again.
struct JSONEncodingTests {
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("-1.50e+07", "-1.50e+07"), ("\"\"", "\"\""), ("[ ]", "[]"),
        ("{ }", "{}"), ("[1, [2, {\"a\" : false}]]", "[1,[2,{\"a\":false}]]"),
        ("{\"b\":1,\"a\":2,\"b\":3}", "{\"b\":1,\"a\":2,\"b\":3}"), (#""\/\u00e4\ud83d\ude00""#, "\"/ä😀\""),
        (#""\"\\\b\u001f\u007f""#, "\"\\\"\\\\\\u0008\\u001f\u{7f}\""),
    ])
    func `A value is written without white space, members in order, numbers as they were`(
        text: String, expected: String
    )
        throws
    {
        var parser = JSONParser(Data(text.utf8))
        let value = try parser.parse()
        let written = value.encoded()
        #expect(String(decoding: written, as: UTF8.self) == expected)
        var again = JSONParser(written)
        #expect(try again.parse() == value)
    }

    @Test func `Every character of a text survives`() throws {
        let text = String(String.UnicodeScalarView((1...0x2FF).compactMap(Unicode.Scalar.init)))
        var parser = JSONParser(JSONValue.object([JSONMember(name: text, value: .string(text))]).encoded())
        #expect(try parser.parse() == .object([JSONMember(name: text, value: .string(text))]))
    }
}
