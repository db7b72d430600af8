import ConsolePlatform
package import GRDB

/// What a smart group is used for.
package struct SmartGroupUsage: Hashable, Sendable {
    /// How many things are given to it.
    package var assignments = 0
    /// How many things it is kept out of.
    package var exclusions = 0

    /// Made of its parts.
    package init(assignments: Int = 0, exclusions: Int = 0) {
        self.assignments = assignments
        self.exclusions = exclusions
    }

    /// What each of some smart groups is used for; those that nothing uses are left out.
    package static func of(_ smartGroups: [Int64], _ db: GRDB.Database) throws -> [Int64: SmartGroupUsage] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT smartGroupId, SUM(isGiven), COUNT(*) - SUM(isGiven) FROM (
                    SELECT smartGroupId, 1 AS isGiven FROM applicationAssignment
                    WHERE smartGroupId IN (\(.ids(smartGroups)))
                    UNION ALL SELECT smartGroupId, 0 FROM applicationExclusion
                    WHERE smartGroupId IN (\(.ids(smartGroups)))
                    UNION ALL SELECT smartGroupId, mode = 'assign' FROM mdmProfileSmartGroup
                    WHERE smartGroupId IN (\(.ids(smartGroups)))
                ) GROUP BY smartGroupId
                """, cached: true
        ).fetchAll(db)
        return Dictionary(rows.map { ($0[0], SmartGroupUsage(assignments: $0[1], exclusions: $0[2])) }) { $1 }
    }
}
