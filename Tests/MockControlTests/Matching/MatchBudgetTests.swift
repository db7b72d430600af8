import ConsolePlatform
import DeviceProtocol
import Foundation
import NIOCore
import Testing

@testable import MockControl

/// How much work matchers may make of one request.
struct MatchBudgetTests {
    /// Steps that something takes of a budget; nil if they were not enough.
    private func steps(_ work: (inout MatchBudget) throws -> Void) rethrows -> Int? {
        var budget = MatchBudget()
        try work(&budget)
        return budget.isUsedUp ? nil : MatchBudget.usual - budget.left
    }

    /// A JSON list of so many values.
    private func list(_ count: Int, of value: String = "1", last: String? = nil) -> String {
        let values = Array(repeating: value, count: count - 1) + [last ?? value]
        return "[\(values.joined(separator: ","))]"
    }

    private func json(_ text: String) throws -> JSONValue { try JSONValue(json: Data(text.utf8)) }

    private func text(_ value: String) -> SampleExchange {
        SampleExchange(body: Data(value.utf8), limit: 100_000)
    }

    @Test func `What is refused for want of steps takes none, and nothing more is done until a matcher begins`() {
        var budget = MatchBudget(10)
        #expect(budget.spend(4) && !budget.spend(7) && budget.isUsedUp)
        #expect(!budget.spend(1) && budget.left == 6)
        budget.begin()
        #expect(budget.spend(6) && !budget.spend(1) && budget.left == 0)
    }

    @Test func `Paths take steps in proportion to the body`() throws {
        for path in ["$..x", "$..[?(@.x == 1)]", "$..[0]", "$[*]", "$[?(@ > 2)]"] {
            let path = try JSONPath(path, name: "json")
            let counts = try [1000, 2000, 4000].map { count in
                let root = try json(list(count))
                return try #require(steps { _ = path.values(in: root, &$0) })
            }
            #expect(counts[2] < 200_000 && counts[1] * 2 >= counts[2] - 100, "\(path): \(counts)")
        }
    }

