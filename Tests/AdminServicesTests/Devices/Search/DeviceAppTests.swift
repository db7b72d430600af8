import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Apps of a device say the same as the apps themselves (AdminDeviceDetails, "Apps").
struct DeviceAppTests {
    /// An app of the device by its bundle identifier.
    private static func app(
        _ bundle: String, of client: SimulatedClient, _ console: TestConsole
    ) async throws -> [String: Any] {
        let body = try await console.api.object("mdm/devices/apps?searchby=Udid&id=\(client.device)")
        let apps = try #require(body["DeviceApps"] as? [[String: Any]])
        return try #require(apps.first { $0["ApplicationIdentifier"] as? String == bundle })
    }

    private static func id(_ app: [String: Any]) -> Int? { (app["Id"] as? [String: Int])?["Value"] }

    @Test func `Ids are those of the apps, no two alike`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await client.fetchProfile()
            let body = try await console.api.object("mdm/devices/apps?searchby=Udid&id=\(client.device)")
            let apps = try #require(body["DeviceApps"] as? [[String: Any]])
            #expect(apps.count == 2 && Set(apps.compactMap(Self.id)).count == 2)
            for app in apps {
                let id = try #require(Self.id(app))
                let one = try await console.api.object("mam/apps/internal/\(id)")
                #expect(one["uuid"] as? String == app["Uuid"] as? String)
                #expect(one["AppId"] as? String == app["ApplicationIdentifier"] as? String)
            }
        }
    }

    @Test func `The build is that of the package as long as the app has its version`() async throws {
        try await withConsole { console in
            let bundle = "com.example.fresh"
            let app = try await console.api.install(
                IPAFixture(bundle: bundle, version: "1.4.0", build: "27"), in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            let waiting = try await console.signedInDevice()
            let awaited = try await Self.app(bundle, of: waiting, console)
            #expect(awaited["BuildVersion"] as? String == "27" && awaited["Version"] as? String == "1.4.0")
            let client = try await console.signedInDevice(bundle: bundle)
            _ = try await client.fetchProfile()
            for (version, build) in [("1.3.0", "1.3.0"), ("1.4.0", "27")] {
                try await console.beacon(from: client) { $0.appVersion = version }
                let here = try await Self.app(bundle, of: client, console)
                #expect(here["Version"] as? String == version && here["BuildVersion"] as? String == build)
                #expect(here["HasUpdateAvailable"] as? Bool == (version == "1.3.0"))
            }
        }
    }

    @Test func `What was last asked of an app shows on the device`() async throws {
        try await withConsole { console in
            let bundle = "com.example.fresh"
            let app = try await console.api.install(in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            let client = try await console.signedInDevice(bundle: bundle)
            _ = try await client.fetchProfile()
            let uuid = try await console.deviceUUID(client.device.value)
            for (word, status, action) in [
                ("uninstall", "PendingRemoval", "RemoveRequested"), ("install", "Installed", "None"),
            ] {
                _ = try await console.api.call(
                    .post, "mam/apps/internal/\(app.id)/\(word)", #"{"Udid":"\#(client.device)"}"#)
                #expect(try await Self.app(bundle, of: client, console)["Status"] as? String == status)
                let found = try await console.api.object("mdm/devices/\(uuid)/apps/search")
                let items = try #require(found["app_items"] as? [[String: Any]])
                let item = try #require(items.first { $0["bundle_id"] as? String == bundle })
                #expect(item["latest_uem_action"] as? String == action)
                #expect(item["installed_status"] as? String == "Installed")
            }
        }
    }

    @Test func `A purchased app is one on the device too, and the page links to itself`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let bought = try await console.api.mock(
                .post, "applications/purchased", #"{"name":"Notes","bundleId":"com.bought","group":"demo"}"#)
            let id = try #require(try bought.json()["id"] as? Int)
            let given = try await console.api.call(
                .post, "mam/apps/purchased/\(id)/assignment",
                "{\"SmartGroupIds\":[\(try await console.smartGroupID())]}")
            #expect(given.status == .created, "\(given.text)")
            #expect(try await Self.app("com.bought", of: client, console)["Type"] as? String == "Purchased")
            let path = "mdm/devices/\(try await console.deviceUUID(client.device.value))/apps/search?page=0"
            let found = try await console.api.object(path)
            let item = (found["app_items"] as? [[String: Any]])?.first { $0["bundle_id"] as? String == "com.bought" }
            #expect(item?["type"] as? String == "Purchased")
            let links = (found["AdditionalInfo"] as? [String: Any])?["Links"] as? [[String: String]]
            let address = try #require(links?.first?["Href"])
            #expect(address.hasPrefix("http") && address.hasSuffix("/api/\(path)"))
        }
    }

    @Test func `Samples of places are among the places of a device`() async throws {
        try await withConsole { console in
            try await console.set("collectLocation", "true", of: "demo")
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.location = BeaconLocation(latitude: 1.5, longitude: 8) }
            var place = LocationSample(latitude: 2.5, longitude: 9)
            (place.altitude, place.speed) = (34.5, 1.25)
            let time = try #require(SampleTime(milliseconds: TestClock.start.milliseconds - 20_000))
            try await client.sendSamples([DeviceSample(.location(place), at: time)])
            let response = try await console.api.call(.get, "mdm/devices/gps?searchby=udid&id=\(client.device)")
            let places = try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [[String: Any]] ?? []
            #expect(places.map { $0["Latitude"] as? Double } == [2.5, 1.5])
            #expect(places.first?["Elevation"] as? Double == 34.5 && places.first?["Speed"] as? Double == 1.25)
            #expect(places.first?["SampleTime"] as? String == Timestamp(milliseconds: time.milliseconds).zoneless)
            let rows = try await console.items("/_mock/devices/\(client.device)/locations")
            #expect(rows.compactMap { $0["latitude"] as? Double } == [2.5, 1.5])
            try await console.set("collectLocation", "false", of: "demo")
            try await client.sendSamples([DeviceSample(.location(place), at: time)])
            #expect(try await console.items("/_mock/locations").count == 2)
        }
    }

    @Test func `The address of the Wi-Fi interface is the one that was told last`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let time = try #require(SampleTime(milliseconds: TestClock.start.milliseconds))
            func told(_ name: String, _ address: String) async throws -> String? {
                var adapter = NetworkAdapterSample()
                (adapter.name, adapter.ip.address) = (name, address)
                try await client.sendSamples([DeviceSample(.networkAdapter(adapter), at: time)])
                let network = try await console.api.object("mdm/devices/network?searchby=Udid&id=\(client.device)")
                let device = try await console.api.object("mdm/devices/udid/\(client.device)")
                let interface = (device["DeviceNetworkInfo"] as? [[String: Any]])?.first
                let address = (network["IPAddress"] as? [String: String])?["WifiIPAddress"]
                #expect(interface?["IPAddress"] as? String == address)
                return address
            }
            try await console.beacon(from: client) { $0.ipAddress = "10.0.0.7" }
            for (name, address, wanted) in [
                ("pdp_ip0", "10.9.9.9", "10.0.0.7"), ("en0", "", "10.0.0.7"), ("en0", "10.0.0.8", "10.0.0.8"),
            ] { #expect(try await told(name, address) == wanted) }
            try await console.beacon(from: client) { $0.ipAddress = "10.0.0.9" }
            #expect(try await told("lo0", "127.0.0.1") == "10.0.0.9")
        }
    }

    @Test func `A device tells when rules were last held against it`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            func checked() async throws -> String {
                let device = try await console.api.object("mdm/devices/udid/\(client.device)")
                return try #require(device["LastComplianceCheckOn"] as? String)
            }
            try await console.beacon(from: client)
            #expect(try await checked() == Timestamp.never.zoneless)
            _ = try await console.addRule(Rules.os17)
            try await console.beacon(from: client)
            #expect(try await checked() == console.clock.now.zoneless)
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client)
            #expect(try await checked() == console.clock.now.zoneless)
        }
    }

    @Test func `A device alone tells how it stands with rules, as the list of them does`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for rule in [Rules.os17, Rules.app2] { _ = try await console.addRule(rule) }
            try await console.beacon(from: client)
            let alternate = "searchby=Udid&id=\(client.device)"
            let standing = try await console.api.object("mdm/devices/compliance?\(alternate)")
            let listed = try #require(standing["DeviceCompliance"] as? [Any])
            #expect(listed.count == 2)
            for path in ["mdm/devices?\(alternate)", "mdm/devices/udid/\(client.device)"] {
                let device = try await console.api.object(path)
                let summary = try #require(device["ComplianceSummary"] as? [String: Any])
                #expect(try canonicalJSON(summary) == (try canonicalJSON(["DeviceCompliance": listed])))
                let xml = try await console.api.call(.get, path, headers: ["Accept": "application/xml"])
                #expect(xml.text.contains("<PolicyName>iOS 17</PolicyName>"))
            }
        }
    }
}
