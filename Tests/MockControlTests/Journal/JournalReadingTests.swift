import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// The journal as administrators read and empty it.
struct JournalReadingTests {
    @Test func `Entries are listed with the latest first, a page at a time`() async throws {
        try await withConsole { console in
            for number in 1...5 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            let page = try await console.journalPage("?path=nowhere&pageSize=2&page=1")
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(
                items.map { $0["target"] as? String } == ["/deviceservices/nowhere/3", "/deviceservices/nowhere/2"])
            #expect(page["total"] as? Int == 5)
            #expect(page["page"] as? Int == 1 && page["pageSize"] as? Int == 2)
            #expect(items[0]["status"] as? Int == 404 && items[0]["method"] as? String == "GET")
            #expect((items[0]["refusal"] as? [String: Any])?["code"] as? String == "notFound")
            #expect(items[0]["request"] == nil && items[0]["response"] == nil)
        }
    }

    @Test func `Pages of everything are those of a filter that everything passes`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            for number in 1...5 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            func ids(_ query: String) async throws -> [Int] {
                try await console.journalItems("?pageSize=3&\(query)").compactMap { $0["id"] as? Int }
            }
            for page in 0...4 {
                let narrowed = try await ids("page=\(page)&kind=request")
                #expect(try await ids("page=\(page)") == narrowed, "\(page)")
            }
            let first = try await console.journalPage("")
            #expect(first["total"] as? Int == first["entries"] as? Int && first["total"] as? Int ?? 0 > 6)
            #expect(try await ids("page=1000") == [])
        }
    }

    @Test func `A device's requests are found by device, app, user and group`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            let expected = try await console.journalTargets("?path=/deviceservices/iOS/SettingsEndpoint.aspx")
            #expect(expected.count == 1)
            let id = device.device.value
            for query in [
                "device=\(id)", "bundleId=com.example.demo", "user=DEMO", "group=demo", "group=Demo", "group=8",
            ] {
                let found = try await console.journalTargets("?\(query)&method=GET")
                #expect(found.contains(expected[0]), "\(query)")
            }
            for query in [
                "device=ffff", "bundleId=com.example.other", "user=nobody", "group=appreview", "group=unknown",
            ] {
                #expect(try await console.journalTargets("?\(query)").isEmpty, "\(query)")
            }
            let listed = try #require(try await console.journalItems("?device=\(id)").first)
            #expect(listed["user"] as? String == "demo")
            #expect(listed["group"] as? String == "demo")
        }
    }

    @Test func `Each filter narrows what the others leave`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let marker = try #require(try await console.journalItems("").first?["id"] as? Int)
            console.clock.advance(seconds: 60)
            _ = try await device.fetchProfile()
            _ = try await console.send(.get, "/deviceservices/nowhere")
            #expect(try await console.journalTargets("?after=\(marker)").count == 2)
            #expect(try await console.journalTargets("?after=\(marker)&status=4xx") == ["/deviceservices/nowhere"])
            let now = "\(console.clock.now.zoneless)Z"
            #expect(try await console.journalTargets("?after=\(now)").count == 2)
            #expect(try await console.journalTargets("?before=\(now)&status=4xx").isEmpty)
            #expect(try await console.journalTargets("?text=PayloadContent&after=\(marker)").count <= 1)
            for bad in ["?status=no", "?form=x", "?after=never", "?page=x"] {
                try expectRefusal(try await console.admin(.get, "/_mock/journal\(bad)"), 400, number: 400)
            }
        }
    }

    @Test func `A matcher narrows what the others leave, and one that cannot be is refused`() async throws {
        try await withConsole { console in
            for text in [#"{"a":1}"#, #"{"a":2}"#] {
                _ = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws", headers: ["Content-Type": "application/json"],
                    text: text)
            }
            func targets(_ matcher: String, _ more: String = "") async throws -> [String] {
                let allowed = CharacterSet.alphanumerics
                let escaped = try #require(matcher.addingPercentEncoding(withAllowedCharacters: allowed))
                return try await console.journalTargets("?match=\(escaped)\(more)")
            }
            #expect(try await targets(#"{"method": "POST", "json": {"$.a": 2}}"#).count == 1)
            #expect(try await targets(#"{"method": "POST"}"#, "&path=authentication").count == 2)
            #expect(try await targets(#"{"method": "POST"}"#, "&status=500").isEmpty)
            for bad in ["%7B", "%7B%22metod%22%3A1%7D", "1"] {
                try expectRefusal(try await console.admin(.get, "/_mock/journal?match=\(bad)"), 400, number: 400)
            }
        }
    }

    @Test func `A body that was answered unread says so`() async throws {
        try await withConsole { console in
            _ = try await console.send(
                .post, "/deviceservices/AirWatchBeacon.svc/checkin", headers: ["Content-Length": "2"], text: "{}")
            let id = try #require(try await console.journalItems("?method=POST").first?["id"] as? Int)
            let request = try await console.adminJSON("/_mock/journal/\(id)")["request"] as? [String: Any]
            #expect(request?["unread"] as? Bool == true && request?["body"] == nil, "\(request ?? [:])")
        }
    }

    @Test func `One entry has heads and bodies of request and answer`() async throws {
        try await withConsole { console in
            _ = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws?a=b", headers: ["X-Test": "one"],
                body: Data([0xff, 0xfe, 0]))
            let id = try #require(
                try await console.journalItems("?path=/deviceservices/AuthenticationEndpoint.aws").first?["id"] as? Int)
            let entry = try await console.adminJSON("/_mock/journal/\(id)")
            let request = try #require(entry["request"] as? [String: Any])
            let headers = try #require(request["headers"] as? [[String: String]])
            #expect(headers.contains { $0["name"]?.lowercased() == "x-test" && $0["value"] == "one" })
            let sent = try #require(request["body"] as? [String: Any])
            #expect(sent["base64"] as? String == "//4A" && sent["text"] == nil)
            #expect(sent["bytes"] as? Int == 3 && sent["truncated"] as? Bool == false)
            let answered = try #require((entry["response"] as? [String: Any])?["body"] as? [String: Any])
            #expect((answered["text"] as? String)?.isEmpty == false)
            #expect(entry["requestId"] as? String != "")
            #expect((entry["url"] as? String)?.hasSuffix("/deviceservices/AuthenticationEndpoint.aws?a=b") == true)
        }
    }

    @Test func `A body that is longer than what is kept says so`() async throws {
        try await withConsole([\.journalBodyBytes: "10"]) { console in
            _ = try await console.send(.post, "/deviceservices/AuthenticationEndpoint.aws", text: "0123456789abcdef")
            let id = try #require(try await console.journalItems("?method=POST").first?["id"] as? Int)
            let entry = try await console.adminJSON("/_mock/journal/\(id)")
            let body = try #require((entry["request"] as? [String: Any])?["body"] as? [String: Any])
            #expect(body["bytes"] as? Int == 16)
            #expect(body["text"] as? String == "0123456789")
            #expect(body["truncated"] as? Bool == true)
        }
    }

    @Test func `What was evicted is counted, and answers it may have belonged to say so`() async throws {
        try await withConsole([\.journalEntries: "3"]) { console in
            for number in 1...3 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            #expect(try await console.journalPage("")["mayBeIncomplete"] as? Bool == false)
            for number in 4...5 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            let page = try await console.journalPage("?status=404")
            #expect(page["evicted"] as? Int == 2 && page["entries"] as? Int == 3)
            #expect(page["mayBeIncomplete"] as? Bool == true)
            #expect((page["notice"] as? String)?.contains("2 older entries") == true)
            #expect((page["limits"] as? [String: Int])?["entries"] == 3)
            let ids = try #require(page["items"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
            let later = try await console.journalPage("?after=\(ids[2])")
            #expect(later["mayBeIncomplete"] as? Bool == false && later["notice"] == nil)
            let gone = try await console.admin(.get, "/_mock/journal/\(ids[2] - 1)")
            try expectRefusal(gone, 404, number: 404, saying: "evicted")
        }
    }

    @Test func `Unknown entries are not found`() async throws {
        try await withConsole { console in
            for id in ["999999", "0", "-1", "x", "99999999999999999999"] {
                try expectRefusal(try await console.admin(.get, "/_mock/journal/\(id)"), 404, number: 404)
            }
        }
    }

    @Test func `An administrator sees and deletes entries of the own subtree only`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let own = try await console.administrator(of: "demo", username: "own")
            let other = try await console.administrator(of: "appreview", username: "other")
            let all = try await console.journalItems("?device=\(device.device.value)")
            #expect(try await console.journalItems("", headers: own).count == all.count)
            #expect(try await console.journalTargets("?path=nowhere", headers: own).isEmpty)
            #expect(try await console.journalItems("", headers: other).isEmpty)
            #expect(try await console.journalItems("?group=demo", headers: other).isEmpty)
            let id = try #require(all.first?["id"] as? Int)
            #expect(try await console.send(.get, "/_mock/journal/\(id)", headers: own).status == .ok)
            #expect(try await console.send(.get, "/_mock/journal/\(id)", headers: other).status == .notFound)
            let page = try await console.journalPage("", headers: other)
            #expect(page["entries"] as? Int == 0 && page["bytes"] as? Int == 0)
            let none = try await console.send(.delete, "/_mock/journal", headers: other)
            #expect(none.deletedCount == 0)
            let some = try await console.send(.delete, "/_mock/journal", headers: own)
            #expect(some.deletedCount == all.count)
            #expect(try await console.journalTargets("?group=demo").isEmpty)
            #expect(try await console.journalTargets("?path=nowhere") == ["/deviceservices/nowhere"])
            #expect(try await console.send(.get, "/_mock/journal").status == .unauthorized)
        }
    }

    @Test func `The journal is emptied whole or in part, and the event log says how much`() async throws {
        try await withConsole([\.journalEntries: "4"]) { console in
            for number in 1...6 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            let part = try await console.admin(.delete, "/_mock/journal?path=/deviceservices/nowhere/6")
            #expect(part.deletedCount == 1)
            #expect(try await console.journalPage("")["evicted"] as? Int == 2)
            let rest = try await console.admin(.delete, "/_mock/journal")
            #expect(rest.deletedCount == 3)
            let page = try await console.journalPage("")
            #expect(page["entries"] as? Int == 0 && page["evicted"] as? Int == 0)
            #expect(page["mayBeIncomplete"] as? Bool == false)
            let log = try await console.adminJSON("/_mock/events?action=journalEntry.deleted")
            let events = try #require(log["items"] as? [[String: Any]])
            #expect(events.map { ($0["before"] as? [String: String])?["count"] } == ["3", "1"])
            _ = try await console.admin(.delete, "/_mock/journal")
            #expect(try await console.adminJSON("/_mock/events?action=journalEntry.deleted")["total"] as? Int == 2)
            try expectRefusal(try await console.admin(.delete, "/_mock/journal?statsu=404"), 400, number: 400)
        }
    }

    @Test func `Whoever only reads reads the journal and does not empty it`() async throws {
        try await withConsole { console in
            let reader = try await console.api(.readOnly)
            #expect(try await reader.mock(.get, "journal").status == .ok)
            #expect(try await reader.mock(.delete, "journal").status == .forbidden)
        }
    }

    @Test func `A journal that is switched off says so`() async throws {
        try await withConsole([\.journalEnabled: "false"]) { console in
            let page = try await console.journalPage("")
            #expect(page["isOn"] as? Bool == false)
            #expect((page["notice"] as? String)?.contains("journal.enabled") == true)
        }
    }

    @Test func `What is found among more entries than one task looks at stays in order`() async throws {
        try await withConsole([\.journalEntries: "50000"]) { console in
            let memory = try console.journal
            _ = memory.remove { _ in true }
            for number in 1...20_000 {
                memory.add { id in
                    JournalWorld.entry(id, .get, number % 100 == 0 ? "/rare/\(number)" : "/x", byteCount: 1)
                }
            }
            let page = try await console.journalPage("?path=/rare/**&pageSize=500")
            #expect(page["total"] as? Int == 200)
            let targets = (page["items"] as? [[String: Any]] ?? []).compactMap { $0["target"] as? String }
            #expect(targets == stride(from: 20_000, through: 100, by: -100).map { "/rare/\($0)" })
            // No more is kept of each part than a page needs.
            for (page, size) in [(0, 1), (3, 50), (1, 150), (4, 50)] {
                let leaf = try await console.journalPage("?path=/rare/**&pageSize=\(size)&page=\(page)")
                #expect(leaf["total"] as? Int == 200)
                let some = (leaf["items"] as? [[String: Any]] ?? []).compactMap { $0["target"] as? String }
                #expect(some == Array(targets.dropFirst(page * size).prefix(size)), "\(page), \(size)")
            }
        }
    }
}