    @Test func `A path inside a condition spends from the same budget`() throws {
        let nested = String(repeating: #"{"a":["#, count: 30) + "1" + String(repeating: "]}", count: 30)
        let root = try json(nested)
        let deep = try JSONPath("$..[?(@..[?(@..[?(@..[?(@..x)])])])]", name: "json")
        var budget = MatchBudget(100_000)
        #expect(deep.values(in: root, &budget).isEmpty && budget.isUsedUp && budget.left >= 0)
        // Once too little is left, a path leads nowhere, not to a part of what it would lead to.
        budget = MatchBudget(200)
        #expect(try JSONPath("$..a", name: "json").values(in: root, &budget).isEmpty && budget.isUsedUp)
    }

    @Test func `Matchers that are too much work do not match, whatever they deny`() throws {
        let patterns = (0..<100).map { #"{"matches": "(a?){600}b\#($0)"}"# }.joined(separator: ",")
        let heavy = [
            #"{"body": {"anyOf": [\#(patterns)]}}"#, #"{"body": {"not": {"anyOf": [\#(patterns)]}}}"#,
            #"{"not": {"body": {"anyOf": [\#(patterns)]}}}"#,
            #"{"anyOf": [{"body": {"anyOf": [\#(patterns)]}}, {"path": "/nowhere"}]}"#,
        ]
        let sample = text(String(repeating: "a", count: 590))
        for json in heavy {
            let matcher = try matcher(json)
            #expect(!matcher.matches(sample.entry, in: .none))
            let differences = matcher.differences(in: sample.entry, .none)
            #expect(differences.contains { $0.reason?.hasPrefix("It takes too much work") == true }, "\(differences)")
        }
    }

    @Test func `Lists in lists, numbers that decimals tell apart and wide classes count for what they take`() throws {
        let sample = text(list(30_000, last: "2"))
        #expect(try !means(#"{"json": {"$": {"contains": \#(list(4000, of: "2"))}}}"#, sample))
        #expect(try means(#"{"json": {"$": {"contains": \#(list(4, of: "2"))}}}"#, sample))
        #expect(try !means(#"{"json": {"$": {"contains": \#(list(400, of: "1.00", last: "3"))}}}"#, sample))
        var ranges = "a"
        for start in stride(from: UInt32(0x10000), to: 0x13000, by: 3) {
            ranges.unicodeScalars += [start, start + 1].compactMap(Unicode.Scalar.init)
        }
        let word = String(repeating: "a", count: 500)
        let small = try #require(steps { _ = try TextPattern("([a]?){600}b", name: "p").matches(word, &$0) })
        let large = try #require(steps { _ = try TextPattern("([\(ranges)]?){600}b", name: "p").matches(word, &$0) })
        #expect(large > 2 * small && large < 20 * small)
    }

    @Test func `Objects are compared in proportion to their members`() throws {
        let objects = [1000, 2000, 4000].map { count in
            JSONValue.object((0..<count).map { JSONMember(name: "k\($0)", value: .bool(true)) })
        }
        for object in objects {
            let count = object.childCount
            var isSame = false
            #expect(try #require(steps { isSame = object.isEqual(to: object, &$0) }) < 60 * count && isSame)
            #expect(try #require(steps { isSame = object.contains(object, &$0) }) < 60 * count && isSame)
        }
    }

    @Test func `Matchers as people write them never meet the limit`() throws {
        let line = "2026-11-27 16:38:11 some words of a log line with error=none, {\"id\": 12}\n"
        let log = text(String(repeating: line, count: 65_536 / line.utf8.count))
        let patterns = [
            "some", "error=n", "id", "words? of", "(log|none)", "16:38", "\\{", "2026-\\d+",
        ]
        let all = patterns.map { #"{"matches": "(?s).*\#($0.replacing("\\", with: "\\\\")).*"}"# }.joined(
            separator: ",")
        #expect(try means(#"{"body": {"allOf": [\#(all)]}}"#, log))
        let members = (0..<4000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let things = text("[\(members)]")
        let paths = (0..<10).map { #""$..id\#($0 == 0 ? "" : "[?(@.x == \($0))]")": {"absent": \#($0 != 0)}"# }
        #expect(try means(#"{"json": {\#(paths.joined(separator: ","))}}"#, things))
        #expect(try means(#"{"body": {"contains": "id", "not": {"contains": "none of it"}}, "text": "3999"}"#, things))
    }

    @Test func `Each customer has a budget of its own, and what needs none of it is found as always`() throws {
        let sample = text(String(repeating: "a", count: 5000))
        let heavy = try matcher(#"{"body": {"matches": "(a|aa|aaa|a*)*b"}}"#)
        let light = try matcher(#"{"method": "POST"}"#)
        let body = try matcher(#"{"body": {"startsWith": "aaa"}}"#)
        var reading = SharedReading(sample.entry, steps: 3000)
        func isMeant(_ matcher: RequestMatcher, of customer: Int64) -> Bool {
            reading.matches(matcher, of: customer, .none)
        }
        #expect(isMeant(body, of: 1))
        #expect(!isMeant(heavy, of: 1))
        #expect(reading.left(to: 1) >= 0)
        #expect(reading.left(to: 2) == 3000)
        #expect(isMeant(light, of: 1))
        #expect(isMeant(body, of: 2))
        let before = reading.left(to: 2)
        #expect(!isMeant(heavy, of: 2))
        #expect(reading.left(to: 2) <= before)
    }

    @Test func `A text that nearly stands everywhere is given up`() throws {
        let half = String(repeating: "a", count: 15_000)
        let hay = ByteBuffer(string: half + half + half + half)
        let needle = try #require(TextNeedle(half + "b" + half))
        var budget = MatchBudget()
        #expect(!needle.isIn(hay, &budget) && budget.isUsedUp)
        budget = MatchBudget()
        #expect(TextNeedle.exact(half)?.isIn(hay, &budget) == true && !budget.isUsedUp)
        #expect(TextNeedle.exact("A")?.isIn(hay, &budget) == false && TextNeedle("A")?.isIn(hay, &budget) == true)
    }
}
