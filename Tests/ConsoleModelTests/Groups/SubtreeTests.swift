import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Which groups lie in a subtree, in Swift and in SQL.
struct SubtreeTests {
    /// Groups by id, with the one each lies in; some ids begin as others do.
    private static let tree: [(id: Int64, parent: Int64?)] = [(7, nil), (8, 7), (9, 8), (90, 8), (80, 7), (81, 80)]

    private static func plant(in transaction: Transaction) throws {
        var known: [Int64: OrganizationGroupRecord] = [:]
        for (id, parent) in tree {
            let record = OrganizationGroupRecord(
                id: id, uuid: "u\(id)", parentId: parent, code: "g\(id)", name: "g\(id)",
                type: parent == nil ? "Global" : "Container", country: "", locale: "en-US",
                createdAt: Timestamp(milliseconds: 1))
            known[id] = try OrganizationGroupStore.insert(record, below: parent.flatMap { known[$0] }, in: transaction)
        }
    }

    /// Ids of the groups of a subtree, found in each of the ways there are.
    private static func found(in subtree: Subtree, _ db: GRDB.Database) throws -> [Set<Int64>] {
        let groups = "SELECT id FROM organizationGroup WHERE"
        let range = "\(groups) \(Subtree.range("path", in: "?1"))"
        return [
            Set(try OrganizationGroupRecord.fetchAll(db).filter { subtree.contains($0) }.compactMap(\.id)),
            Set(try subtree.records.fetchAll(db).compactMap(\.id)),
            try Int64.fetchSet(
                db, sql: "\(groups) \(Subtree.condition("path", in: ":top"))", arguments: ["top": subtree]),
            try Int64.fetchSet(db, sql: range, arguments: [subtree]),
            try Int64.fetchSet(db, sql: Subtree.groups(in: "?1"), arguments: [subtree]),
            try Int64.fetchSet(db, sql: Subtree.groupsInBounds, arguments: subtree.bounds),
            try SQLRequest<Int64>(literal: "\(subtree.groups)").fetchSet(db),
            try SQLRequest<Int64>(literal: "\(sql: groups) \(subtree.condition("path"))").fetchSet(db),
        ]
    }

    @Test(
        arguments: [
            (7, [7, 8, 9, 80, 81, 90]), (8, [8, 9, 90]), (9, [9]), (90, [90]), (80, [80, 81]), (81, [81]),
        ] as [(Int64, Set<Int64>)])
    func `A subtree holds its top and what lies below, however it is asked`(id: Int64, groups: Set<Int64>) async throws
    {
        try await withDatabase { database in
            try await database.write { try Self.plant(in: $0) }
            let found = try await database.read { db in
                try Self.found(in: try OrganizationGroupStore.group(id: id, db).subtree, db)
            }
            for ids in found { #expect(ids == groups) }
        }
    }

    @Test func `Nothing lies in the subtree of an unknown group`() async throws {
        try await withDatabase { database in
            try await database.write { try Self.plant(in: $0) }
            let found = try await database.read { db in
                try Self.found(in: try OrganizationGroupStore.subtree(ofSearched: .id(99), db), db)
            }
            for ids in found { #expect(ids.isEmpty) }
            #expect(!Subtree.nowhere.isWhole)
        }
    }

    @Test(arguments: [(7, [7]), (8, [7, 8]), (90, [7, 8, 90]), (81, [7, 80, 81])] as [(Int64, [Int64])])
    func `What lies above is known as well`(id: Int64, way: [Int64]) async throws {
        try await withDatabase { database in
            try await database.write { try Self.plant(in: $0) }
            let subtree = try await database.read { db in try OrganizationGroupStore.group(id: id, db).subtree }
            let above = try await database.read { db in
                try SQLRequest<Int64>(
                    literal: "SELECT id FROM organizationGroup WHERE \(subtree.condition(in: "path"))"
                ).fetchSet(db)
            }
            let depth = try await database.read { db in
                let sql = "SELECT \(Subtree.depth(of: "path")) FROM organizationGroup WHERE id = ?"
                return try Int.fetchOne(db, sql: sql, arguments: [id])
            }
            #expect(above == Set(way) && subtree.ancestorsAndSelf == way)
            // One more slash than there are groups.
            #expect(subtree.depth == way.count && depth == way.count + 1)
            #expect(subtree.isWhole == (id == 7) && (subtree == .whole) == (id == 7))
        }
    }

    @Test func `Subtrees overlap if one lies in the other`() async throws {
        try await withDatabase { database in
            try await database.write { try Self.plant(in: $0) }
            try await database.read { db in
                let subtrees = try OrganizationGroupRecord.fetchAll(db).map(\.subtree)
                for (one, other) in subtrees.flatMap({ one in subtrees.map { (one, $0) } }) {
                    let overlap = try Bool.fetchOne(
                        db, sql: "SELECT \(Subtree.overlap("?1", "?2"))", arguments: [one, other])
                    let (way, otherWay) = (one.ancestorsAndSelf, other.ancestorsAndSelf)
                    #expect(one.overlaps(other) == (way.starts(with: otherWay) || otherWay.starts(with: way)))
                    #expect(overlap == one.overlaps(other))
                }
            }
        }
    }

    private static func plan(
        _ sql: String, _ arguments: StatementArguments, _ database: ConsoleDatabase
    ) async throws -> String {
        try await database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
                .map { $0["detail"] as String }.joined(separator: "\n")
        }
    }

    @Test func `Groups are found by their index, conditions leave it alone`() async throws {
        try await withDatabase { database in
            let bounded = try await Self.plan(Subtree.groupsInBounds, Subtree.whole.bounds, database)
            let named = try await Self.plan(Subtree.groups(in: "?1"), [Subtree.whole], database)
            #expect(bounded.contains("(path>? AND path<?)") && bounded == named)
            let devices = """
                SELECT device.id FROM device JOIN organizationGroup home ON home.id = device.groupId
                WHERE \(Subtree.condition("home.path", in: "?1")) ORDER BY device.id
                """
            let tested = try await Self.plan(devices, [Subtree.whole], database)
            #expect(!tested.contains("path>"))
        }
    }
}
