import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Beacons: kept as they came, and what they tell of their device (DeviceServices, section 14).
struct BeaconTests {
    private static let full = """
        {"payLoad":{"DeviceIdentifier":"%@","Name":"Dana’s \\"iPad\\" 🛰","DeviceType":"2","IsCompromised":"1",
        "AWVersion":"2.1","BundleId":"com.example.demo","FriendlyName":"Dana’s iPad","Model":"iPad","OsVersion":"18.1.2",
        "APNSToken":"0a1b","CustomerLocationGroupRef":"demo","EmailAddress":"dana@example.test","PhoneNumber":"+49 30",
        "MacAddress":"001122334455","IpAddress":"192.0.2.7","TransactionIdentifier":"1772706030","Latitude":52.52,
        "Longitude":13.405,"Altitude":34,"Speed":-1,"SampleTime":"2026-03-05 10:20:30 +0000",
        "ComplianceData":[{"Status":4,"PolicyIdentifier":"com.airwatch.compliance.compromisedPolicy"}],
        "SampleValue":"opaque","Unknown":{"a":[null]}}}
        """

    private func send(_ text: String, _ client: SimulatedClient, _ console: TestConsole) async throws -> ClientResponse
    {
        var request = try DeviceRoute.beacon.request(client)
        request.body = Data(text.replacingOccurrences(of: "%@", with: client.device.value).utf8)
        return try await console.send(request, as: client)
    }

