import GRDB

/// An application given to the devices of a smart group.
struct AssignmentRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "applicationAssignment"

    var id: Int64?
    var applicationId: Int64
    var smartGroupId: Int64
    /// Of several that match, the lowest number wins, then the lowest id.
    var priority: Int64
    var createdAt: Timestamp

    /// The assignments of an application, the winning one first.
    static func ordered(of applicationID: Int64, _ db: GRDB.Database) throws -> [AssignmentRecord] {
        try filter(sql: "applicationId = ?", arguments: [applicationID]).order(sql: "priority, id").fetchAll(db)
    }

    /// Replaces the assignments of an application.
    static func replaceAll(of applicationID: Int64, with assignments: [AssignmentRecord], in transaction: Transaction)
        throws
    {
        try filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(transaction.db)
        for var assignment in assignments {
            assignment.applicationId = applicationID
            try assignment.insert(transaction.db)
        }
        transaction.changesConfiguration()
    }
}
