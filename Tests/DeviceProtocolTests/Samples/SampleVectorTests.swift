import Foundation
import Testing

@testable import DeviceProtocol

/// Samples: layout (DeviceServices, section 16.3).
struct SampleVectorTests {
    @Test
    func `The analytics event of the specification is read and written byte for byte`() throws {
        let sample = try #require(SampleData(raw: SampleExamples.analytics).only)
        #expect(SampleExamples.analytics.count == 116)
        #expect(sample.time == (try SampleExamples.time()))
        guard case .analytics(let event) = sample.content else {
            Issue.record("is no event")
            return
        }
        #expect(event.name == "open_report" && event.value == "42")
        #expect(event.type == .custom && event.valueType == .integer)
        #expect(event.session == "0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B")
        #expect(event.bundleID == "com.example.fieldnotes" && event.bundleVersion == "1.4")
        #expect(event.bundleName == "FieldNotes")
        #expect(try sample.encoded() == SampleExamples.analytics)
    }

    @Test
    func `Every type has the size of the specification, and is read back as it was`() throws {
        let samples = try SampleExamples.all()
        let sizes = try samples.map { try $0.encoded().count }
        let texts = [8 + 18, 0, 0, 11 + 7 + 16 + 3 + 4, 7 + 16, 5, 3, 0, 1]
        #expect(sizes == zip([48, 68, 46, 68, 174, 62, 18, 18, 18], texts).map { $0 + $1 })
        for sample in samples {
            let data = try sample.encoded()
            #expect(SampleData(raw: data).only == sample)
            let start = [
                UInt8(sample.content.type.rawValue), 0, UInt8(data.count), 0, 0xE8, 7, 3, 0, 5, 0, 10, 0, 20, 0,
            ]
            #expect(data.starts(with: start + [30, 0, 0, 0]))
        }
    }

    @Test
    func `The fields stand where the specification puts them`() throws {
        let bytes = try SampleExamples.all().map { [UInt8](try $0.encoded()) }
        // System: version at 22, architecture at 34, text at 48 after the maker's.
        #expect(bytes[0][18] == 2 && bytes[0][22] == 17 && bytes[0][26] == 3 && bytes[0][30] == 1)
        #expect(bytes[0][34] == 4 && bytes[0][36] == 8 && bytes[0][38] == 9 && bytes[0][40] == 1)
        #expect(bytes[0][44] == 8 && bytes[0][46] == 18 && bytes[0][48...].starts(with: [0x4F, 0, 0x62, 0]))
        // Power: line status at 18, life times at 21 and 25, temperature at 59, chemistry at 67.
        #expect(bytes[1][18] == 0xFF && bytes[1][20] == 83 && bytes[1][21...].starts(with: [0xE8, 3, 0, 0, 0xD0, 7]))
        #expect(bytes[1][59..<63] == [0, 0, 0x12, 0x42] && bytes[1][67] == 11)
        // Memory: load first.
        #expect(bytes[2][18...].starts(with: [41, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 2]))
        // Network adapter: MAC at 34, IP at 42, lease at 112, name at 140.
        #expect(
            bytes[4][34..<40] == [0, 0x11, 0x22, 0x33, 0x44, 0x55] && bytes[4][42...].starts(with: Array("192.".utf8)))
        #expect(bytes[4][112...].starts(with: [0xE8, 7]) && bytes[4][140...].starts(with: Array("pdp_ip0".utf8)))
        // GPS: latitude at 18, facility at 54, note length at 60.
        #expect(bytes[5][18..<26] == [0xC3, 0xF5, 0x28, 0x5C, 0x8F, 0x42, 0x4A, 0x40])
        #expect(bytes[5][54] == 2 && bytes[5][60] == 5)
    }

    @Test
    func `Types keep their numbers and have names`() {
        let expected: [UInt16: String] = [
            0: "dataUsage", 10: "gps", 18: "cellular", 20: "power", 21: "memory", 22: "system", 40: "networkAdapter",
            80: "dataUsage", 112: "analytics",
        ]
        #expect(Dictionary(uniqueKeysWithValues: SampleType.allCases.map { ($0.rawValue, $0.name) }) == expected)
    }

    @Test
    func `Numbers of events without a name are kept`() throws {
        var bytes = SampleExamples.analytics
        bytes[28] = 9
        bytes[30] = 200
        guard case .analytics(let event) = try #require(SampleData(raw: bytes).only).content else { return }
        #expect(event.type.name == "9" && event.valueType.name == "200")
        #expect(try DeviceSample(.analytics(event), at: try SampleExamples.time()).encoded() == bytes)
        #expect(AnalyticsEventType(name: "9") == nil)
        #expect(AnalyticsEventType.names.compactMap(AnalyticsEventType.init(name:)).map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test
    func `Numbers that are none become nothing, but a place has to be one`() throws {
        var place = LocationSample(latitude: 1, longitude: 2)
        place.speed = 3
        var bytes = try DeviceSample(.location(place), at: try SampleExamples.time()).encoded()
        bytes.replaceSubrange(34..<38, with: [0, 0, 0x80, 0x7F])
        guard case .location(let read) = try #require(SampleData(raw: bytes).only).content else { return }
        #expect(read.speed == nil && read.heading == nil)
        #expect(try SampleContent.location(read).json().text.contains("\"latitude\":1"))
        for impossible in [Double.nan, .infinity, 90.5, -91] {
            let content = SampleContent.location(LocationSample(latitude: impossible, longitude: 0))
            let data = try DeviceSample(content, at: try SampleExamples.time()).encoded()
            guard case .malformed(let error)? = SampleData(raw: data).first(where: { _ in true }) else {
                Issue.record("\(impossible) was taken")
                continue
            }
            #expect(error.field == "latitude")
        }
    }

    @Test
    func `What is too large is refused when it is written`() throws {
        var event = AnalyticsEvent(String(repeating: "x", count: 65_467))
        let time = try SampleExamples.time()
        #expect(try DeviceSample(.analytics(event), at: time).encoded().count == 65_535)
        event.value = "y"
        #expect(failure { () throws(MessageError) in try DeviceSample(.analytics(event), at: time).encoded() } != nil)
        event.value = String(repeating: "y", count: 65_536)
        #expect(failure { () throws(MessageError) in try DeviceSample(.analytics(event), at: time).encoded() } != nil)
    }

    @Test(arguments: 0..<9)
    func `A sample as JSON is read back`(index: Int) throws {
        let content = try SampleExamples.all()[index].content
        #expect(try SampleContent(content.type, json: try content.json()) == content)
    }
}

