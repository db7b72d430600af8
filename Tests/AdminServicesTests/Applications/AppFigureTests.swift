import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Figures of an internal app over all its versions (AdminApplications, "Figures of an app").
struct AppFigureTests {
    private static let bundle = "com.example.fresh"

    private static func identifier(_ number: Int) -> String { String(repeating: "0", count: 39) + String(number) }

    /// Lends an app of the demo group that is given to its three devices, the first of which has it.
    private static func withDevices(
        _ body: @escaping @Sendable (TestConsole, TestApp, String) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            for number in 1...3 {
                let device = try await console.signedInDevice(
                    identifier(number), bundle: number == 1 ? bundle : "com.example.demo")
                _ = try await device.fetchProfile()
            }
            let group = try await console.groupUUID("demo")
            let query = "bundleid=\(bundle)&devicetype=Apple&apporganizationgroupuuid=\(group)"
            try await body(console, app, query)
        }
    }

    private static func rows(_ console: TestConsole, _ query: String) async throws -> [[String: Any]] {
        let body = try await console.api.object("mam/apps/internal/devices?\(query)")
        return try #require(body["devices"] as? [[String: Any]])
    }

    private static func orders(_ console: TestConsole) async throws -> Int {
        try await console.parts.value("SELECT COUNT(*) FROM applicationRequest", Int.self) ?? 0
    }

    @Test func `An app is summed up with its name and group`() async throws {
        try await Self.withDevices { console, _, query in
            let body = try await console.api.object("mam/apps/internal/summary?\(query)")
            #expect(body["bundle_identifier"] as? String == Self.bundle && body["managed_by"] as? String == "Demo")
            #expect((body["name"] as? String)?.isEmpty == false && body["icon_uri"] is String)
        }
    }

    @Test func `Devices of a version are counted, also those that have it without getting it`() async throws {
        try await Self.withDevices { console, app, query in
            func counts(_ more: String = "") async throws -> [Int?] {
                let body = try await console.api.object("mam/apps/internal/installcounts?\(query)\(more)")
                let versions = try #require(body["app_version_level_counts"] as? [[String: Any]])
                #expect(versions.count == 1)
                return ["assigned_count", "installed_count", "sideloaded_count"].map { versions[0][$0] as? Int }
            }
            #expect(try await counts() == [3, 1, 0])
            let everybody = try await console.smartGroupUUID()
            #expect(try await counts("&smartgroupuuids=\(everybody)") == [3, 1, 0])
            let global = try await console.groupUUID("global")
            #expect(try await counts("&organizationgroupuuid=\(global)") == [3, 1, 0])
            let everyone = try await console.smartGroupID()
            _ = try await console.api.call(
                .delete, "mam/apps/internal/\(app.id)/assignments", #"{"SmartGroupIds":[\#(everyone)]}"#)
            #expect(try await counts() == [0, 1, 1])
        }
    }

    @Test func `A device has a reason, which an order changes until it is carried out`() async throws {
        try await Self.withDevices { console, app, query in
            func reasons() async throws -> [String: Int] {
                let body = try await console.api.object("mam/apps/internal/reasonbreakdowncounts?\(query)")
                let counts = try #require(body["app_reason_counts"] as? [[String: Any]])
                return counts.reduce(into: [:]) { $0[$1["app_reason"] as? String ?? ""] = $1["device_count"] as? Int }
            }
            #expect(try await reasons() == ["Installed": 1, "NotInstalled": 2])
            let path = "mam/apps/internal/\(app.id)"
            _ = try await console.api.call(.post, "\(path)/install", #"{"Udid":"\#(Self.identifier(2))"}"#)
            _ = try await console.api.call(.post, "\(path)/install", #"{"Udid":"\#(Self.identifier(1))"}"#)
            #expect(try await reasons() == ["Installed": 1, "InstallCommandQueued": 1, "NotInstalled": 1])
            _ = try await console.api.call(.post, "\(path)/uninstall", #"{"Udid":"\#(Self.identifier(1))"}"#)
            #expect(try await reasons() == ["RemoveCommandQueued": 1, "InstallCommandQueued": 1, "NotInstalled": 1])
        }
    }

    @Test func `Devices are listed with all there is to know of the app on them`() async throws {
        try await Self.withDevices { console, app, query in
            let rows = try await Self.rows(console, query)
            #expect(rows.count == 3)
            let first = try #require(rows.first { $0["installed_status"] as? String == "Installed" })
            let expected = [
                "assignment_status": "Assigned", "installed_status": "Installed", "last_action_taken": "None",
                "latest_app_reason": "Installed", "application_uuid": app.uuid, "enrollment_user_name": "demo",
                "management_type": "Unmanaged", "latest_action_taken_date_time": "0001-01-01T00:00:00.000",
            ]
            for (name, value) in expected { #expect(first[name] as? String == value, "\(name)") }
            #expect(first["is_device_up"] as? Bool == true && first["assignment_type"] as? Int == 1)
            #expect((first["app_sample_last_seen"] as? String)?.hasSuffix("(s)") == true)
        }
    }

    @Test func `Filters leave devices out, and pages follow one another`() async throws {
        try await Self.withDevices { console, _, query in
            for (filter, count) in [
                ("isassigned=true", 3), ("isnotassigned=true", 0), ("isexcluded=true", 0),
                ("isversionnotinstalled=true", 2), ("isinstalledversionequaltoassigned=true", 1),
                ("isinstalledversionnotequaltoassigned=true", 0), ("installationstatus=notinstalled", 2),
                ("lastactiontaken=None", 3), ("searchtext=DEMO", 3), ("searchtext=nobody", 0),
                ("pagesize=2", 2), ("pagesize=2&page=1", 1), ("page=9", 0),
            ] {
                #expect(try await Self.rows(console, "\(query)&\(filter)").count == count, "\(filter)")
            }
            let body = try await console.api.object("mam/apps/internal/devices?\(query)&pagesize=2")
            #expect(body["TotalResults"] as? Int == 3)
            let names = try await Self.rows(console, "\(query)&orderby=friendly_name&sortorder=DESC")
                .compactMap { $0["friendly_name"] as? String }
            #expect(names == names.sorted().reversed())
        }
    }

    @Test func `An excluded device says so`() async throws {
        try await Self.withDevices { console, app, query in
            try await console.addSmartGroups("Kept out")
            let (everybody, kept) = (
                try await console.smartGroupUUID(), try await console.smartGroupUUID("Kept out")
            )
            let rules = """
                {"assignments":[{"priority":0,"distribution":{"name":"A","smart_groups":["\(everybody)"]}}],
                 "excluded_smart_groups":["\(kept)"]}
                """
            let put = try await console.api.call(.put, "mam/apps/\(app.uuid)/assignment-rules", rules, version: 2)
            #expect(put.status == .accepted, "\(put.text)")
            let rows = try await Self.rows(console, "\(query)&isexcluded=true")
            #expect(rows.count == 3 && rows.allSatisfy { $0["assignment_status"] as? String == "Excluded" })
        }
    }

    @Test func `An order for the devices of a filter is kept, once for each`() async throws {
        try await Self.withDevices { console, _, query in
            let group = try await console.groupUUID("demo")
            let criteria = """
                {"filter_criteria":{"bundle_identifier":"\(Self.bundle)","device_type":"2",
                 "app_organization_group_uuid":"\(group)","is_application_version_not_installed":true}}
                """
            let path = "mam/apps/internal/devices"
            let answer = try await console.api.call(.post, "\(path)?action=Install", criteria)
            #expect(answer.status == .accepted && answer.body.readableBytes == 0, "\(answer.text)")
            let ordered = try await Self.rows(console, "\(query)&lastactiontaken=InstallCommandQueued")
            #expect(ordered.count == 2)
            #expect(try await Self.orders(console) == 2)
        }
    }

    @Test func `An order for named devices is kept for all of them or for none`() async throws {
        try await Self.withDevices { console, app, _ in
            let devices = try await [1, 2].asyncMap { try await console.deviceUUID(Self.identifier($0)) }
            func order(_ action: String, _ devices: [String]) async throws -> TestResponse {
                try await console.api.call(
                    .post, "mam/apps/internal/devices?action=\(action)",
                    #"{"device_assigned_app_uuids":[{"application_uuid":"\#(app.uuid)","device_uuid":\#(devices)}]}"#)
            }
            let unknown = "7a0e5d1c-3f1b-4c44-9a66-0f2b1c9d8e7f"
            #expect(try await order("Remove", devices + [unknown]).status == .notFound)
            #expect(try await Self.orders(console) == 0)
            #expect(try await order("REMOVE", devices).status == .accepted)
            #expect(try await Self.orders(console) == 2)
            try expectRefusal(try await order("Dance", devices), 400, number: 400, saying: "Install or Remove")
            try expectRefusal(try await order("Install", []), 400, number: 400)
        }
    }

    @Test(
        arguments: [
            ("bundleid=&devicetype=2&apporganizationgroupuuid=8", 400),
            ("bundleid=com.example.fresh&devicetype=Toaster&apporganizationgroupuuid=8", 400),
            ("bundleid=com.example.fresh&devicetype=2", 400),
            ("bundleid=com.example.fresh&devicetype=2&apporganizationgroupuuid=999999", 404),
            ("bundleid=com.example.nothing&devicetype=2&apporganizationgroupuuid=GROUP", 404),
            ("bundleid=com.example.fresh&devicetype=Android&apporganizationgroupuuid=GROUP", 404),
            ("bundleid=com.example.fresh&devicetype=2&apporganizationgroupuuid=GROUP&smartgroupuuids=x", 400),
        ])
    func `What names no app is refused`(query: String, status: Int) async throws {
        try await Self.withDevices { console, _, _ in
            let query = query.replacing("GROUP", with: try await console.groupUUID("demo"))
            for name in ["summary", "installcounts", "reasonbreakdowncounts", "devices"] {
                let answer = try await console.api.call(.get, "mam/apps/internal/\(name)?\(query)")
                #expect(answer.status.code == status, "\(name): \(answer.text)")
            }
        }
    }

    @Test func `An administrator below sees nothing of an app above`() async throws {
        try await Self.withDevices { console, _, query in
            let made = try await console.api.call(
                .post, "system/groups/7", #"{"Name":"Elsewhere","GroupId":"elsewhere","LocationGroupType":"Customer"}"#)
            #expect(made.status == .ok, "\(made.text)")
            let other = try await console.api(.consoleAdministrator, of: "elsewhere")
            let answer = try await other.call(.get, "mam/apps/internal/devices?\(query)")
            #expect(answer.status == .notFound)
        }
    }
}

extension Sequence {
    /// The elements after something that waits was done with each.
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
