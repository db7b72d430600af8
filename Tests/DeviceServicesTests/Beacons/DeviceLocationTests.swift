import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Places are kept where the group collects them, and nowhere else (DeviceServices, section 14).
struct DeviceLocationTests {
    private static let place = """
        "Latitude":52.52,"Longitude":"13.405","Altitude":34,"Speed":-1,"SampleTime":"2026-03-05 10:15:00 +0100"
        """

    private static func send(_ members: String, _ client: SimulatedClient, _ console: TestConsole) async throws {
        var request = try DeviceRoute.beacon.request(client)
        request.body = Data("{\"payLoad\": {\"DeviceIdentifier\":\"\(client.device)\",\(members)}, \"x\":[1.50]}".utf8)
        #expect(try await console.send(request, as: client).status == 200)
    }

    private static func collect(_ isOn: Bool?, at group: String, _ console: TestConsole) async throws {
        let value = isOn.map(String.init) ?? "null"
        let response = try await console.admin(
            .patch, "/_mock/groups/\(group)/settings", text: "{\"collectLocation\":\(value)}")
        #expect(response.status == .ok)
    }

    private static func items(_ console: TestConsole, _ path: String) async throws -> [[String: Any]] {
        try await console.adminJSON(path)["items"] as? [[String: Any]] ?? []
    }

    @Test func `A place is kept with everything the device says of it`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(Self.place, client, console)
            let row = try #require(try await Self.items(console, "/_mock/locations").first)
            #expect(row["latitude"] as? Double == 52.52 && row["longitude"] as? Double == 13.405)
            #expect(row["altitude"] as? Double == 34 && row["speed"] as? Double == -1)
            #expect(row["sampledAt"] as? String == "2026-03-05T09:15:00.000Z")
            #expect(row["receivedAt"] as? String == console.clock.now.description)
            #expect(row["device"] as? String == client.device.value)
            let device = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(device["locatedAt"] as? String == console.clock.now.description)
        }
    }

    @Test func `A history grows with each place, is bounded and filtered by time and device`() async throws {
        try await withConsole([\.retentionLocations: "4"]) { console in
            let client = try await console.signedInDevice()
            for number in 0..<6 {
                try await Self.send("\"Latitude\":\(number),\"Longitude\":0,\"SampleTime\":\"soon\"", client, console)
                try await Self.send("\"Name\":\"no place\"", client, console)
                console.clock.advance(seconds: 60)
            }
            let all = try await Self.items(console, "/_mock/devices/\(client.device)/locations")
            #expect(all.map { $0["latitude"] as? Double } == [5, 4, 3, 2])
            #expect(all.allSatisfy { $0["sampledAt"] == nil && $0["altitude"] == nil })
            #expect(try await Self.items(console, "/_mock/locations?from=2026-03-05T10:25:00Z").count == 1)
            #expect(try await console.adminJSON("/_mock/beacons")["total"] as? Int == 12)
        }
    }

    @Test func `Where places are not collected, nothing of one is kept anywhere`() async throws {
        try await withConsole { console in
            try await Self.collect(false, at: "global", console)
            let client = try await console.signedInDevice()
            try await Self.send("\(Self.place),\"Name\":\"D\\u00e4na\",\"Other\":{\"Speed\":7}", client, console)
            #expect(try await Self.items(console, "/_mock/locations").isEmpty)
            let beacon = try #require(try await Self.items(console, "/_mock/beacons").first)
            #expect(beacon["latitude"] == nil && beacon["longitude"] == nil)
            let expected = """
                {"payLoad":{"DeviceIdentifier":"\(client.device)","Name":"Däna","Other":{"Speed":7}},"x":[1.50]}
                """
            #expect(beacon["raw"] as? String == expected)
            let device = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(device["latitude"] == nil && device["locatedAt"] == nil)
            #expect(device["friendlyName"] as? String == "Däna")
            let contents = try await console.contents().values.flatMap(\.self).joined()
            #expect(!contents.contains("52.52") && !contents.contains("13.405"))
        }
    }

    @Test func `A place without coordinates is not kept either, and what has none stays byte for byte`() async throws {
        try await withConsole { console in
            try await Self.collect(false, at: "demo", console)
            let client = try await console.signedInDevice()
            try await Self.send("\"SampleTime\":\"2026-03-05 10:15:00 +0100\"", client, console)
            try await Self.send("\"Name\": \"D\\u00e4na\"", client, console)
            let reports = try await Self.items(console, "/_mock/beacons").map { $0["raw"] as? String ?? "" }
            #expect(reports[0].contains("\"Name\": \"D\\u00e4na\"") && reports[0].contains("\"payLoad\": {"))
            #expect(reports[1] == "{\"payLoad\":{\"DeviceIdentifier\":\"\(client.device)\"},\"x\":[1.50]}")
        }
    }

    @Test func `The setting is inherited, and the nearest group that sets it counts`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            func count() async throws -> Int {
                try await Self.send(Self.place, client, console)
                return try await Self.items(console, "/_mock/locations").count
            }
            try await Self.collect(false, at: "global", console)
            #expect(try await count() == 0)
            try await Self.collect(true, at: "demo", console)
            #expect(try await count() == 1)
            try await Self.collect(true, at: "global", console)
            try await Self.collect(false, at: "demo", console)
            #expect(try await count() == 1)
            try await Self.collect(nil, at: "demo", console)
            #expect(try await count() == 2)
        }
    }

    @Test func `A device forgets its last place with the first beacon after collecting was turned off`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(Self.place, client, console)
            try await Self.collect(false, at: "demo", console)
            try await Self.send("\"Name\":\"x\"", client, console)
            let device = try #require(try await console.parts.model.devices.device(client.device))
            #expect(device.latitude == nil && device.longitude == nil && device.locatedAt == nil)
            #expect(try await Self.items(console, "/_mock/locations").count == 1)
        }
    }
}
