import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationEssentialsCompat
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Whose a device is and which apps it has (AdminDeviceDetails, "What belongs to a device" and "Apps").
struct DeviceHoldingTests {
    private static func items(_ path: String, _ name: String, _ console: TestConsole) async throws -> [[String: Any]] {
        try #require(try await console.api.object(path)[name] as? [[String: Any]])
    }

    @Test func `The user of a device is told as users are`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for path in ["mdm/devices/1/user", "mdm/devices/user?searchby=Serialnumber&id=f2lx0001mock"] {
                let user = try #require(try await console.api.object(path)["DeviceUser"] as? [String: Any])
                #expect(user["UserName"] as? String == "ada" && user["Email"] as? String == "ada@example.test")
                #expect((user["Id"] as? [String: Int])?["Value"] is Int && user["Password"] == nil)
                #expect(user["EnrolledDevicesCount"] as? String == "1")
            }
            let none = try await console.api.call(.get, "mdm/devices/2/user")
            try expectRefusal(none, 404, number: 404, saying: "no enrollment user")
            // The user belongs to a group above the administrator's, the device does not.
            let group = try await console.groupID("lab")
            let move = "mdm/devices/1/commands/changeorganizationgroup/\(group)"
            #expect(try await console.api.call(.put, move).status == .accepted)
            let lab = try await console.api(.readOnly, of: "lab")
            #expect(try await lab.call(.get, "mdm/devices/1/user").status == .ok)
        }
    }

    @Test(arguments: [
        ("certificates", "DeviceCertificates"), ("content", "DeviceContents"), ("adminapps", "DeviceAdminApps"),
    ])
    func `What a device does not tell is an empty list`(name: String, list: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for path in ["mdm/devices/1/\(name)?", "mdm/devices/\(name)?searchby=Udid&id=AAAA1111&"] {
                let body = try await console.api.object("\(path)pagesize=7")
                #expect((body[list] as? [Any])?.isEmpty == true && body["Total"] as? Int == 0)
                #expect(body["PageSize"] as? Int == 7)
            }
            try expectRefusal(try await console.api.call(.get, "mdm/devices/999/\(name)"), 404, number: 5002)
            try expectRefusal(try await console.api.call(.get, "mdm/devices/1/\(name)?page=x"), 400, number: 400)
        }
    }

    @Test func `Apps of the vendor are listed by themselves`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute(
                """
                INSERT INTO installation (deviceId, bundleId, appVersion, lastSeenAt, createdAt)
                VALUES (1, 'com.air-watch.agent', '24.1', 0, 0), (1, 'com.example.other', '1', 0, 0)
                """)
            let apps = try await Self.items("mdm/devices/1/adminapps", "DeviceAdminApps", console)
            #expect(apps.map { $0["ApplicationIdentifier"] as? String } == ["com.air-watch.agent"])
        }
    }

    @Test(arguments: ["recovery-key", "managed-admin-information"])
    func `Phones have no secrets of desktops`(name: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let response = try await console.api.call(.get, "mdm/devices/\(uuid)/security/\(name)")
            try expectRefusal(response, 404, number: 404)
            let missing = try await console.api.call(.get, "mdm/devices/\(UUID())/security/\(name)")
            try expectRefusal(missing, 404, number: 5061, saying: "Device not found")
        }
    }

    @Test func `An app tells the build its package has, as long as it is that version`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            _ = try await client.fetchProfile()
            try await console.execute(
                """
                INSERT INTO applicationPackage (applicationId, byteCount, build)
                SELECT id, 2048, '1.0.0.77' FROM application WHERE groupId = (SELECT id FROM organizationGroup WHERE code = 'demo')
                """)
            let path = "mdm/devices/apps?searchby=Udid&id=\(client.device)"
            func app(_ bundle: String) async throws -> [String: Any] {
                let apps = try await Self.items(path, "DeviceApps", console)
                return try #require(apps.first { $0["ApplicationIdentifier"] as? String == bundle })
            }
            for (bundle, status) in [("com.example.demo", "Installed"), ("com.example.everything", "PendingInstall")] {
                let told = try await app(bundle)
                #expect(told["Status"] as? String == status && told["Size"] as? String == "2048")
                #expect(told["BuildVersion"] as? String == "1.0.0.77" && told["Version"] as? String == "1.0.0")
            }
            try await console.execute("UPDATE installation SET appVersion = '0.9'")
            let older = try await app("com.example.demo")
            #expect(older["BuildVersion"] as? String == "0.9" && older["AppVersion"] as? String == "0.9")
        }
    }

    @Test func `Apps that are given to a device wait to be installed`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let apps = try await Self.items("mdm/devices/1/apps", "DeviceApps", console)
            let bundles = apps.compactMap { $0["ApplicationIdentifier"] as? String }
            #expect(Set(bundles) == ["com.example.demo", "com.example.everything"])
            #expect(apps.allSatisfy { $0["Status"] as? String == "PendingInstall" && $0["IsManaged"] as? Bool == true })
            // Registered only, so that no smart group has it yet.
            #expect(try await Self.items("mdm/devices/2/apps", "DeviceApps", console).isEmpty)
        }
    }

    @Test func `The search for apps says what is given and what is there`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            _ = try await client.fetchProfile()
            let uuid = try await console.deviceUUID(client.device.value)
            let path = "mdm/devices/\(uuid)/apps/search"
            let body = try await console.api.object(path, version: 2)
            #expect(body["TotalResults"] as? Int == 2)
            let links = (body["AdditionalInfo"] as? [String: Any])?["Links"] as? [[String: String]]
            #expect(links?.first?["Href"] == "http://localhost/api/\(path)")
            let items = try #require(body["app_items"] as? [[String: Any]])
            let (here, awaited) = (try #require(items.first), try #require(items.last))
            #expect(
                here["bundle_id"] as? String == "com.example.demo" && here["installed_status"] as? String == "Installed"
            )
            #expect(
                here["installed_version"] as? String == "1.0.0" && here["assignment_status"] as? String == "Assigned")
            #expect(here["latest_uem_action"] as? String == "None" && here["size"] is Int)
            #expect(UUID(uuidString: here["application_uuid"] as? String ?? "") != nil)
            #expect(here["device_uuid"] as? String == uuid && here["name"] is String)
            #expect(awaited["installed_status"] as? String == "NotInstalled")
            #expect(awaited["installed_version"] as? String == "")
            #expect(try await Self.items("\(path)?pagesize=1&page=1", "app_items", console).count == 1)
            #expect(try await Self.items("\(path)?page=5", "app_items", console).isEmpty)
            let theirs = try await console.api(.readOnly, of: "appreview")
            try expectRefusal(try await theirs.call(.get, path), 404, number: 5061)
            try expectRefusal(try await console.api.call(.get, "mdm/devices/\(UUID())/apps/search"), 404, number: 5061)
        }
    }

    @Test func `A newer version given to a device is an update, and apps go with the enrollment`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            _ = try await client.fetchProfile()
            let path = "mdm/devices/apps?searchby=Udid&id=\(client.device)"
            func app() async throws -> [String: Any] {
                try #require(try await Self.items(path, "DeviceApps", console).first)
            }
            #expect(try await app()["HasUpdateAvailable"] as? Bool == false)
            try await console.execute("UPDATE application SET version = '2.0' WHERE bundleId = 'com.example.demo'")
            let newer = try await app()
            #expect(newer["HasUpdateAvailable"] as? Bool == true && newer["Version"] as? String == "1.0.0")
            let order = "mdm/devices/commands?command=EnterpriseWipe&searchby=Udid&id=\(client.device)"
            #expect(try await console.api.call(.post, order).status == .accepted)
            #expect(try await app()["Status"] as? String == "PendingRemoval")
            try await client.unenroll()
            #expect(try await app()["Status"] as? String == "Removed")
        }
    }

    @Test func `Devices of an app are those of the administrator's groups, counted alike`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            _ = try await client.fetchProfile()
            let apps = try #require(
                try await console.api.object("mam/apps/search?bundleid=com.example.demo")["Application"]
                    as? [[String: Any]])
            let uuid = try #require(apps.first?["Uuid"] as? String)
            let path = "mam/apps/\(uuid)/devices"
            let all = try await console.api.object(path)
            let devices = try #require(all["devices"] as? [[String: Any]])
            #expect(all["TotalResults"] as? Int == 2 && devices.count == 2)
            #expect(devices.first?["enrollment_user_name"] as? String == "ada")
            #expect(devices.first?["installed_status"] as? String == "NotInstalled")
            #expect(devices.last?["installed_version"] as? String == "1.0.0")
            let group = try await console.groupID("lab")
            let move = "mdm/devices/1/commands/changeorganizationgroup/\(group)"
            #expect(try await console.api.call(.put, move).status == .accepted)
            #expect(try await Self.items("\(path)?isinstalled=false&isassigned=true", "devices", console).count == 1)
            #expect(try await Self.items("\(path)?pagesize=1&page=1", "devices", console).count == 1)
        }
    }
}
