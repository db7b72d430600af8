import Foundation
import Testing

@testable import DeviceProtocol

/// Analytics as JSON (DeviceServices, section 16.4).
struct AnalyticsBatchTests {
    private static func batch(_ text: String) throws -> AnalyticsBatch {
        try AnalyticsBatch(json: Data(text), now: try SampleExamples.time())
    }

    private static func event(_ members: String) throws -> AnalyticsEvent {
        let batch = try batch("{\"events\":[{\"name\":\"a\"\(members.isEmpty ? "" : ",")\(members)}]}")
        guard case .analytics(let event)? = batch.samples.first?.content else {
            throw MessageError("there is no event")
        }
        return event
    }

    @Test
    func `An event needs a name only`() throws {
        let batch = try Self.batch("{\"events\":[{\"name\":\"a\"}]}")
        #expect(batch.samples == [DeviceSample(.analytics(AnalyticsEvent("a")), at: try SampleExamples.time())])
    }

    @Test
    func `Every member is read`() throws {
        let text = """
            {"events":[{"name":"open_report","type":"viewDidAppear","value":"ä","valueType":"string",
            "session":"0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B","occurredAt":"2024-03-05T10:20:30.123Z",
            "bundleId":"com.example.demo","bundleVersion":"1.4","bundleName":"Demo","other":[null]}]}
            """
        var expected = AnalyticsEvent("open_report")
        expected.type = .viewDidAppear
        expected.valueType = .string
        expected.value = "ä"
        (expected.session, expected.bundleID) = ("0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B", "com.example.demo")
        (expected.bundleVersion, expected.bundleName) = ("1.4", "Demo")
        let sample = try #require(try Self.batch(text).samples.first)
        #expect(sample.content == .analytics(expected))
        #expect(sample.time.milliseconds == 1_709_634_030_123)
    }

    @Test(arguments: [
        ("", "none", ""), ("\"value\":null", "none", ""), ("\"value\":42", "integer", "42"),
        ("\"value\":-2147483648", "integer", "-2147483648"), ("\"value\":2147483648", "long", "2147483648"),
        ("\"value\":1.5", "string", "1.5"), ("\"value\":\"42\"", "string", "42"), ("\"value\":\"\"", "string", ""),
        ("\"value\":99999999999999999999", "string", "99999999999999999999"),
        ("\"value\":\"42\",\"valueType\":\"integer\"", "integer", "42"),
        ("\"value\":42,\"valueType\":\"string\"", "string", "42"), ("\"valueType\":\"none\"", "none", ""),
    ])
    func `The type of a value follows its form`(members: String, type: String, value: String) throws {
        let event = try Self.event(members)
        #expect(event.valueType.name == type && event.value == value)
    }

    @Test
    func `Samples of every kind are read with their defaults`() throws {
        let batch = try Self.batch(
            """
            {"samples":[{"kind":"gps","latitude":52.5,"longitude":"13.4","speed":2,"note":"x"},
            {"kind":"power","lifePercent":80,"occurredAt":"2024-03-05T10:20:31Z"},{"kind":"memory","load":"7"},
            {"kind":"system","osMajor":17,"platformType":"iPhone"},
            {"kind":"networkAdapter","name":"en0","mac":"0011AA","ip":{"address":"192.0.2.7"},
            "leaseExpires":"2024-03-05T10:20:31.500Z"}]}
            """)
        #expect(batch.samples.map(\.content.type.name) == ["gps", "power", "memory", "system", "networkAdapter"])
        #expect(batch.samples.map(\.time.milliseconds).max() == 1_709_634_031_000)
        guard case .location(let place) = batch.samples[0].content, case .power(let power) = batch.samples[1].content,
            case .networkAdapter(let adapter) = batch.samples[4].content
        else {
            Issue.record("\(batch)")
            return
        }
        #expect(place.longitude == 13.4 && place.speed == 2 && place.heading == nil && place.note == "x")
        #expect(power.lifePercent == 80 && power.chemistry == 255)
        #expect(adapter.mac == "0011aa" && adapter.ipCount == 1 && adapter.gatewayCount == 0)
        #expect(adapter.leaseExpires?.milliseconds == 1_709_634_031_500)
    }

