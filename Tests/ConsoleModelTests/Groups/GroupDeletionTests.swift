import GRDB
import Testing

@testable import ConsoleModel

/// What keeps an organization group from being deleted, and what goes with it.
struct GroupDeletionTests {
    private static func withTables(_ body: (GRDB.Database) throws -> Void) throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE shelf (groupId INTEGER);
                    CREATE TABLE book (groupId INTEGER);
                    CREATE TABLE page (groupId INTEGER, bookId INTEGER);
                    INSERT INTO shelf VALUES (1), (2);
                    INSERT INTO book VALUES (1), (3);
                    INSERT INTO page VALUES (1, 1), (3, 2);
                    """)
            try body(db)
        }
    }

    @Test func `The first participant with a reason keeps the group`() throws {
        try Self.withTables { db in
            let participants = [
                GroupDeletionParticipant(removing: ["page"]),
                GroupDeletionParticipant(keeping: ("shelf", "shelves")),
                GroupDeletionParticipant(obstacle: { id, _ in id < 4 ? "a low number" : nil }),
            ]
            let obstacles = try [1, 3, 4].map { try participants.obstacle(to: $0, db) }
            #expect(obstacles == ["shelves", "a low number", nil])
        }
    }

    @Test func `What is of the group goes, in the order of the participants, and nothing else`() throws {
        try Self.withTables { db in
            let participants = [
                GroupDeletionParticipant(keeping: ("shelf", "shelves"), removing: ["page", "book"]),
                GroupDeletionParticipant(remove: { id, db in
                    let books = try Int.fetchOne(
                        db, sql: "SELECT COUNT(*) FROM book WHERE groupId = ?", arguments: [id])
                    #expect(books == 0)
                }),
            ]
            try participants.remove(from: 1, db)
            let counts = try ["shelf", "book", "page"].map { table in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)")
            }
            #expect(counts == [2, 1, 1])
        }
    }
}
