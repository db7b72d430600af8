import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Testing

@testable import MockControl

/// What may be expected of the journal, and whether entries are so.
struct ExpectationTests {
    private func expectation(_ json: String) throws -> JournalExpectation? {
        guard case .object(let members) = try JSONValue(json: Data(json.utf8)) else { return nil }
        return try JournalExpectation(members)
    }

    /// What becomes of an expectation once a number of requests were made.
    private func verification(_ json: String, of count: Int) throws -> Verification {
        var verification = Verification(try #require(try expectation(json)))
        for id in 0..<count { verification.take(SampleExchange(id: Int64(id) + 1).entry, .none) }
        return verification
    }

    @Test func `Numbers of requests are as they say`() throws {
        let vectors: [(String, passing: Set<Int>)] = [
            (#"{"match":{}}"#, [1, 2, 3]), (#"{"match":{},"exactly":2}"#, [2]), (#"{"match":{},"exactly":0}"#, [0]),
            (#"{"match":{},"never":true}"#, [0]), (#"{"match":{},"atLeast":2}"#, [2, 3]),
            (#"{"match":{},"atMost":1}"#, [0, 1]), (#"{"match":{},"atLeast":1,"atMost":2}"#, [1, 2]),
            (#"{"match":{},"atLeast":0}"#, [0, 1, 2, 3]),
        ]
        for (json, passing) in vectors {
            for count in 0...3 {
                #expect(try verification(json, of: count).hasPassed == passing.contains(count), "\(json) \(count)")
            }
        }
    }

    @Test func `A wait is over when it passed, or cannot pass any more, and a promise only when it is broken`() throws {
        let vectors: [(String, Int, Bool)] = [
            (#"{"match":{}}"#, 0, false), (#"{"match":{}}"#, 1, true), (#"{"match":{},"exactly":1}"#, 1, true),
            (#"{"match":{},"exactly":1}"#, 2, true), (#"{"match":{},"never":true}"#, 0, false),
            (#"{"match":{},"never":true}"#, 1, true), (#"{"match":{},"atMost":1}"#, 1, false),
            (#"{"match":{},"atMost":1}"#, 2, true), (#"{"match":{},"atLeast":1,"atMost":2}"#, 1, true),
        ]
        for (json, count, isOver) in vectors {
            #expect(try verification(json, of: count).isOver == isOver, "\(json) \(count)")
        }
    }

    @Test func `Steps of a sequence are met in order, with others between`() throws {
        let json = #"{"sequence":[{"path":"/a"},{"path":"/b"},{"path":"/a"}]}"#
        func count(_ paths: String...) throws -> Int {
            var verification = Verification(try #require(try expectation(json)))
            for (index, path) in paths.enumerated() {
                verification.take(SampleExchange(target: path, id: Int64(index)).entry, .none)
            }
            #expect(verification.hasPassed == (verification.count == 3))
            return verification.count
        }
        #expect(try count("/a", "/x", "/b", "/b", "/a", "/a") == 3)
        #expect(try count("/b", "/a", "/a") == 1)
        #expect(try count("/b") == 0)
    }

    @Test func `What was evicted makes an answer doubtful only where it could change it`() throws {
        let moment = Timestamp(milliseconds: 1_772_705_000_000)
        let evicted = JournalMemory.Census(count: 1, evicted: 5, lastEvicted: 5, evictedUntil: moment)
        let vectors: [(String, Int, Bool)] = [
            (#"{"match":{}}"#, 0, true), (#"{"match":{}}"#, 1, false), (#"{"match":{},"exactly":1}"#, 1, true),
            (#"{"match":{},"atMost":1}"#, 2, false), (#"{"match":{"after":5},"exactly":1}"#, 0, false),
            (#"{"match":{"after":4},"exactly":1}"#, 0, true),
            (#"{"match":{"after":"2026-03-05T10:03:21Z"},"exactly":1}"#, 0, false),
            (#"{"match":{"after":"2026-03-05T10:03:20Z"},"exactly":1}"#, 0, true),
            (#"{"sequence":[{},{}]}"#, 1, true), (#"{"sequence":[{},{}]}"#, 2, false),
        ]
        for (json, count, isDoubtful) in vectors {
            #expect(try verification(json, of: count).isDoubtful(evicted) == isDoubtful, "\(json) \(count)")
            #expect(try !verification(json, of: count).isDoubtful(JournalMemory.Census()), "\(json) \(count)")
        }
    }

    @Test func `What cannot be expected is refused with a sentence`() throws {
        let vectors: [(String, String)] = [
            (#"{"match":{},"exactly":1,"atLeast":1}"#, "exactly and atLeast cannot stand together."),
            (#"{"match":{},"never":true,"exactly":0}"#, "exactly and never cannot stand together."),
            (#"{"match":{},"never":false}"#, "never has to be true."),
            (#"{"match":{},"exactly":-1}"#, "exactly has to be a whole number from 0 on."),
            (#"{"match":{},"atMost":1.5}"#, "atMost has to be a whole number from 0 on."),
            (#"{"match":{},"atLeast":"1"}"#, "atLeast has to be a whole number from 0 on."),
            (#"{"match":{},"atLeast":3,"atMost":2}"#, "atLeast is more than atMost."),
            (#"{"exactly":1}"#, "exactly needs match, which says what is counted."),
            (#"{"sequence":[]}"#, "sequence has to be a list of 1 to 100 matchers."),
            (#"{"sequence":[{}],"match":{}}"#, "sequence stands alone"),
            (#"{"sequence":[{"path":1,"x":2}]}"#, "sequence[0].x is not known."),
        ]
        for (json, sentence) in vectors {
            let error = #expect(throws: ConsoleError.self) { try expectation(json) }
            #expect(
                error?.code == .badRequest && error?.message.hasPrefix(sentence) == true,
                "\(json): \(error?.message ?? "")")
        }
        #expect(try expectation("{}") == nil)
    }
}
