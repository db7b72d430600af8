import GRDB

/// Smart groups and what they consist of.
enum SmartGroupStore {
    static func smartGroup(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> SmartGroupRecord?
    {
        try SmartGroupRecord.filter(sql: "groupId = ? AND name = ?", arguments: [groupID, name]).fetchOne(db)
    }

    static func criteria(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [SmartGroupCriterionRecord] {
        try SmartGroupCriterionRecord
            .filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).order(sql: "id").fetchAll(db)
    }

    static func members(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [SmartGroupMemberRecord] {
        try SmartGroupMemberRecord
            .filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).order(sql: "id").fetchAll(db)
    }

    /// Replaces the criteria and the members by hand.
    static func replace(
        criteria: [SmartGroupCriterionRecord], members: [SmartGroupMemberRecord], of smartGroupID: Int64,
        in transaction: Transaction
    ) throws {
        let db = transaction.db
        try SmartGroupCriterionRecord.filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).deleteAll(db)
        try SmartGroupMemberRecord.filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).deleteAll(db)
        for var criterion in criteria {
            criterion.smartGroupId = smartGroupID
            try criterion.insert(db)
        }
        for var member in members {
            member.smartGroupId = smartGroupID
            try member.insert(db)
        }
        transaction.changesConfiguration()
    }
}
