import DeviceProtocol
import DeviceSimulator
import Foundation
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// The exchange of packets, and what becomes of the samples in them (DeviceServices, section 16).
struct InterrogatorTests {
    private static func send(
        _ packet: Data, _ client: SimulatedClient, _ console: TestConsole
    ) async throws -> ClientResponse {
        var request = try DeviceRoute.interrogator.request(client)
        request.body = packet
        return try await console.send(request, as: client)
    }

    private static func data(
        _ client: SimulatedClient, _ token: InterrogatorToken, _ samples: [DeviceSample]
    ) throws -> Data {
        try InterrogatorMessage.data(
            InterrogatorSender(client.device), token: token, samples: try SampleData(samples)
        ).encoded()
    }

    private static func token(_ client: SimulatedClient) async throws -> InterrogatorToken {
        try await client.interrogate(.ready(InterrogatorSender(client.device))).token
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A client that is ready gets a fresh token, and its samples are kept under it`(scheme: SimulatedClient.Scheme)
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let ready = try InterrogatorMessage.ready(InterrogatorSender(client.device)).encoded()
            let first = try await Self.send(ready, client, console)
            let second = try await Self.send(ready, client, console)
            #expect(first.status == 200 && first.body.count == 22)
            #expect([UInt8](first.body.prefix(2)) == [0, 80] && [UInt8](first.body.suffix(4)) == [0, 0, 0, 0])
            #expect(first.body != second.body)
            let token = try InterrogatorPacket(response: first.body).token
            #expect(token != .none)
            let packet = try Self.data(client, token, try Samples.all())
            let answer = try await Self.send(packet, client, console)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/octet-stream")
            #expect(answer.body == (try InterrogatorPacket(.dataResponse, token: token).encoded()))
            #expect(try await console.total("/_mock/analytics") == 1)
            #expect(try await console.total("/_mock/samples") == 8)
        }
    }

    @Test func `A token serves more than one packet, also after a restart, and not another app`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let token = try await Self.token(client)
            let packet = try Self.data(client, token, [try Samples.memory()])
            for _ in 0..<2 { #expect(try await Self.send(packet, client, console).status == 200) }
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            #expect(try await Self.send(packet, other, console).status == 400)
            #expect(try await console.total("/_mock/samples") == 2)
        }
    }

    @Test(arguments: 0..<16)
    func `A token that is unknown is answered by an error packet, and nothing is kept`(place: Int) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            var bytes = try await Self.token(client).bytes
            bytes[place] ^= 1
            let token = try #require(InterrogatorToken(bytes))
            let before = try await console.contents()
            log.clear()
            for token in [token, .none] {
                let packet = try Self.data(client, token, [try Samples.memory()])
                let answer = try await Self.send(packet, client, console)
                #expect(answer.status == 400)
                #expect(answer.body == (try InterrogatorPacket(.error, token: token).encoded()))
                #expect(answer.headers["x-aw-version"] != nil)
            }
            #expect(try await console.contents() == before)
            #expect(log.reasons.contains { $0.contains("token") })
        }
    }

    @Test func `A token expires after an hour, and a client that starts again is served`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let packet = try Self.data(client, try await Self.token(client), [try Samples.memory()])
            console.clock.advance(seconds: SampleTokens.lifetime - 1)
            #expect(try await Self.send(packet, client, console).status == 200)
            console.clock.advance(seconds: 1)
            #expect(try await Self.send(packet, client, console).status == 400)
            try await client.sendSamples([try Samples.memory()])
            #expect(try await console.total("/_mock/samples") == 2)
        }
    }

    @Test func `Another's device is answered as if there were none, ready or not`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.signedInDevice("ffff", bundle: "com.example.everything")
            let sender = InterrogatorSender(try #require(DeviceIdentifier("ffff")))
            let token = try await Self.token(client)
            for message in [
                InterrogatorMessage.ready(sender), .data(sender, token: token, samples: try SampleData([])),
            ] {
                #expect(try await Self.send(try message.encoded(), client, console).status == 404)
            }
        }
    }

