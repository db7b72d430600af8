import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// From a request to the rows it changed, and back.
struct JournalChangesTests {
    /// The latest entry that a query finds, whole.
    private func entry(_ query: String, _ console: TestConsole) async throws -> [String: Any] {
        let id = try #require(try await console.journalItems(query).first?["id"] as? Int)
        return try await console.adminJSON("/_mock/journal/\(id)")
    }

    private func changes(_ query: String, _ console: TestConsole) async throws -> [[String: Any]] {
        try #require(try await entry(query, console)["changes"] as? [[String: Any]])
    }

    @Test func `A login lists the device, the app and the credential it made`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let rows = try await changes("?path=/deviceservices/AuthenticationEndpoint.aws", console)
            let device = try #require(rows.first { $0["table"] as? String == "devices" })
            #expect(device["kind"] as? String == "insert" && device["before"] == nil)
            let after = try #require(device["after"] as? [String: Any])
            #expect(after["identifier"] as? String == "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c")
            #expect(rows.contains { $0["table"] as? String == "installations" })
            let credential = try #require(rows.first { $0["table"] as? String == "credentials" })
            #expect((credential["after"] as? [String: Any])?["sealedToken"] as? String == "[redacted]")
        }
    }

    @Test func `A beacon lists itself, and what it changed of the device`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            console.clock.advance(seconds: 60)
            try await device.sendBeacon(device.beacon())
            let rows = try await changes("?changed=beacons", console)
            #expect(rows.contains { $0["table"] as? String == "beacons" && $0["kind"] as? String == "insert" })
            let update = try #require(rows.first { $0["table"] as? String == "devices" })
            let before = try #require((update["before"] as? [String: Any])?["lastSeenAt"] as? Int64)
            let after = try #require((update["after"] as? [String: Any])?["lastSeenAt"] as? Int64)
            #expect(after - before == 60_000)
        }
    }

    @Test func `A device, its records and its commands lead to the requests that changed them`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let id = device.device.value
            let queued = try await console.admin(
                .post, "/_mock/devices/\(id)/commands",
                text: #"{"requestType": "RequestProfiles"}"#)
            #expect([200, 201, 202].contains(queued.status.code), "\(queued.text)")
            _ = try await device.idle()
            let shown = try await console.adminJSON("/_mock/devices/\(id)")
            let link = try #require(shown["journal"] as? String)
            #expect(link == "/_mock/journal?changed=devices/\(try #require(shown["id"] as? Int))")
            let paths = try await console.journalTargets(String(link.dropFirst("/_mock/journal".count)))
            #expect(paths.contains { $0.contains("AuthenticationEndpoint") })
            for list in ["beacons", "commands"] {
                let page = try await console.adminJSON("/_mock/\(list)")
                let row = try #require((page["items"] as? [[String: Any]])?.first)
                let target = try #require(row["journal"] as? String)
                #expect(target == "/_mock/journal?changed=\(list)/\(try #require(row["id"] as? Int))")
                let found = try await console.adminJSON(target)
                #expect(found["total"] as? Int == 1, "\(target)")
            }
        }
    }

    @Test func `Tables go by the names of paths, and by their own`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let all = try await console.journalItems("?changed=devices").count
            #expect(all > 0)
            #expect(try await console.journalItems("?changed=device").count == all)
            #expect(try await console.journalItems("?changed=devices/999999").isEmpty)
            #expect(try await console.journalItems("?changed=devices/x").isEmpty)
            #expect(try await console.journalItems("?changed=nothing").isEmpty)
            for bad in ["", "1/devices", "a.b", "%27"] where !bad.isEmpty {
                let response = try await console.admin(.get, "/_mock/journal?changed=\(bad)")
                try expectRefusal(response, 400, number: 400, saying: "devices/12")
            }
        }
    }

    @Test func `Requests that change nothing list nothing, and lists of entries neither`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.send(.get, "/deviceservices/nowhere")
            #expect(try await entry("?path=/deviceservices/nowhere", console)["changes"] == nil)
            #expect(try await console.journalItems("").allSatisfy { $0["changes"] == nil })
        }
    }

    @Test func `No password, hash or token of anybody is in any change`() async throws {
        try await withConsole([\.journalSecrets: "keep"]) { console in
            _ = try await console.signedInDevice()
            _ = try await console.api(.readOnly, of: "demo")
            _ = try await console.api.call(
                .post, "system/users/adduser",
                #"{"UserName": "eve", "Password": "tellnobody", "FirstName": "E", "LastName": "V", "#
                    + #""Email": "e@example.test", "SecurityType": 2, "Status": true}"#)
            var texts = ""
            for entry in try console.journal.entries() {
                for row in entry.changes.rows { texts += "\(row)\n" }
            }
            #expect(texts.contains("eve") && texts.contains("secret"))
            for secret in ["tellnobody", "scrypt", "$2"] { #expect(!texts.contains(secret), "\(secret)") }
        }
    }

    @Test func `Every list of records has a table that changes name so`() async throws {
        try await withConsole { console in
            let paths = Set(console.console.routes.all.values.map(\.path))
            let lists = paths.filter {
                paths.contains("\($0)/{id}") && paths.contains("/_mock/devices/{udid}/" + $0.dropFirst(7))
            }
            #expect(lists.count > 8)
            let tables = try await console.parts.core.database.read { db in
                try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            }
            for list in lists {
                let word = String(list.split(separator: "/").last ?? "")
                #expect(tables.contains(ChangedTable.table(word)), "\(list)")
            }
        }
    }
}
