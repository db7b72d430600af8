import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Lists of devices and of what belongs to them, page by page (AdminDevices, AdminDeviceDetails).
struct DevicePagingTests {
    /// The fleet, each device with an attribute, the first with notes, apps and rules.
    private static func withFurnishedFleet(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws
    {
        try await withConsole { console in
            for rule in [Rules.os17, Rules.intact, Rules.app2] { try await console.addRule(rule) }
            try await console.seedFleet()
            for id in 1...3 {
                let attribute = #"{"CustomAttributes":[{"Name":"site","Value":"\#(id)"}]}"#
                let set = try await console.api.call(.put, "mdm/devices/\(id)/customattributes", attribute)
                #expect(set.status == .noContent)
            }
            for text in ["A", "B", "C"] {
                let note = try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"\#(text)"}"#)
                #expect(note.status == .created)
            }
            try await console.execute("UPDATE device SET compromisedCheckedAt = 1772706030000")
            try await console.execute(
                """
                INSERT INTO installation (deviceId, bundleId, appVersion, lastSeenAt, createdAt)
                VALUES (1, 'com.air-watch.agent', '24.1', 0, 0), (1, 'com.airwatch.browser', '5', 0, 0)
                """)
            try await body(console)
        }
    }

    @Test(arguments: [
        (PagedList("mdm/devices/search", "Devices"), 3),
        (PagedList("mdm/devices/search?orderby=lastseen&sortorder=DESC", "Devices", version: 2), 3),
        (PagedList("mdm/devices/search", "devices", version: 3, .snakePages, hasEmptyPages: true), 3),
        (PagedList("mdm/devices/search?platform=Apple", "Devices"), 2),
        (PagedList("mdm/devices/extensivesearch", "Devices"), 3), (PagedList("mdm/devices/litesearch", "Devices"), 3),
        (PagedList("mdm/devices/securityinfosearch", "Devices"), 3),
        (PagedList("mdm/devices/networkinfosearch", "Devices"), 3),
        (PagedList("mdm/devices/customattribute/search", "Devices"), 3),
    ])
    func `A search gives every device on one page, and the count of all on each`(list: PagedList, total: Int)
        async throws
    {
        try await Self.withFurnishedFleet { try await list.check($0.api, total: total) }
    }

    @Test(arguments: [
        "mdm/devices/1/%?", "mdm/devices/%?searchBy=Serialnumber&id=F2LX0001MOCK&", "mdm/devices/UUID/%?",
    ])
    func `What belongs to a device comes in pages by any of its ids`(form: String) async throws {
        try await Self.withFurnishedFleet { console in
            let uuid = try await console.deviceUUID("aaaa1111")
            for (part, name, total) in [
                ("notes", "DeviceNotes", 3), ("apps", "DeviceApps", 4), ("adminapps", "DeviceAdminApps", 2),
                ("compliance", "DeviceCompliance", 3), ("eventlog", "DeviceEventLogEntries", 5),
            ] {
                let path = form.replacing("%", with: part).replacing("UUID", with: uuid) + "whatever=1"
                let list = PagedList(path, name, hasEmptyPages: !["notes", "eventlog"].contains(part))
                try await list.check(console.api, total: total)
            }
        }
    }

    @Test(arguments: ["1", "UUID"])
    func `Apps that are searched come in pages`(id: String) async throws {
        try await Self.withFurnishedFleet { console in
            let id = id.replacing("UUID", with: try await console.deviceUUID("aaaa1111"))
            for version in 1...2 {
                let list = PagedList(
                    "mdm/devices/\(id)/apps/search", "app_items", version: version, .results, hasEmptyPages: true)
                try await list.check(console.api, total: 4)
            }
        }
    }

    @Test(arguments: [("certificates", "DeviceCertificates"), ("content", "DeviceContents")])
    func `A list nothing is ever in says so on every page`(part: String, name: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for query in ["", "page=3&pagesize=2"] {
                let body = try await console.api.object("mdm/devices/1/\(part)?\(query)")
                #expect((body[name] as? [Any])?.isEmpty == true && body["Total"] as? Int == 0)
                #expect(body["Page"] as? Int == (query.isEmpty ? 0 : 3))
                #expect(body["PageSize"] as? Int == (query.isEmpty ? 500 : 2))
            }
            for query in ["page=-1", "pagesize=x"] {
                let response = try await console.api.call(.get, "mdm/devices/1/\(part)?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
        }
    }

    @Test func `A page shows what the administrator may see, and counts it`() async throws {
        try await Self.withFurnishedFleet { console in
            let ours = try await console.api(.readOnly, of: "demo")
            let theirs = try await console.api(.readOnly, of: "appreview")
            for name in ["search", "extensivesearch", "litesearch", "securityinfosearch", "networkinfosearch"] {
                try await PagedList("mdm/devices/\(name)", "Devices").check(ours, total: 2)
                let body = try await theirs.object("mdm/devices/\(name)?pagesize=1")
                #expect(body["Total"] as? Int == 1)
                let last = try await theirs.call(.get, "mdm/devices/\(name)?pagesize=1&page=1")
                #expect(last.status == .noContent)
            }
        }
    }

    @Test func `Rules of a device are paged from the top group down`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (name, group) in [("lab", "lab"), ("demo", "demo"), ("top", "global"), ("theirs", "appreview")] {
                try await console.addRule(
                    #"{"name":"\#(name)","kind":"osVersion","operator":">=","version":"17.0"}"#, to: group)
            }
            func names(_ device: Int, _ query: String = "") async throws -> [String] {
                let body = try await console.api.object("mdm/devices/\(device)/compliance?\(query)")
                let policies = try #require(body["DeviceCompliance"] as? [[String: Any]])
                return policies.compactMap { $0["PolicyName"] as? String }
            }
            #expect(try await names(1) == ["top", "demo"])
            #expect(try await names(2) == ["top", "demo", "lab"])
            #expect(try await names(3) == ["top", "theirs"])
            #expect(try await names(2, "page=1&pagesize=2") == ["lab"])
            #expect(try await names(2, "page=2&pagesize=2").isEmpty)
        }
    }
}
