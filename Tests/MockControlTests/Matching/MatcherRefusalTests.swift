import ConsolePlatform
import ConsoleTestSupport
import DeviceProtocol
import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockControl

/// What is said of matchers that cannot be read.
struct MatcherRefusalTests {
    private static let vectors: [(String, String)] = [
        (#"[]"#, "match has to be an object, not array."),
        (#"{"methd":"GET"}"#, "match.methd is not known. Did you mean method?"),
        (#"{"method":"GET","method":"PUT"}"#, "match.method stands there twice."),
        (#"{"method":null}"#, "match.method has to be a text, not null"),
        (#"{"method":{}}"#, "match.method says nothing to compare with"),
        (#"{"method":{"ignoringCase":true}}"#, "match.method says nothing to compare with"),
        (#"{"body":{"startWith":"a"}}"#, "match.body.startWith is not known. Did you mean startsWith?"),
        (#"{"body":{"contains":1e}}"#, ""),
        (#"{"body":{"absent":"yes"}}"#, "match.body.absent has to be true or false, not string."),
        (#"{"body":{"anyOf":"a"}}"#, "match.body.anyOf has to be a list of matchers."),
        (#"{"body":{"anyOf":[]}}"#, "match.body.anyOf has to be a list of matchers."),
        (#"{"body":{"atLeast":true}}"#, "match.body.atLeast has to be a number or a text, not boolean."),
        (#"{"body":{"matches":"("}}"#, "match.body.matches: \"(\" is no pattern: ( is not closed."),
        (#"{"path":"/a?b"}"#, "match.path has a question mark"),
        (#"{"status":"4x"}"#, "match.status has to be a number such as 404"),
        (#"{"status":99}"#, "match.status has to be a number such as 404"),
        (#"{"status":"9xx"}"#, "match.status has to be a number such as 404"),
        (#"{"header":"a"}"#, "match.header has to be an object of names"),
        (#"{"header":{"X-A":[{"equal":"b"}]}}"#, "match.header.X-A[0].equal is not known. Did you mean equals?"),
        (#"{"json":{"$.a[":1}}"#, "match.json: \"$.a[\" is no path"),
        (#"{"json":{"$.a":{}}}"#, "match.json.$.a says nothing to compare with"),
        (#"{"route":"things"}"#, "match.route has to be a path as in the OpenAPI document"),
        (#"{"after":"yesterday"}"#, "match.after has to be a time such as"),
        (#"{"after":-1}"#, "match.after has to be a time such as"),
        (#"{"answer":{"method":"GET"}}"#, "match.answer.method is not known."),
        (#"{"anyOf":[{"metod":"GET"}]}"#, "match.anyOf[0].metod is not known. Did you mean method?"),
        (#"{"group":{"equals":"demo"}}"#, "match.group has to be a text, not object"),
    ]

    @Test func `A refusal names the member and what would be accepted`() throws {
        for (json, sentence) in Self.vectors {
            let said = try #require(refusal(json), "\(json) is accepted")
            #expect(said.hasPrefix(sentence), "\(json): \(said)")
        }
    }

    @Test func `Matchers lie only so deep in one another, and have only so many conditions`() throws {
        let deep = String(repeating: #"{"not":"#, count: 20) + "{}" + String(repeating: "}", count: 20)
        #expect(try #require(refusal(deep)).contains("more than 16 deep"))
        let values = (0..<600).map { #""X-\#($0)":"a""# }.joined(separator: ",")
        #expect(try #require(refusal("{\"header\":{\(values)}}")).contains("at most 500 conditions"))
    }

    @Test func `Made-up matchers are read or refused with a sentence`() throws {
        var random = SeededGenerator(seed: 14)
        let pieces =
            Self.vectors.map(\.0) + [
                "{", "}", "[", "]", ":", ",", "\"", "null", "1e999", "\"not\"", "{\"not\":{\"path\":\"/**\"}}",
                "\\u0000",
            ]
        for _ in 0..<4000 {
            var text = pieces.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random))
                text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
            }
            guard let value = try? JSONValue(json: Data(text.utf8)) else { continue }
            do {
                let matcher = try RequestMatcher(value)
                let entry = SampleExchange(body: Data(text.utf8)).entry
                #expect(matcher.matches(entry, in: .none) == matcher.differences(in: entry, .none).isEmpty)
            } catch let error as ConsoleError {
                #expect(error.code == .badRequest && error.message.hasSuffix("."))
            }
        }
    }
}
