import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Beacons, read back: objects, with who had the device and how it stood, found by field (AdminAPI, "Beacons").
struct BeaconListTests {
    private static func items(_ console: TestConsole, _ query: String = "") async throws -> [[String: Any]] {
        try await console.adminJSON("/_mock/beacons\(query)")["items"] as? [[String: Any]] ?? []
    }

    private static func send(_ members: String, _ client: SimulatedClient, _ console: TestConsole) async throws -> Int {
        var request = try DeviceRoute.beacon.request(client)
        request.body = Data("{\"payLoad\":{\"DeviceIdentifier\":\"\(client.device)\"\(members)}}".utf8)
        return try await console.send(request, as: client).status
    }

    @Test func `The report is an object with all the app has sent, beside the text as it came`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let place = #""Latitude": 52.52, "Longitude": 13.4"#
            let members = #", "Name": "Dana’s \"iPad\"", \#(place), "Unknown": {"a": [null, 1e2, 7]}"#
            #expect(try await Self.send(members, client, console) == 200)
            let beacon = try #require(try await Self.items(console).first)
            let report = try #require(beacon["report"] as? [String: Any])
            let payload = try #require(report["payLoad"] as? [String: Any])
            #expect(payload["Name"] as? String == "Dana’s \"iPad\"" && payload["Latitude"] as? Double == 52.52)
            let unknown = try #require((payload["Unknown"] as? [String: Any])?["a"] as? [Any])
            #expect(unknown.count == 3 && unknown[0] is NSNull && unknown[2] as? Int == 7)
            #expect((beacon["raw"] as? String)?.contains(members) == true)
        }
    }

    @Test func `Downloaded beacons are objects, too`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.sendBeacon(client.beacon(transaction: "t1"))
            let lines = try await console.admin(.get, "/_mock/beacons/download").text
            let line = try #require(lines.split(separator: "\n").first)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let payload = (object["report"] as? [String: Any])?["payLoad"] as? [String: Any]
            #expect(payload?["TransactionIdentifier"] as? String == "t1")
        }
    }

    @Test func `What the wire lacks of user, enrollment and compliance is joined`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send("", client, console) == 200)
            let beacon = try #require(try await Self.items(console).first)
            let user = try #require(
                try await console.parts.value(
                    "SELECT trim(firstName || ' ' || lastName) FROM enrollmentUser WHERE username = 'demo'", String.self
                ))
            #expect(!user.isEmpty)
            #expect(beacon["userName"] as? String == "demo" && beacon["user"] as? String == "demo")
            #expect(beacon["fullName"] as? String == user && beacon["displayName"] as? String == user)
            #expect(beacon["email"] as? String == "demo@example.test")
            #expect(beacon["enrollmentStatus"] as? String == "Enrolled")
            let device = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(beacon["complianceStatus"] as? String == device["complianceStatus"] as? String)
        }
    }

    @Test func `What the wire has of the user counts more, and of another kind nothing`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let members = """
                ,"UserName":"dana","FullName":"Dana Doe","DisplayName":"","EmailAddress":"dana@example.test"
                """
            #expect(try await Self.send(members, client, console) == 200)
            #expect(try await Self.send(#","UserName":{"a":1},"DisplayName":["x"]"#, client, console) == 200)
            let beacons = try await Self.items(console)
            #expect(beacons.map { $0["userName"] as? String } == ["demo", "dana"])
            #expect(beacons.last?["fullName"] as? String == "Dana Doe")
            #expect(beacons.last?["displayName"] as? String == beacons.first?["displayName"] as? String)
            #expect(beacons.last?["email"] as? String == "dana@example.test")
        }
    }

    @Test func `A beacon stays what it was at that moment`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.sendBeacon(client.beacon())
            try await console.execute("UPDATE enrollmentUser SET displayName = 'Else' WHERE username = 'demo'")
            try await console.execute("UPDATE device SET complianceStatus = 5, enrollmentStatus = 5")
            var beacons = try await Self.items(console)
            #expect(beacons[0]["displayName"] as? String != "Else")
            #expect(beacons[0]["enrollmentStatus"] as? String == "Enrolled")
            try await client.sendBeacon(client.beacon())
            beacons = try await Self.items(console)
            #expect(beacons[0]["displayName"] as? String == "Else")
            #expect(beacons[0]["enrollmentStatus"] as? String == "Enterprise wipe pending")
        }
    }

    @Test func `The beacon that breaks a rule has the compliance that comes of it`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.intact)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            try await console.beacon(from: client) { $0.isCompromised = true }
            let statuses = try await Self.items(console).map { $0["complianceStatus"] as? String }
            #expect(statuses.first == "Blocked" && statuses.last != "Blocked")
        }
    }

    @Test func `Beacons are found by every field`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for number in 1...2 {
                let members = BeaconFilters.members.filter { $0 != "DeviceIdentifier" }
                    .map { ",\"\($0)\":\"\($0) \(number)\"" }.joined()
                #expect(try await Self.send(members, client, console) == 200)
            }
            for member in BeaconFilters.members where member != "DeviceIdentifier" {
                let found = try await Self.items(console, "?\(member)=\(member)%202")
                #expect(found.compactMap { $0["id"] as? Int } == [2], "\(member)")
                let lower = try await Self.items(console, "?\(member.lowercased())=\(member)%201")
                #expect(lower.compactMap { $0["id"] as? Int } == [1], "\(member)")
            }
            #expect(try await Self.items(console, "?DeviceIdentifier=\(client.device)").count == 2)
            // The one of every list: these beacons do not say which app they are of.
            for bundle in ["com.example.demo", "COM.Example.Demo"] {
                #expect(try await Self.items(console, "?BundleId=\(bundle)").count == 2)
            }
            #expect(try await Self.items(console, "?BundleId=com.example.everything").isEmpty)
        }
    }

    @Test func `They are found by user and status as well, and several filters have to hold`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("1111")
            let other = try await console.reviewDevice("2222")
            #expect(try await Self.send(#","OsVersion":17,"IsCompromised":"1""#, client, console) == 200)
            #expect(try await Self.send(#","OsVersion":"18""#, other, console) == 200)
            for (query, ids) in [
                ("OsVersion=17", [1]), ("osversion=18", [2]), ("userName=DEMO", [1]), ("email=DEMO@example.test", [1]),
                ("enrollmentStatus=enrolled", [2, 1]), ("enrollmentStatus=8", []), ("IsCompromised=true", [1]),
                ("compromised=false", [2]), ("OsVersion=17&userName=reviewer", []),
                ("OsVersion=18&userName=reviewer", [2]),
            ] {
                #expect(try await Self.items(console, "?\(query)").compactMap { $0["id"] as? Int } == ids, "\(query)")
            }
            let wrong = try await console.admin(.get, "/_mock/beacons?complianceStatus=fine")
            #expect(wrong.status == .badRequest && wrong.text.contains("complianceStatus"))
            #expect(try await console.admin(.get, "/_mock/beacons?Colour=red").status == .badRequest)
            #expect(try await console.admin(.delete, "/_mock/beacons?OsVersion=18").deletedCount == 1)
            #expect(try await Self.items(console).count == 1)
        }
    }
}
