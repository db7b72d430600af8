import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Moments in milliseconds.
struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_772_706_030_000, "2026-03-05T10:20:30.000Z"),
            (1_772_706_030_123, "2026-03-05T10:20:30.123Z"), (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `A moment is ISO 8601 in UTC with milliseconds`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test func `Every millisecond survives as text and as a date`() {
        for milliseconds in 1_772_706_030_000...1_772_706_031_000 as ClosedRange<Int64> {
            let moment = Timestamp(milliseconds: milliseconds)
            #expect(Timestamp(iso8601: moment.description) == moment)
            #expect(Timestamp(moment.date) == moment)
        }
    }

    @Test func `Random moments of ten thousand years survive as text and as a date`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let moment = Timestamp(
                milliseconds: .random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
            #expect(Timestamp(iso8601: moment.description) == moment)
            #expect(Timestamp(moment.date) == moment)
        }
    }

    @Test(arguments: [
        "2026-03-05T10:20:30Z", "2026-03-05T10:20:30.000Z", "2026-03-05T11:20:30+01:00", "2026-03-05T10:20:30.0Z",
    ])
    func `It is read with and without a fraction`(text: String) {
        #expect(Timestamp(iso8601: text) == TestClock.start)
    }

    @Test(arguments: [
        ("2026-03-05T10:20:30+0000", "2026-03-05T10:20:30.000Z"),
        ("2026-03-05T10:20:30-14", "2026-03-06T00:20:30.000Z"),
        ("2024-02-29t23:59:59.999999z", "2024-03-01T00:00:00.000Z"),
        ("2026-03-05T10:20:30.1234Z", "2026-03-05T10:20:30.123Z"), ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
    ])
    func `It is read in the forms of ISO 8601, rounded to milliseconds`(text: String, moment: String) {
        #expect(Timestamp(iso8601: text)?.description == moment)
    }

    @Test(
        arguments: ["", "now", "2026-03-05", "10:20:30", "1772706030", "2026-13-05T10:20:30Z"] + ImpossibleTimes.all)
    func `What is no moment is none`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test(arguments: [
        ("2026-06-01 08-00-00-AM", "2026-06-01T08:00:00Z"), ("2026-06-01 08-00-00-PM", "2026-06-01T20:00:00Z"),
        ("2026-06-01 12-00-00-am", "2026-06-01T00:00:00Z"), ("2026-06-01T12-30-PM", "2026-06-01T12:30:00Z"),
        ("6/1/2026 8:00:00 AM", "2026-06-01T08:00:00Z"), ("06-01-2026 8:05 pm", "2026-06-01T20:05:00Z"),
        ("2026-06-01 08-00-00", "2026-06-01T08:00:00Z"), ("2026-06-01 08:00:00.5-02:00", "2026-06-01T10:00:00.500Z"),
        ("2026-06-01 08:00:00 02:00", "2026-06-01T06:00:00Z"), ("2026-06-01", "2026-06-01T00:00:00Z"),
    ])
    func `Times of clients are read in their forms`(written: String, meant: String) {
        #expect(Timestamp(lenient: written) == Timestamp(iso8601: meant))
    }

    @Test(arguments: [
        "2026-06-01 13-00-00-PM", "2026-06-01 00-00-00-AM", "2026-06-01 08-00-00-XM", "2026-06-01 08-", "2026-06-01 AM",
        "2026-06-01 08-00-00-AMPM", "2026-06-01 08-60-00-AM", "2026-06-01 24:00",
    ])
    func `Times there are not are refused`(written: String) {
        #expect(Timestamp(lenient: written) == nil)
    }

    @Test func `A day without a time can mean its end`() throws {
        #expect(Timestamp.isDay("2026-06-01") && Timestamp.isDay("6/1/2026"))
        #expect(!Timestamp.isDay("2026-06-01 08-00-00-AM") && !Timestamp.isDay("2026-06-01T08:00"))
        let day = try #require(Timestamp(lenient: "2026-06-01"))
        #expect(day.endOfDay == Timestamp(iso8601: "2026-06-01T23:59:59.999Z"))
    }

    @Test func `JSON holds it as text`() throws {
        let data = try JSONEncoder().encode([TestClock.start])
        #expect(String(decoding: data, as: UTF8.self) == #"["2026-03-05T10:20:30.000Z"]"#)
        #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [TestClock.start])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Timestamp].self, from: Data(#"["now"]"#.utf8)) }
    }

    @Test(arguments: [Int64.min, .min + 1, -62_135_596_800_001, 253_402_300_800_000, .max - 1, .max])
    func `Moments far away have a text too, whatever it is`(milliseconds: Int64) {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(moment.description.hasSuffix("Z") && !moment.zoneless.isEmpty && !moment.american.isEmpty)
        #expect(moment.adding(seconds: .max).milliseconds == .max)
        #expect(moment.adding(seconds: .min).milliseconds == .min)
        _ = Timestamp(moment.date)
    }

    @Test func `Dates that are too far away are the first or the last moment`() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1e300)).milliseconds == .max)
        #expect(Timestamp(Date(timeIntervalSince1970: -.infinity)).milliseconds == .min)
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)).milliseconds == 0)
        #expect(TestClock.start.adding(seconds: .max).milliseconds == .max)
        #expect(TestClock.start.adding(seconds: .min).milliseconds == .min)
        #expect(Timestamp(milliseconds: .min).adding(seconds: -1).milliseconds == .min)
    }

    @Test func `Seconds are added and compared`() {
        let later = TestClock.start.adding(seconds: 5)
        #expect(later > TestClock.start && later.seconds == TestClock.start.seconds + 5)
        #expect(TestClock.start.date.timeIntervalSince1970 == 1_772_706_030)
    }
}

/// Identifiers and secrets.
struct RandomSourceTests {
    @Test(arguments: [
        RandomSource.system, .counting(), RandomSource { Array(repeating: 0xff, count: $0) },
        RandomSource { Array(repeating: 0, count: $0) },
    ])
    func `A UUID has version 4, the right variant and lower case`(random: RandomSource) {
        for _ in 0..<50 {
            let uuid = random.uuid()
            #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            #expect(UUID(uuidString: uuid) != nil)
        }
    }

    @Test func `A UUID keeps every other bit of its bytes`() {
        let random = RandomSource { count in (0..<count).map { UInt8($0 * 17) } }
        #expect(random.uuid() == "00112233-4455-4677-8899-aabbccddeeff")
    }

    @Test func `A secret has two hex digits a byte and no two are the same`() {
        let secrets = (0..<200).map { _ in RandomSource.system.secret(byteCount: 16) }
        #expect(Set(secrets).count == 200)
        #expect(secrets.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        #expect(RandomSource.hex([0, 15, 16, 255]) == "000f10ff")
    }
}
