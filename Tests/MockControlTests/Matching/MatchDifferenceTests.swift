import DeviceProtocol
import Foundation
import HTTPTypes
import Testing

@testable import MockControl

/// What a matcher says of a request that it does not mean.
struct MatchDifferenceTests {
    private func differences(_ json: String, _ sample: SampleExchange) throws -> [MatchDifference] {
        try matcher(json).differences(in: sample.entry, .none)
    }

    @Test func `Each thing that differs is named with what was asked for and what there is`() throws {
        let found = try differences(
            #"{"method":"GET","path":"/deviceservices/other","query":{"tag":"c"},"json":{"$.a":{"atLeast":2}}}"#,
            sample(json: #"{"a":1}"#))
        #expect(found.map(\.member) == ["method", "path", "query.tag", "json.$.a"])
        #expect(found[0].expected == .string("GET") && found[0].actual == .string("POST"))
        #expect(found[1].actual == .string("/deviceservices/things"))
        #expect(found[2].actual == .array([.string("a"), .string("b")]))
        #expect(found[3].actual == .number("1"))
    }

    @Test func `What holds is left out, and what is not there has nothing`() throws {
        let found = try differences(#"{"method":"POST","header":{"X-A":"1"}}"#, SampleExchange())
        #expect(found.map(\.member) == ["header.X-A"])
        #expect(found[0].actual == nil)
    }

    @Test func `A body that cannot be read, or was cut, is given as the reason`() throws {
        let broken = try differences(#"{"json":{"a":1}}"#, sample(json: "{"))
        #expect(broken[0].reason?.hasPrefix("The body is not JSON") == true)
        let none = try differences(#"{"plist":{"a":1}}"#, SampleExchange())
        #expect(none[0].reason == "There is no body.")
        var long = sample(json: #"{"a":2,"b":3}"#)
        long.limit = 5
        #expect(
            try differences(#"{"json":{"a":1}}"#, long)[0].reason
                == "Only the first 5 of 13 bytes are kept (journal.bodyBytes).")
    }

    @Test func `Long texts are cut`() throws {
        let long = SampleExchange(body: Data(String(repeating: "x", count: 5000).utf8))
        let found = try differences(#"{"body":"y"}"#, long)
        #expect(found[0].actual == .string(String(repeating: "x", count: 200) + "…"))
    }

    @Test func `Of alternatives the nearest is shown`() throws {
        let json = #"{"anyOf":[{"method":"GET","path":"/nowhere"},{"query":{"page":"3"}}]}"#
        #expect(try differences(json, SampleExchange()).map(\.member) == ["query.page"])
    }

    @Test func `A small slip is nearer than another request`() throws {
        let wanted = #"{"method":"POST","path":"/deviceservices/things"}"#
        let slip = try differences(wanted, SampleExchange(target: "/deviceservices/thing")).distance
        let method = try differences(wanted, SampleExchange(method: .get)).distance
        let other = try differences(wanted, SampleExchange(target: "/api/system/info")).distance
        let both = try differences(wanted, SampleExchange(method: .get, target: "/api/system/info")).distance
        #expect(slip < other && method < both && other < both)
    }

    @Test func `A difference is JSON with what was written`() throws {
        let found = try differences(#"{"status":"5xx"}"#, SampleExchange())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        #expect(
            String(decoding: try encoder.encode(found), as: UTF8.self)
                == #"[{"actual":200,"expected":"5xx","member":"status"}]"#)
    }
}
