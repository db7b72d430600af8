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
        try insert(members, of: smartGroupID, db)
        transaction.changesConfiguration()
    }

    /// Adds members by one statement: thousands of them keep everybody else from writing, and each statement of a unit
    /// takes longer than the one before.
    private static func insert(
        _ members: [SmartGroupMemberRecord], of smartGroupID: Int64, _ db: GRDB.Database
    ) throws {
        guard !members.isEmpty else { return }
        let rows = members.map { member in
            let ids = [member.deviceId, member.userId, member.userGroupId].map { $0.map(String.init) ?? "null" }
            return "[\"\(member.mode.rawValue)\",\(ids.joined(separator: ","))]"
        }
        try db.execute(
            sql: """
                INSERT INTO smartGroupMember (smartGroupId, mode, deviceId, userId, userGroupId)
                SELECT ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
                    json_extract(value, '$[3]')
                FROM json_each(?) ORDER BY key
                """, arguments: [smartGroupID, "[\(rows.joined(separator: ","))]"])
    }
}
