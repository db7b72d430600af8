import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What devices have sent is listed, filtered, downloaded and deleted; beacons stand for every such table.
struct RecordArchiveTests {
    private static let one = "1111", other = "2222"

    /// Two devices in two groups, three beacons each, a minute apart.
    private static func seed(_ console: TestConsole) async throws {
        let first = try await console.signedInDevice(one)
        let second = try await console.signedInDevice(other, bundle: "com.example.everything")
        for number in 0..<3 {
            try await first.sendBeacon(first.beacon(transaction: "first-\(number)"))
            var report = second.beacon(transaction: "second-\(number)")
            report.isCompromised = number == 2
            try await second.sendBeacon(report)
            console.clock.advance(seconds: 60)
        }
    }

    private static func total(_ query: String, _ console: TestConsole) async throws -> Int? {
        try await console.adminJSON("/_mock/beacons\(query)")["total"] as? Int
    }

    @Test(arguments: [
        ("", 6), ("?device=1111", 3), ("?DEVICE=1111", 3), ("?device=9", 0), ("?bundleId=com.example.everything", 3),
        ("?bundleId=COM.example.demo", 3), ("?user=demo", 6), ("?user=nobody", 0), ("?group=demo", 6),
        ("?group=global", 6), ("?group=appreview", 0), ("?text=FIRST-1", 1), ("?text=%25", 0),
        ("?from=2026-03-05T10:21:30Z", 4), ("?to=2026-03-05T10:21:30.000Z", 2), ("?compromised=true", 1),
        ("?ids=1,2,99", 2), ("?device=1111&text=first&page=1&pageSize=2", 3),
    ])
    func `A filter leaves what it says`(query: String, count: Int) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await Self.total(query, console) == count)
        }
    }

    @Test(arguments: [
        "?devise=1", "?device=a%20b", "?bundleId=%20", "?group=%20", "?from=yesterday", "?ids=", "?ids=1,x",
        "?compromised=maybe", "?page=-1",
    ])
    func `A filter that cannot be is refused with the reason`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/beacons\(query)")
            #expect(response.status == .badRequest)
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
        }
    }

    @Test func `A row says where it came from, alone, in lists and below its device`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let page = try await console.adminJSON("/_mock/beacons?pageSize=1")
            let latest = try #require((page["items"] as? [[String: Any]])?.first)
            #expect(latest["device"] as? String == Self.other)
            #expect(latest["bundleId"] as? String == "com.example.everything")
            #expect(latest["user"] as? String == "demo")
            #expect(latest["group"] as? String == "demo")
            let id = try #require(latest["id"] as? Int)
            #expect(try await console.adminJSON("/_mock/beacons/\(id)")["id"] as? Int == id)
            #expect(try await console.adminJSON("/_mock/devices/2222/beacons")["total"] as? Int == 3)
            #expect(try await console.admin(.get, "/_mock/devices/9999/beacons").status == .notFound)
            #expect(try await console.admin(.get, "/_mock/beacons/999").status == .notFound)
        }
    }

    @Test func `A download has every row on a line of its own`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(Self.one)
            for number in 0..<450 { try await client.sendBeacon(client.beacon(transaction: "\(number)")) }
            let response = try await console.admin(.get, "/_mock/beacons/download?device=1111")
            let lines = response.text.split(separator: "\n")
            #expect(lines.count == 450)
            let ids = try lines.map {
                try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["id"] as? Int ?? 0
            }
            #expect(ids == Array((1...450).reversed()))
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"beacons.ndjson\"")
            #expect(try await console.admin(.get, "/_mock/beacons/download?ids=9999").text.isEmpty)
        }
    }

    @Test func `Rows are deleted selected, listed, one by one or all, and nothing by mistake`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await console.admin(.delete, "/_mock/beacons").status == .badRequest)
            #expect(try await console.admin(.delete, "/_mock/beacons?devise=1111").status == .badRequest)
            #expect(try await Self.total("", console) == 6)
            #expect(try await console.admin(.delete, "/_mock/beacons/1").status == .noContent)
            #expect(try await console.admin(.delete, "/_mock/beacons/1").status == .notFound)
            let selected = try await console.admin(.delete, "/_mock/beacons?ids=1,2")
            #expect(selected.deletedCount == 1)
            let listed = try await console.admin(.delete, "/_mock/beacons?device=1111")
            #expect(listed.deletedCount == 2)
            let all = try await console.admin(.delete, "/_mock/beacons?all=true")
            #expect(all.deletedCount == 2)
            #expect(try await Self.total("", console) == 0)
        }
    }

    @Test func `An administrator sees and deletes only what is below their group`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let headers = try await console.administrator(of: "appreview")
            let page = try await console.send(.get, "/_mock/beacons", headers: headers)
            #expect(try page.json()["total"] as? Int == 0)
            #expect(try await console.send(.get, "/_mock/beacons/1", headers: headers).status == .notFound)
            #expect(try await console.send(.delete, "/_mock/beacons/1", headers: headers).status == .notFound)
            let all = try await console.send(.delete, "/_mock/beacons?all=true", headers: headers)
            #expect(all.deletedCount == 0)
            #expect(try await Self.total("", console) == 6)
        }
    }

    @Test func `How many rows a whole subtree has is known as exactly as if they were counted`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            _ = try await console.admin(.delete, "/_mock/beacons?ids=1,2")
            let moved = try await console.admin(
                .patch, "/_mock/devices/2222", text: #"{"group":"appreview"}"#)
            #expect(moved.status.code < 300, "\(moved.text)")
            for group in ["demo", "appreview", "global"] {
                let headers = try await console.administrator(of: group, username: "of-\(group)")
                let known = try await console.send(.get, "/_mock/beacons", headers: headers).json()["total"] as? Int
                // A filter that everything passes makes it count.
                let counted =
                    try await console.send(
                        .get, "/_mock/beacons?from=2000-01-01T00:00:00Z", headers: headers
                    ).json()["total"] as? Int
                #expect(known == counted && known != nil, "\(group)")
            }
        }
    }

    @Test func `Rows of a group that has most of them are found in their order, those of another by their group`()
        async throws
    {
        try await withConsole { console in
            let first = try await console.signedInDevice(Self.one)
            for number in 0..<150 { try await first.sendBeacon(first.beacon(transaction: "\(number)")) }
            var reviewer = try console.device(Self.other, bundle: "com.example.everything")
            try await reviewer.logIn(username: "reviewer", password: "review", organizationGroup: "appreview")
            try await reviewer.sendBeacon(reviewer.beacon(transaction: "review"))
            for (group, isDense) in [("demo", true), ("appreview", false)] {
                let clause = try await console.parts.core.database.read { db in
                    let home = try #require(try OrganizationGroupStore.group(code: group, db))
                    return try RecordQuery(in: home.subtree).clause(db, inOrderOf: "beacon").sql
                }
                #expect(clause.contains("+record.groupId") == isDense, "\(group)")
            }
            let page = try await console.adminJSON("/_mock/beacons?group=demo&pageSize=2&page=1")
            #expect((page["items"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [148, 147])
            #expect(page["total"] as? Int == 150)
            #expect(try await Self.total("?group=appreview", console) == 1)
            // A group above the administrator's own means their own.
            let headers = try await console.administrator(of: "appreview")
            let above = try await console.send(.get, "/_mock/beacons?group=global", headers: headers)
            #expect(try above.json()["total"] as? Int == 1)
        }
    }
}
