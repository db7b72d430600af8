import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// The event log, read back (AdminAPI, "Event log").
struct EventHistoryTests {
    /// A console whose event log begins empty, with four events in two groups.
    private static func seed(_ console: TestConsole) async throws {
        try await console.execute("DELETE FROM eventLog")
        _ = try await console.signedInDevice("1111")
        console.clock.advance(seconds: 60)
        _ = try await console.change("1111", #"{"ownership":"EmployeeOwned"}"#)
        _ = try await console.admin(.patch, "/_mock/groups/appreview/settings", text: #"{"supportPhone":"110"}"#)
        _ = try await console.admin(.post, "/_mock/devices/1111/commands/unenroll")
    }

    @Test(arguments: [
        ("", 4), ("?action=device.updated", 1), ("?action=device.*", 3), ("?action=device", 0), ("?action=dev*", 0),
        ("?actor=1111", 1), ("?actorKind=administrator", 3), ("?ACTORKIND=device", 1), ("?subject=1111", 3),
        ("?subject=appreview", 1), ("?subjectKind=organizationGroup", 1), ("?group=demo", 3), ("?group=global", 4),
        ("?group=appreview", 1), ("?text=EMPLOYEE", 1), ("?text=%25", 0), ("?from=2026-03-05T10:21:30Z", 3),
        ("?to=2026-03-05T10:21:30Z", 1), ("?action=device.*&actorKind=administrator&pageSize=1", 2),
    ])
    func `A filter leaves what it says`(query: String, count: Int) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await console.adminJSON("/_mock/events\(query)")["total"] as? Int == count)
            if !query.contains("pageSize") {
                let lines = try await console.admin(.get, "/_mock/events/download\(query)").text
                #expect(lines.split(separator: "\n").count == count)
            }
        }
    }

    @Test(arguments: ["?device=1111", "?user=demo", "?from=today", "?ids=x", "?group=%20", "?page=x"])
    func `A filter that cannot be is refused with the reason`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/events\(query)")
            #expect(response.status == .badRequest)
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
        }
    }

    @Test func `An event says who, when, what, before and after`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let event = try #require(try await console.eventRows("action=device.updated").first)
            #expect(event["at"] as? String == console.clock.now.description)
            #expect(event["actorKind"] as? String == "administrator" && event["actor"] as? String == "admin.token")
            #expect(event["subjectKind"] as? String == "device" && event["subject"] as? String == "1111")
            #expect(event["group"] as? String == "demo")
            #expect(event["before"] as? [String: String] == ["ownership": "Undefined"])
            #expect(event["after"] as? [String: String] == ["ownership": "EmployeeOwned"])
            let latest = try await console.eventRows("pageSize=2").map { $0["action"] as? String }
            #expect(latest == ["device.unenrolled", "settings.updated"])
        }
    }

    @Test func `An action of another version is shown as it is`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            try await console.execute("UPDATE eventLog SET action = 'device.enchanted' WHERE action = 'device.updated'")
            let event = try #require(try await console.eventRows("action=device.enchanted").first)
            #expect(event["action"] as? String == "device.enchanted")
            #expect(event["after"] as? [String: String] == ["ownership": "EmployeeOwned"])
            let lines = try await console.admin(.get, "/_mock/events/download?action=device.*").text
            #expect(lines.contains("\"device.enchanted\""))
        }
    }

    @Test func `A long log is downloaded whole, the latest first`() async throws {
        try await withConsole { console in
            try await console.execute("DELETE FROM eventLog")
            for number in 0..<450 { _ = try await console.publishTerms("\(number)") }
            let response = try await console.admin(.get, "/_mock/events/download")
            let subjects = try response.text.split(separator: "\n").map { line in
                let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return Int(event?["subject"] as? String ?? "") ?? 0
            }
            #expect(subjects == Array((1...450).reversed()))
            #expect(response.headers[.contentType] == "application/x-ndjson")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"events.ndjson\"")
            #expect(try await console.admin(.get, "/_mock/events/download?page=1").status == .badRequest)
        }
    }

    @Test func `An administrator reads what happened in their own groups`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let headers = try await console.administrator(of: "appreview")
            let page = try await console.send(.get, "/_mock/events", headers: headers)
            #expect(try page.json()["total"] as? Int == 1)
            let lines = try await console.send(.get, "/_mock/events/download?group=global", headers: headers).text
            #expect(lines.split(separator: "\n").count == 1 && lines.contains("appreview"))
            #expect(try await console.send(.get, "/_mock/events").status == .unauthorized)
        }
    }
}
