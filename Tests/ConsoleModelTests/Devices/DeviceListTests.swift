import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The list of devices and its filters (AdminAPI, "Devices").
struct DeviceListTests {
    /// Three devices: demo's phone, a registered till, and the reviewer's device.
    private static func seed(_ console: TestConsole) async throws {
        let phone = try await console.signedInDevice("1111")
        try await phone.sendBeacon(phone.beacon())
        console.clock.advance(seconds: 3600)
        _ = try await console.admin(
            .post, "/_mock/devices",
            text: """
                {"udid": "2222", "group": "demo", "isManaged": true, "friendlyName": "Till 4", "complianceStatus": 2,
                 "ownership": "C"}
                """)
        var reviewer = try console.device("3333", bundle: "com.example.everything")
        try await reviewer.logIn(username: "reviewer", password: "review", organizationGroup: "appreview")
    }

    @Test(arguments: [
        ("", ["1111", "2222", "3333"]), ("?group=demo", ["1111", "2222"]), ("?group=GLOBAL", ["1111", "2222", "3333"]),
        ("?user=demo", ["1111"]), ("?user=nobody", []), ("?bundleId=com.example.DEMO", ["1111"]),
        ("?status=enrolled", ["1111", "3333"]), ("?status=2", ["2222"]), ("?compliance=Blocked", ["2222"]),
        ("?managed=true", ["2222"]), ("?managed=false", ["1111", "3333"]), ("?text=TILL", ["2222"]),
        ("?platform=apple", ["1111", "2222", "3333"]), ("?platform=5", []), ("?ownership=C", ["2222"]),
        ("?ownership=undefined", ["1111", "3333"]), ("?model=IPHONE", ["1111"]), ("?tag=nothing", []),
        ("?text=17.3", ["1111"]), ("?text=222", ["2222"]), ("?text=3", ["1111", "3333"]), ("?text=iphone", ["1111"]),
        ("?text=3&pageSize=1&page=1", ["3333"]), ("?text=3&group=appreview", ["3333"]),
        ("?text=3&pageSize=1&page=9", []),
        ("?text=%25", []), ("?from=2026-03-05T11:00:00Z", ["2222", "3333"]),
        ("?to=2026-03-05T11:00:00Z", ["1111"]), ("?ids=1,3", ["1111", "3333"]),
        ("?group=demo&managed=true&status=Registered", ["2222"]), ("?page=1&pageSize=2", ["3333"]),
    ])
    func `A filter leaves what it says`(query: String, udids: [String]) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let page = try await console.adminJSON("/_mock/devices\(query)")
            #expect((page["items"] as? [[String: Any]] ?? []).map { $0["udid"] as? String ?? "" } == udids)
            if !query.contains("page") { #expect(page["total"] as? Int == udids.count) }
        }
    }

    @Test func `A search looks through an index instead of the rows`() async throws {
        try await withConsole { console in
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/_mock/devices?text=till")
            let parameters = QueryParameters(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
            let plan = try await console.parts.core.database.read { db in
                let top = try #require(Subtree.fromDatabaseValue("/7/".databaseValue))
                let (sql, arguments) = try RecordQuery(devices: parameters, in: top).clause(db)
                return try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN SELECT record.id FROM device AS record \(sql)", arguments: arguments
                ).map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.contains("INDEX deviceByText") }, "\(plan)")
            #expect(!plan.contains("SCAN record"), "\(plan)")
        }
    }

    @Test(arguments: [
        "?device=1111", "?groups=demo", "?group=%20", "?status=lost", "?status=10", "?compliance=12", "?managed=yes",
        "?platform=Palm", "?ownership=mine",
        "?bundleId=a%20b", "?from=today", "?ids=x", "?page=x",
    ])
    func `A filter that cannot be is refused with the reason`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/devices\(query)")
            #expect(response.status == .badRequest)
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
        }
    }

    @Test func `An administrator sees their own groups, whatever they ask`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let headers = try await console.administrator(of: "appreview")
            for query in ["", "?group=global", "?ids=1,2,3"] {
                let response = try await console.send(.get, "/_mock/devices\(query)", headers: headers)
                #expect(try response.json()["total"] as? Int == 1, "\(query)")
            }
            let foreign = try await console.send(.get, "/_mock/devices?group=demo", headers: headers)
            #expect(try foreign.json()["total"] as? Int == 0)
        }
    }
}
