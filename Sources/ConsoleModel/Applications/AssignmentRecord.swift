package import ConsolePlatform
package import GRDB

/// An application given to the devices of a smart group.
package struct AssignmentRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "applicationAssignment"

    package var id: Int64?
    package var applicationId: Int64
    package var smartGroupId: Int64
    /// If several match, the lowest number wins, then the lowest id.
    package var priority: Int64
    package var createdAt: Timestamp
    /// Id of the rule with its settings; nil if the assignment has none.
    package var ruleId: Int64?

    /// Made of its parts.
    package init(
        id: Int64? = nil, applicationId: Int64, smartGroupId: Int64, priority: Int64, createdAt: Timestamp,
        ruleId: Int64? = nil
    ) {
        self.id = id
        self.applicationId = applicationId
        self.smartGroupId = smartGroupId
        self.priority = priority
        self.createdAt = createdAt
        self.ruleId = ruleId
    }

    /// The assignments of an application, the winning one first.
    package static func ordered(of applicationID: Int64, _ db: GRDB.Database) throws -> [AssignmentRecord] {
        try SQLRequest<AssignmentRecord>(
            sql: "SELECT * FROM applicationAssignment WHERE applicationId = ? ORDER BY priority, id",
            arguments: [applicationID], cached: true
        ).fetchAll(db)
    }

    /// Replaces the assignments of an application by ones without rules.
    package static func replaceAll(
        of applicationID: Int64, with assignments: [AssignmentRecord], in transaction: Transaction
    )
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

/// A rule that gives an application to smart groups, as it was written.
package struct AssignmentRuleRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "assignmentRule"

    package var id: Int64?
    package var applicationId: Int64
    var priority: Int64
    /// JSON.
    package var document: String

    /// Made of its parts.
    package init(id: Int64? = nil, applicationId: Int64, priority: Int64, document: String) {
        self.id = id
        self.applicationId = applicationId
        self.priority = priority
        self.document = document
    }
}

/// A smart group whose devices never get an application.
package struct ExclusionRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "applicationExclusion"

    package var applicationId: Int64
    package var smartGroupId: Int64
    /// Its place among the others.
    var position: Int64

    /// Ids of the smart groups that an application is not given to, in order.
    package static func smartGroups(of applicationID: Int64, _ db: GRDB.Database) throws -> [Int64] {
        try SQLRequest<Int64>(
            sql: "SELECT smartGroupId FROM applicationExclusion WHERE applicationId = ? ORDER BY position",
            arguments: [applicationID], cached: true
        ).fetchAll(db)
    }

    /// Replaces the smart groups that an application is not given to.
    package static func replaceAll(of applicationID: Int64, with smartGroups: [Int64], in transaction: Transaction)
        throws
    {
        try filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(transaction.db)
        for (position, id) in smartGroups.enumerated() {
            try ExclusionRecord(applicationId: applicationID, smartGroupId: id, position: Int64(position))
                .insert(transaction.db)
        }
        transaction.changesConfiguration()
    }
}
