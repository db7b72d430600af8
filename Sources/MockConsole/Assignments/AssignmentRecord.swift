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
    /// The rule with its settings; nil for one without any.
    var ruleId: Int64?

    /// The assignments of an application, the winning one first.
    static func ordered(of applicationID: Int64, _ db: GRDB.Database) throws -> [AssignmentRecord] {
        try SQLRequest<AssignmentRecord>(
            sql: "SELECT * FROM applicationAssignment WHERE applicationId = ? ORDER BY priority, id",
            arguments: [applicationID], cached: true
        ).fetchAll(db)
    }

    /// Replaces the assignments of an application by ones without rules.
    static func replaceAll(of applicationID: Int64, with assignments: [AssignmentRecord], in transaction: Transaction)
        throws
    {
        try filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(transaction.db)
        try AssignmentRuleRecord.filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(transaction.db)
        for var assignment in assignments {
            assignment.applicationId = applicationID
            try assignment.insert(transaction.db)
        }
        transaction.changesConfiguration()
    }
}

/// A rule by which an application is given to smart groups, as it was written.
struct AssignmentRuleRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "assignmentRule"

    var id: Int64?
    var applicationId: Int64
    var priority: Int64
    /// JSON.
    var document: String
}

/// A smart group whose devices never get an application.
struct ExclusionRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "applicationExclusion"

    var applicationId: Int64
    var smartGroupId: Int64
    /// Where it stands among the others.
    var position: Int64

    /// Ids of the smart groups an application is kept from, in order.
    static func smartGroups(of applicationID: Int64, _ db: GRDB.Database) throws -> [Int64] {
        try SQLRequest<Int64>(
            sql: "SELECT smartGroupId FROM applicationExclusion WHERE applicationId = ? ORDER BY position",
            arguments: [applicationID], cached: true
        ).fetchAll(db)
    }

    /// Replaces the smart groups an application is kept from.
    static func replaceAll(of applicationID: Int64, with smartGroups: [Int64], in transaction: Transaction) throws {
        try filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(transaction.db)
        for (position, id) in smartGroups.enumerated() {
            try ExclusionRecord(applicationId: applicationID, smartGroupId: id, position: Int64(position))
                .insert(transaction.db)
        }
        transaction.changesConfiguration()
    }
}
