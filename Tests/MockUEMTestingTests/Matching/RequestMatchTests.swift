import Foundation
import MockUEMTesting
import Testing

/// Matchers as Swift values, in the language of the console.
struct RequestMatchTests {
    /// Values and what they are in JSON.
    static let written: [(match: RequestMatch, json: String)] = [
        (.any, "{}"),
        (.post("/deviceservices/**"), #"{"method":"POST","path":"/deviceservices/**"}"#),
        (.get("/a").path(.matches("/a|/b")), #"{"method":"GET","path":{"matches":"/a|/b"}}"#),
        (.put("/a"), #"{"method":"PUT","path":"/a"}"#), (.patch("/a"), #"{"method":"PATCH","path":"/a"}"#),
        (.delete("/a"), #"{"method":"DELETE","path":"/a"}"#),
        (
            .route("POST /deviceservices/awmdmsdk/v3/processor"),
            #"{"route":"POST /deviceservices/awmdmsdk/v3/processor"}"#
        ),
        (
            .path("/a").query("page", "1").query("size", .absent),
            #"{"path":"/a","query":{"page":"1","size":{"absent":true}}}"#
        ),
        (
            .any.header("X-Build", .startsWith("1").ignoringCase),
            #"{"header":{"X-Build":{"ignoringCase":true,"startsWith":"1"}}}"#
        ),
        (
            .any.cookie("a", .present).form("b", .endsWith("c")),
            #"{"cookie":{"a":{"absent":false}},"form":{"b":{"endsWith":"c"}}}"#
        ),
        (.any.host(.contains("localhost")).scheme("http"), #"{"host":{"contains":"localhost"},"scheme":"http"}"#),
        (.any.target(.endsWith("?a=1")), #"{"target":{"endsWith":"?a=1"}}"#),
        (.any.body(.not(.contains("a"))), #"{"body":{"not":{"contains":"a"}}}"#),
        (.any.body(Data("abc".utf8)), #"{"bodyBase64":"YWJj"}"#),
        (.any.json("$.a", 1).json("$.b", true), #"{"json":{"$.a":1,"$.b":true}}"#),
        (.any.json("$", .contains(["a": [1, nil]])), #"{"json":{"$":{"contains":{"a":[1,null]}}}}"#),
        (.any.json("$.n", .between(1, 2.5)), #"{"json":{"$.n":{"atLeast":1,"atMost":2.5}}}"#),
        (
            .any.json("$.n", .anyOf(1.5, .greaterThan(3))),
            #"{"json":{"$.n":{"anyOf":[1.5,{"greaterThan":3}]}}}"#
        ),
        (
            .any.json("$.n", .allOf(.lessThan(9), .atMost(8), .atLeast(1))),
            #"{"json":{"$.n":{"allOf":[{"lessThan":9},{"atMost":8},{"atLeast":1}]}}}"#
        ),
        (
            .any.plist("UDID", .present).xml("A.B", "c"),
            #"{"plist":{"UDID":{"absent":false}},"xml":{"A.B":"c"}}"#
        ),
        (.any.header("A", .each(.matches("[a-z]+"))), #"{"header":{"A":{"each":{"matches":"[a-z]+"}}}}"#),
        (.any.header("A", .values("b", "c")), #"{"header":{"A":{"values":["b","c"]}}}"#),
        (
            .any.header("A", ("b" as ValueMatch).ignoringCase).json("$", .equals(["a": 1])),
            #"{"header":{"A":{"equals":"b","ignoringCase":true}},"json":{"$":{"equals":{"a":1}}}}"#
        ),
        (.any.status(404), #"{"status":404}"#), (.any.status("2xx", "304"), #"{"status":["2xx","304"]}"#),
        (
            .any.answerHeader("ETag", .present).answerJSON("$.a", 1).answerJSON("$.b", 2).answerBody(.contains("c")),
            #"{"answer":{"body":{"contains":"c"},"header":{"ETag":{"absent":false}},"json":{"$.a":1,"$.b":2}}}"#
        ),
        (
            .device("abc1").bundleId("com.example").user("demo"),
            #"{"bundleId":"com.example","device":"abc1","user":"demo"}"#
        ),
        (.any.administrator("admin").group("demo"), #"{"administrator":"admin","group":"demo"}"#),
        (.any.refusal("unauthorized").text("Hello"), #"{"refusal":"unauthorized","text":"Hello"}"#),
        (.any.fault("flaky"), #"{"fault":"flaky"}"#), (.any.after(17), #"{"after":17}"#),
        (.any.before(Date(timeIntervalSince1970: 1_772_706_030)), #"{"before":"2026-03-05T10:20:30.000Z"}"#),
        (.any.after(Date(timeIntervalSince1970: 1_772_706_030.5)), #"{"after":"2026-03-05T10:20:30.500Z"}"#),
        (
            .anyOf(.get("/a"), .not(.post("/b"))),
            #"{"anyOf":[{"method":"GET","path":"/a"},{"not":{"method":"POST","path":"/b"}}]}"#
        ),
        (
            .path("/a").but(not: .path("/a/b")).and(.any.status(200)),
            #"{"allOf":[{"not":{"path":"/a/b"}},{"status":200}],"path":"/a"}"#
        ),
        (.any.with("httpVersion", "HTTP/1.1"), #"{"httpVersion":"HTTP/1.1"}"#),
    ]

    @Test func `A match is what the console reads`() throws {
        for (match, json) in Self.written { #expect("\(match.json)" == json) }
    }

    @Test func `The console takes every match`() async throws {
        let mock = try await sharedConsole()
        for (match, json) in Self.written {
            await #expect(throws: Never.self, "\(json)") { try await mock.verify(match, atLeast: 0) }
        }
    }

    @Test func `A match is encoded as it is sent`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let match = RequestMatch.get("/a").header("X", .contains("y"))
        let text = String(decoding: try encoder.encode(match), as: UTF8.self)
        #expect(text == #"{"header":{"X":{"contains":"y"}},"method":"GET","path":"/a"}"#)
        #expect(String(decoding: try encoder.encode(ValueMatch.atLeast(3)), as: UTF8.self) == #"{"atLeast":3}"#)
    }

    @Test func `A match is described with its method and path first`() {
        #expect("\(RequestMatch.any)" == "any request")
        #expect("\(RequestMatch.get("/a"))" == "GET /a")
        #expect("\(RequestMatch.get("/a").status(200))" == #"GET /a {"status":200}"#)
    }

    @Test func `JSON is read and written`() throws {
        let value: JSONValue = ["a": [1, 2.5, "x", true, nil], "b": ["c": -7]]
        let read = try JSONValue(json: try value.data)
        #expect(read == value)
        #expect(read["a"]?[0]?.integer == 1 && read["a"]?[1]?.integer == nil && read["a"]?[2]?.string == "x")
        #expect(read["a"]?[3]?.bool == true && read["a"]?[4] == .null && read["a"]?[5] == nil)
        #expect(read["b"]?["c"]?.integer == -7 && read["c"] == nil && read["a"]?.array.count == 5)
        #expect(JSONValue.number(3).integer == 3 && JSONValue.string("3").integer == nil && read[0] == nil)
    }
}
