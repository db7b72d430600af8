import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Every route that tells of apps on devices tells the same (AdminApplications, "Apps on devices", and
/// AdminDeviceDetails, "Apps").
struct AppAgreementTests {
    private static let bundle = "com.example.fresh"

    /// What routes say of the app on one device: there, in which version, given.
    private struct Standing: Hashable {
        var isInstalled: Bool
        var version: String
        var isAssigned: Bool
    }

    /// As the list of an app's devices says.
    private static func told(by console: TestConsole, of app: TestApp) async throws -> [Int: Standing] {
        let list = try await console.api.object("mam/apps/\(app.uuid)/devices")
        let devices = try #require(list["devices"] as? [[String: Any]])
        #expect(list["TotalResults"] as? Int == devices.count)
        let pairs = try devices.map { device in
            let standing = Standing(
                isInstalled: device["installed_status"] as? String == "Installed",
                version: device["installed_version"] as? String ?? "-",
                isAssigned: device["assignment_status"] as? String == "Assigned")
            #expect(device["assigned_version"] as? String == (standing.isAssigned ? "1.4.0" : ""))
            return (try #require(device["device_id"] as? Int), standing)
        }
        return Dictionary(pairs) { $1 }
    }

    /// As the search of a device's apps says; nil if it does not know the app.
    private static func searched(on id: Int, _ console: TestConsole) async throws -> Standing? {
        let found = try await console.api.object("mdm/devices/\(id)/apps/search")
        let items = try #require(found["app_items"] as? [[String: Any]])
        return items.first { $0["bundle_id"] as? String == bundle }.map { item in
            Standing(
                isInstalled: item["installed_version"] as? String == "1.4.0",
                version: item["installed_version"] as? String ?? "-",
                isAssigned: item["assignment_status"] as? String == "Assigned")
        }
    }

    /// What all routes say, by version of the app on the device; nil as version for a device without it.
    private static func expectAgreement(
        _ console: TestConsole, _ app: TestApp, _ devices: [(id: Int, version: String?)], isAssigned: Bool
    ) async throws {
        let told = try await told(by: console, of: app)
        let installed = devices.filter { $0.version == "1.4.0" }
        let assigned = isAssigned ? devices.count : 0
        #expect(Set(told.keys) == Set((isAssigned ? devices : installed).map(\.id)))
        for (id, version) in devices {
            let wanted = Standing(
                isInstalled: version == "1.4.0", version: version ?? "", isAssigned: isAssigned)
            if isAssigned || wanted.isInstalled { #expect(told[id] == wanted, "\(id)") }
            #expect(try await searched(on: id, console) == (isAssigned || version != nil ? wanted : nil), "\(id)")
            let status = try await console.api.call(.get, "mam/apps/internal/\(app.id)/status?deviceid=\(id)")
            #expect(status.text == (wanted.isInstalled ? "\"Installed\"" : "\"NotInstalled\""))
        }
        let counts = [assigned, installed.count, isAssigned ? devices.count - installed.count : 0]
        let detail = try await console.api.object("mam/apps/internal/\(app.id)")
        let inDetail = ["DevicesAssignedCount", "DevicesInstalledCount", "DevicesNotInstalledCount"]
        #expect(inDetail.map { detail[$0] as? Int } == counts)
        let listed = try #require(try await console.api.apps("bundleid=\(bundle)").first)
        let inList = ["AssignedDeviceCount", "InstalledDeviceCount", "NotInstalledDeviceCount"]
        #expect(inList.map { listed[$0] as? Int } == counts)
        for (status, count) in [("assigned", counts[0]), ("installed", counts[1])] {
            let response = try await console.api.call(.get, "mam/apps/internal/\(app.id)/devices?status=\(status)")
            #expect(response.status == (count == 0 ? .noContent : .ok))
            if count > 0 { #expect(try response.json()["Total"] as? Int == count) }
        }
    }

    @Test func `Counts, lists and devices agree, before and after an app is taken away`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            var devices: [(id: Int, version: String?)] = []
            for (name, version) in [("a4", "1.4.0"), ("a3", "1.3.0"), ("a0", nil)] {
                let client = try await console.signedInDevice(
                    "aaaa\(name)", bundle: version == nil ? "com.example.demo" : Self.bundle)
                _ = try await client.fetchProfile()
                if let version { try await console.beacon(from: client) { $0.appVersion = version } }
                let device = try await console.api.object("mdm/devices/udid/\(client.device)")
                devices.append((try #require((device["Id"] as? [String: Int])?["Value"]), version))
            }
            try await Self.expectAgreement(console, app, devices, isAssigned: true)
            let group = try await console.smartGroupID()
            let taken = try await console.api.call(
                .delete, "mam/apps/internal/\(app.id)/assignments", "{\"SmartGroupIds\":[\(group)]}")
            #expect(taken.status == .noContent, "\(taken.text)")
            try await Self.expectAgreement(console, app, devices, isAssigned: false)
        }
    }
}