    private func beacons(_ client: SimulatedClient, _ console: TestConsole, _ query: String = "") async throws
        -> (items: [[String: Any]], total: Int?)
    {
        let page = try await console.adminJSON("/_mock/devices/\(client.device)/beacons\(query)")
        return (page["items"] as? [[String: Any]] ?? [], page["total"] as? Int)
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A beacon is kept byte for byte`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let answer = try await send(Self.full, client, console)
            #expect(answer.status == 200)
            #expect(answer.text == "{\"d\":{\"Status\":1}}")
            let beacon = try #require(try await beacons(client, console).items.first)
            #expect(beacon["raw"] as? String == Self.full.replacingOccurrences(of: "%@", with: client.device.value))
            #expect(beacon["isCompromised"] as? Bool == true)
            #expect(beacon["latitude"] as? Double == 52.52)
            #expect(beacon["longitude"] as? Double == 13.405)
            #expect(beacon["receivedAt"] as? String == console.clock.now.description)
        }
    }

    @Test func `The device is brought up to date with every field`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            console.clock.advance(seconds: 60)
            _ = try await send(Self.full, client, console)
            let device = try #require(try await console.parts.model.devices.device(client.device))
            #expect(device.friendlyName == "Dana’s iPad")
            #expect(device.model == "iPad")
            #expect(device.osVersion == "18.1.2")
            #expect(device.isCompromised)
            #expect(
                [device.email, device.phone, device.macAddress] == ["dana@example.test", "+49 30", "001122334455"])
            #expect([device.latitude, device.longitude] == [52.52, 13.405])
            #expect(device.lastSeenAt == console.clock.now)
            #expect(device.locatedAt == console.clock.now)
            let known = try await console.adminJSON("/_mock/devices/\(client.device)")
            let installation = try #require((known["installations"] as? [[String: Any]])?.first)
            #expect(installation["appVersion"] as? String == "2.1")
            #expect(installation["pushToken"] as? String == "0a1b")
        }
    }

    @Test func `Fields that are left out stay as they were, but for the compromise`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await send(Self.full, client, console)
            var before = try #require(try await console.parts.model.devices.device(client.device))
            console.clock.advance(seconds: 60)
            _ = try await send("{\"payLoad\":{\"DeviceIdentifier\":\"%@\"}}", client, console)
            let after = try #require(try await console.parts.model.devices.device(client.device))
            (before.isCompromised, before.lastSeenAt) = (false, console.clock.now)
            before.compromisedCheckedAt = console.clock.now
            #expect(after == before)
        }
    }

    @Test(arguments: [("0", false), ("1", true), ("false", false), ("true", true)], ["\"", ""])
    func `A compromise is told as text, number or boolean`(value: (String, Bool), quote: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let text = "{\"payLoad\":{\"DeviceIdentifier\":\"%@\",\"IsCompromised\":\(quote)\(value.0)\(quote)}}"
            #expect(try await send(text, client, console).status == 200)
            #expect(try await console.parts.model.devices.device(client.device)?.isCompromised == value.1)
        }
    }

    @Test func `A later OS version moves the device between smart groups and changes its profile`() async throws {
        try await withConsole { console in
            let answer = try await console.importEnvironment(Self.byVersion)
            #expect(answer.text.contains("created"), "\(answer.text)")
            let client = try await console.signedInDevice()
            var seen: [String?] = [try await client.fetchProfile()?.displayName]
            for version in ["17.3", "18.0", "18.4.1", "9.9"] {
                var report = client.beacon()
                report.osVersion = version
                try await client.sendBeacon(report)
                seen.append(try await client.fetchProfile()?.displayName)
            }
            #expect(seen == [nil, nil, "Review", "Review", nil])
        }
    }

    private static let byVersion = """
        version: 1
        organizationGroups:
          - path: global
          - path: global/demo
            smartGroups:
              - {name: All Devices, criteria: {osVersions: ['>= 18.0']}}
        """

    @Test func `Beacons are read back in pages, the latest first`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for number in 1...5 {
                console.clock.advance(seconds: 60)
                try await client.sendBeacon(client.beacon(transaction: "t\(number)"))
            }
            let last = try await beacons(client, console, "?page=0&pageSize=2")
            #expect(last.total == 5)
            #expect(last.items.map { ($0["raw"] as? String ?? "").contains("\"t5\"") } == [true, false])
            #expect(try await beacons(client, console, "?page=2&PAGESIZE=2").items.count == 1)
            #expect(try await beacons(client, console, "?page=3&pageSize=2").items.isEmpty)
            #expect(try await beacons(client, console, "?page=1000000000&pageSize=1000000000").items.isEmpty)
        }
    }

    @Test func `A page is cut to the configured limit, and the table to its bound`() async throws {
        try await withConsole([\.limitsPage: "3", \.retentionBeacons: "4"]) { console in
            let client = try await console.signedInDevice()
            for number in 1...6 { try await client.sendBeacon(client.beacon(transaction: "t\(number)")) }
            let page = try await console.adminJSON("/_mock/devices/\(client.device)/beacons?pageSize=100")
            #expect(page["pageSize"] as? Int == 3)
            #expect(page["total"] as? Int == 4)
            let rest = try await beacons(client, console, "?page=1")
            #expect(rest.items.map { ($0["raw"] as? String ?? "").contains("\"t3\"") } == [true])
        }
    }

    @Test(arguments: ["DeviceIdentifier", "BundleId"])
    func `A beacon of another's is answered 404 and not kept`(field: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let other = "{\"payLoad\":{\"DeviceIdentifier\":\"%@\",\"\(field)\":\"ffff\"}}"
            #expect(try await send(other, client, console).status == 404)
            #expect(try await beacons(client, console).total == 0)
        }
    }

    @Test func `Escapes are kept as they were written`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let text =
                "{\"payLoad\":{\"DeviceIdentifier\":\"%@\",\"FriendlyName\":\"\\u00e4\",\"Name\":\"\\ud83d\\ude00\"}}"
            #expect(try await send(text, client, console).status == 200)
            #expect(try await console.parts.model.devices.device(client.device)?.friendlyName == "ä")
            let report = try await beacons(client, console).items.first?["raw"] as? String
            #expect(report == text.replacingOccurrences(of: "%@", with: client.device.value))
        }
    }
}
