package import GRDB

/// A feature's part in the deletion of an organization group: what keeps the group, and what goes with it.
///
/// The composition root lists the participants, so that nobody has to know the tables of another feature.
package struct GroupDeletionParticipant: Sendable {
    /// Says why a group stays, as the end of a sentence such as "The organization group Demo has devices."; nil for no
    /// reason.
    package typealias Obstacle = @Sendable (_ groupID: Int64, GRDB.Database) throws -> String?
    /// Deletes what is the group's own.
    package typealias Removal = @Sendable (_ groupID: Int64, GRDB.Database) throws -> Void

    fileprivate let findObstacle: Obstacle
    fileprivate let remove: Removal

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - obstacle: Says why a group stays.
    ///   - remove: Deletes what is the group's own; it may throw `SQLITE_CONSTRAINT` for what is used elsewhere.
    package init(
        obstacle: @escaping Obstacle = { _, _ in nil }, remove: @escaping Removal = { _, _ in }
    ) {
        findObstacle = obstacle
        self.remove = remove
    }

    /// Rows that keep a group, and rows that go with it.
    ///
    /// - Parameters:
    ///   - keeping: A table with a column `groupId` whose rows keep a group, and what a group is said to have then.
    ///   - tables: Tables with such a column whose rows go with a group, in this order.
    package init(keeping: (table: String, words: String)? = nil, removing tables: [String] = []) {
        self.init(
            obstacle: { groupID, db in
                guard let keeping else { return nil }
                let sql = "SELECT EXISTS (SELECT 1 FROM \(keeping.table) WHERE groupId = ?)"
                return try Bool.fetchOne(db, sql: sql, arguments: [groupID]) == true ? keeping.words : nil
            },
            remove: { groupID, db in
                for table in tables {
                    try db.execute(sql: "DELETE FROM \(table) WHERE groupId = ?", arguments: [groupID])
                }
            })
    }
}

extension [GroupDeletionParticipant] {
    /// Why a group stays: what the first participant with a reason says; nil if nothing keeps it.
    package func obstacle(to groupID: Int64, _ db: GRDB.Database) throws -> String? {
        for participant in self {
            if let obstacle = try participant.findObstacle(groupID, db) { return obstacle }
        }
        return nil
    }

    /// Deletes what is the group's own, one participant after the other.
    package func remove(from groupID: Int64, _ db: GRDB.Database) throws {
        for participant in self { try participant.remove(groupID, db) }
    }
}