/// Samples: times.
struct SampleTimeTests {
    private static func read(_ parts: [UInt16]) throws -> SampleTime? {
        var writer = LittleEndianWriter()
        for part in parts { writer.append(part) }
        var reader = LittleEndianReader(writer.bytes[...])
        return try SampleTime(reading: &reader, "time")
    }

    @Test(
        arguments: [
            ([1970, 1, 1, 0, 0, 0, 0], 0), ([1969, 12, 31, 23, 59, 59, 999], -1),
            ([2024, 2, 29, 12, 0, 0, 500], 1_709_208_000_500), ([1, 1, 1, 0, 0, 0, 0], -62_135_596_800_000),
            ([9999, 12, 31, 23, 59, 59, 999], 253_402_300_799_999),
        ] as [([UInt16], Int64)])
    func `Moments are read to the millisecond`(parts: [UInt16], milliseconds: Int64) throws {
        let time = try #require(try Self.read(parts))
        #expect(time.milliseconds == milliseconds)
        var writer = LittleEndianWriter()
        time.write(to: &writer)
        var reader = LittleEndianReader(writer.bytes[...])
        #expect(try SampleTime(reading: &reader, "time") == time)
        let text = try JSONEncoder().encode([time])
        #expect(try JSONDecoder().decode([SampleTime].self, from: text) == [time])
    }

    @Test(
        arguments: [
            [0, 1, 1, 0, 0, 0, 0], [10_000, 1, 1, 0, 0, 0, 0], [2024, 0, 1, 0, 0, 0, 0], [2024, 13, 1, 0, 0, 0, 0],
            [2023, 2, 29, 0, 0, 0, 0], [2024, 1, 1, 24, 0, 0, 0], [2024, 1, 1, 0, 60, 0, 0], [2024, 1, 1, 0, 0, 60, 0],
            [2024, 1, 1, 0, 0, 0, 1000], [0, 0, 0, 0, 0, 0, 0],
            [65_535, 65_535, 65_535, 65_535, 65_535, 65_535, 65_535],
        ] as [[UInt16]])
    func `What names no moment is none`(parts: [UInt16]) throws {
        #expect(try Self.read(parts) == nil)
    }

    @Test
    func `Milliseconds outside the years 1 to 9999 are none`() {
        #expect(SampleTime(milliseconds: -62_135_596_800_001) == nil && SampleTime(milliseconds: .min) == nil)
        #expect(SampleTime(milliseconds: 253_402_300_800_000) == nil && SampleTime(milliseconds: .max) == nil)
        #expect(SampleTime(Date(timeIntervalSince1970: .nan)) == nil && SampleTime(.distantFuture) != nil)
        #expect(SampleTime(Date(timeIntervalSince1970: .infinity)) == nil)
        #expect(SampleTime(Date(timeIntervalSince1970: 1.5))?.milliseconds == 1500)
    }

    @Test(arguments: ["", "x", "2024-03-05", "2024-13-05T00:00:00Z", "1709634030"])
    func `Texts that are no time are refused`(text: String) {
        #expect(SampleTime(iso: text) == nil)
    }
}
