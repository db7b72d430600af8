import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The remembered members of smart groups follow every change (Architecture, "Membership").
struct SmartGroupCensusTests {
    /// Something that moves members, as a statement of a random device, user, group or smart group.
    private static let changes: [String] = [
        "UPDATE device SET groupId = (SELECT id FROM organizationGroup ORDER BY RANDOM() LIMIT 1) WHERE id = ?",
        "UPDATE device SET userId = (SELECT id FROM enrollmentUser WHERE id = abs(random()) % 3) WHERE id = ?",
        "UPDATE device SET model = 'iPad', platform = 'Apple' WHERE id = ?",
        "UPDATE device SET osVersion = '17.3.1', osVersionNumber = 17003001000 WHERE id = ?",
        "UPDATE device SET managedBy = abs(random()) % 4, ownership = 'EmployeeOwned' WHERE id = ?",
        "UPDATE device SET enrollmentStatus = 4 + abs(random()) % 2 WHERE id = ?",
        "DELETE FROM device WHERE id = ?",
        "INSERT OR IGNORE INTO deviceTag (deviceId, tagId) SELECT device.id, tag.id FROM device, tag WHERE device.id = ?",
        "DELETE FROM deviceTag WHERE deviceId = ?",
        "DELETE FROM userGroupMember WHERE userId = ? % 3",
        "INSERT OR IGNORE INTO userGroupMember (userGroupId, userId) SELECT 1 + ? % 2, id FROM enrollmentUser",
        "DELETE FROM smartGroupCriterion WHERE id = ?",
        "UPDATE smartGroup SET criteriaType = 'All' WHERE id = ? % 12",
        "INSERT INTO smartGroupCriterion (smartGroupId, kind, text) SELECT id, 'model', 'iPad' FROM smartGroup WHERE id = ? % 12",
        "INSERT OR IGNORE INTO smartGroupMember (smartGroupId, mode, deviceId) SELECT 3, 'exclude', id FROM device WHERE id = ?",
        "DELETE FROM smartGroupMember WHERE smartGroupId = ? % 12",
        "UPDATE organizationGroup SET path = '/7/x/' || id || '/' WHERE code = 'd' AND ? > 0",
        "DELETE FROM tag WHERE id = ? % 9",
        "DELETE FROM enrollmentUser WHERE id = ? - 38",
    ]

    private static func write(_ parts: ConsoleParts, _ sql: String, _ arguments: StatementArguments = []) async throws {
        try await parts.core.database.write { try $0.db.execute(sql: sql, arguments: arguments) }
    }

    /// What the census says of every smart group, and what counting anew says.
    private static func expectAgreement(_ parts: ConsoleParts, _ comment: String) async throws {
        try await parts.core.database.read { db in
            let ids = try Int64.fetchAll(db, sql: "SELECT id FROM smartGroup")
            let census = try parts.model.census.members(of: ids, db)
            for id in ids {
                let anew = try SmartGroupMembership.members(of: id, db)
                #expect(census[id]?.sorted == anew, "\(id): \(comment)")
            }
        }
    }

