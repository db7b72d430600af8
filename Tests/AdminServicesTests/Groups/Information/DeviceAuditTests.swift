import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What became of the devices of a group (AdminDevices, "Audit").
struct DeviceAuditTests {
    private static func serials(_ caller: APICaller, _ path: String) async throws -> [String] {
        let body = try await caller.object("mdm/ogs/\(path)")
        return try #require(body["Devices"] as? [[String: Any]]).compactMap { $0["SerialNumber"] as? String }
    }

    @Test func `Devices come in pages, the first of which name the next`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for group in ["demo", "DEMO"] {
                try await PagedList("mdm/ogs/\(group)/devices/audit", "Devices", hasEmptyPages: true)
                    .check(console.api, total: 2)
            }
            try await PagedList("mdm/ogs/global/devices/audit", "Devices", hasEmptyPages: true)
                .check(console.api, total: 3)
            var path: String? = "mdm/ogs/global/devices/audit?pagesize=1"
            var pages: [String] = []
            while let next = path {
                let body = try await console.api.object(next)
                pages += try #require(body["Devices"] as? [[String: Any]]).compactMap { $0["SerialNumber"] as? String }
                let address = try #require(body["NextPage"] as? String)
                path = address.range(of: "/api/").map { String(address[$0.upperBound...]) }
            }
            #expect(pages == ["F2LX0001MOCK", "LAB2", ""])
            let filtered = try await console.api.object(
                "mdm/ogs/global/devices/audit?Status=Inserted&startdate=2026/03/05&serialnumber=&pagesize=1")
            let next = try #require(filtered["NextPage"] as? String)
            #expect(next.hasSuffix("/audit?page=1&pagesize=1&status=Inserted&startdate=2026%2F03%2F05"))
        }
    }

    @Test func `Every kind of change has its word, and filters leave it alone`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.addUser("bob")
            let bob = try await console.userID("bob")
            console.clock.advance(seconds: 86_400)
            #expect(try await console.api.call(.put, "mdm/devices/1", #"{"AssetNumber":"9"}"#).status == .noContent)
            #expect(try await console.api.call(.patch, "mdm/devices/1/enrollmentuser/\(bob)").status == .ok)
            #expect(try await console.api.call(.post, "mdm/devices/1/commands?command=DeviceWipe").status == .accepted)
            #expect(try await console.api.call(.delete, "mdm/devices/1").status == .ok)
            func statuses(_ query: String) async throws -> [String] {
                let body = try await console.api.object("mdm/ogs/demo/devices/audit?serialnumber=f2lx0001mock&\(query)")
                let devices = try #require(body["Devices"] as? [[String: Any]])
                #expect(devices.count <= 1)
                let events = devices.first?["Events"] as? [[String: Any]] ?? []
                return events.compactMap { $0["Status"] as? String }
            }
            for (query, expected) in [
                ("", ["Deleted", "UnEnrolled", "Replaced", "Updated", "Inserted"]), ("status=DELETED", ["Deleted"]),
                ("Status=replaced", ["Replaced"]), ("Status=Inserted&startdate=2026-03-06", []),
                ("startdate=2026-03-06", ["Deleted", "UnEnrolled", "Replaced", "Updated"]),
                ("enddate=2026-03-06", ["Inserted"]),
                ("startdate=03/06/2026&enddate=2026-03-07&status=updated", ["Updated"]),
                ("startdate=2026-03-07", []),
            ] {
                #expect(try await statuses(query) == expected, "\(query)")
            }
            let body = try await console.api.object("mdm/ogs/demo/devices/audit?status=deleted")
            let device = try #require((body["Devices"] as? [[String: Any]])?.first)
            try expectJSON(
                device,
                """
                {"DeviceName":"ada iPhone","SerialNumber":"F2LX0001MOCK","Events":[
                 {"DateTime":"2026-03-06T10:20:30.000","Status":"Deleted","UserName":"admin"}]}
                """)
        }
    }

    @Test func `A group shows its devices and those below, to those who see the group`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let api = console.api
            #expect(try await Self.serials(api, "global/devices/audit") == ["F2LX0001MOCK", "LAB2", ""])
            #expect(try await Self.serials(api, "demo/devices/audit") == ["F2LX0001MOCK", "LAB2"])
            #expect(try await Self.serials(api, "lab/devices/audit") == ["LAB2"])
            let lab = try await console.api(.readOnly, of: "lab")
            #expect(try await Self.serials(lab, "lab/devices/audit?serialnumber=lab2") == ["LAB2"])
            for code in ["demo", "global", "appreview", "nothing"] {
                let response = try await lab.call(.get, "mdm/ogs/\(code)/devices/audit")
                try expectRefusal(response, 404, number: 6008)
            }
            let xml = try await api.call(.get, "mdm/ogs/lab/devices/audit", headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<DeviceAudit xmlns=\"\(AdminAnswer.namespace)\"><Devices><DeviceName>"))
        }
    }
}
