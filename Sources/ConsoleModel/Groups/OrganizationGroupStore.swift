package import ConsolePlatform
import Foundation
package import GRDB

/// Organization groups and their settings.
package struct OrganizationGroupStore: Sendable {
    let database: ConsoleDatabase

    /// The group with an id.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func group(id: Int64) async throws -> OrganizationGroupRecord {
        try await database.read { db in try Self.group(id: id, db) }
    }

    /// The group with a code, letter case ignored; nil if there is none.
    package func group(code: String) async throws -> OrganizationGroupRecord? {
        try await database.read { db in try Self.group(code: code, db) }
    }

    /// The settings in force at a group.
    package func settings(of groupID: Int64) async throws -> GroupSettings {
        try await database.read { db in try Self.settings(of: try Self.group(id: groupID, db), db) }
    }
}

extension OrganizationGroupStore {
    package static func group(id: Int64, _ db: GRDB.Database) throws -> OrganizationGroupRecord {
        guard let group = try OrganizationGroupRecord.stored(id, db) else {
            throw ConsoleError(.notFound, "There is no organization group \(id).")
        }
        return group
    }

    package static func group(code: String, _ db: GRDB.Database) throws -> OrganizationGroupRecord? {
        try OrganizationGroupRecord.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM organizationGroup WHERE code = ?"), arguments: [code])
    }

    /// Every group from the root down to one, in that order.
    package static func ancestorsAndSelf(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> [OrganizationGroupRecord]
    {
        try group.ancestorsAndSelf.map { try Self.group(id: $0, db) }
    }

    /// The settings in force at a group: each from the nearest group, going up to the root, that overrides it.
    package static func settings(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> GroupSettings {
        try settings(of: [group], db).first ?? GroupSettings([])
    }

    /// The same for some groups, in their order.
    package static func settings(of groups: [OrganizationGroupRecord], _ db: GRDB.Database) throws -> [GroupSettings] {
        let rows = try SQLRequest<GroupSettingRecord>(
            literal: """
                SELECT * FROM organizationGroupSetting
                WHERE groupId IN (\(.ids(Set(groups.flatMap(\.ancestorsAndSelf)))))
                """, cached: true
        ).fetchAll(db)
        let all = try rows.compactMap { row in
            try GroupSetting(rawValue: row.key).map { setting in
                let value = try JSONDecoder().decode(SettingValue.self, from: Data(row.value.utf8))
                return EffectiveSetting(setting: setting, value: value, groupID: row.groupId)
            }
        }
        let own = Dictionary(grouping: all, by: \.groupID)
        return groups.map { GroupSettings($0.ancestorsAndSelf.reversed().flatMap { own[$0] ?? [] }) }
    }

    /// One setting in force at the top of a subtree, where reading all would take too long.
    package static func value(of setting: GroupSetting, atTopOf subtree: Subtree, _ db: GRDB.Database) throws
        -> SettingValue
    {
        let groups = subtree.ancestorsAndSelf
        let marks = groups.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: "SELECT groupId, value FROM organizationGroupSetting WHERE groupId IN (\(marks)) AND key = ?")
        let rows = try Row.fetchAll(statement, arguments: StatementArguments(groups) + [setting.rawValue])
        let depths = Dictionary(groups.enumerated().map { ($0.element, $0.offset) }) { $1 }
        let nearest = rows.max { (depths[$0["groupId"]] ?? 0) < (depths[$1["groupId"]] ?? 0) }
        guard let json: String = nearest?["value"] else { return setting.builtIn }
        return try JSONDecoder().decode(SettingValue.self, from: Data(json.utf8))
    }

    /// The overrides of a group itself, without inherited values.
    package static func overrides(at groupID: Int64, _ db: GRDB.Database) throws -> [GroupSetting: SettingValue] {
        var overrides: [GroupSetting: SettingValue] = [:]
        for row in try GroupSettingRecord.all(where: "groupId = ?", [groupID], db) {
            guard let setting = GroupSetting(rawValue: row.key) else { continue }
            overrides[setting] = try JSONDecoder().decode(SettingValue.self, from: Data(row.value.utf8))
        }
        return overrides
    }

    /// Replaces the overrides of a group itself.
    package static func setOverrides(
        _ overrides: [GroupSetting: SettingValue], at groupID: Int64, in transaction: Transaction
    )
        throws
    {
        try GroupSettingRecord.filter(sql: "groupId = ?", arguments: [groupID]).deleteAll(transaction.db)
        for (setting, value) in overrides {
            let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            try GroupSettingRecord(groupId: groupID, key: setting.rawValue, value: json).insert(transaction.db)
        }
        transaction.changesConfiguration()
    }

    /// Adds a group below a parent, or as the root for nil, and gives it its path.
    package static func insert(
        _ group: OrganizationGroupRecord, below parent: OrganizationGroupRecord?, in transaction: Transaction
    )
        throws -> OrganizationGroupRecord
    {
        var group = group
        try group.insert(below: parent, transaction.db)
        transaction.changesConfiguration()
        return group
    }
}

extension OrganizationGroupStore {
    /// Id of the customer a group belongs to: the nearest group of type Customer on the way to the root, else the root.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, if there is no such group.
    package func customer(of groupID: Int64) async throws -> Int64 {
        try await database.read { db in
            guard let customer = try Self.customer(of: groupID, db) else {
                throw ConsoleError(.notFound, "There is no organization group \(groupID).")
            }
            return customer
        }
    }

    /// The same inside a transaction; nil if there is no such group.
    package static func customer(of groupID: Int64?, _ db: GRDB.Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT customerId FROM organizationGroup WHERE id = ?"), arguments: [groupID])
    }

    /// Changes a group in place; devices of groups that change their customer go with them.
    ///
    /// - Throws: ``ConsoleError`` `conflict` if one customer then had a device twice.
    package static func update(_ group: OrganizationGroupRecord, in transaction: Transaction) throws {
        do {
            try group.update(transaction.db)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            guard error.message?.contains("device.identifier") == true else { throw error }
            throw ConsoleError(
                .conflict,
                "The group \(group.code) cannot be of the type \(group.type): a device below it is also enrolled in the "
                    + "group it would share a customer with, and a customer has each device once.", cause: error)
        }
        transaction.changesConfiguration()
    }
}
