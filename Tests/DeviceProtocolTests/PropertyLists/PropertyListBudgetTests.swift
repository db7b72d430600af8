import Foundation
import Testing

@testable import DeviceProtocol

/// Binary property lists that refer to what they hold more often than they are long.
struct PropertyListBudgetTests {
    private static let tooMany = "binary property list has too many values"
    private static let tooLong = "binary property list unfolds to too many bytes"

    /// Arrays in one another, each with two references to the next.
    private static func doubling(_ levels: Int) -> [[UInt8]] {
        (1...levels).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]]
    }

    /// An array of references to one text.
    private static func repeating(_ text: String, times: Int) -> [[UInt8]] {
        let length = HandMadeList.bytes(UInt64(text.utf8.count), width: 4)
        return [
            [0xAF, 0x10, UInt8(times)] + [UInt8](repeating: 1, count: times), [0x5F, 0x12] + length + Array(text.utf8),
        ]
    }

    @Test func `Some hundred bytes make some thousand values at most`() {
        #expect(HandMadeList(objects: Self.doubling(12)).reason == Self.tooMany)
        #expect(HandMadeList(objects: Self.doubling(20)).reason == Self.tooMany)
        #expect(HandMadeList(objects: Self.doubling(8)).value?.arrayValue?.count == 2)
    }

    @Test func `A text may be referred to often, and not for a hundred times the length of the list`() {
        let long = String(repeating: "x", count: 60_000)
        #expect(HandMadeList(objects: Self.repeating(long, times: 200), offsetWidth: 4).reason == Self.tooLong)
        #expect(HandMadeList(objects: Self.repeating(long, times: 10), offsetWidth: 4).value?.arrayValue?.count == 10)
        let short = HandMadeList(objects: Self.repeating("demo", times: 250), offsetWidth: 4)
        #expect(short.value == .array([PropertyListValue](repeating: .string("demo"), count: 250)))
    }

    @Test func `Lists as libraries write them fit the narrow budget too`() throws {
        let list = PropertyListValue.dictionary([
            "flags": .array([PropertyListValue](repeating: .bool(true), count: 5000)),
            "texts": .array([PropertyListValue](repeating: .string("demo"), count: 5000)),
            "data": .data(Data(count: 200_000)), "text": .string(String(repeating: "ü", count: 100_000)),
        ])
        let data = try list.encoded(as: .binary)
        #expect(try PropertyListValue(parsing: data, within: .narrow(for: data.count)) == list)
        #expect(try PropertyListValue(parsing: data) == list)
    }

    @Test func `The narrow budget ends where values outnumber bytes`() {
        let data = HandMadeList(objects: Self.doubling(9) + [[0x08]]).data
        #expect(throws: Never.self) { try PropertyListValue(parsing: data, within: .narrow(for: data.count)) }
        let more = HandMadeList(objects: Self.doubling(10)).data
        #expect(throws: PropertyListError.self) {
            try PropertyListValue(parsing: more, within: .narrow(for: more.count))
        }
    }

    @Test func `The outermost texts are read without what stands beside them`() throws {
        let long = [UInt8](repeating: 0x61, count: 200)
        let bomb: [[UInt8]] = Self.doubling(20).map { $0.count == 3 ? [0xA2, $0[1] + 9, $0[2] + 9] : $0 }
        let list = HandMadeList(
            objects: [
                [0xD4, 1, 2, 3, 4, 5, 6, 7, 9], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x10, 1], [0x51, 0x78],
                [0x62, 0, 0x41, 0x20, 0xAC], [0x5F, 0x10, 200] + long, [0x00],
            ] + bomb, offsetWidth: 2)
        #expect(
            try PropertyListValue.outermostTexts(ofBinary: list.data, upTo: 255) == [
                "a": "x", "b": "A€", "c": String(repeating: "a", count: 200),
            ])
        #expect(try PropertyListValue.outermostTexts(ofBinary: list.data, upTo: 100) == ["a": "x", "b": "A€"])
        #expect(list.reason == Self.tooMany || list.reason == "binary property list has a key that is not a text")
        let array = HandMadeList(objects: [[0xA1, 1], [0x51, 0x61]])
        #expect(try PropertyListValue.outermostTexts(ofBinary: array.data, upTo: 9) == [:])
        #expect(throws: PropertyListError.self) {
            try PropertyListValue.outermostTexts(ofBinary: Data("bplist01".utf8), upTo: 9)
        }
    }

    @Test func `Short texts that are referred to a thousand times are not read without end`() {
        let members = 30_000
        let references = [UInt8](repeating: 1, count: 2 * members)
        let count = HandMadeList.bytes(UInt64(members), width: 4)
        let text = [0x5F, 0x10, 250] + [UInt8](repeating: 0x61, count: 250)
        let list = HandMadeList(objects: [[0xDF, 0x12] + count + references, text], offsetWidth: 4)
        #expect(throws: PropertyListError(Self.tooLong)) {
            try PropertyListValue.outermostTexts(ofBinary: list.data, upTo: 255)
        }
    }
}
