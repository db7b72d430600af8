import Foundation
import Testing

@testable import DeviceProtocol

/// What the JSON parser takes and refuses at its limits, with the reason it gives.
struct JSONLimitTests {
    static func reason(_ text: String) -> String? {
        failure { () throws(MessageError) in
            var parser = JSONParser(Data(text))
            return try parser.parse()
        }?.reason
    }

    @Test func `100 000 values are read, one more is refused`() throws {
        func array(_ elements: Int) -> Data {
            Data("[" + Array(repeating: "0", count: elements).joined(separator: ",") + "]")
        }
        guard case .array(let elements)? = JSONParserTests.parse(array(99_999)) else {
            Issue.record("was refused")
            return
        }
        #expect(elements.count == 99_999)
        #expect(Self.reason(array(100_000).text) == "JSON has more than 100000 values")
        let members = Array(repeating: "\"\":[]", count: 50_000).joined(separator: ",")
        #expect(JSONParserTests.parse(Data("{\(members)}")) != nil)
        #expect(JSONParserTests.parse(Data("[{\(members)}," + members.replacing("\"\":", with: "") + "]")) == nil)
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `64 levels of one kind are read, 65 are refused`(opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        #expect(Self.reason(nested(64)) == nil)
        #expect(Self.reason(nested(65)) == "JSON is nested more than 64 levels deep")
        #expect(Self.reason("[\(nested(63)),\(nested(63))]") == nil)
    }

    @Test func `An empty container counts as a level`() {
        for empty in ["[]", "{}"] {
            let shallow = String(repeating: "[", count: 63) + empty + String(repeating: "]", count: 63)
            #expect(Self.reason(shallow) == nil)
            #expect(Self.reason("[\(shallow)]") == "JSON is nested more than 64 levels deep")
        }
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0e-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308",
        "1E999", "5e-324", "0.1e+10", "10", "1234567890", String(repeating: "9", count: 400),
        "-\(String(repeating: "9", count: 399))",
    ])
    func `A number is kept as it was written`(text: String) {
        #expect(JSONParserTests.parse(Data(text)) == .number(text))
        #expect(JSONParserTests.parse(Data(" [\(text) ] ")) == .array([.number(text)]))
    }

    @Test(arguments: [
        "-01", "00", "0.", "0.e1", ".0", "-.5", "1e1.5", "1e+-1", "1ee1", "1.2.3", "--1", "1-", "1+1", "+0", "-e1",
        String(repeating: "9", count: 401), "-\(String(repeating: "9", count: 400))", "", "x", "-Infinity", "1e 5",
    ])
    func `Something like a number is refused`(text: String) {
        #expect(JSONParserTests.parse(Data("[\(text)x]")) == nil)
        #expect(JSONParserTests.parse(Data("[1,\(text)]")) == nil)
    }

