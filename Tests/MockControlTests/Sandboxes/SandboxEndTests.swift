import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// How sandboxes end, and begin anew (Sandboxes).
struct SandboxEndTests {
    /// Every row of every table that is not a counter, as text.
    private func everything(_ console: TestConsole) async throws -> [String: Set<String>] {
        try await console.parts.core.database.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                        AND name NOT IN ('sqlite_sequence', 'membershipChange', 'grdb_migrations')
                    """)
            var found: [String: Set<String>] = [:]
            for table in tables {
                found[table] = Set(try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0)" })
            }
            return found
        }
    }

    private func files(_ console: TestConsole) -> Set<String> {
        let folder = URL(filePath: console.parts.core.database.pool.path).deletingLastPathComponent().path()
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Set(all.filter { !$0.contains("sqlite") })
    }

    /// Leaves as many traces as there are ways to leave some.
    private func use(_ sandbox: MadeSandbox, _ console: TestConsole) async throws {
        let device = try await console.device(in: sandbox)
        try await console.keepRecords(of: device)
        let caller = APICaller(
            console: console, username: sandbox.adminUser, password: try #require(sandbox.adminPassword),
            tenantCode: try #require(sandbox.tenantCode))
        let group = try #require(sandbox.ids.group)
        let lab = try await caller.call(
            .post, "system/groups/\(group)", #"{"Name": "Lab", "GroupId": "lab-\#(sandbox.id)"}"#)
        #expect(lab.status.code < 300, "\(lab.text)")
        let tag = try await caller.call(
            .post, "mdm/tags/addtag", #"{"TagName": "t", "LocationGroupId": "\#(group)", "TagType": 1}"#)
        #expect(tag.status.code < 300, "\(tag.text)")
        let blob = try await console.send(
            .post, "/api/mam/blobs/uploadblob?filename=a.bin&organizationgroupid=\(group)",
            headers: [
                "Authorization": "Basic \(Data("\(caller.username):\(caller.password)".utf8).base64EncodedString())",
                "aw-tenant-code": caller.tenantCode, "Content-Type": "application/octet-stream",
            ], body: Data("bytes".utf8))
        #expect(blob.status.code < 300, "\(blob.text)")
        let key = try await console.send(
            .post, "/_mock/api-keys", headers: sandbox.headers, text: #"{"name": "more"}"#)
        #expect(key.status.code < 300, "\(key.text)")
        #expect(try await caller.call(.get, "mdm/devices/search").status == .ok)
    }

    @Test func `Removing one leaves no row, no file, and no entry of the journal`() async throws {
        try await withConsole { console in
            // The tables of counters get their rows with the first use.
            let earlier = try await console.sandbox()
            try await use(earlier, console)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(earlier.id)").status == .noContent)
            let rows = try await everything(console)
            let names = files(console)
            let entries = try console.journal.entries().count
            let sandbox = try await console.sandbox()
            try await use(sandbox, console)
            #expect(files(console) != names)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
            for (table, after) in try await everything(console) {
                #expect(after == rows[table], "\(table): \(after.subtracting(rows[table] ?? []))")
            }
            #expect(files(console) == names)
            #expect(try console.journal.entries().count == entries)
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .notFound)
            let gone = try await console.send(.get, "/_mock/devices", headers: sandbox.headers)
            #expect(gone.status == .unauthorized)
        }
    }

    @Test func `A device of a removed sandbox is told to sign in`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let device = try await console.device(in: sandbox)
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)/user")
            let signed = try console.signed(request, as: device)
            #expect(try await console.send(signed).status == 200)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
            #expect(try await console.send(signed).status == 403)
        }
    }

    @Test func `A reset gives back what was made: the same credentials, other ids`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox(#"{"name": "Again", "password": "chosen"}"#)
            try await use(sandbox, console)
            let answer = try await console.admin(.post, "/_mock/sandboxes/\(sandbox.id)/reset")
            #expect(answer.status == .ok, "\(answer.text)")
            let again = try MadeSandbox(answer)
            #expect(again.id == sandbox.id && again.name == "Again" && again.devices == 0)
            #expect(again.adminToken == sandbox.adminToken && again.adminPassword == sandbox.adminPassword)
            #expect(again.tenantCode == sandbox.tenantCode && again.password == "chosen")
            #expect((again.ids.group ?? 0) > (sandbox.ids.group ?? 0))
            #expect((again.ids.profile ?? 0) > (sandbox.ids.profile ?? 0))
            let journal = try await console.send(.get, "/_mock/journal", headers: again.headers).json()
            #expect(journal["total"] as? Int == 0)
            _ = try await console.device(in: again)
            let own = try await console.send(.post, "/_mock/sandboxes/\(sandbox.id)/reset", headers: again.headers)
            #expect(own.status == .ok, "\(own.text)")
        }
    }

    @Test func `Its group is not deleted without it`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let group = try #require(sandbox.ids.group)
            try await console.parts.core.database.write { transaction in
                for table in ["enrollmentUser", "administrator"] {
                    try transaction.db.execute(sql: "DELETE FROM \(table) WHERE groupId = ?", arguments: [group])
                }
            }
            let root = try await console.api(.consoleAdministrator, of: "global")
            let answer = try await root.call(.delete, "system/groups/\(group)")
            try expectRefusal(answer, 400, number: 400, saying: "/_mock/sandboxes")
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .ok)
        }
    }

    @Test func `One that nobody uses is removed, and one whose time is over`() async throws {
        let clock = TestClock()
        try await withConsole([\.sandboxesIdle: "100"], clock: clock) { console in
            let feature = try console.parts.feature(SandboxFeature.self)
            let used = try await console.sandbox()
            let idle = try await console.sandbox()
            let short = try await console.sandbox(#"{"ttlSeconds": 30}"#)
            clock.advance(seconds: 60)
            // The service looks as well, and may have been first.
            _ = try await feature.store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(short.id)").status == .notFound)
            #expect(try await console.count("SELECT COUNT(*) FROM sandbox") == 2)
            _ = try await console.device(in: used)
            clock.advance(seconds: 60)
            _ = try await feature.store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(idle.id)").status == .notFound)
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(used.id)").status == .ok)
        }
    }

    @Test func `One that never ends is kept`() async throws {
        let clock = TestClock()
        try await withConsole([\.sandboxesIdle: "0"], clock: clock) { console in
            let feature = try console.parts.feature(SandboxFeature.self)
            let sandbox = try await console.sandbox()
            clock.advance(seconds: 10_000_000)
            #expect(try await feature.store.removeExpired().isEmpty)
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .ok)
        }
    }

    @Test func `Many at once, each with the same device: none fails, none crosses`() async throws {
        try await withConsole { console in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask { try await round(number, console) }
                }
                try await group.waitForAll()
            }
            #expect(try await console.count("SELECT COUNT(*) FROM sandbox") == 0)
            #expect(try await console.count("SELECT COUNT(*) FROM device") == 0)
        }
    }

    private func round(_ number: Int, _ console: TestConsole) async throws {
        let sandbox = try await console.sandbox(#"{"user": "user\#(number)"}"#)
        let device = try await console.device(in: sandbox)
        for _ in 0..<3 { try await device.sendBeacon(device.beacon()) }
        #expect(try await device.user().userName == "user\(number)")
        let beacons = try await console.send(.get, "/_mock/beacons", headers: sandbox.headers).json()
        #expect(beacons["total"] as? Int == 3)
        #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
    }
}
