import Foundation
import Testing

@testable import DeviceProtocol

/// Samples: one behind the other (DeviceServices, section 16.3).
struct SampleDataTests {
    private static let moment = SampleTime(iso: "2024-03-05T10:20:30.000Z")

    private static func header(_ type: UInt16, size: UInt16) -> Data {
        var writer = LittleEndianWriter()
        for number in [type, size, 2024, 3, 5, 10, 20, 30, 0] { writer.append(number) }
        return Data(writer.bytes)
    }

    @Test
    func `Nothing holds nothing`() {
        #expect(Array(SampleData(raw: Data())).isEmpty)
        #expect(SampleData(raw: Data()).count == 0)
    }

    @Test
    func `Unknown types are stepped over by their size`() throws {
        let known = try SampleExamples.all()
        var data = Data()
        for (index, sample) in known.enumerated() {
            data += Self.header(UInt16(200 + index), size: UInt16(18 + index)) + Data(repeating: 0xAA, count: index)
            data += try sample.encoded()
        }
        let items = SampleData(raw: data)
        #expect(items.samples == known)
        #expect(items.count == 2 * known.count)
        let types = items.compactMap { if case .unlisted(let sample) = $0 { sample.type } else { nil } }
        #expect(types == (200..<209).map { UInt16($0) })
    }

    @Test(arguments: [1, 9, 11, 17, 19, 23, 39, 41, 79, 81, 111, 113, 65_535])
    func `Every type but the nine is stepped over`(type: UInt16) {
        #expect(
            Array(SampleData(raw: Self.header(type, size: 18))) == [
                .unlisted(UnlistedSample(type: type, time: Self.moment, bytes: Data()))
            ])
    }

    @Test(arguments: UInt16(0)..<18)
    func `A size below 18 ends it`(size: UInt16) throws {
        let items = Array(SampleData(raw: SampleExamples.analytics + Self.header(112, size: size) + Data(count: 500)))
        #expect(items.count == 2)
        guard case .malformed(let error) = items[1] else {
            Issue.record("\(items)")
            return
        }
        #expect(error.field == "sample size")
    }

    @Test(arguments: [19, 117, 255, 65_535])
    func `A size beyond the end, or a piece of a header, ends it`(size: UInt16) throws {
        let first = SampleExamples.analytics
        for rest in [Self.header(112, size: size), Self.header(7, size: size)] + Self.header(7, size: 18).truncations {
            let items = Array(SampleData(raw: first + rest))
            #expect(items.count == (rest.isEmpty ? 1 : 2), "\(rest.count)")
            #expect(SampleData(raw: first + rest).samples.count == 1)
            if let last = items.dropFirst().first { #expect("\(last)".contains("malformed")) }
        }
    }

    @Test
    func `A sample whose fields do not fit is stepped over, and the next one is read`() throws {
        let next = SampleExamples.analytics
        for sample in try SampleExamples.all() {
            let whole = try sample.encoded()
            for size in 18..<whole.count {
                var part = whole.prefix(size)
                part[2] = UInt8(size)
                part[3] = 0
                let items = Array(SampleData(raw: part + next))
                #expect(items.count == 2)
                if case .raw = sample.content { continue }
                guard case .malformed(let error) = items[0] else {
                    Issue.record("\(sample.content.type) of \(size) bytes was taken")
                    continue
                }
                #expect(error.field != nil)
                #expect(SampleData(raw: part + next).samples.count == 1)
            }
        }
    }

    @Test(arguments: [18, 20, 22, 24, 26], [0xFF, 0x7F, 0x40])
    func `Sizes inside an event that are too large are refused`(place: Int, high: UInt8) throws {
        var bytes = SampleExamples.analytics
        bytes[place + 1] = high
        let items = Array(SampleData(raw: bytes + SampleExamples.analytics))
        #expect(items.count == 2)
        #expect("\(items[0])".contains("malformed"))
    }

    @Test
    func `More bytes than a sample needs do not matter`() throws {
        for sample in try SampleExamples.all() {
            if case .raw = sample.content { continue }
            var bytes = try sample.encoded() + [1, 2, 3]
            bytes[2] = UInt8(bytes.count)
            #expect(SampleData(raw: bytes).only == sample)
        }
    }

    @Test
    func `Every truncation of many samples gives the samples that are whole`() throws {
        let known = try SampleExamples.all()
        let data = try known.map { try $0.encoded() }
        let ends = data.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
        for part in data.reduce(Data(), +).truncations {
            let whole = ends.lastIndex { $0 <= part.count } ?? 0
            let items = Array(SampleData(raw: part))
            #expect(SampleData(raw: part).samples == Array(known.prefix(whole)))
            #expect(items.count == whole + (ends.contains(part.count) ? 0 : 1))
        }
    }

    @Test(arguments: 0..<8)
    func `Mutated samples are read, skipped or refused, and what is read is written again the same`(seed: Int) throws {
        let data = try SampleExamples.all().reduce(Data()) { try $0 + $1.encoded() }
        for mutation in data.mutations(400, seed: UInt64(seed)) + Hostile.random(200, seed: UInt64(seed)) {
            let items = SampleData(raw: mutation)
            #expect(items.count == Array(items).count && items.count <= mutation.count)
            for sample in items.samples {
                guard let again = try? sample.encoded() else { continue }
                #expect(SampleData(raw: again).only == sample)
                #expect(try SampleContent(sample.content.type, json: try sample.content.json()) == sample.content)
            }
        }
    }

    @Test(arguments: 0..<20)
    func `Random values of every type are read back`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var samples: [DeviceSample] = []
        for _ in 0..<100 { samples.append(try RandomSamples.sample(&generator)) }
        let data = try SampleData(samples)
        #expect(data.samples == samples)
        #expect(data.count == 100)
    }

    @Test
    func `Many small samples are gone through without holding them, on a small stack`() {
        let data = SampleData(raw: Data((0..<200_000).flatMap { _ in Self.header(7, size: 18) }))
        #expect(onSmallStack { data.reduce(0) { count, _ in count + 1 } } == 200_000)
    }
}

