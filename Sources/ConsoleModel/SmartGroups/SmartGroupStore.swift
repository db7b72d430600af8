package import ConsolePlatform
package import GRDB

/// Smart groups with their criteria and members.
package enum SmartGroupStore {
    package static func smartGroup(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> SmartGroupRecord?
    {
        try SmartGroupRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    /// Gives a new customer group the smart groups that clients expect: all devices, and those the customer owns.
    ///
    /// - Parameters:
    ///   - group: The group; smart groups of these names that exist already stay as they are.
    ///   - random: Where uuids come from.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Throws: What the database throws.
    package static func seedDefaults(
        of group: OrganizationGroupRecord, random: RandomSource, at now: Timestamp, in transaction: Transaction
    ) throws {
        let owned = SmartGroupCriterionRecord(
            kind: .ownership, text: DeviceOwnership.corporateDedicated.rawValue)
        for (name, criteria) in [("All Devices", []), ("All Corporate Dedicated Devices", [owned])] {
            let groupID = try group.storedID()
            guard try smartGroup(named: name, inExactly: groupID, transaction.db) == nil else { continue }
            var record = SmartGroupRecord(
                uuid: random.uuid(), groupId: groupID, name: name, criteriaType: "All", createdAt: now,
                updatedAt: now)
            try record.insert(transaction.db)
            try replace(criteria: criteria, members: [], of: try record.storedID(), in: transaction)
        }
    }

    package static func criteria(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [SmartGroupCriterionRecord] {
        try SmartGroupCriterionRecord
            .filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).order(sql: "id").fetchAll(db)
    }

    package static func members(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [SmartGroupMemberRecord] {
        try SmartGroupMemberRecord
            .filter(sql: "smartGroupId = ?", arguments: [smartGroupID]).order(sql: "id").fetchAll(db)
    }

    /// Replaces the criteria, and the members added or excluded by hand.
    package static func replace(
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
