import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationEssentialsCompat
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What belongs to a device, and counts (AdminDevices, "What belongs to a device" and "Counting").
struct DeviceDetailTests {
    private static let details = [
        "apps", "smartgroups", "compliance", "security", "network", "eventlog", "gps", "user", "certificates",
        "content",
        "adminapps", "customattributes",
    ]

    /// The id of the device of a client.
    private static func id(_ client: SimulatedClient, _ console: TestConsole) async throws -> Int {
        let device = try await console.api.object("mdm/devices/udid/\(client.device)")
        return try #require((device["Id"] as? [String: Int])?["Value"])
    }

    @Test(arguments: details)
    func `A detail is read by any id, and not of devices elsewhere`(name: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.ipAddress = "10.0.0.7" }
            let id = try await Self.id(client, console)
            let reader = try await console.api(.readOnly, of: "demo")
            let byID = try await reader.call(.get, "mdm/devices/\(id)/\(name)")
            #expect(byID.status == .ok, "\(byID.text)")
            let byUDID = try await reader.call(.get, "mdm/devices/\(name)/?searchBy=Udid&id=\(client.device)&page=0")
            #expect(byUDID.text == byID.text)
            let theirs = try await console.api(.readOnly, of: "appreview")
            try expectRefusal(try await theirs.call(.get, "mdm/devices/\(id)/\(name)"), 404, number: 5002)
            try expectRefusal(try await reader.call(.get, "mdm/devices/999/\(name)"), 404, number: 5002)
            try expectRefusal(try await reader.call(.get, "mdm/devices/\(name)?searchby=x&id=1"), 422, number: 422)
        }
    }

    @Test func `Apps have their version and record`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.signedInDevice(bundle: "com.example.everything")
            try await console.beacon(from: client)
            _ = try await client.fetchProfile()
            let path = "mdm/devices/\(try await Self.id(client, console))/apps"
            let body = try await console.api.object(path)
            #expect(body["Total"] as? Int == 2 && body["Page"] as? Int == 0 && body["PageSize"] as? Int == 500)
            let apps = try #require(body["DeviceApps"] as? [[String: Any]])
            let app = try #require(apps.first)
            #expect(app["ApplicationIdentifier"] as? String == "com.example.demo")
            #expect(app["Version"] as? String == "1.0.0" && app["Status"] as? String == "Installed")
            #expect(app["IsManaged"] as? Bool == true && UUID(uuidString: app["Uuid"] as? String ?? "") != nil)
            let second = try await console.api.object("\(path)?pagesize=1&page=1")
            #expect((second["DeviceApps"] as? [Any])?.count == 1 && second["Total"] as? Int == 2)
            let past = try await console.api.object("\(path)?page=9")
            #expect((past["DeviceApps"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `Networks and safety are what beacons told`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let network = try await console.api.object("mdm/devices/1/network")
            #expect((network["IPAddress"] as? [String: String])?["WifiIPAddress"] == "10.0.0.7")
            #expect((network["WifiInfo"] as? [String: String])?["WifiMacAddress"] == "A0B1C2D3E4F5")
            #expect(network["PhoneNumber"] as? String == "+15550100" && network["RoamingStatus"] as? Bool == false)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            let security = try await console.api.object("mdm/devices/\(try await Self.id(client, console))/security")
            #expect(security["IsCompromised"] as? Bool == true && security["IsEncrypted"] as? Bool == false)
        }
    }

    @Test func `The event log of a device has what was done to it`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, "mdm/devices/1", #"{"Ownership":"S"}"#).status == .noContent)
            let body = try await console.api.object("mdm/devices/1/eventlog")
            let entries = try #require(body["DeviceEventLogEntries"] as? [[String: Any]])
            #expect(entries.map { $0["Event"] as? String } == ["device.updated", "device.registered"])
            let entry = try #require(entries.first)
            #expect(entry["AdminAccount"] as? String == "admin" && entry["Severity"] as? String == "Information")
            let changes = try #require(entry["EventDataList"] as? [[String: String]])
            let change = [
                "EventDataType": "ownership", "OldValue": "CorporateDedicated", "NewValue": "CorporateShared",
            ]
            #expect(changes == [change])
            #expect(try await console.api.call(.get, "mdm/devices/1/eventlog?severity=Error").status == .noContent)
            #expect(try await console.api.object("mdm/devices/1/eventlog?severity=information")["Total"] as? Int == 2)
            // As of another version, which has other words.
            try await console.execute("UPDATE eventLog SET action = 'device.enchanted' WHERE action = 'device.updated'")
            let other = try await console.api.object("mdm/devices/1/eventlog?severity=information")
            let latest = try #require((other["DeviceEventLogEntries"] as? [[String: Any]])?.first)
            #expect(latest["Event"] as? String == "device.enchanted" && latest["Severity"] as? String == "Information")
            console.clock.advance(seconds: 3 * 86_400)
            #expect(try await console.api.call(.get, "mdm/devices/1/eventlog?dayrange=2").status == .noContent)
            #expect(try await console.api.object("mdm/devices/1/eventlog?dayrange=4")["Total"] as? Int == 2)
            try expectRefusal(
                try await console.api.call(.get, "mdm/devices/1/eventlog?dayrange=x"), 400, number: 400)
        }
    }

    @Test func `Places are listed, the latest first`() async throws {
        try await withConsole { console in
            try await console.set("collectLocation", "true", of: "demo")
            let client = try await console.signedInDevice()
            for latitude in [1.5, 2.5] {
                try await console.beacon(from: client) {
                    $0.location = BeaconLocation(latitude: latitude, longitude: 8)
                }
            }
            let response = try await console.api.call(.get, "mdm/devices/gps?searchby=udid&id=\(client.device)")
            let places = try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [[String: Any]] ?? []
            #expect(places.map { $0["Latitude"] as? Double } == [2.5, 1.5])
            #expect(places.first?["SampleTime"] as? String != nil)
        }
    }

    @Test func `Smart groups and rules of a device`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - path: global/demo
                    smartGroups:
                      - {name: Ours, criteria: {ownerships: [CorporateDedicated]}}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let rule = #"{"name":"iOS 18","kind":"osVersion","operator":">=","version":"18.0","action":"block"}"#
            let added = try await console.admin(.post, "/_mock/groups/demo/compliance-rules", text: rule)
            #expect(added.status == .created)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let path = "mdm/devices/\(try await Self.id(client, console))"
            func names() async throws -> [String] {
                let groups = try await console.api.object("\(path)/smartgroups")["SmartGroup"] as? [[String: Any]]
                return (groups ?? []).compactMap { $0["SmartGroupName"] as? String }
            }
            #expect(try await !names().contains("Ours"))
            #expect(try await console.api.call(.put, path, #"{"Ownership":"C"}"#).status == .noContent)
            #expect(try await names().contains("Ours"))
            let found = try await console.api.object("mdm/devices/litesearch")["Devices"] as? [[String: Any]]
            let smartGroups = try #require(found?.first?["SmartGroups"] as? [[String: Any]])
            #expect(smartGroups.contains { $0["Name"] as? String == "Ours" && $0["SmartGroupId"] is Int })
            let body = try await console.api.object("\(path)/compliance")
            #expect(body["OverallCompliantStatus"] as? String == "Blocked" && body["Total"] as? Int == 1)
            let policy = try #require((body["DeviceCompliance"] as? [[String: Any]])?.first)
            #expect(policy["PolicyName"] as? String == "iOS 18" && policy["CompliantStatus"] as? Bool == false)
            #expect((policy["ActionTaken"] as? [[String: String]])?.first == ["ActionType": "Block"])
        }
    }

    @Test func `Devices of a group are counted`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let all = try await console.api.object("mdm/devices/devicecountinfo?organizationgroupid=7")
            #expect(all["TotalDevices"] as? Int == 3)
            #expect(all["Platforms"] as? [String: Int] == ["Apple": 2, "Android": 1, "AppleOsX": 0, "WinRT": 0])
            #expect(all["EnrollmentStatus"] as? [String: Int] == ["Enrolled": 1, "Registered": 2, "Unenrolled": 0])
            #expect(all["Security"] as? [String: Int] == ["Compromised": 0, "NoPasscode": 0, "NotEncrypted": 0])
            let ours = try await console.api(.readOnly, of: "demo")
            #expect(try await ours.object("mdm/devices/devicecountinfo")["TotalDevices"] as? Int == 2)
            let theirs = try await ours.call(.get, "mdm/devices/devicecountinfo?organizationgroupid=7")
            try expectRefusal(theirs, 404, number: 404)
            let limits = try await console.api.object("mdm/devices/bulksettings")
            #expect(limits["DeleteDevice"] as? Int == 3000 && limits["EnterpriseWipe"] as? Int == 10)
        }
    }

    @Test(arguments: [
        ("", "ABC"), ("deviceid=2", "B"), ("macaddress=A0-B1-C2-D3-E4-F5", "A"), ("deviceid=x", ""),
        ("platform=5", "C"),
        ("enrollmentstatus=Registered", "BC"), ("startdatetime=2026-03-03", "BC"), ("enddatetime=2026-03-03", "A"),
        ("startdatetime=2026/03/02&enddatetime=2026/03/04", "B"), ("pagesize=1&page=2", "C"), ("page=9", ""),
        ("statuschangestarttime=2026-01-01", "ABC"), ("statuschangestarttime=2026-01-01&customattributes=x", ""),
    ])
    func `The extensive and the lite search leave what their filters say`(query: String, letters: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for name in ["extensivesearch", "litesearch"] {
                let response = try await console.api.call(.get, "mdm/devices/\(name)?\(query)")
                #expect(response.status == (letters.isEmpty ? .noContent : .ok), "\(response.text)")
                guard !letters.isEmpty else { continue }
                #expect(try response.udids().map { String($0.prefix(1)) }.joined() == letters)
                let items = try #require(try response.json()["Devices"] as? [[String: Any]])
                #expect(items.allSatisfy { ($0["Products"] == nil) == (name == "litesearch") })
                #expect(items.allSatisfy { $0["DeviceId"] is Int && $0["Compliant"] is Bool })
            }
        }
    }
}
