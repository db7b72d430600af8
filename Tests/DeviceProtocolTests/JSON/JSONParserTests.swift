import Foundation
import Testing

@testable import DeviceProtocol

/// JSON.
struct JSONParserTests {
    static func parse(_ data: Data) -> JSONValue? {
        var parser = JSONParser(data)
        return try? parser.parse()
    }

    @Test(
        "Values are read",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .number("0")),
            ("-1.5e+10", .number("-1.5e+10")), ("\"\"", .string("")), ("\"ä😀\"", .string("ä😀")), ("[]", .array([])),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e4\uD83D\uDE00""#, .string("Aä😀")),
            ("[1,[2]]", .array([.number("1"), .array([.number("2")])])), ("{}", .object([])),
            (
                "{ \"a\" : 1 , \"a\" : 2 }",
                .object([JSONMember(name: "a", value: .number("1")), JSONMember(name: "a", value: .number("2"))])
            ),
        ])
    func reads(text: String, value: JSONValue) {
        #expect(Self.parse(Data(text)) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "01", "+1", "1.", ".5", "1e", "1e+", "-", "--1", "0x1", "NaN", "Infinity",
        "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"",
        "\"\\uD800x\"", "\"a\nb\"", "\"\u{1}\"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{a:1}", "{\"a\"}",
        "{\"a\":}", "{\"a\":1,}", "{\"a\":1", "{,}", "{} x", "{}{}", "'a'", "// x\n1", "\u{FEFF}1", "1 2", "]",
    ])
    func `Malformed texts are refused`(text: String) {
        #expect(Self.parse(Data(text)) == nil)
    }

    @Test(arguments: Hostile.invalidUTF8)
    func `Invalid UTF-8 is refused, with and without escapes`(bytes: [UInt8]) {
        #expect(Self.parse(Data("\"") + Data(bytes) + Data("\"")) == nil)
        #expect(Self.parse(Data("\"\\n") + Data(bytes) + Data("\"")) == nil)
    }

    @Test(arguments: Hostile.nested)
    func `A megabyte of nesting is refused on a small stack`(data: Data) {
        #expect(onSmallStack { Self.parse(data) == nil } == true)
    }

    @Test
    func `64 levels are read on a small stack, 65 are not`() {
        func nested(_ levels: Int) -> Data {
            Data(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
        }
        let inside = nested(64)
        let outside = nested(65)
        #expect(onSmallStack { Self.parse(inside) != nil } == true)
        #expect(onSmallStack { Self.parse(outside) == nil } == true)
    }

    @Test
    func `Too many values and too long numbers are refused`() {
        #expect(Self.parse(Data("[" + String(repeating: "0,", count: 100_000) + "0]")) == nil)
        #expect(Self.parse(Data(String(repeating: "1", count: 401))) == nil)
        #expect(Self.parse(Data(String(repeating: "1", count: 400))) != nil)
    }

    @Test
    func `Foundation agrees on mutated texts that are taken`() {
        let sample = Data(#"{"a":[1,-2.5e3,true,null,"x\u00e4\n😀"],"b":{"c":"d"}}"#)
        for mutation in sample.mutations(3000, seed: 3) where Self.parse(mutation) != nil {
            #expect(throws: Never.self, "\(mutation.text)") {
                try JSONSerialization.jsonObject(with: mutation, options: .fragmentsAllowed)
            }
        }
    }

    @Test
    func `Every truncation is refused`() {
        let sample = Data(#"{"a":[1,-2.5e3,true,null,"x\u00e4\n😀\uD83D\uDE00"],"b":{"c":"d"}}"#)
        #expect(Self.parse(sample) != nil)
        for part in sample.truncations { #expect(Self.parse(part) == nil, "\(part.text)") }
    }
}

/// JSON objects.
struct JSONObjectReaderTests {
    static func reader(_ text: String) throws -> JSONObjectReader {
        try JSONObjectReader(Data(text))
    }

    @Test(arguments: ["[]", "1", "\"a\"", "null", "", "{} {}"])
    func `Only objects are taken`(text: String) {
        #expect(throws: MessageError.self) { try Self.reader(text) }
    }

    @Test
    func `Members are read by kind`() throws {
        let reader = try Self.reader(
            #"{"t":"x","n":5,"s":" 7 ","r":"1.5","z":null,"o":{"i":1},"a":[1],"d":1,"d":2,"e":""}"#)
        #expect(try reader.text("t") == "x" && reader.text("z") == nil && reader.text("missing") == nil)
        #expect(try reader.integer("n") == 5 && reader.integer("s") == 7 && reader.integer("d") == 2)
        #expect(try reader.real("r") == 1.5 && reader.real("n") == 5)
        #expect(try reader.object("o")?.integer("i") == 1)
        #expect(try reader.array("a") == [.number("1")] && reader.array("z") == nil)
        #expect(try reader.textOrNumber("n") == "5" && reader.textOrNumber("t") == "x")
        #expect(try reader.identifier("e", as: GroupCode.self) == nil)
        #expect(try reader.requiredIdentifier("t", as: BundleIdentifier.self).value == "x")
    }

    @Test
    func `Members of the wrong kind are named`() throws {
        let reader = try Self.reader(#"{"n":5,"b":true,"o":{"x":[]},"t":"a b","f":1.5,"h":1e999}"#)
        #expect(failure { () throws(MessageError) in try reader.text("n") }?.field == "n")
        #expect(failure { () throws(MessageError) in try reader.requiredText("q") }?.field == "q")
        #expect(failure { () throws(MessageError) in try reader.textOrNumber("b") }?.field == "b")
        #expect(failure { () throws(MessageError) in try reader.integer("f") }?.field == "f")
        #expect(failure { () throws(MessageError) in try reader.real("h") }?.field == "h")
        #expect(failure { () throws(MessageError) in try reader.object("n") }?.field == "n")
        #expect(failure { () throws(MessageError) in try reader.object("o")?.text("x") }?.field == "o.x")
        #expect(failure { () throws(MessageError) in try reader.array("n") }?.field == "n")
        #expect(
            failure { () throws(MessageError) in try reader.identifier("t", as: DeviceIdentifier.self) }?.field == "t")
        #expect(
            failure { () throws(MessageError) in try reader.requiredIdentifier("q", as: GroupCode.self) }?.field == "q")
    }

    @Test
    func `Texts have at most 1024 characters, however they are composed`() throws {
        for (text, isTaken) in [
            (String(repeating: "ä", count: 1024), true), (String(repeating: "x", count: 1025), false),
            ("e" + String(repeating: "\u{301}", count: 1024), false),
        ] {
            let reader = try JSONObjectReader(JSONEncoder().encode(["t": text]))
            #expect((try? reader.text("t")) == (isTaken ? text : nil))
        }
    }
}
