import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Searching devices (AdminDevices, "Searching").
struct DeviceSearchTests {
    /// What is left of the fleet, by first letters.
    private static func letters(_ response: TestResponse) throws -> String {
        try response.udids().map { String($0.prefix(1)) }.joined()
    }

    /// Queries, and whom they leave.
    private static let queries: [(String, String)] = [
        ("", "ABC"), ("user=ADA", "A"), ("user=nobody", ""), ("model=ipad", "B"), ("model=i", "ABC"),
        ("model_identifier=Pixel%208", "C"), ("platform=Apple", "AB"), ("platform=5", "C"),
        ("device_type=ANDROID", "C"),
        ("platform=AppleOsX", ""), ("ownership=C", "A"), ("ownership=employee", "B"),
        ("ownership=CorporateShared", "C"),
        ("ownership=undefined", ""), ("compliantstatus=true", "AC"), ("compliantstatus=False", "B"),
        ("compliance_status=NON_COMPLIANT", "B"), ("ComplianceStatus=Compliant", "AC"),
        ("compliantstatus=true&compliance_status=NonCompliant", ""), ("friendly_name=till", "C"),
        ("seensince=2026-03-03", "BC"), ("seen_since=03%2F04%2F2026", "C"),
        // Scripts delete by it what was not seen since: on or before the date.
        ("lastseen=2026/03/03%2008:00:00.000", "AB"), ("lastseen=2026-03-03", "AB"),
        ("last_seen=2026-03-03T07:59:59", "A"), ("lastseen=2026-03-01&seensince=03-04-2026", ""),
        ("last_seen=2026-03-03&seen_since=2026-03-02", "B"), ("seentill=2026-03-03", "AB"),
        ("seensince=2026-03-03%2008-00-00-AM", "BC"), ("seensince=2026-03-03%2008-00-01-AM", "C"),
        ("seensince=2026-03-03+8:00:00+PM", "C"), ("seensince=3/3/2026%2008:00:00%20AM", "BC"),
        ("platform=WindowsPc", ""), ("platform=9", ""), ("device_type=WINDOWS_PC", ""), ("platform=ChromeBook", ""),
        ("platform=iOS", "AB"), ("platform=All", "ABC"), ("ownership=CORPORATE_DEDICATED", "A"),
        ("ownership=Corporate%20-%20Dedicated", "A"), ("ownership=AllOwnerships", "ABC"),
        ("compliance_status=4", "B"), ("compliance_status=All", "ABC"),
        ("seensince=2026-03-03T10:00:00%2B02:00&platform=apple", "B"), ("seensince=2026-03-05", ""),
        ("orderby=deviceid&sortorder=DESC", "CBA"), ("sort_order=desc", "CBA"), ("orderby=lastseen", "ABC"),
        ("order_by=last_seen&sort_order=DESC&seensince=2026-03-02", "CB"), ("orderby=model", "BAC"),
        ("orderby=platform&sortorder=ASC", "CAB"), ("orderby=udid&sortorder=desc&seensince=2026-03-02", "CB"),
        ("orderby=friendlyname&sortorder=desc", "CAB"), ("orderby=enrollmentstatus&platform=2", "BA"),
        ("orderby=username", "BCA"), ("orderby=enrollment_user_name&sortorder=desc", "ABC"),
        ("orderby=operatingsystem", "CBA"), ("orderby=operating_system&sortorder=desc", "ABC"),
        ("orderby=LocationGroupName&sortorder=desc&platform=2", "BA"), ("orderby=assetnumber&sortorder=desc", "CBA"),
        ("orderby=imei&sortorder=desc", "ABC"), ("orderby=useremailaddress", "BCA"),
        ("order_by=device_friendly_name", "BAC"), ("orderby=compromised_status", "ABC"),
        ("order_by=platform_name&sort_order=ASC", "CAB"), ("order_by=is_supervised&seensince=2026-03-03", "CB"),
        ("orderby=nothing", "ABC"), ("lgid=7", "ABC"), ("lgid=0", "ABC"), ("lgid=", "ABC"), ("whatever=1", "ABC"),
        ("page=1&pagesize=2", "C"), ("page_size=1&page=1", "B"), ("page=2&pagesize=2", ""), ("pagesize=999999", "ABC"),
        ("user=ada&platform=2&ownership=C&model=phone&seensince=2026-01-01&orderby=lastseen", "A"),
    ]

