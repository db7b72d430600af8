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

/// Snapshots of everything (Snapshots).
struct SnapshotTests {
    @Test func `A restore brings everything back as it was`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.keepRecords(of: device)
            try await console.addTag("kept")
            let before = try await console.contents()
            try await console.take("before")
            try await console.addTag("lost")
            try await device.unenroll()
            try await console.set("logPurgeDays", "5", of: "demo")
            try await console.restore("before")
            #expect(try await console.tags() == ["kept"])
            // But for the notes about the snapshot itself.
            let after = try await console.contents()
            let changed = Set(after.keys.filter { after[$0] != before[$0] })
            #expect(changed.isSubset(of: ["eventLog", "boundedTable", "boundedShare"]), "\(changed)")
            // The credential is in force again.
            try await device.sendBeacon(device.beacon())
            let last = try await console.parts.value(
                "SELECT action || ' ' || subject FROM eventLog WHERE action LIKE 'snapshot.%' ORDER BY id DESC LIMIT 1",
                String.self)
            #expect(last == "snapshot.restored before")
        }
    }

    @Test func `A snapshot can be restored again and again, and a later one beside it`() async throws {
        try await withConsole { console in
            try await console.addTag("one")
            try await console.take("first")
            try await console.addTag("two")
            try await console.take("second")
            for _ in 0..<3 {
                try await console.addTag("three")
                try await console.restore("first")
                #expect(try await console.tags() == ["one"])
                try await console.restore("SECOND")
                #expect(try await console.tags() == ["one", "two"])
            }
        }
    }

    @Test func `Snapshots are listed, shown, replaced and deleted by name`() async throws {
        try await withConsole { console in
            #expect(try await console.take("b").status == .created)
            #expect(try await console.take("A.1-x_y", .put).status == .created)
            let taken = try await console.admin(.post, "/_mock/snapshots/B")
            #expect(taken.status == .conflict && taken.text.contains("PUT takes its place"))
            try await console.addTag("kept")
            #expect(try await console.take("b", .put).status == .ok)
            let list = try await console.adminJSON("/_mock/snapshots")
            let items = try #require(list["items"] as? [[String: Any]])
            #expect(items.map { $0["name"] as? String } == ["A.1-x_y", "b"] && list["total"] as? Int == 2)
            #expect(items.allSatisfy { $0["bytes"] as? Int ?? 0 > 100_000 && $0["files"] as? Int == 0 })
            #expect(try await console.adminJSON("/_mock/snapshots/B")["name"] as? String == "b")
            try await console.addTag("lost")
            try await console.restore("b")
            #expect(try await console.tags() == ["kept"])
            #expect(try await console.admin(.delete, "/_mock/snapshots/b").status == .noContent)
            for (method, path) in [(HTTPRequest.Method.get, "b"), (.delete, "b"), (.post, "b/restore")] {
                #expect(try await console.admin(method, "/_mock/snapshots/\(path)").status == .notFound)
            }
        }
    }

    @Test(arguments: ["%2e%2e", ".hidden", "-a", "a%2fb", "a%20b", "%C3%A4", "a%00", String(repeating: "a", count: 65)])
    func `What is no name is refused`(name: String) async throws {
        try await withConsole { console in
            for (method, path) in [(HTTPRequest.Method.post, name), (.put, name), (.delete, name), (.get, name)] {
                let answer = try await console.admin(method, "/_mock/snapshots/\(path)")
                #expect([.badRequest, .notFound].contains(answer.status), "\(method) \(path): \(answer.status)")
            }
            #expect(try await console.adminJSON("/_mock/snapshots")["total"] as? Int == 0)
        }
    }

    @Test func `Their number and their bytes are bounded`() async throws {
        try await withConsole([\.snapshotsCount: "1"]) { console in
            try await console.take("one")
            let second = try await console.admin(.post, "/_mock/snapshots/two")
            #expect(second.status == .conflict && second.text.contains("snapshots.count"), "\(second.text)")
            try await console.take("one", .put)
        }
        try await withConsole([\.snapshotsBytes: "1000"]) { console in
            let first = try await console.admin(.post, "/_mock/snapshots/one")
            #expect(first.status == .conflict && first.text.contains("snapshots.bytes"), "\(first.text)")
            #expect(try await console.adminJSON("/_mock/snapshots")["total"] as? Int == 0)
        }
    }

    @Test func `They take an administrator of the topmost group who may write`() async throws {
        try await withConsole { console in
            try await console.take("before")
            let local = try await console.administrator(of: "demo")
            let reader = try await console.administrator(of: "Global", username: "reader", role: "Read Only")
            for (method, path) in [
                (HTTPRequest.Method.post, "/_mock/snapshots/x"), (.put, "/_mock/snapshots/before"),
                (.delete, "/_mock/snapshots/before"), (.post, "/_mock/snapshots/before/restore"),
                (.post, "/_mock/reset"),
            ] {
                for headers in [local, reader] {
                    #expect(try await console.send(method, path, headers: headers).status == .forbidden, "\(path)")
                }
            }
            #expect(try await console.send(.get, "/_mock/snapshots", headers: local).status == .forbidden)
            #expect(try await console.send(.get, "/_mock/snapshots", headers: reader).status == .ok)
        }
    }

    @Test func `Ids never repeat, and are given to nothing else afterwards`() async throws {
        try await withConsole { console in
            try await console.take("before")
            let lost = try await console.addTag("lost")
            let device = try await console.signedInDevice()
            let deviceID = try await console.identity(of: device).deviceID
            try await console.restore("before")
            #expect(try await console.addTag("new") > lost)
            _ = try await console.signedInDevice()
            #expect(try await console.identity(of: device).deviceID > deviceID)
        }
    }

    @Test func `Accounts of administrators stay as they are`() async throws {
        try await withConsole { console in
            let kept = try await console.administrator(of: "demo", username: "early")
            _ = try await console.administrator(of: "demo", username: "gone")
            try await console.take("before")
            let late = try await console.administrator(of: "demo", username: "late")
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "DELETE FROM administrator WHERE username = 'gone'")
                transaction.changesConfiguration()
            }
            try await console.importEnvironment("version: 2\norganizationGroups: [{path: global/new, name: New}]")
            let lost = try await console.administrator(of: "new", username: "lost")
            for _ in 0..<2 {
                try await console.restore("before")
                for headers in [kept, late] {
                    #expect(try await console.send(.get, "/_mock/clocks", headers: headers).status == .ok)
                }
                for headers in [TestConsole.basic("gone", "secret"), lost] {
                    #expect(try await console.send(.get, "/_mock/clocks", headers: headers).status == .unauthorized)
                }
                #expect(try await console.api.call(.get, "system/info").status == .ok)
                #expect(try await console.requestToken(console.clientForm).status == .ok)
            }
        }
    }

    @Test func `The journal is emptied unless it is to stay, and its ids go on`() async throws {
        try await withConsole { console in
            try await console.take("before")
            _ = try await console.api.call(.get, "system/info")
            let first = try #require(try await console.journalItems("").first?["id"] as? Int)
            try await console.restore("before", #"{"keepJournal": true}"#)
            #expect(try await console.journalItems("").count == 1)
            try await console.restore("before")
            #expect(try await console.journalItems("").isEmpty)
            _ = try await console.api.call(.get, "system/info")
            #expect(try #require(try await console.journalItems("").first?["id"] as? Int) > first)
            let kept = try await console.admin(.post, "/_mock/reset?keepJournal=true")
            #expect(try kept.json()["keepsJournal"] as? Bool == true)
            #expect(try await console.journalItems("").count == 1)
        }
    }

    @Test func `Clocks come back with a snapshot, and a reset has none`() async throws {
        try await withConsole { console in
            _ = try await console.clock(.put, "demo", #"{"frozen": "2031-01-01T00:00:00Z"}"#)
            try await console.take("frozen")
            _ = try await console.clock(.delete, "demo")
            try await console.restore("frozen")
            #expect(try await console.now(in: "demo") == "2031-01-01T00:00:00.000Z")
            try await console.reset()
            #expect(try await console.now(in: "demo") == TestClock.start.description)
        }
    }

    @Test func `Uploaded files are there again`() async throws {
        try await withConsole { console in
            func upload(_ name: String) async throws -> Int {
                let path = "mam/blobs/uploadblob?fileName=\(name).ipa&organizationGroupId=\(try await console.homeID())"
                let answer = try await console.api.call(
                    .post, path, "bytes of \(name)", headers: ["Content-Type": "application/octet-stream"])
                return try #require(try answer.json()["Value"] as? Int, "\(answer.text)")
            }
            let first = try await upload("first")
            try await console.take("before")
            #expect(try await console.adminJSON("/_mock/snapshots/before")["files"] as? Int == 1)
            let second = try await upload("second")
            #expect(try await console.api.call(.delete, "mam/blobs/\(first)").status.code < 300)
            try await console.restore("before")
            let download = try await console.api.call(.get, "mam/blobs/downloadblob/\(first)")
            #expect(download.status == .ok && download.text == "bytes of first", "\(download.text)")
            #expect(try await console.api.call(.get, "mam/blobs/downloadblob/\(second)").status == .notFound)
        }
    }

    @Test func `What a killed process leaves behind is removed, and a complete snapshot is kept`() async throws {
        try await withConsole { console in
            try await console.take("kept")
            let snapshots = console.parts.control.snapshots
            let root = snapshots.store.root
            let manager = FileManager.default
            for name in [".new-1", ".old-2", "half"] {
                try manager.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
                try Data("x".utf8).write(to: URL(filePath: "\(root)/\(name)/database.sqlite"))
            }
            // Complete, but not yet in its place.
            try manager.moveItem(atPath: "\(root)/kept", toPath: "\(root)/.new-3")
            let store = SnapshotStore(
                in: snapshots.place.folder, rules: snapshots.place.rules, snapshots.store.surroundings)
            #expect(await store.all.map(\.name) == ["kept"])
            let left = try manager.contentsOfDirectory(atPath: root).filter { $0 != ".baseline" }
            #expect(left == ["kept"])
        }
    }

    @Test func `A snapshot whose file is damaged is refused, and nothing changes`() async throws {
        try await withConsole { console in
            try await console.take("bad")
            let path = "\(console.parts.control.snapshots.store.root)/bad/database.sqlite"
            let size = try #require(SnapshotFolder.bytes(of: path))
            try Data(repeating: 7, count: Int(size)).write(to: URL(filePath: path))
            try await console.addTag("stays")
            let answer = try await console.admin(.post, "/_mock/snapshots/bad/restore")
            #expect(answer.status == .conflict && answer.text.contains("cannot be restored"), "\(answer.text)")
            #expect(try await console.tags() == ["stays"])
        }
    }
}