    @Test(arguments: 1...6) func `Whatever changes, the census follows at once`(seed: UInt64) async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: seed)
            try await SmartGroupPopulation.populate(parts, &generator)
            for round in 0..<60 {
                if Int.random(in: 0..<6, using: &generator) == 0 {
                    try await parts.core.database.add(
                        try await SmartGroupPopulation.device(100 + round, parts, &generator))
                }
                let change = Self.changes.randomElement(using: &generator) ?? ""
                try await Self.write(parts, change, [Int.random(in: 1...40, using: &generator)])
                if Bool.random(using: &generator) { try await Self.expectAgreement(parts, change) }
            }
            try await Self.expectAgreement(parts, "at the end")
        }
    }

    @Test func `Every change is told apart from the rest`() async throws {
        for change in Self.changes {
            try await withParts { parts in
                var generator = SeededGenerator(seed: 5)
                try await SmartGroupPopulation.populate(parts, &generator)
                try await Self.expectAgreement(parts, "before")
                for id in [1, 2, 7, 11, 25, 40] { try await Self.write(parts, change, [id]) }
                try await Self.expectAgreement(parts, change)
            }
        }
    }

    @Test func `More changes than are kept are no matter`() async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: 9)
            try await SmartGroupPopulation.populate(parts, &generator)
            try await Self.expectAgreement(parts, "before")
            for round in 0..<3 {
                try await Self.write(
                    parts,
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                    INSERT INTO membershipChange (deviceId) SELECT 1000 + i FROM n
                    """)
                try await Self.write(parts, "UPDATE device SET enrollmentStatus = 8 WHERE id % 5 = ?", [round])
                try await Self.expectAgreement(parts, "after many")
            }
            let kept = try await parts.count("membershipChange")
            #expect(kept <= 4096 + 256)
        }
    }

    @Test func `Seeing a device again notes nothing`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let before = try await console.parts.count("membershipChange")
            try await device.sendBeacon(device.beacon())
            _ = try await console.signedInDevice()
            let after = try await console.parts.count("membershipChange")
            #expect(after == before)
        }
    }

    @Test func `What a transaction sees is not remembered if it fails`() async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: 2)
            try await SmartGroupPopulation.populate(parts, &generator)
            try await Self.expectAgreement(parts, "before")
            await #expect(throws: ConsoleError.self) {
                try await parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 8")
                    let members = try parts.model.census.members(of: Array(1...12), transaction.db)
                    let isEmpty = members.values.allSatisfy { $0.isEmpty }
                    #expect(isEmpty)
                    throw ConsoleError(.conflict, "no")
                }
            }
            try await Self.expectAgreement(parts, "after a refused change")
            try await Self.write(parts, "UPDATE device SET enrollmentStatus = 8 WHERE id % 2 = 0")
            try await Self.expectAgreement(parts, "after another change with the same number")
        }
    }

    @Test func `A database that is another one is counted anew`() async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: 3)
            try await SmartGroupPopulation.populate(parts, &generator)
            try await Self.expectAgreement(parts, "before")
            // As a restored copy does it: rows differ, the numbers of changes do not.
            try await parts.core.database.write { transaction in
                let last = try Int64.fetchOne(transaction.db, sql: "SELECT MAX(id) FROM membershipChange")
                try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 8 WHERE id % 2 = 0")
                try transaction.db.execute(sql: "DELETE FROM membershipChange WHERE id > ?", arguments: [last])
            }
            parts.core.database.invalidate()
            try await Self.expectAgreement(parts, "after it was replaced")
        }
    }

    @Test func `A smart group that is deleted has no members`() async throws {
        try await SmartGroupMembershipTests.withWorld("") { parts, device, smartGroup in
            try await parts.core.database.read { db in
                let members = try parts.model.census.members(of: [smartGroup], db)
                #expect(members[smartGroup]?.sorted == [device])
            }
            try await Self.write(parts, "DELETE FROM smartGroup")
            try await parts.core.database.read { db in
                let members = try parts.model.census.members(of: [smartGroup], db)
                #expect(members.isEmpty)
            }
        }
    }

    @Test func `Devices of several smart groups count once, without those of others`() async throws {
        try await SmartGroupMembershipTests.withWorld("") { parts, _, smartGroup in
            try await parts.importYAML(
                """
                version: 1
                organizationGroups:
                  - path: a
                    smartGroups: [{name: t}, {name: none, criteria: {tags: [blue]}}]

                """, .skip)
            try await parts.core.database.add(try .test("second", groupID: 7))
            try await parts.core.database.read { db in
                let ids = try Int64.fetchAll(db, sql: "SELECT id FROM smartGroup ORDER BY id")
                let counts = [
                    try parts.model.census.count(ofAny: ids, db),
                    try parts.model.census.count(ofAny: [ids[0], 99], db),
                    try parts.model.census.count(ofAny: [ids[0]], excluding: [ids[2]], db),
                    try parts.model.census.count(ofAny: ids, excluding: [ids[1]], db),
                    try parts.model.census.count(ofAny: [], db),
                    try parts.model.census.count(of: smartGroup, db),
                ]
                #expect(counts == [2, 2, 2, 0, 0, 2])
            }
        }
    }
}

/// Sets of device ids.
struct DeviceSetTests {
    @Test(arguments: 1...20) func `A set of devices is a set`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let largest: Int64 = seed.isMultiple(of: 3) ? .max : 20_000
        var (plain, set) = (Set<Int64>(), DeviceSet())
        var (otherPlain, other) = (Set<Int64>(), DeviceSet())
        for _ in 0..<500 {
            let id = Int64.random(in: 0...largest, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let gone = plain.randomElement(using: &generator) ?? id
                plain.remove(gone)
                set.remove(gone)
            case 1:
                otherPlain.insert(id)
                other.insert(id)
            default:
                plain.insert(id)
                set.insert(id)
            }
            #expect(set.contains(id) == plain.contains(id))
        }
        #expect(set.sorted == plain.sorted())
        #expect(set.count == plain.count)
        for id in plain.prefix(100) {
            otherPlain.insert(id)
            other.insert(id)
        }
        var (union, rest) = (set, set)
        union.formUnion(other)
        rest.subtract(other)
        #expect(union.sorted == plain.union(otherPlain).sorted())
        #expect(rest.sorted == plain.subtracting(otherPlain).sorted())
        var common = set
        common.formIntersection(other)
        #expect(common.sorted == plain.intersection(otherPlain).sorted())
        for id in plain { set.remove(id) }
        #expect(set.isEmpty && set == DeviceSet())
    }
}

/// The way from the schema before.
struct SmartGroupMigrationTests {
    @Test func `Criteria and members of an older database are kept`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/old.sqlite"
            let all = Migration.embedded()
            let old = all.filter { $0.name < "V0014" }
            let options = ConsoleDatabase.Options(synchronous: .off, check: .full)
            let before = try ConsoleDatabase.open(
                at: path, options: options, migrations: old, logger: Surroundings.test().logger)
            try await before.pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO organizationGroup (id, uuid, path, code, name, type, createdAt)
                            VALUES (7, 'g', '/7/', 'global', 'Global', 'Global', 0);
                        INSERT INTO enrollmentUser (id, uuid, groupId, username, createdAt) VALUES (1, 'u', 7, 'u', 0);
                        INSERT INTO smartGroup (id, uuid, groupId, name, createdAt, updatedAt) VALUES (1, 's', 7, 's', 0, 0);
                        INSERT INTO smartGroupCriterion (smartGroupId, kind, text, operator, number)
                            VALUES (1, 'osVersion', '17', '>=', 17000000000);
                        INSERT INTO smartGroupCriterion (smartGroupId, kind, groupId) VALUES (1, 'organizationGroup', 7);
                        INSERT INTO smartGroupMember (smartGroupId, mode, userId) VALUES (1, 'add', 1), (1, 'add', 1);
                        """)
            }
            try before.pool.close()
            let now = try ConsoleDatabase.open(
                at: path, options: options, migrations: all, logger: Surroundings.test().logger)
            let (criteria, members) = try await now.read { db in
                (try SmartGroupStore.criteria(of: 1, db), try SmartGroupStore.members(of: 1, db))
            }
            #expect(criteria.map(\.kind) == [.osVersion, .organizationGroup])
            #expect(criteria.map(\.number) == [17_000_000_000, nil])
            #expect(members.map(\.userId) == [1])
            try now.pool.close()
        }
    }
}
