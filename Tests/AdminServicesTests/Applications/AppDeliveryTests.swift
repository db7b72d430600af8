import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// An app that was uploaded is what device services give out.
struct AppDeliveryTests {
    private static let bundle = "com.example.fresh"

    /// A console with an app in the demo group, and the app signed in on a device.
    private static func withDevice(
        _ body: @escaping @Sendable (TestConsole, TestApp, SimulatedClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            let device = try await console.signedInDevice(bundle: bundle)
            try await body(console, app, device)
        }
    }

    /// What the device is given: the version, nil for no profile.
    private static func version(_ device: SimulatedClient, _ console: TestConsole) async throws -> String? {
        guard try await device.fetchProfile() != nil else { return nil }
        return try await console.parts.value(
            """
            SELECT version FROM application WHERE id = (SELECT applicationId FROM installation WHERE bundleId = '\(bundle)')
            """)
    }

    @Test func `An app that was uploaded and assigned gets the default profile of its group`() async throws {
        try await Self.withDevice { console, app, device in
            #expect(try await device.fetchProfile() == nil)
            #expect(try await console.api.assign(app, to: [try await console.smartGroupID()]).status == .created)
            let profile = try #require(try await device.fetchProfile())
            #expect(profile.payloads.contains { $0.type == "AnalyticsSettingsV2" })
        }
    }

    @Test func `A retired, deactivated or deleted app is not given out`() async throws {
        try await Self.withDevice { console, app, device in
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            for (off, on) in [("retire", "unretire"), ("deactivate", "activate")] {
                _ = try await console.api.call(.post, "mam/apps/internal/\(app.id)/\(off)")
                #expect(try await device.fetchProfile() == nil)
                _ = try await console.api.call(.post, "mam/apps/internal/\(app.id)/\(on)")
                #expect(try await device.fetchProfile() != nil)
            }
            _ = try await console.api.call(.delete, "mam/apps/internal/\(app.id)")
            #expect(try await device.fetchProfile() == nil)
        }
    }

