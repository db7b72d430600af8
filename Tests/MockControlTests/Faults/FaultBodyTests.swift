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
        ("$", "[1]", "0"), ("$.none", #"{"a":1}"#, #"{"a":1}"#), ("$.a", "[1]", "[1]"),
    ])
    func `A path says which values of a body are replaced`(path: String, before: String, after: String) throws {
        let patch = FaultAction.Patch(path: try JSONPath(path, name: "patch"), value: .number("0"))
        let value = patch.applied(to: try JSONValue(json: Data(before.utf8)))
        #expect(String(decoding: value.encoded(), as: UTF8.self) == after)
    }
}