    @Test(arguments: [
        ("{\"events\":{}}", "events"), ("{\"events\":[1]}", "events[0]"), ("{\"events\":[{}]}", "events[0].name"),
        ("{\"events\":[{\"name\":\"a\"},{\"name\":\"b\",\"value\":true}]}", "events[1].value"),
        ("{\"events\":[{\"name\":\"a\",\"type\":\"x\"}]}", "events[0].type"),
        ("{\"events\":[{\"name\":\"a\",\"valueType\":\"x\"}]}", "events[0].valueType"),
        ("{\"events\":[{\"name\":\"a\",\"session\":\"x\"}]}", "events[0].session"),
        ("{\"events\":[{\"name\":\"a\",\"bundleId\":\"a b\"}]}", "events[0].bundleId"),
        ("{\"events\":[{\"name\":\"a\",\"occurredAt\":\"x\"}]}", "events[0].occurredAt"),
        ("{\"samples\":[{}]}", "samples[0].kind"), ("{\"samples\":[{\"kind\":\"dataUse\"}]}", "samples[0].kind"),
        ("{\"samples\":[{\"kind\":\"gps\",\"latitude\":1}]}", "samples[0].longitude"),
        ("{\"samples\":[{\"kind\":\"gps\",\"latitude\":1,\"longitude\":181}]}", "samples[0].longitude"),
        ("{\"samples\":[{\"kind\":\"memory\",\"load\":4294967296}]}", "samples[0].load"),
        ("{\"samples\":[{\"kind\":\"power\",\"temperature\":1e300}]}", "samples[0].temperature"),
        ("{\"samples\":[{\"kind\":\"networkAdapter\",\"mac\":\"0\"}]}", "samples[0].mac"),
        (
            "{\"samples\":[{\"kind\":\"networkAdapter\",\"ip\":{\"address\":\"ä\"}}]}",
            "samples[0].ip.address"
        ),
    ])
    func `What cannot be is named with its place`(text: String, field: String) throws {
        #expect(throws: MessageError.self) { try Self.batch(text) }
        do {
            _ = try Self.batch(text)
        } catch let error as MessageError {
            #expect(error.field == field)
        }
    }

    @Test
    func `Ten thousand are taken, one more is refused, counted together`() throws {
        let events = Array(repeating: "{\"name\":\"e\"}", count: 9_999).joined(separator: ",")
        let memory = "{\"kind\":\"memory\"}"
        #expect(try Self.batch("{\"events\":[\(events)],\"samples\":[\(memory)]}").samples.count == 10_000)
        #expect(throws: MessageError.self) {
            try Self.batch("{\"events\":[\(events)],\"samples\":[\(memory),\(memory)]}")
        }
    }

    @Test(arguments: 0..<4)
    func `Mutated batches are read or refused`(seed: Int) throws {
        let text =
            "{\"events\":[{\"name\":\"a\",\"value\":1}],\"samples\":[{\"kind\":\"gps\",\"latitude\":1,\"longitude\":2}]}"
        let now = try SampleExamples.time()
        for mutation in Data(text).mutations(500, seed: UInt64(seed)) {
            guard let batch = try? AnalyticsBatch(json: mutation, now: now) else { continue }
            #expect(try SampleData(batch.samples).samples == batch.samples)
        }
    }
}

/// Data usage: periods (DeviceServices, section 17).
struct DataUsagePeriodTests {
    @Test(arguments: [
        ("2024-3-5T00:00:00", 1_709_596_800.0), ("2024-03-05T00:00:00", 1_709_596_800),
        ("2024-03-05T0:0:0", 1_709_596_800), ("2024-12-31T00:00:00", 1_735_603_200),
    ])
    func `Days are read with and without leading zeros; the last one is meant as a whole`(text: String, seconds: Double)
        throws
    {
        let period = try DataUsagePeriod(from: text, to: text)
        #expect(period.start?.timeIntervalSince1970 == seconds)
        #expect(period.end?.timeIntervalSince1970 == seconds + 86_400)
    }

    @Test
    func `A time of day is exact, and nothing is without bounds`() throws {
        #expect(try DataUsagePeriod(from: nil, to: "2024-3-5T10:20:30").end?.timeIntervalSince1970 == 1_709_634_030)
        #expect(try DataUsagePeriod(from: nil, to: nil) == DataUsagePeriod(from: "", to: ""))
    }

    @Test(arguments: [
        "x", "2024-3-5", "2024-3-5 00:00:00", "2024-3-32T00:00:00", "2023-2-29T00:00:00", "24-3-5T00:00:00",
        "2024-003-5T00:00:00", "2024-3-5T00:00", "2024-3-5T00:00:00Z", "2024--3-5T00:00:00", "-2024-3-5T0:0:0",
        "2024-3-5T24:00:00", "2024-+3-5T00:00:00", "T", "2024-٣-5T00:00:00", "0000-1-1T00:00:00",
    ])
    func `What is no day is refused with the name of the parameter`(text: String) {
        #expect(failure { () throws(MessageError) in try DataUsagePeriod(from: text, to: nil) }?.field == "fromdate")
        #expect(failure { () throws(MessageError) in try DataUsagePeriod(from: nil, to: text) }?.field == "todate")
    }
}