    @Test func `An event of another app refuses the whole packet`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var event = AnalyticsEvent("e")
            event.bundleID = "COM.example.demo"
            let own = DeviceSample(.analytics(event), at: try Samples.time())
            event.bundleID = "com.example.other"
            let foreign = DeviceSample(.analytics(event), at: try Samples.time())
            let token = try await Self.token(client)
            let refused = try await Self.send(try Self.data(client, token, [own, foreign]), client, console)
            #expect(refused.status == 404)
            #expect(try await console.total("/_mock/analytics") == 0)
            #expect(try await Self.send(try Self.data(client, token, [own]), client, console).status == 200)
            #expect(try await console.total("/_mock/analytics") == 1)
        }
    }

    @Test func `Samples that are unknown or impossible are counted, and the others kept`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let good = try Samples.memory().encoded()
            var unknown = good
            unknown[0] = 200
            var impossible = good
            impossible[6] = 13
            let samples = good + unknown + impossible + good + unknown + good.prefix(20)
            let packet = try Self.raw(client, try await Self.token(client), samples)
            log.clear()
            #expect(try await Self.send(packet, client, console).status == 200)
            #expect(log.reasons.contains { $0.contains("sample time") })
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["packets"] as? Int == 1 && app["batches"] as? Int == 0)
            #expect(app["skipped"] as? Int == 2 && app["malformed"] as? Int == 2 && app["withheld"] as? Int == 0)
            #expect(app["samples"] as? [String: Int] == ["memory": 2])
        }
    }

    @Test func `A sample of a type that is not listed is kept with its number, time and bytes`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let header = try Samples.memory().encoded().dropFirst(4).prefix(14)
            // One with a month 13 is as old as its arrival.
            let odd =
                Data([200, 0, 21, 0]) + header.prefix(2) + Data([13, 0]) + header.dropFirst(4) + Data([1, 2, 255])
            let samples = Data([200, 0, 20, 0]) + header + Data([7, 8]) + odd + Data([41, 0, 18, 0]) + header
            let packet = try Self.raw(client, try await Self.token(client), samples)
            #expect(try await Self.send(packet, client, console).status == 200)
            let rows = try await console.items("/_mock/samples?kind=unlisted")
            #expect(rows.map { $0["kind"] as? String } == ["unlisted", "unlisted", "unlisted"])
            let bodies = rows.compactMap { $0["sample"] as? [String: Any] }
            #expect(bodies.map { $0["type"] as? Int } == [41, 200, 200])
            #expect(bodies.map { $0["bytes"] as? String } == ["", "AQL/", "Bwg="])
            #expect(bodies.map { $0["byteCount"] as? Int } == [0, 3, 2])
            let taken = try Samples.memory().time.milliseconds
            #expect(rows[2]["sampledAt"] as? String == "\(Timestamp(milliseconds: taken))")
            #expect(rows[1]["sampledAt"] as? String == console.clock.now.description)
            #expect(try await console.total("/_mock/samples?kind=200") == 2)
            #expect(try await console.total("/_mock/samples?kind=memory") == 0)
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["skipped"] as? Int == 3 && app["malformed"] as? Int == 0)
        }
    }

    @Test func `Types whose numbers the console is told have names, and calls need consent`() async throws {
        let numbers: ConfigurationSettings = [\.samplesWifiType: "41", \.samplesCallLogType: "42"]
        try await withConsole(numbers) { console in
            let client = try await console.signedInDevice()
            let header = try Samples.memory().encoded().dropFirst(4).prefix(14)
            let samples = Data([41, 0, 19, 0]) + header + Data([1]) + Data([42, 0, 19, 0]) + header + Data([2])
            let packet = try Self.raw(client, try await Self.token(client), samples)
            #expect(try await Self.send(packet, client, console).status == 200)
            #expect(try await console.items("/_mock/samples").map { $0["kind"] as? String } == ["callLog", "wifi"])
            let wifi = try #require(
                try await console.items("/_mock/samples?kind=wifi").first?["sample"] as? [String: Any])
            #expect(wifi["type"] as? Int == 41 && wifi["bytes"] as? String == "AQ==")
            try await console.set("collectTelecom", "false", of: "demo")
            #expect(try await Self.send(packet, client, console).status == 200)
            #expect(try await console.total("/_mock/samples?kind=callLog") == 1)
            #expect(try await console.total("/_mock/samples?kind=wifi") == 2)
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["withheld"] as? Int == 1 && app["skipped"] as? Int == 0)
            #expect(app["samples"] as? [String: Int] == ["callLog": 1, "wifi": 2])
        }
    }

    /// A data packet whose sample data is as given.
    private static func raw(_ client: SimulatedClient, _ token: InterrogatorToken, _ samples: Data) throws -> Data {
        let empty = try data(client, token, [])
        var payload = Data(empty.dropFirst(22))
        withUnsafeBytes(of: Int32(samples.count).littleEndian) { payload.replaceSubrange(6..<10, with: $0) }
        return try InterrogatorPacket(.data, token: token, payload: payload + samples).encoded()
    }

    @Test func `More samples than a packet may have are refused`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let header = Data([200, 0, 18, 0]) + Data(count: 14)
            let token = try await Self.token(client)
            for (count, status) in [(SampleData.maximumSamples, 200), (SampleData.maximumSamples + 1, 400)] {
                let samples = Data((0..<count).flatMap { _ in header })
                #expect(try await Self.send(try Self.raw(client, token, samples), client, console).status == status)
            }
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["skipped"] as? Int == SampleData.maximumSamples)
        }
    }

    @Test func `The end of a credential ends the exchange`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let packet = try Self.data(client, try await Self.token(client), [try Samples.memory()])
            try await console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'")
            #expect(try await Self.send(packet, client, console).status == 403)
            #expect(try await console.total("/_mock/samples") == 0)
        }
    }
}

/// Samples for tests of the console.
enum Samples {
    static func time() throws -> SampleTime {
        try #require(SampleTime(milliseconds: TestClock.start.milliseconds - 90_000))
    }

    static func memory() throws -> DeviceSample { DeviceSample(.memory(MemorySample()), at: try time()) }

    static func location(_ latitude: Double, secondsAgo: Int64) throws -> DeviceSample {
        let milliseconds = TestClock.start.milliseconds - secondsAgo * 1000
        let content = SampleContent.location(LocationSample(latitude: latitude, longitude: 13.4))
        return DeviceSample(content, at: try #require(SampleTime(milliseconds: milliseconds)))
    }

    /// One of each type.
    static func all() throws -> [DeviceSample] {
        let contents: [SampleContent] = [
            .system(SystemSample()), .power(PowerSample()), .memory(MemorySample()),
            .analytics(AnalyticsEvent("open_report")), .networkAdapter(NetworkAdapterSample()),
            .location(LocationSample(latitude: 52.5, longitude: 13.4)), .raw(RawSample(.dataUsage, Data([1, 2]))),
            .raw(RawSample(.alternateDataUsage, Data([3]))), .raw(RawSample(.cellular, Data())),
        ]
        let time = try time()
        return contents.map { DeviceSample($0, at: time) }
    }
}
