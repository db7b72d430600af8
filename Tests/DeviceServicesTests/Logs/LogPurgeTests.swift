import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Old logs are removed on request (AdminAPI, "Logs").
struct LogPurgeTests {
    private static let day: Int64 = 86_400

    /// Logs of 10, 20 … bytes, 20, 14, 10 and 1 days old in two groups.
    private static func seed(_ console: TestConsole) async throws {
        let demo = try await console.signedInDevice("1111")
        let review = try await console.reviewDevice("2222")
        for (days, count) in [(6, 10), (4, 20), (9, 30), (1, 40)] as [(Int64, Int)] {
            #expect(try await console.sendLog(of: count, from: demo).status == 200)
            #expect(try await console.sendLog(of: count * 10, from: review).status == 200)
            console.clock.advance(seconds: days * day)
        }
    }

    private static func purge(_ query: String, _ body: String? = nil, _ console: TestConsole) async throws -> [Int?] {
        let response = try await console.admin(.post, "/_mock/logs/purge\(query)", text: body)
        #expect(response.status == .ok, "\(response.text)")
        let result = try response.json()
        return [result["deleted"] as? Int, result["bytes"] as? Int]
    }

    @Test(
        arguments: [
            ("", nil, [2, 110]), ("?olderThanDays=13", nil, [4, 330]), ("?olderThanDays=0", nil, [8, 1100]),
            ("?olderThanDays=3650", nil, [0, 0]), ("?group=demo", nil, [1, 10]),
            ("?group=DEMO&olderThanDays=13", nil, [2, 30]),
            ("?group=global", nil, [2, 110]), ("", "{}", [2, 110]), ("", "{\"olderThanDays\":13}", [4, 330]),
            ("", "{\"olderThanDays\":\"13\",\"group\":\"appreview\"}", [2, 300]),
            ("?olderThanDays=3650", "{\"olderThanDays\":0}", [0, 0]), ("", "{\"group\":null}", [2, 110]),
        ] as [(String, String?, [Int])])
    func `Those that are older go, and are counted`(query: String, body: String?, expected: [Int]) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await Self.purge(query, body, console) == expected)
            #expect(try await console.logs().count == 8 - expected[0])
            #expect(try await console.countersAreRight())
            #expect(try await console.actions("logs.") == (expected[0] > 0 ? ["logs.purged"] : []))
        }
    }

    @Test func `Each group has its own age, and what is gone leaves no text`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            try await console.set("logPurgeDays", "5", of: "appreview")
            #expect(try await Self.purge("", nil, console) == [4, 610])
            #expect(try await console.rowCounts()["deviceLogPiece"] == 4)
            let event = try await console.parts.value(
                "SELECT actor || ' ' || subject || ' ' || before FROM eventLog WHERE action = 'logs.purged'",
                String.self)
            #expect(event == "admin.token global {\"byteCount\":\"610\",\"count\":\"4\"}")
            #expect(try await Self.purge("", nil, console) == [0, 0])
        }
    }

    @Test func `Logs whose group is gone go with those of the topmost group only`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            try await console.execute("UPDATE deviceLog SET groupId = NULL WHERE byteCount = 10")
            #expect(try await Self.purge("?group=demo", nil, console) == [0, 0])
            #expect(try await Self.purge("", nil, console) == [2, 110])
        }
    }

    @Test(
        arguments: [
            ("?olderThanDays=-1", nil, "0 to 3650"), ("?olderThanDays=3651", nil, "0 to 3650"),
            ("?olderThanDays=two", nil, "0 to 3650"), ("?olderThan=1", nil, "olderThan is no parameter"),
            ("", "[]", "cannot be read"), ("", "x", "cannot be read"), ("", "{\"olderThan\":1}", "not known"),
            ("", "{\"olderThanDays\":1.5}", "0 to 3650"), ("", "{\"olderThanDays\":true}", "0 to 3650"),
            ("", "{\"group\":7}", "must be a string"),
        ] as [(String, String?, String)])
    func `A purge that cannot be is refused and removes nothing`(query: String, body: String?, reason: String)
        async throws
    {
        try await withConsole { console in
            try await Self.seed(console)
            let response = try await console.admin(.post, "/_mock/logs/purge\(query)", text: body)
            #expect(response.status == .badRequest)
            #expect(response.text.contains(reason), "\(response.text)")
            #expect(try await console.admin(.post, "/_mock/logs/purge?group=nobody").status == .notFound)
            #expect(try await console.logs().count == 8)
        }
    }
}

/// Logs outlive what they came from.
struct LogSurvivalTests {
    @Test(arguments: [EnrollmentStatus.unenrolled, .enterpriseWipePending, .deviceWipePending])
    func `Logs survive a wipe and the end of an enrollment`(status: EnrollmentStatus) async throws {
        try await withConsole { console in
            var client = try await console.signedInDevice("1111")
            try await client.uploadLog("before")
            try await console.execute(
                """
                UPDATE device SET enrollmentStatus = \(status.rawValue);
                UPDATE credential SET revokedAt = 1, revokedReason = 'wiped';
                UPDATE accessToken SET revokedAt = 1, revokedReason = 'wiped';
                DELETE FROM installation
                """)
            #expect(try await console.sendLog(of: 1, from: client).status == 403)
            #expect(try await console.logs("?device=1111&bundleId=com.example.demo").count == 1)
            #expect(try await console.admin(.get, "/_mock/devices/1111/logs/1").text == "before")
            try await client.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            try await client.uploadLog("after")
            #expect(try await console.logs("?device=1111").count == 2)
        }
    }

    @Test func `A log whose device is deleted is unlinked and still readable`() async throws {
        try await withConsole { console in
            try await console.signedInDevice("1111").uploadLog("kept")
            try await console.execute("DELETE FROM device")
            let log = try #require(try await console.logs("?bundleId=com.example.demo").first)
            #expect(log["device"] == nil && log["group"] as? String == "demo")
            #expect(try await console.admin(.get, "/_mock/logs/1/text").text == "kept")
            #expect(try await console.admin(.get, "/_mock/devices/1111/logs").status == .notFound)
            #expect(try await console.countersAreRight())
        }
    }
}