    @Test(arguments: [
        ("\\u0000", "\u{0}"), ("\\u001f", "\u{1F}"), ("\\u007F", "\u{7F}"), ("\\u00e9", "é"), ("\\u00E9", "é"),
        ("\\uD7FF", "\u{D7FF}"), ("\\uE000", "\u{E000}"), ("\\uFFFF", "\u{FFFF}"), ("\\uD800\\uDC00", "\u{10000}"),
        ("\\udbff\\udfff", "\u{10FFFF}"), ("\\uD83D\\uDE00x", "😀x"), ("\\\\u0041", "\\u0041"), ("\\/", "/"), ("/", "/"),
        ("\\\"\\\"", "\"\""), ("a\\tb\\nc", "a\tb\nc"), ("\u{7F}", "\u{7F}"), ("\\b\\f\\r", "\u{8}\u{C}\r"),
        ("😀\\n😀", "😀\n😀"), ("\\u00410", "A0"), ("'", "'"),
    ])
    func `An escape stands for its character`(escaped: String, text: String) {
        guard case .string(let read)? = JSONParserTests.parse(Data("\"\(escaped)\"")) else {
            Issue.record("was refused")
            return
        }
        #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
        #expect(
            JSONParserTests.parse(Data("{\"\(escaped)\":0}"))
                == .object([JSONMember(name: text, value: .number("0"))]))
    }

    @Test(arguments: [
        ("\\uD800", "JSON string holds half a surrogate pair"), ("\\uDBFF", "JSON string holds half a surrogate pair"),
        ("\\uDC00", "JSON string holds half a surrogate pair"), ("\\uDFFF", "JSON string holds half a surrogate pair"),
        ("\\uD800\\uD800", "JSON string holds half a surrogate pair"),
        ("\\uD800\\uE000", "JSON string holds half a surrogate pair"),
        ("\\uD800\\n", "JSON string holds half a surrogate pair"),
        ("\\uDC00\\uD800", "JSON string holds half a surrogate pair"),
        ("\\uD800\\u00", "JSON string has a malformed escape"), ("\\u004", "JSON string has a malformed escape"),
        ("\\u00G0", "JSON string has a malformed escape"), ("\\u+041", "JSON string has a malformed escape"),
        ("\\u 041", "JSON string has a malformed escape"), ("\\U0041", "JSON string has an unknown escape"),
        ("\\a", "JSON string has an unknown escape"), ("\\0", "JSON string has an unknown escape"),
        ("\\'", "JSON string has an unknown escape"), ("\\v", "JSON string has an unknown escape"),
        ("\u{0}", "JSON string holds a control character"), ("\u{1F}", "JSON string holds a control character"),
        ("\t", "JSON string holds a control character"), ("\\n\u{1F}", "JSON string holds a control character"),
        ("\\n\n", "JSON string holds a control character"),
    ])
    func `What a string may not hold is refused with its reason`(content: String, reason: String) {
        #expect(Self.reason("\"\(content)\"") == reason)
        #expect(Self.reason("{\"\(content)\":1}") == reason)
    }

    @Test(arguments: [
        ("", "JSON ends too early"), (" \n", "JSON ends too early"), ("[1", "JSON ends too early"),
        ("{\"a\"", "JSON ends too early"), ("\"a", "JSON ends too early"), ("\"\\", "JSON ends too early"),
        ("\"\\n", "JSON ends too early"), ("\"\\n\\", "JSON ends too early"),
        ("[1 2]", "JSON array is not closed"), ("[1}", "JSON array is not closed"),
        ("{\"a\":1]", "JSON object is not closed"), ("{\"a\":1 \"b\":2}", "JSON object is not closed"),
        ("{\"a\" 1}", "JSON object has no colon after a name"), ("{\"a\",1}", "JSON object has no colon after a name"),
        ("{1:2}", "JSON object has a malformed name"), ("{\"a\":1,}", "JSON object has a malformed name"),
        ("tru", "JSON has an unknown word"), ("falsy", "JSON has an unknown word"), ("nil", "JSON has an unknown word"),
        ("[truE]", "JSON has an unknown word"), ("True", "JSON has a malformed value"),
        ("[,]", "JSON has a malformed value"), ("[]]", "JSON is followed by something else"),
        ("truefalse", "JSON is followed by something else"), ("1\u{B}", "JSON is followed by something else"),
        ("1\u{A0}", "JSON is followed by something else"), ("null\u{0}", "JSON is followed by something else"),
        ("\u{C}1", "JSON has a malformed value"),
    ])
    func `A malformed text is refused with its reason`(text: String, reason: String) {
        #expect(Self.reason(text) == reason)
    }

    @Test func `White space may stand between all tokens`() {
        let blank = " \t\r\n "
        let tokens = ["{", "\"a\"", ":", "[", "1", ",", "true", ",", "null", ",", "false", "]", ",", "\"b\"", ":"]
        let text = blank + (tokens + ["{", "}", "}"]).joined(separator: blank) + blank
        #expect(
            JSONParserTests.parse(Data(text))
                == .object([
                    JSONMember(name: "a", value: .array([.number("1"), .bool(true), .null, .bool(false)])),
                    JSONMember(name: "b", value: .object([])),
                ]))
    }
}

