package import ConsolePlatform
package import GRDB

/// The requirements of a group for devices that enroll for a user (AdminGroups, "Settings").
///
/// These are settings of the group. They apply to all users, or if user groups are named, to the users in them.
package struct EnrollmentRestrictions: Sendable {
    /// Whether only managed devices may sign in.
    package let requiresManagement: Bool
    /// Whether only devices that are known in advance may enroll.
    package let onlyKnown: Bool
    /// Ownership of devices that may enroll; empty for any.
    let ownerships: [String]
    /// Platforms that may enroll; empty for any.
    let platforms: [String]
    /// Devices a user may have enrolled; 0 is no limit.
    let maximumDevices: Int64

    /// The requirements of a group for a user.
    ///
    /// - Parameters:
    ///   - group: The group the user signs in to.
    ///   - settings: The settings in force there.
    ///   - userID: The user.
    ///   - db: The database.
    /// - Throws: What the database throws.
    package init(
        of group: OrganizationGroupRecord, _ settings: GroupSettings, for userID: Int64, _ db: GRDB.Database
    ) throws {
        guard try Self.concern(userID, at: group, db) else {
            requiresManagement = false
            onlyKnown = false
            ownerships = []
            platforms = []
            maximumDevices = 0
            return
        }
        requiresManagement = settings.requireMDMEnrollment
        onlyKnown = settings.isOn(.registeredDevicesOnly)
        (ownerships, platforms) = (settings.texts(.allowedOwnerships), settings.texts(.allowedPlatforms))
        maximumDevices = settings.integer(.maximumDevicesPerUser)
    }

    /// The user groups that the restrictions of a group apply to: its own, or those of the nearest group above that
    /// names any; empty for all users.
    package static func userGroups(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> [UserGroupRecord] {
        try userGroups(of: [group], db).first ?? []
    }

    /// The same for some groups, in their order.
    package static func userGroups(of groups: [OrganizationGroupRecord], _ db: GRDB.Database) throws
        -> [[UserGroupRecord]]
    {
        let named = try userGroups(namedByAny: Set(groups.flatMap(\.ancestorsAndSelf)), db)
        return groups.map { group in group.ancestorsAndSelf.reversed().lazy.compactMap { named[$0] }.first ?? [] }
    }

    /// The user groups that a group itself names, by id.
    package static func userGroups(namedBy groupID: Int64, _ db: GRDB.Database) throws -> [UserGroupRecord] {
        try userGroups(namedByAny: [groupID], db)[groupID] ?? []
    }

    private static func userGroups(
        namedByAny groups: Set<Int64>, _ db: GRDB.Database
    ) throws -> [Int64: [UserGroupRecord]] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT p.groupId AS namedBy, userGroup.*
                FROM restrictionPolicyUserGroup p JOIN userGroup ON userGroup.id = p.userGroupId
                WHERE p.groupId IN (\(.ids(groups))) ORDER BY userGroup.id
                """, cached: true
        ).fetchAll(db)
        return try Dictionary(grouping: rows) { $0["namedBy"] as Int64 }
            .mapValues { try $0.map(UserGroupRecord.init(row:)) }
    }

    /// Replaces the user groups that a group names.
    package static func replaceUserGroups(namedBy groupID: Int64, with userGroups: [Int64], in transaction: Transaction)
        throws
    {
        let db = transaction.db
        try db.execute(sql: "DELETE FROM restrictionPolicyUserGroup WHERE groupId = ?", arguments: [groupID])
        for id in Set(userGroups).sorted() {
            try db.execute(
                sql: "INSERT INTO restrictionPolicyUserGroup (groupId, userGroupId) VALUES (?, ?)",
                arguments: [groupID, id])
        }
    }

    private static func concern(_ userID: Int64, at group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> Bool
    {
        let groups = try userGroups(of: group, db).compactMap(\.id)
        if groups.isEmpty { return true }
        return try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (SELECT 1 FROM userGroupMember
                    WHERE userId = \(userID) AND userGroupId IN (\(.ids(groups))))
                """
        ).fetchOne(db) ?? false
    }

    /// Whether a device may enroll for a user.
    ///
    /// - Parameters:
    ///   - device: The device as it would be; a new one has no id.
    ///   - platform: What it runs.
    ///   - userID: The user.
    ///   - db: The database.
    /// - Returns: Why not; nil if it may.
    /// - Throws: What the database throws.
    package func refusal(of device: DeviceRecord, platform: DevicePlatform, for userID: Int64, _ db: GRDB.Database)
        throws
        -> String?
    {
        if !ownerships.isEmpty, !ownerships.contains(device.ownership) {
            return "devices of the ownership \(device.ownership) may not enroll here"
        }
        if !platforms.isEmpty, !platforms.contains(platform.rawValue) {
            return "devices of the platform \(platform.rawValue) may not enroll here"
        }
        guard maximumDevices > 0 else { return nil }
        let enrolled = try Int64.fetchOne(
            db,
            sql: """
                SELECT COUNT(*) FROM device WHERE userId = ? AND id IS NOT ? AND enrollmentStatus IN (4, 5, 6)
                """, arguments: [userID, device.id])
        return (enrolled ?? 0) < maximumDevices ? nil : "the user has \(maximumDevices) devices already"
    }
}
