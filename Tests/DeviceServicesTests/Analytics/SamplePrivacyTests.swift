import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the privacy policy of a group lets the console keep.
struct SamplePrivacyTests {
    private static func kinds(_ console: TestConsole) async throws -> [String] {
        try await console.items("/_mock/samples").compactMap { $0["kind"] as? String }.sorted()
    }

    @Test(arguments: [("demo", true), ("global", true), ("appreview", false)])
    func `Locations are withheld where the group, or one above it, does not collect them`(
        group: String, isWithheld: Bool
    ) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("collectLocation", "false", of: group)
            try await client.sendSamples([try Samples.location(1, secondsAgo: 0), try Samples.memory()])
            #expect(try await Self.kinds(console) == (isWithheld ? ["memory"] : ["gps", "memory"]))
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["withheld"] as? Int == (isWithheld ? 1 : 0))
            let device = try #require(try await console.parts.model.devices.device(client.device))
            #expect((device.latitude == nil) == isWithheld)
        }
    }

    @Test func `Data usage and cellular samples are withheld where the group does not collect them`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("collectTelecom", "false", of: "demo")
            try await client.sendSamples(try Samples.all())
            #expect(try await Self.kinds(console) == ["gps", "memory", "networkAdapter", "power", "system"])
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["withheld"] as? Int == 3)
        }
    }

    @Test func `A group may collect again what the one above it does not`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("collectLocation", "false", of: "global")
            try await console.set("collectLocation", "true", of: "demo")
            try await client.sendSamples([try Samples.location(1, secondsAgo: 0)])
            #expect(try await Self.kinds(console) == ["gps"])
        }
    }

    @Test func `A location moves the device, unless a later one is known`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            func place() async throws -> [Double?] {
                let device = try await console.parts.model.devices.device(client.device)
                return [device?.latitude, device?.longitude, device?.locatedAt.map { Double($0.seconds) }]
            }
            let now = Double(TestClock.start.seconds)
            try await client.sendSamples([
                try Samples.location(1, secondsAgo: 20), try Samples.location(2, secondsAgo: 10),
                try Samples.location(3, secondsAgo: 30),
            ])
            #expect(try await place() == [2, 13.4, now - 10])
            // The clock of the device is ahead: the place is as new as it can be.
            try await client.sendSamples([try Samples.location(4, secondsAgo: -500)])
            #expect(try await place() == [4, 13.4, now])
            var report = client.beacon()
            report.location = BeaconLocation(latitude: 5, longitude: 6)
            console.clock.advance(seconds: 60)
            try await client.sendBeacon(report)
            try await client.sendSamples([try Samples.location(7, secondsAgo: 0)])
            #expect(try await place() == [5, 6, now + 60])
        }
    }

    @Test func `A batch says how much was withheld`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("collectLocation", "false", of: "demo")
            var request = try DeviceRoute.analytics.request(client)
            let place = "{\"kind\":\"gps\",\"latitude\":1,\"longitude\":2}"
            request.body = Data("{\"samples\":[\(place),{\"kind\":\"memory\"}]}".utf8)
            #expect(try await console.send(request, as: client).text == "{\"accepted\":1,\"withheld\":1}")
        }
    }
}
