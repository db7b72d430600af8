import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Several versions of one app: in environment files, and in databases of before there were any.
struct ApplicationVersionTests {
    private static func file(_ apps: String) -> String {
        """
        version: 1
        organizationGroups:
          - path: a
            smartGroups: [{name: one}, {name: two}]
            applications: [\(apps)]
        """
    }

    private static func app(_ version: String, more: String = "") -> String {
        "{bundleId: x.y, version: '\(version)', assignments: [{smartGroup: one}]\(more)}"
    }

    private static func versions(_ parts: ConsoleParts) async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(db, sql: "SELECT version FROM application ORDER BY id")
        }
    }

    @Test func `A file with several versions of an app is imported, exported and imported again`() async throws {
        try await withParts { parts in
            let file = Self.file(
                "\(Self.app("1.0", more: ", status: Retired")), \(Self.app("2.0", more: ", status: Inactive, exclusions: [two]"))"
            )
            try await parts.importYAML(file)
            #expect(try await Self.versions(parts) == ["1.0", "2.0"])
            #expect(try await parts.count("applicationExclusion") == 1)
            let text = try await parts.features.environment.exporter.exportText()
            #expect(text.contains("exclusions:") && text.contains("status: Inactive"))
            let again = try await parts.importYAML(text, .fail)
            #expect(again.created == 0 && again.updated == 0)
            try await withParts { other in
                try await other.importYAML(text)
                #expect(try await other.features.environment.exporter.exportText() == text)
            }
        }
    }

    @Test func `A file with one version changes the only one there is, and adds to several`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file(Self.app("1.0")))
            try await parts.importYAML(Self.file(Self.app("1.1")))
            #expect(try await Self.versions(parts) == ["1.1"])
            try await parts.importYAML(Self.file("\(Self.app("1.1")), \(Self.app("2.0"))"))
            try await parts.importYAML(Self.file(Self.app("3.0")))
            #expect(try await Self.versions(parts) == ["1.1", "2.0", "3.0"])
        }
    }

    @Test func `A version that stands twice, and a smart group both given and kept out, are refused`() async throws {
        try await withParts { parts in
            for (apps, reason) in [
                ("\(Self.app("1.0")), \(Self.app("1.0"))", "x.y 1.0 stands here twice"),
                (Self.app("1.0", more: ", exclusions: [one]"), "to one it excludes"),
                (Self.app("1.0", more: ", exclusions: [two, two]"), "stands here twice"),
                (Self.app("1.0", more: ", exclusions: [three]"), "no smart group three"),
            ] {
                let error = try await #require(throws: ConsoleError.self) {
                    try await parts.importYAML(Self.file(apps))
                }
                #expect(error.details.contains { $0.contains(reason) }, "\(error.details)")
            }
            #expect(try await Self.versions(parts).isEmpty)
        }
    }

    @Test func `Versions are in order by their numbers, whatever else they hold`() {
        func record(_ version: String, _ id: Int64) -> ApplicationRecord {
            ApplicationRecord(
                id: id, uuid: "", groupId: 7, bundleId: "x.y", name: "x", type: "Internal", platform: "Apple",
                version: version, status: "Active", profileMode: .none, profileId: nil, createdAt: TestClock.start)
        }
        let texts = ["1.9", "", "1.10", "abc", "2.0-beta", "1.9.0", "10"]
        let sorted = texts.enumerated().map { record($0.element, Int64($0.offset)) }.sorted { $0.isEarlier(than: $1) }
        #expect(sorted.map(\.version) == ["", "abc", "1.9", "1.9.0", "1.10", "2.0-beta", "10"])
    }

    @Test func `A database of before is taken over: ids, assignments, installations, and ids that are used up`() throws
    {
        let queue = try DatabaseQueue()
        let all = Migration.embedded()
        let place = try #require(all.firstIndex { $0.name == "V0011_applications" })
        let before = Migration.migrator(for: Array(all[..<place]))
        try before.migrate(queue)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO organizationGroup (id, uuid, path, code, name, type, createdAt)
                        VALUES (7, 'g', '/7/', 'g', 'G', 'Global', 0);
                    INSERT INTO application (id, uuid, groupId, bundleId, name, type, createdAt)
                        VALUES (3, 'a', 7, 'x.y', 'A', 'Internal', 0), (9, 'b', 7, 'x.z', 'B', 'Internal', 0);
                    INSERT INTO smartGroup (id, uuid, groupId, name, createdAt, updatedAt) VALUES (1, 's', 7, 'S', 0, 0);
                    INSERT INTO applicationAssignment (applicationId, smartGroupId, createdAt) VALUES (3, 1, 0);
                    INSERT INTO device (id, uuid, identifier, groupId, enrollmentStatus, lastSeenAt, createdAt)
                        VALUES (1, 'd', 'd', 7, 4, 0, 0);
                    INSERT INTO installation (deviceId, bundleId, applicationId, lastSeenAt, createdAt)
                        VALUES (1, 'x.y', 3, 0, 0);
                    DELETE FROM application WHERE id = 9;
                    """)
        }
        try Migration.migrator(for: all).migrate(queue)
        try queue.write { db in
            #expect(try Int.fetchOne(db, sql: "SELECT applicationId FROM applicationAssignment") == 3)
            #expect(try Int.fetchOne(db, sql: "SELECT applicationId FROM installation") == 3)
            try db.execute(
                sql: """
                    INSERT INTO application (uuid, groupId, bundleId, name, type, version, createdAt)
                        VALUES ('c', 7, 'X.Y', 'A', 'Internal', '2', 0)
                    """)
            #expect(db.lastInsertedRowID == 10)
            #expect(throws: DatabaseError.self) {
                try db.execute(
                    sql: """
                        INSERT INTO application (uuid, groupId, bundleId, name, type, version, createdAt)
                            VALUES ('d', 7, 'x.y', 'A', 'Internal', '2', 0)
                        """)
            }
            try db.execute(sql: "DELETE FROM application WHERE id = 3")
            #expect(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM applicationAssignment") == 0)
            #expect(try Int.fetchOne(db, sql: "SELECT applicationId FROM installation") == nil)
        }
    }
}
