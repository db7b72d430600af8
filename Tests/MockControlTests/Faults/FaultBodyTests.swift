import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import NIOCore
import NIOFoundationCompat
import Testing

@testable import MockControl

/// Bodies that are made unreadable, and values that are replaced in them.
struct FaultBodyTests {
    private func malformed(_ text: String, _ type: String?) -> Data {
        Data(buffer: MalformedBody.of(ByteBuffer(string: text), contentType: type))
    }

    @Test(arguments: [#"{"a": 1}"#, "[]", "{}", "null", "", #"{"a": "}"}"#, " [1, 2] "])
    func `Broken JSON is no JSON`(text: String) {
        let broken = malformed(text, "application/json; charset=utf-8")
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: broken, options: .fragmentsAllowed) }
        #expect(throws: (any Error).self) { try JSONValue(json: broken) }
    }

    @Test(arguments: ["<plist version=\"1.0\"><dict/></plist>", "<a><b/></a>", "", "no markup"])
    func `A broken property list is none`(text: String) {
        let broken = malformed(text, "text/xml; charset=utf-8")
        #expect(throws: (any Error).self) { try PropertyListValue(parsing: broken) }
        #expect(throws: (any Error).self) { try XMLDocument(broken) }
    }

    @Test func `A broken binary property list is none`() throws {
        let list = PropertyListValue.dictionary(["Name": .string("Demo"), "Data": .data(Data(count: 100))])
        let whole = try list.encoded(as: .binary)
        let broken = Data(
            buffer: MalformedBody.of(ByteBuffer(data: whole), contentType: "application/x-plist"))
        #expect(broken.count == whole.count)
        #expect(throws: (any Error).self) { try PropertyListValue(parsing: broken) }
    }

    @Test func `Broken text is no UTF-8`() {
        #expect(String(validating: malformed("hello", "text/plain"), as: UTF8.self) == nil)
        #expect(String(validating: malformed("", nil), as: UTF8.self) == nil)
    }

    @Test(arguments: [
        ("$.a", #"{"a":1,"b":2}"#, #"{"a":0,"b":2}"#),
        ("a.b", #"{"a":{"b":1},"b":1}"#, #"{"a":{"b":0},"b":1}"#),
        ("$[1]", "[1,2,3]", "[1,0,3]"), ("$[-1]", "[1,2,3]", "[1,2,0]"), ("$[9]", "[1]", "[1]"),
        ("$[*].x", #"[{"x":1},{"x":2},{"y":3}]"#, #"[{"x":0},{"x":0},{"y":3}]"#),
        ("$..x", #"{"x":1,"y":[{"x":2}]}"#, #"{"x":0,"y":[{"x":0}]}"#),
        ("$[?(@.n == 'b')].v", #"[{"n":"a","v":1},{"n":"b","v":1}]"#, #"[{"n":"a","v":1},{"n":"b","v":0}]"#),
        ("$[9223372036854775807]", "[1]", "[1]"), ("$..[9223372036854775807]", "[[1],2]", "[[1],2]"),
        ("$[-9223372036854775807]", "[1]", "[1]"), ("$[-3]", "[1,2]", "[1,2]"), ("$[-2]", "[1,2]", "[0,2]"),
        ("$", "[1]", "0"), ("$.none", #"{"a":1}"#, #"{"a":1}"#), ("$.a", "[1]", "[1]"),
    ])
    func `A path says which values of a body are replaced`(path: String, before: String, after: String) throws {
        let patch = FaultAction.Patch(path: try JSONPath(path, name: "patch"), value: .number("0"))
        let value = try #require([patch].applied(to: try JSONValue(json: Data(before.utf8)), limit: 1000))
        #expect(String(decoding: value.encoded(), as: UTF8.self) == after)
    }

    @Test func `Patches nest values only so deep`() throws {
        let root = JSONValue.object([JSONMember(name: "x", value: .number("0"))])
        let nested = (0..<60).reduce(root) { value, _ in .object([JSONMember(name: "a", value: value)]) }
        func deepened(_ times: Int) throws -> JSONValue? {
            try patches(Array(repeating: ("$..[?(@ == 0)]", nested), count: times)).applied(to: root, limit: 100_000)
        }
        #expect(try deepened(4)?.depth == 4 * 61 + 1)
        #expect(try deepened(5) == nil)
    }

    private func patches(_ patches: [(String, JSONValue)]) throws -> [FaultAction.Patch] {
        try patches.map { FaultAction.Patch(path: try JSONPath($0.0, name: "patch"), value: $0.1) }
    }

    @Test func `Patches make nothing longer than the limit, also on the way`() throws {
        let list = JSONValue.array(Array(repeating: .number("1"), count: 1000))
        let text = JSONValue.string(String(repeating: "x", count: 998))
        let root = JSONValue.object([JSONMember(name: "a", value: .null)])
        let many = try patches([("$", list), ("$[*]", text)])
        // A thousand texts of a thousand bytes, 999 commas and two brackets.
        #expect(many.applied(to: root, limit: 1_001_000) == nil)
        let whole = try #require(many.applied(to: root, limit: 1_001_001))
        #expect(whole.encoded().count == 1_001_001)
        #expect(try (many + patches([("$", .null)])).applied(to: root, limit: 1_001_000) == nil)
        let nested = try patches([("$", list)] + (0..<5).map { ("$" + String(repeating: "[*]", count: $0 + 1), list) })
        #expect(nested.applied(to: root, limit: FaultyAnswer.wholeBytes) == nil)
    }

    @Test func `What is replaced makes room`() throws {
        let root = JSONValue.object([
            JSONMember(name: "a", value: .string(String(repeating: "x", count: 90))),
            JSONMember(name: "b", value: .array([.string(String(repeating: "\"", count: 10))])),
        ])
        let size = root.encoded().count
        #expect(root.byteCount(upTo: .max) == size)
        let swap = try patches([("$.a", .null), ("$.b", .string(String(repeating: "y", count: 90)))])
        #expect(swap.applied(to: root, limit: size) != nil)
        #expect(try patches([("$.a", .null), ("$..x", .null)]).applied(to: root, limit: 100) == nil)
        let deep = try patches([("$..*", .number("1"))]).applied(to: root, limit: size)
        #expect(deep?.encoded() == Data(#"{"a":1,"b":1}"#.utf8))
    }

    @Test func `Patches that look at everything again and again are given up`() throws {
        let root = JSONValue.array(Array(repeating: .array([.number("1")]), count: 1000))
        let path = "$" + String(repeating: "..[*]", count: 100)
        #expect(try patches([(path, .null)]).applied(to: root, limit: FaultyAnswer.wholeBytes) != nil)
        let filter = "$..[?(@..[?(@..[?(@..x == 1)])])]"
        let many = try patches(Array(repeating: (filter, .null), count: 500))
        #expect(many.applied(to: root, limit: FaultyAnswer.wholeBytes) == nil)
    }
}
