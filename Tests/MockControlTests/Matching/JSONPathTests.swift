import DeviceProtocol
import Foundation
import Testing

@testable import ConsolePlatform
@testable import MockControl

/// Paths into JSON values (MockControl, "Matchers").
struct JSONPathTests {
    private static let document = #"""
        {"apps": [{"name": "Notes", "size": 3, "tags": ["a", "b"]}, {"name": "Mail", "size": 10, "a.b": {"id": 1}}],
         "id": "top", "none": null, "it's": true, "deep": {"id": {"id": [1, 2]}}}
        """#

    private func found(_ path: String) throws -> String {
        let root = try JSONValue(json: Data(Self.document.utf8))
        let values = try JSONPath(path, name: "json").values(in: root)
        return String(decoding: JSONValue.array(values).encoded(), as: UTF8.self)
    }

    @Test(arguments: [
        ("$.id", #"["top"]"#), ("id", #"["top"]"#), ("$['id']", #"["top"]"#), (#"$["id"]"#, #"["top"]"#),
        ("$.apps[0].name", #"["Notes"]"#), ("apps[0].name", #"["Notes"]"#), ("$.apps[-1].name", #"["Mail"]"#),
        ("$.apps[ 1 ].size", "[10]"), ("$.apps[*].name", #"["Notes","Mail"]"#), ("$.apps.*.size", "[3,10]"),
        ("$..name", #"["Notes","Mail"]"#), ("$..['a.b'].id", "[1]"), ("$['apps'][1]['a.b']['id']", "[1]"),
        (#"$['it\'s']"#, "[true]"), ("$.none", "[null]"), ("$.apps[0].tags[*]", #"["a","b"]"#),
        ("$.apps[2]", "[]"), ("$.apps[-3]", "[]"), ("$..[9223372036854775807]", "[]"),
        ("$..[-9223372036854775807]", "[]"), ("$.id[0]", "[]"), ("$.id.name", "[]"), ("$.missing", "[]"),
        ("$.deep..id", #"[{"id":[1,2]},[1,2]]"#), ("$.deep.id.id[1]", "[2]"),
    ])
    func `A path leads to the values there`(path: String, values: String) throws {
        #expect(try found(path) == values)
    }

    @Test(arguments: [
        ("$.apps[?(@.size)].name", #"["Notes","Mail"]"#), ("$.apps[?(@.tags)].name", #"["Notes"]"#),
        ("$.apps[?(@.name == 'Mail')].size", "[10]"), (#"$.apps[?(@.name=="Mail")].size"#, "[10]"),
        ("$.apps[?(@.name != 'Mail')].size", "[3]"), ("$.apps[?(@.size > 3)].name", #"["Mail"]"#),
        ("$.apps[?(@.size >= 3)].size", "[3,10]"), ("$.apps[?(@.size < 10)].size", "[3]"),
        ("$.apps[?(@.size <= 2)].size", "[]"), ("$.apps[?(@.size == 10.0)].name", #"["Mail"]"#),
        ("$.apps[?(@.tags[0] == 'a')].name", #"["Notes"]"#), ("$.apps[?(@.missing != 1)].size", "[3,10]"),
        ("$.apps[?(@.size > 'x')].size", "[]"), ("$..[?(@.id == 1)]", #"[{"id":1}]"#),
    ])
    func `A filter takes what its condition holds for`(path: String, values: String) throws {
        #expect(try found(path) == values)
    }

    @Test(arguments: [
        "$.", "$..", "$.apps[", "$.apps[]", "$.apps[x]", "$.apps['x]", "$.apps[0", "$[?(@.a ==)]", "$[?(a == 1)]",
        "$[?(@.a == 1]", "$ .a", "$.a b", "$[9999999999999999999]", "$.a]", "$[?(@.a == [1])]",
    ])
    func `What is no path is refused with the place`(path: String) {
        let error = #expect(throws: ConsoleError.self) { try JSONPath(path, name: "json") }
        #expect(error?.code == .badRequest)
        #expect(error?.message.contains("is no path from character") == true, "\(error?.message ?? "")")
    }

    @Test func `A path has a longest length`() {
        #expect(throws: Never.self) { try JSONPath(String(repeating: ".a", count: 500), name: "json") }
        #expect(throws: ConsoleError.self) { try JSONPath(String(repeating: ".a", count: 501), name: "json") }
    }

    @Test func `What a path leads to is bounded however often it goes below`() throws {
        var nested = "1"
        for _ in 0..<20 { nested = #"{"a": [\#(nested), 2]}"# }
        let root = try JSONValue(json: Data(nested.utf8))
        #expect(try JSONPath("$..*..*..*..a", name: "json").values(in: root).count <= 100_000)
    }
}