/// Samples with random values, the same in every run.
enum RandomSamples {
    static func sample(_ random: inout SeededGenerator) throws -> DeviceSample {
        let range = Int64(-62_135_596_800_000)...253_402_300_799_999
        let time = try #require(SampleTime(milliseconds: .random(in: range, using: &random)))
        let type = try #require(SampleType.allCases.randomElement(using: &random))
        return DeviceSample(content(type, &random), at: time)
    }

    private static func content(_ type: SampleType, _ random: inout SeededGenerator) -> SampleContent {
        switch type {
        case .analytics: return .analytics(event(&random))
        case .location: return .location(location(&random))
        case .power: return .power(power(&random))
        case .memory:
            var sample = MemorySample()
            sample.load = any(&random)
            sample.totalPhysical = any(&random)
            sample.availableVirtual = any(&random)
            return .memory(sample)
        case .system:
            var sample = SystemSample()
            sample.osMajor = any(&random)
            sample.cpuLevel = any(&random)
            sample.instructionSet = any(&random)
            (sample.oemInfo, sample.platformType) = (text(&random), text(&random))
            return .system(sample)
        case .networkAdapter: return .networkAdapter(adapter(&random))
        case .dataUsage, .alternateDataUsage, .cellular:
            return .raw(RawSample(type, random.bytes(Int.random(in: 0...300, using: &random))))
        }
    }

    private static func any<Number: FixedWidthInteger>(_ random: inout SeededGenerator) -> Number {
        .random(in: .min ... .max, using: &random)
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars = ["a", "Z", " ", "ä", "€", "😀", "\n", "\"", "\u{FFFD}", "\u{1}", "\u{E000}", "e\u{301}"]
        return (0..<Int.random(in: 0...30, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "" }
            .joined()
    }

    private static func event(_ random: inout SeededGenerator) -> AnalyticsEvent {
        var event = AnalyticsEvent(text(&random))
        event.type = AnalyticsEventType(rawValue: any(&random))
        event.valueType = AnalyticsValueType(rawValue: any(&random))
        (event.value, event.bundleID) = (text(&random), text(&random))
        (event.bundleVersion, event.bundleName) = (text(&random), text(&random))
        event.session = Bool.random(using: &random) ? "" : "0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B"
        return event
    }

    private static func location(_ random: inout SeededGenerator) -> LocationSample {
        var sample = LocationSample(
            latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        sample.speed = Bool.random(using: &random) ? nil : .random(in: -1...1e30, using: &random)
        sample.magneticVariation = Bool.random(using: &random) ? nil : .random(in: -1e300...1e300, using: &random)
        sample.facility = any(&random)
        sample.eventCode = any(&random)
        sample.note = text(&random)
        return sample
    }

    private static func power(_ random: inout SeededGenerator) -> PowerSample {
        var sample = PowerSample()
        sample.lineStatus = any(&random)
        sample.lifePercent = any(&random)
        sample.lifeTime = any(&random)
        sample.backupFullLifeTime = any(&random)
        sample.discharge = any(&random)
        sample.chemistry = any(&random)
        sample.temperature = Bool.random(using: &random) ? nil : .random(in: -50...150, using: &random)
        return sample
    }

    private static func adapter(_ random: inout SeededGenerator) -> NetworkAdapterSample {
        var sample = NetworkAdapterSample()
        sample.type = any(&random)
        sample.haveWINS = any(&random)
        sample.dhcpEnabled = any(&random)
        (sample.name, sample.description) = (text(&random), text(&random))
        sample.mac = ["", "00", "001122334455", "ffeeddccbbaa9988"].randomElement(using: &random) ?? ""
        sample.ip = NetworkAddress("192.0.2.\(UInt8.random(in: 0...255, using: &random))", context: any(&random))
        sample.leaseExpires = SampleTime(milliseconds: .random(in: -1_000...9_000_000_000_000, using: &random))
        return sample
    }
}
