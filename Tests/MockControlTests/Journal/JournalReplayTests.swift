import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Requests sent once more.
struct JournalReplayTests {
    private func latest(_ console: TestConsole, _ query: String = "") async throws -> Int {
        try #require(try await console.journalItems("?pageSize=1\(query)").first?["id"] as? Int)
    }

    @Test func `A request is sent again with its secrets, and gets an entry of its own`() async throws {
        try await withConsole { console in
            _ = try await console.logIn(try console.login())
            let id = try await latest(console)
            let replay = try await console.admin(.post, "/_mock/journal/\(id)/replay")
            #expect(replay.status == .ok, "\(replay.text)")
            let body = try replay.json()
            #expect(body["status"] as? Int == 200 && body["statusBefore"] as? Int == 200)
            #expect(body["id"] as? Int == id)
            let new = try #require(body["entry"] as? Int)
            let entry = try await console.adminJSON("/_mock/journal/\(new)")
            #expect(entry["replayOf"] as? Int == id)
            let answer = try #require((entry["response"] as? [String: Any])?["body"] as? [String: Any])
            #expect((answer["text"] as? String)?.contains(#""StatusCode":"AUTH-0""#) == true, "\(answer)")
            let sent = try #require((entry["request"] as? [String: Any])?["body"] as? [String: Any])
            #expect((sent["text"] as? String)?.contains(#""[redacted]""#) == true)
            #expect(!replay.text.contains("demo"))
            let events = try await console.adminJSON("/_mock/events?action=journalEntry.replayed")
            let event = try #require((events["items"] as? [[String: Any]])?.first)
            #expect(events["total"] as? Int == 1 && event["subject"] as? String == "\(id)", "\(event)")
        }
    }