/// The members of an object by name and kind, at the borders of each kind.
struct JSONMemberTests {
    @Test(
        arguments: [
            ("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("\"9223372036854775807\"", .max),
            ("\" -7\\n\"", -7), ("-0", 0), ("\"+5\"", 5), ("\"007\"", 7), ("null", nil),
        ] as [(String, Int?)])
    func `An integer is read from a number or a text`(value: String, expected: Int?) throws {
        #expect(try JSONObjectReaderTests.reader("{\"n\":\(value)}").integer("n") == expected)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1.0", "1e2", "\"\"", "\" \"", "\"1 2\"", "\"0x10\"", "true",
        "[]", "{}", "\"1.5\"", "\"one\"",
    ])
    func `Something else is no integer`(value: String) throws {
        let reader = try JSONObjectReaderTests.reader("{\"n\":\(value)}")
        #expect(failure { () throws(MessageError) in try reader.integer("n") }?.field == "n")
    }

    @Test(
        arguments: [
            ("1.5", 1.5), ("-1e-3", -0.001), ("\" 2.25 \"", 2.25), ("7", 7), ("\"-0\"", 0), ("null", nil),
        ] as [(String, Double?)])
    func `A real is read from a number or a text`(value: String, expected: Double?) throws {
        #expect(try JSONObjectReaderTests.reader("{\"n\":\(value)}").real("n") == expected)
    }

    @Test(arguments: ["\"nan\"", "\"inf\"", "\"-infinity\"", "1e400", "\"\"", "\"1,5\"", "false", "[1]", "{}"])
    func `Something else is no real`(value: String) throws {
        let reader = try JSONObjectReaderTests.reader("{\"n\":\(value)}")
        #expect(failure { () throws(MessageError) in try reader.real("n") } == MessageErrorCase.real(value))
    }

    /// The errors expected of `real`.
    private enum MessageErrorCase {
        static func real(_ value: String) -> MessageError {
            let isText = value.first == "\"" || value.first == "1"
            return MessageError(isText ? "must be a number" : "must be a string or a number", field: "n")
        }
    }

    @Test func `The last of members of one name stays, also when it is null`() throws {
        let reader = try JSONObjectReaderTests.reader(#"{"a":"x","a":"y","b":"x","b":null,"\u0061":"z","A":"no"}"#)
        #expect(try reader.text("a") == "z")
        #expect(try reader.text("b") == nil && reader.value("b") == nil)
    }

    @Test func `Members of members are named by their path`() throws {
        let reader = try JSONObjectReaderTests.reader(#"{"o":{"p":{"q":1}}}"#)
        let inner = try #require(try reader.object("o")?.object("p"))
        #expect(inner.wrong("q", "r") == MessageError("r", field: "o.p.q"))
        #expect(failure { () throws(MessageError) in try inner.text("q") }?.description == "o.p.q: must be a string")
        #expect(failure { () throws(MessageError) in try inner.object("q") }?.field == "o.p.q")
        #expect(failure { () throws(MessageError) in try inner.array("q") }?.field == "o.p.q")
        #expect(failure { () throws(MessageError) in try inner.requiredText("z") }?.reason == "is missing")
    }

    @Test func `Texts that may be numbers have the same cap`() throws {
        let reader = try JSONObjectReader(
            JSONEncoder().encode([
                "s": String(repeating: "s", count: 1024), "l": String(repeating: "s", count: 1025),
                "c": String(repeating: "\u{301}", count: 1025), "w": String(repeating: "€", count: 1024),
            ]))
        #expect(try reader.textOrNumber("s")?.count == 1024 && reader.textOrNumber("w")?.count == 1024)
        for name in ["l", "c"] {
            let error = failure { () throws(MessageError) in try reader.textOrNumber(name) }
            #expect(error == MessageError("is longer than 1024 characters", field: name))
        }
    }

    @Test func `An identifier that is empty is absent, and missing if it is required`() throws {
        let reader = try JSONObjectReaderTests.reader(#"{"e":"","n":null,"x":"a b","i":1}"#)
        for name in ["e", "n", "q"] {
            #expect(try reader.identifier(name, as: DeviceIdentifier.self) == nil)
            let error = failure { () throws(MessageError) in
                try reader.requiredIdentifier(name, as: DeviceIdentifier.self)
            }
            #expect(error == MessageError("is missing", field: name))
        }
        #expect(
            failure { () throws(MessageError) in try reader.identifier("x", as: DeviceIdentifier.self) }
                == MessageError("must be \(DeviceIdentifier.rule)", field: "x"))
        #expect(
            failure { () throws(MessageError) in try reader.identifier("i", as: BundleIdentifier.self) }
                == MessageError("must be a string", field: "i"))
    }
}