    @Test func `An excluded smart group keeps the app from its devices`() async throws {
        try await Self.withDevice { console, app, device in
            try await console.addSmartGroups("Two")
            let (all, two) = (try await console.smartGroupUUID(), try await console.smartGroupUUID("Two"))
            let rules = #"[{"priority":0,"distribution":{"name":"x","smart_groups":["\#(all)"]}}]"#
            for (excluded, isGiven) in [("", true), (#""\#(two)""#, false), ("", true)] {
                let response = try await console.api.call(
                    .put, "mam/apps/\(app.uuid)/assignment-rules",
                    #"{"assignments":\#(rules),"excluded_smart_groups":[\#(excluded)]}"#, version: 2)
                #expect(response.status == .accepted)
                #expect((try await device.fetchProfile() != nil) == isGiven)
            }
        }
    }

    @Test func `The newest active version that is given to the device wins, by number`() async throws {
        try await Self.withDevice { console, app, device in
            let demo = try await console.groupID("demo")
            let all = try await console.smartGroupID()
            let ten = try await console.api.install(IPAFixture(bundle: Self.bundle, version: "1.10"), in: demo)
            let nine = try await console.api.install(IPAFixture(bundle: Self.bundle, version: "1.9"), in: demo)
            _ = try await console.api.assign(app, to: [all])
            #expect(try await Self.version(device, console) == "1.4.0")
            _ = try await console.api.assign(nine, to: [all])
            _ = try await console.api.assign(ten, to: [all])
            #expect(try await Self.version(device, console) == "1.10")
            _ = try await console.api.call(.post, "mam/apps/internal/\(ten.id)/retire")
            #expect(try await Self.version(device, console) == "1.9")
            _ = try await console.api.call(
                .delete, "mam/apps/internal/\(nine.id)/assignments", #"{"SmartGroupIds":[\#(all)]}"#)
            #expect(try await Self.version(device, console) == "1.4.0")
        }
    }

    @Test func `The nearest group with an active record wins, and one with none is passed over`() async throws {
        try await Self.withDevice { console, app, device in
            try await console.importEnvironment(
                "version: 1\norganizationGroups:\n  - {path: global, id: 7, name: Global, type: Global, smartGroups: [{name: Top}]}\n"
            )
            let top = try await console.api.install(IPAFixture(bundle: Self.bundle, version: "9.0"), in: 7)
            _ = try await console.api.assign(top, to: [try await console.smartGroupID("Top")])
            #expect(try await device.fetchProfile() == nil)
            _ = try await console.api.call(.post, "mam/apps/internal/\(app.id)/retire")
            #expect(try await Self.version(device, console) == "9.0")
        }
    }

    @Test func `A new version has the SDK profile of the version before it`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let all = try await console.smartGroupID()
            let next = try await console.api.install(
                IPAFixture(bundle: "com.example.everything", version: "2.0"), in: demo)
            _ = try await console.api.assign(next, to: [all])
            let device = try await console.signedInDevice(bundle: "com.example.everything")
            let profile = try #require(try await device.fetchProfile())
            #expect(profile.payloads.contains { $0.type == "CredentialsSettingsV2" })
            let detail = try await console.api.object("mam/apps/internal/\(next.id)")
            let custom = try await console.parts.value("SELECT id FROM sdkProfile WHERE name = 'Everything'", Int.self)
            #expect(detail["SdkProfileId"] as? Int == custom && detail["Sdk"] as? String == "Enabled")
            try await console.parts.core.database.write {
                try $0.db.execute(
                    sql: "UPDATE application SET profileMode = 'none', profileId = NULL WHERE id = \(next.id)")
                $0.changesConfiguration()
            }
            let later = try await console.api.install(
                IPAFixture(bundle: "com.example.everything", version: "3.0"), in: demo)
            let between = try await console.api.install(
                IPAFixture(bundle: "com.example.everything", version: "1.5"), in: demo)
            let bare = try await console.api.object("mam/apps/internal/\(later.id)")
            #expect(bare["Sdk"] as? String == "Disabled" && bare["SdkProfileId"] == nil)
            let older = try await console.api.object("mam/apps/internal/\(between.id)")
            #expect(older["SdkProfileId"] as? Int == custom)
        }
    }

    @Test func `An app for another platform is not what the device means`() async throws {
        try await Self.withDevice { console, app, device in
            let demo = try await console.groupID("demo")
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            let blob = try await console.api.upload([1], named: "\(Self.bundle)-9.0.apk")
            let response = try await console.api.call(
                .post, "mam/apps/internal/begininstall",
                """
                {"BlobId":\(blob),"ApplicationName":"A","LocationGroupId":\(demo),"BundleId":"\(Self.bundle)",
                 "SupportedModels":{"Model":[{"ModelId":5}]}}
                """)
            #expect(response.status == .ok)
            #expect(try await Self.version(device, console) == "1.4.0")
        }
    }

    @Test func `Devices that are to have the app and that have it are counted and listed`() async throws {
        try await Self.withDevice { console, app, device in
            let all = try await console.smartGroupID()
            _ = try await console.api.assign(app, to: [all])
            _ = try await console.signedInDevice("00000000000000000000000000000000000000bb")
            func counts() async throws -> [Int?] {
                let detail = try await console.api.object("mam/apps/internal/\(app.id)")
                return ["DevicesAssignedCount", "DevicesInstalledCount", "DevicesNotInstalledCount"].map {
                    detail[$0] as? Int
                }
            }
            #expect(try await counts() == [2, 0, 2])
            _ = try await device.fetchProfile()
            #expect(try await counts() == [2, 1, 1])
            let item = try await console.api.apps("bundleid=\(Self.bundle)")[0]
            #expect(item["AssignedDeviceCount"] as? Int == 2 && item["InstalledDeviceCount"] as? Int == 1)
            var report = device.beacon()
            report.appVersion = "0.9"
            try await device.sendBeacon(report)
            #expect(try await counts() == [2, 0, 2])
            report.appVersion = "1.4.0"
            try await device.sendBeacon(report)
            let body = try await console.api.object("mam/apps/\(app.uuid)/devices?isinstalled=true")
            #expect(body["TotalResults"] as? Int == 1 && body["AdditionalInfo"] is [String: Any])
            let entry = try #require((body["devices"] as? [[String: Any]])?.first)
            #expect(
                entry["installed_version"] as? String == "1.4.0" && entry["installed_status"] as? String == "Installed")
            #expect(entry["enrollment_user_name"] as? String == "demo")
            let page = try await console.api.object("mam/apps/\(app.uuid)/devices?page=1&pagesize=1")
            #expect((page["devices"] as? [Any])?.count == 1 && page["TotalResults"] as? Int == 2)
            let none = try await console.api.object("mam/apps/\(app.uuid)/devices?isassigned=false")
            #expect((none["devices"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `An app is asked for on a device, and its status there told`() async throws {
        try await Self.withDevice { console, app, device in
            let path = "mam/apps/internal/\(app.id)"
            let udid = device.device.value
            let body = #"{"Udid":"\#(udid)"}"#
            try expectRefusal(
                try await console.api.call(.post, "\(path)/install", body), 400, number: 400,
                saying: "Application is not assigned to this device.")
            let empty = try await console.api.call(.get, "\(path)/devices?status=assigned")
            #expect(empty.status == .noContent)
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            #expect(try await console.api.call(.post, "\(path)/install", body).status == .accepted)
            let id = try #require(try await console.parts.value("SELECT id FROM device", Int.self))
            #expect(
                try await console.api.call(.post, "\(path)/uninstall", #"{"DeviceId":"\#(id)"}"#).status == .noContent)
            let list = try await console.api.object("\(path)/devices?status=assigned")
            #expect(list["DeviceId"] as? [Int] == [id] && list["Total"] as? Int == 1)
            let status = try await console.api.call(.get, "\(path)/status?udid=\(udid)")
            #expect(status.text == "\"NotInstalled\"")
            _ = try await device.fetchProfile()
            #expect(try await console.api.call(.get, "\(path)/status?deviceid=\(id)").text == "\"Installed\"")
            let named = try await console.admin(.patch, "/_mock/devices/\(udid)", text: #"{"serialNumber":"C01"}"#)
            #expect(named.status == .ok)
            #expect(try await console.api.call(.get, "\(path)/status?serialnumber=c01").text == "\"Installed\"")
            let bySerialNumber = try await console.api.call(.post, "\(path)/install", #"{"SerialNumber":"C01"}"#)
            #expect(bySerialNumber.status == .accepted)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "UPDATE device SET serialNumber = 'C02XY', macAddress = '0A1B2C3D4E5F' WHERE id = \(id)")
            }
            for query in ["serialnumber=c02xy", "macaddress=0a:1b:2c:3d:4e:5f", "udid=\(udid)"] {
                let known = try await console.api.call(.get, "\(path)/status?\(query)")
                #expect(known.text == "\"Installed\"", "\(query)")
            }
            for name in [
                #""SerialNumber":"C02XY""#, #""MacAddress":"0A-1B-2C-3D-4E-5F""#, #""DeviceId":"","Udid":"\#(udid)""#,
            ] {
                let wish = try await console.api.call(.post, "\(path)/install", "{\(name)}")
                #expect(wish.status == .accepted, "\(name) \(wish.text)")
            }
            for query in ["", "?udid=none", "?serialnumber=C02", "?deviceid=99"] {
                try expectRefusal(try await console.api.call(.get, "\(path)/status\(query)"), 400, number: 400)
            }
        }
    }
}
