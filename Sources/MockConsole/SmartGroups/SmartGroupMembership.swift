import GRDB

/// Which devices a smart group contains: one SQL predicate, for one device and for many.
///
/// A device is a member if it or its user was added, or if it fulfils the criteria; exclusions win. Criteria of one
/// kind are alternatives (OS versions all have to hold), different kinds combine. An attribute the console does not
/// know matches no criterion.
enum SmartGroupMembership {
    /// Whether a device (alias `d`) was added or kept out by hand, as itself or by its user.
    private static func named(_ mode: SmartGroupMemberRecord.Mode) -> String {
        """
        EXISTS (SELECT 1 FROM smartGroupMember m WHERE m.smartGroupId = s.id AND m.mode = '\(mode.rawValue)'
            AND (m.deviceId = d.id OR m.userId = d.userId))
        """
    }

    /// What each kind of criterion (alias `c`) asks of a device (alias `d`).
    static func test(_ kind: SmartGroupCriterionRecord.Kind) -> String {
        switch kind {
        case .organizationGroup:
            """
            EXISTS (SELECT 1 FROM organizationGroup cg JOIN organizationGroup dg ON dg.id = d.groupId
                WHERE cg.id = c.groupId AND substr(dg.path, 1, length(cg.path)) = cg.path)
            """
        case .userGroup:
            "EXISTS (SELECT 1 FROM userGroupMember u WHERE u.userGroupId = c.userGroupId AND u.userId = d.userId)"
        case .tag: "EXISTS (SELECT 1 FROM deviceTag t WHERE t.tagId = c.tagId AND t.deviceId = d.id)"
        case .platform: "c.text = d.platform"
        case .ownership: "c.text = d.ownership"
        case .model: "c.text = d.model"
        case .osVersion:
            """
            CASE c.operator WHEN '=' THEN d.osVersionNumber = c.number WHEN '!=' THEN d.osVersionNumber != c.number
                WHEN '<' THEN d.osVersionNumber < c.number WHEN '<=' THEN d.osVersionNumber <= c.number
                WHEN '>' THEN d.osVersionNumber > c.number WHEN '>=' THEN d.osVersionNumber >= c.number END
            """
        }
    }

    /// Whether all criteria of one kind hold.
    static func holds(_ kind: SmartGroupCriterionRecord.Kind) -> String {
        let criteria = "SELECT 1 FROM smartGroupCriterion c WHERE c.smartGroupId = s.id AND c.kind = '\(kind.rawValue)'"
        if kind == .osVersion { return "NOT EXISTS (\(criteria) AND COALESCE(\(test(kind)), 0) = 0)" }
        return "(NOT EXISTS (\(criteria)) OR EXISTS (\(criteria) AND \(test(kind))))"
    }

    /// Whether a device (alias `d`) is in the subtree of a smart group (alias `s`).
    private static let inSubtree = """
        EXISTS (SELECT 1 FROM organizationGroup sg JOIN organizationGroup dg ON dg.id = d.groupId
            WHERE sg.id = s.groupId AND substr(dg.path, 1, length(sg.path)) = sg.path)
        """

    /// Whether a device (alias `d`) is a member of a smart group (alias `s`).
    static let predicate: String = {
        let criteria = SmartGroupCriterionRecord.Kind.allCases.map(holds).joined(separator: "\n AND ")
        return """
            (NOT \(named(.exclude))
            AND (\(named(.add)) OR (s.criteriaType = 'All' AND \(inSubtree) AND \(criteria))))
            """
    }()

    /// Whether a device is a member.
    static func contains(device deviceID: Int64, in smartGroupID: Int64, _ db: GRDB.Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT \(predicate) FROM device d, smartGroup s WHERE d.id = ? AND s.id = ?")
        return try Bool.fetchOne(statement, arguments: [deviceID, smartGroupID]) ?? false
    }

    /// Ids of the members, in order.
    static func members(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [Int64] {
        try Int64.fetchAll(
            db, sql: "SELECT d.id FROM device d, smartGroup s WHERE s.id = ? AND \(predicate) ORDER BY d.id",
            arguments: [smartGroupID])
    }

    /// Why a device is or is not a member: each part of the predicate by itself.
    static func explain(device deviceID: Int64, in smartGroupID: Int64, _ db: GRDB.Database) throws
        -> MembershipExplanation
    {
        let kinds = SmartGroupCriterionRecord.Kind.allCases
        let columns = kinds.map { "\(holds($0)) AS \($0.rawValue)" }.joined(separator: ", ")
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT \(predicate) AS isMember, \(named(.exclude)) AS excluded, \(named(.add)) AS added,
                    s.criteriaType, \(inSubtree) AS inSubtree, \(columns)
                FROM device d, smartGroup s WHERE d.id = ? AND s.id = ?
                """, arguments: [deviceID, smartGroupID])
        guard let row else { throw ConsoleError(.notFound, "There is no such device or smart group.") }
        let used = try String.fetchSet(
            db, sql: "SELECT DISTINCT kind FROM smartGroupCriterion WHERE smartGroupId = ?", arguments: [smartGroupID])
        return MembershipExplanation(
            isMember: row["isMember"], isExcluded: row["excluded"], isAdded: row["added"],
            usesCriteria: row["criteriaType"] as String == "All", isInSubtree: row["inSubtree"],
            criteria: kinds.filter { used.contains($0.rawValue) }.map { kind in
                (kind.rawValue, row[kind.rawValue] as Bool)
            })
    }
}

/// Why a device is or is not in a smart group.
struct MembershipExplanation: Sendable {
    let isMember: Bool
    /// Kept out by hand.
    let isExcluded: Bool
    /// Added by hand.
    let isAdded: Bool
    /// Whether the group looks at criteria at all.
    let usesCriteria: Bool
    /// Whether the device is in the subtree of the managing group.
    let isInSubtree: Bool
    /// The kinds of criteria the group has, and whether each holds.
    let criteria: [(kind: String, holds: Bool)]

    /// One sentence.
    var reason: String {
        if isExcluded { return "the device or its user is excluded" }
        if isAdded { return "the device or its user was added" }
        if !usesCriteria { return "the group has only added devices and users, and this is none of them" }
        if !isInSubtree { return "the device is outside the subtree of the group that manages the smart group" }
        let failed = criteria.filter { !$0.holds }.map(\.kind)
        return failed.isEmpty ? "all criteria hold" : "these criteria do not hold: \(failed.joined(separator: ", "))"
    }
}
