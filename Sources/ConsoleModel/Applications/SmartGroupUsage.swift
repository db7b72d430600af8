import ConsolePlatform
package import GRDB

/// The uses of a smart group.
package struct SmartGroupUsage: Hashable, Sendable {
    /// How many things are assigned to it.
    package var assignments = 0
    /// How many things exclude it.
    package var exclusions = 0

    /// Made of its parts.
    package init(assignments: Int = 0, exclusions: Int = 0) {
        self.assignments = assignments
        self.exclusions = exclusions
    }

    /// The uses of some smart groups; those without any are left out.
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
