import DeviceProtocol
import Foundation

extension FuzzTarget {
    /// Packets of the interrogator, and the samples in them.
    static var packets: FuzzTarget {
        FuzzTarget(
            name: "packets",
            function: { start, count in
                let data = input(start, count)
                _ = try? InterrogatorPacket(response: data)
                FuzzTarget.check(packet: data)
                // The same bytes as the samples of a packet that is right.
                FuzzTarget.check(packet: FuzzTarget.packet(holding: data))
                return 0
            }, seeds: seedPackets)
    }

    /// Events and samples as JSON.
    static var analytics: FuzzTarget {
        FuzzTarget(
            name: "analytics",
            function: { start, count in
                guard let now = SampleTime(milliseconds: 1_709_634_030_000),
                    let batch = try? AnalyticsBatch(json: input(start, count), now: now)
                else { return 0 }
                for sample in batch.samples { FuzzTarget.check(sample) }
                return 0
            }, seeds: { [Data(seedBatch.utf8)] })
    }

    private static func check(packet: Data) {
        guard let message = try? InterrogatorMessage(packet) else { return }
        let again = (try? message.encoded()).flatMap { try? InterrogatorMessage($0) }
        require(again == message, "a packet is read as it was written: \(message)")
        guard case .data(_, _, let samples) = message else { return }
        var count = 0
        for item in samples {
            count += 1
            if case .sample(let sample) = item { check(sample) }
        }
        require(count == samples.count && count <= packet.count, "as many samples are read as are counted")
    }

    /// A sample is written and read again the same, on the wire and as JSON.
    private static func check(_ sample: DeviceSample) {
        let type = sample.content.type
        let json = (try? sample.content.json()).flatMap { try? SampleContent(type, json: $0) }
        require(json == sample.content, "a sample is read from JSON as it was written: \(sample)")
        guard let bytes = try? sample.encoded() else {
            // Repaired texts can be longer than those that came.
            require(
                type == .analytics || type == .networkAdapter || type == .location || type == .system, "fits: \(sample)"
            )
            return
        }
        guard case .data(_, _, let samples)? = try? InterrogatorMessage(packet(holding: bytes)) else {
            return require(false, "a sample stands in a packet: \(sample)")
        }
        require(Array(samples) == [.sample(sample)], "a sample is read as it was written: \(sample) \(Array(samples))")
    }

    private static func packet(holding samples: Data) -> Data {
        let payload = Data([2, 0, 2, 0, 0, 0]) + little(samples.count) + Data([0x61, 0]) + samples
        return Data([0, 128]) + Data(count: 16) + little(payload.count) + payload
    }

    private static func little(_ number: Int) -> Data {
        withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { Data($0) }
    }

    private static func seedPackets() throws -> [Data] {
        guard let device = DeviceIdentifier("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"),
            let time = SampleTime(milliseconds: 1_709_634_030_000)
        else { return [] }
        let batch = try AnalyticsBatch(json: Data(seedBatch.utf8), now: time)
        let raw = [SampleType.dataUsage, .alternateDataUsage, .cellular].map { type in
            DeviceSample(.raw(RawSample(type, Data([1, 2, 3]))), at: time)
        }
        let samples = batch.samples + raw
        let sender = InterrogatorSender(device)
        return try [
            InterrogatorMessage.ready(sender).encoded(),
            InterrogatorMessage.data(sender, token: .none, samples: try SampleData(samples)).encoded(),
            InterrogatorPacket(.dataResponse).encoded(),
        ] + samples.map { try $0.encoded() }
    }

    private static let seedBatch = """
        {"events":[{"name":"open_report","type":"viewDidAppear","value":42,"valueType":"integer",
        "session":"0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B","occurredAt":"2024-03-05T10:20:30.123Z",
        "bundleId":"com.example.fieldnotes","bundleVersion":"1.4","bundleName":"FieldNotes"}],
        "samples":[{"kind":"gps","latitude":52.52,"longitude":13.405,"speed":1.5,"heading":270,"altitude":34,"note":"x"},
        {"kind":"power","lifePercent":83,"temperature":36.5,"lineStatus":-1},{"kind":"memory","load":7},
        {"kind":"system","osMajor":17,"platformType":"iPhone","oemInfo":"o"},
        {"kind":"networkAdapter","name":"en0","description":"d","mac":"001122334455","ip":{"address":"192.0.2.7",
        "mask":"255.255.255.0","context":4},"dhcp":{"address":"192.0.2.1"},"gateway":{},
        "leaseExpires":"2024-03-05T10:20:30Z"}]}
        """
}