    @Test(arguments: queries)
    func `A filter leaves what it says, in every version`(query: String, letters: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for version in 1...3 {
                let response = try await console.api.call(.get, "mdm/devices/search?\(query)", version: version)
                #expect(try Self.letters(response) == letters, "version \(version): \(response.text)")
                guard letters.isEmpty else { continue }
                #expect(response.status == (version < 3 ? .noContent : .ok))
                #expect(version == 3 || response.headers[.contentType] == nil)
            }
        }
    }

    @Test func `Envelopes have the page after cutting and the total of all pages`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let first = try await console.api.object("mdm/devices/search?page=1&pagesize=2")
            #expect(first["Page"] as? Int == 1 && first["PageSize"] as? Int == 2 && first["Total"] as? Int == 3)
            let cut = try await console.api.object("MDM/Devices/Search?PageSize=999999", version: 2)
            #expect(cut["Page"] as? Int == 0 && cut["PageSize"] as? Int == 500 && cut["Total"] as? Int == 3)
            let third = try await console.api.object("mdm/devices/search?page=7&page_size=2", version: 4)
            #expect(third["page"] as? Int == 7 && third["page_size"] as? Int == 2 && third["total"] as? Int == 3)
            #expect((third["devices"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `A group is searched with those below it, by id and by uuid`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (code, letters) in [("global", "ABC"), ("demo", "AB"), ("lab", "B"), ("appreview", "C")] {
                let (id, uuid) = (try await console.groupID(code), try await console.groupUUID(code))
                for query in ["lgid=\(id)", "lgid=\(uuid.uppercased())", "organization_group_uuid=\(uuid)"] {
                    let response = try await console.api.call(.get, "mdm/devices/search?\(query)")
                    #expect(try Self.letters(response) == letters, "\(query)")
                }
            }
        }
    }

    @Test func `An administrator searches their own groups`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let ours = try await console.api(.readOnly, of: "demo")
            let all = try await ours.call(.get, "mdm/devices/search")
            #expect(try Self.letters(all) == "AB")
            #expect(try all.json()["Total"] as? Int == 2)
            let group = try await console.groupID("appreview")
            for group in ["\(group)", "7", "999", UUID().uuidString] {
                let response = try await ours.call(.get, "mdm/devices/search?lgid=\(group)")
                try expectRefusal(response, 404, number: 404, saying: "organization group")
            }
        }
    }

    @Test(arguments: [
        "lgid=demo", "platform=Amiga", "ownership=Q", "compliantstatus=maybe", "compliance_status=Odd",
        "seensince=yesterday", "lastseen=2026-13-01", "page=-1", "page=x", "pagesize=x",
    ])
    func `A filter that cannot be is refused with the reason`(query: String) async throws {
        try await withConsole { console in
            for version in 1...3 {
                let response = try await console.api.call(.get, "mdm/devices/search?\(query)", version: version)
                let name = try #require(query.split(separator: "=").first)
                try expectRefusal(response, 400, number: 400, saying: String(name))
            }
        }
    }

    @Test func `Nobody searches without credentials, and XML is answered when asked for`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let nobody = try await console.send(.get, "/api/mdm/devices/search")
            try expectRefusal(nobody, 401, number: 1005)
            let response = try await console.api.call(
                .get, "mdm/devices/search?user=ada", headers: ["Accept": "application/xml"])
            #expect(response.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(response.text.contains("<Udid>AAAA1111</Udid>"))
        }
    }

    @Test func `Pages of many devices follow one another without gap or repetition`() async throws {
        try await withConsole { console in
            try await console.parts.core.database.write { transaction in
                for number in 1...1203 {
                    var device = try DeviceRecord.test("d\(number)", model: number % 2 == 0 ? "iPhone" : "iPad")
                    device.lastSeenAt = TestClock.start.adding(seconds: Int64(number % 7))
                    try device.insert(transaction.db)
                }
            }
            for order in ["deviceid", "lastseen", "model", "friendlyname"] {
                var seen: [String] = []
                for page in 0...3 {
                    let query = "orderby=\(order)&sortorder=desc&page=\(page)"
                    let response = try await console.api.call(.get, "mdm/devices/search?\(query)")
                    guard page < 3 else {
                        #expect(response.status == .noContent)
                        continue
                    }
                    seen += try response.udids()
                    #expect(try response.json()["Total"] as? Int == 1203)
                }
                #expect(seen.count == 1203 && Set(seen).count == 1203, "\(order)")
            }
        }
    }

    @Test(
        arguments: [
            "", "orderby=deviceid&sortorder=desc", "platform=2", "ownership=C&compliantstatus=true&model=phone",
            "orderby=model", "seensince=2026-03-01", "lastseen=2026-03-01&orderby=lastseen&sortorder=desc",
            "orderby=lastseen",
        ], ["/7/", "/7/8/"])
    func `A page is found in an index alone`(query: String, path: String) async throws {
        try await withDatabase { database in
            let target = "/api/mdm/devices/search?\(query)"
            let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: target)
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            let subtree = try #require(Subtree.fromDatabaseValue(path.databaseValue))
            let search = try DeviceSearch(QueryParameters(request)).query(in: subtree)
            let plan = try await database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(search.idsSQL)", arguments: search.arguments)
                    .map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.contains("device USING COVERING INDEX") }, "\(plan)")
        }
    }
}
