import DeviceProtocol
import Foundation
import Testing
import Yams

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// JSON in environment files comes back as exactly what it was (EnvironmentFile, "JSON").
struct EnvironmentJSONTests {
    private static func written(_ value: JSONValue) throws -> String {
        let root = YAMLMapping { $0.add("x", EnvironmentJSON.node(value)) }
        return try Yams.serialize(node: root.node, indent: 2, width: -1, allowUnicode: true)
    }

    /// What a text is read as, and what is wrong with it.
    private static func read(_ yaml: String) throws -> (value: JSONValue?, problems: [String]) {
        let problems = EnvironmentProblems()
        let root = try #require(try Yams.compose(yaml: yaml, .basic))
        let node = EnvironmentNode(node: root, field: "", problems: problems)
        let value = node.mapping(["x"])?["x"]?.json(depth: 1)
        return (value, problems.all.map(\.message))
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1.50", "-0.5", "1e5", "1E+5", "1e-400", "1e400",
        "9223372036854775807", "9223372036854775808", "-123456789012345678901234567890", "\"\"", "\"1\"", "\"null\"",
        "\"~\"", "\"yes\"", "\"a: b\"", "\"#\"", "\" x \"", "\"a\\nb\\r\\n\\tc\"", "\"\\u0000\"",
        "\"\\u0001\\u007f\\u0085\\u2028\\ufeff\"", "\"🏔\"", "[]", "{}", "[[],[[]],{}]", "[null,1,\"1\",true,\"true\"]",
        #"{"a":{"b":[{"c":null}]}}"#, #"{"b":1,"a":2}"#, #"{"a":1,"A":2}"#, #"{"a":1,"a":2}"#, #"{"":""}"#,
        #"{"$json":"1"}"#, #"{"$json":1}"#, #"{"$json":"1","x":2}"#, #"[{"$json":{"$json":null}}]"#,
        #"{"a\u0000":1}"#, #"{"x: y":{"- z":["- a"]}}"#, #"{"1":2,"true":false,"~":null}"#,
    ])
    func `A value is what it was`(json: String) throws {
        let value = try JSONValue(json: Data(json.utf8))
        let yaml = try Self.written(value)
        let (read, problems) = try Self.read(yaml)
        #expect(problems.isEmpty, "\(problems) in \(yaml)")
        #expect(read == value, "\(yaml)")
        let again = try read.map(Self.written)
        #expect(again == yaml)
    }

    @Test(arguments: [
        ("x: 0x1F", "31"), ("x: 0o17", "15"), ("x: +5", "5"), ("x: .5", "0.5"), ("x: 007", "7"), ("x: 1.", "1.0"),
        ("x: yes", "\"yes\""), ("x: 12:30", "\"12:30\""), ("x:", "null"), ("x: ~", "null"), ("x: True", "true"),
        ("x: {$json: '[1.0]'}", "[1.0]"), ("x: {$json: 5}", "5"), ("x: {a: 1, b: }", #"{"a":1,"b":null}"#),
    ])
    func `What people write is read by the rules of YAML 1.2`(yaml: String, json: String) throws {
        let (value, problems) = try Self.read(yaml)
        #expect(problems.isEmpty)
        #expect(value.map { String(decoding: $0.encoded(), as: UTF8.self) } == json)
    }

    @Test(arguments: [
        ("x: .inf", "a number JSON can hold"), ("x: .nan", "a number JSON can hold"),
        ("x: {$json: '{'}", "must be a JSON text"), ("x: {$json: }", "must be a JSON text"),
        ("x: {$json: [1]}", "must be a single value"), ("x: {? [a] : b}", "must be a single value"),
    ])
    func `What JSON cannot hold is named`(yaml: String, message: String) throws {
        let (_, problems) = try Self.read(yaml)
        #expect(problems.contains { $0.contains(message) }, "\(problems)")
    }

    @Test func `A value is as deep as the console reads, and no deeper`() throws {
        func nested(_ levels: Int, around core: String = "") -> String {
            String(repeating: "[", count: levels) + core + String(repeating: "]", count: levels)
        }
        let deepest = JSONValue.maximumNesting
        #expect(try Self.read("x: \(nested(deepest))").problems.isEmpty)
        #expect(try Self.read("x: \(nested(deepest + 1))").problems == ["is nested too deeply"])
        let escaped = nested(deepest - 3, around: "{$json: '[[[]]]'}")
        #expect(try Self.read("x: \(escaped)").problems.isEmpty)
        let tooDeep = nested(deepest - 2, around: "{$json: '[[[]]]'}")
        #expect(try Self.read("x: \(tooDeep)").problems == ["is nested too deeply"])
    }
}