    @Test func `Credentials of a device and of an administrator hold when they are sent again`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            let fetch = try await latest(console)
            _ = try await console.api.call(.get, "system/info")
            let info = try await latest(console)
            for id in [fetch, info] {
                let replay = try await console.admin(.post, "/_mock/journal/\(id)/replay").json()
                #expect(replay["status"] as? Int == 200, "\(replay)")
            }
        }
    }

    @Test func `A request of another administrator is for those who could give them a password`() async throws {
        try await withConsole { console in
            let boss = try await console.api(.consoleAdministrator, of: "demo")
            let (peer, minor) = (
                try await console.api(.consoleAdministrator, of: "demo", username: "peer"),
                try await console.api(.apiOnly, of: "demo")
            )
            _ = try await boss.call(.get, "system/info")
            let theirs = try await latest(console)
            #expect(try await peer.mock(.post, "journal/\(theirs)/replay").status == .ok)
            let refused = try await minor.mock(.post, "journal/\(theirs)/replay")
            #expect(refused.status == .forbidden, "\(refused.text)")
            let range = #"{"from":\#(theirs),"to":\#(theirs)}"#
            let skipped = try await minor.mock(.post, "journal/replay", range)
            let body = try skipped.json()
            #expect(body["sent"] as? Int == 0 && body["skipped"] as? Int == 1, "\(body)")
            _ = try await minor.call(.get, "system/info")
            let own = try await latest(console)
            #expect(try await minor.mock(.post, "journal/\(own)/replay").status == .ok)
            // One that a fault has answered is theirs as well, though nobody has checked the password.
            let fault = try await minor.mock(
                .post, "faults", #"{"match": {"path": "/api/**"}, "action": {"status": 503}}"#)
            #expect(fault.status == .created, "\(fault.text)")
            #expect(try await boss.call(.get, "system/info").status == .serviceUnavailable)
            let unanswered = try await latest(console)
            #expect(try await minor.mock(.delete, "faults").status == .noContent)
            #expect(try await minor.mock(.post, "journal/\(unanswered)/replay").status == .forbidden)
            #expect(try await peer.mock(.post, "journal/\(unanswered)/replay").status == .ok)
            // The root's own requests belong to the root, but for those within the group of a key.
            let key = try #require(
                try await console.api.mock(.post, "api-keys", #"{"name": "theirs", "group": "demo"}"#).json()["key"]
                    as? String)
            let credentials = console.console.credentials
            let root = APICaller(
                console: console, username: credentials.adminUser, password: credentials.adminPassword, tenantCode: key)
            _ = try await root.call(.get, "system/info")
            let above = try await latest(console)
            let foreign = try await boss.mock(.post, "journal/\(above)/replay")
            #expect([403, 404].contains(foreign.status.code), "\(foreign.text)")
        }
    }

    @Test func `A range is sent again in its order, narrowed by filters`() async throws {
        try await withConsole { console in
            for number in 1...4 { _ = try await console.send(.get, "/deviceservices/nowhere/\(number)") }
            let last = try await latest(console)
            let range = #"{"from":\#(last - 3),"to":"\#(last)"}"#
            let replay = try await console.admin(
                .post, "/_mock/journal/replay?path=/deviceservices/nowhere/*", text: range)
            let body = try replay.json()
            #expect(body["sent"] as? Int == 4 && body["skipped"] as? Int == 0)
            let items = try #require(body["items"] as? [[String: Any]])
            #expect(items.map { $0["id"] as? Int } == (last - 3...last).map(Optional.some))
            let targets = try await console.journalTargets("?after=\(last)")
            #expect(targets == (1...4).reversed().map { "/deviceservices/nowhere/\($0)" })
            let one = try await console.admin(
                .post, "/_mock/journal/replay?path=/deviceservices/nowhere/2", text: range)
            #expect(try one.json()["sent"] as? Int == 1)
            for bad in ["", "{}", #"{"from":1}"#, #"{"from":"x","to":2}"#] {
                try expectRefusal(try await console.admin(.post, "/_mock/journal/replay", text: bad), 400, number: 400)
            }
        }
    }

    @Test func `What the journal does not have all of is refused with the reason`() async throws {
        try await withConsole([\.journalBodyBytes: "40"]) { console in
            _ = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws", text: String(repeating: "a", count: 41))
            let cut = try await latest(console)
            try expectRefusal(
                try await console.admin(.post, "/_mock/journal/\(cut)/replay"), 409, number: 409, saying: "40 of 41")
            _ = try await console.api.call(.get, "system/info")
            let memory = try console.journal
            let entry = try #require(memory.entry(Int64(try await latest(console))))
            // As it comes out of the file.
            let read = try JournalEntryCoding.decode(JournalEntryCoding.encode(entry), id: entry.id)
            memory.remove { $0.id == entry.id }
            memory.restore([read], evictions: [:])
            let lost = try await console.admin(.post, "/_mock/journal/\(entry.id)/replay")
            try expectRefusal(lost, 409, number: 409, saying: "secrets")
            let range = #"{"from":\#(cut),"to":\#(entry.id)}"#
            let replay = try await console.admin(.post, "/_mock/journal/replay", text: range).json()
            #expect(replay["sent"] as? Int == 0 && replay["skipped"] as? Int == 2, "\(replay)")
        }
    }

    @Test func `A connection without a request is neither sent again nor a command nor in an archive`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let request = try await latest(console)
            let book = try console.parts.feature(JournalFeature.self).connections
            book.note(
                BrokenConnection(.unreadable, advice: "Speak HTTP.", address: "127.0.0.1", scheme: "http", status: 400))
            let id = try await latest(console)
            #expect(id > request)
            let answers = [
                try await console.admin(.post, "/_mock/journal/\(id)/replay"),
                try await console.admin(.get, "/_mock/journal/\(id)/curl"),
            ]
            for answer in answers { try expectRefusal(answer, 409, number: 409, saying: "no request") }
            let range = #"{"from":\#(request),"to":\#(id)}"#
            let replay = try await console.admin(.post, "/_mock/journal/replay", text: range).json()
            #expect(replay["sent"] as? Int == 1 && replay["skipped"] as? Int == 0, "\(replay)")
            let archive = try await console.admin(.get, "/_mock/journal.har").json()
            let entries = try #require((archive["log"] as? [String: Any])?["entries"] as? [[String: Any]])
            #expect(!entries.isEmpty && entries.allSatisfy { $0["_id"] as? Int != id })
            for entry in entries {
                let url = (entry["request"] as? [String: Any])?["url"] as? String ?? ""
                #expect(url.hasPrefix("http://localhost/") && URL(string: url)?.host() != nil, "\(url)")
            }
        }
    }

    @Test func `Who sends requests again needs to see them, and to be allowed to write`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let id = try await latest(console)
            let other = try await console.administrator(of: "appreview")
            for method in ["curl", "replay"] {
                let answer = try await console.send(
                    method == "curl" ? .get : .post, "/_mock/journal/\(id)/\(method)", headers: other)
                #expect(answer.status == .notFound)
            }
            let reader = try await console.api(.readOnly)
            #expect(try await reader.mock(.post, "journal/\(id)/replay").status == .forbidden)
            #expect(try await reader.mock(.get, "journal/\(id)/curl").status == .ok)
        }
    }
}
