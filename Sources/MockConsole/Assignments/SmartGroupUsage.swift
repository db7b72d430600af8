import GRDB

/// What a smart group is used for.
struct SmartGroupUsage: Hashable, Sendable {
    /// How many things are given to it.
    var assignments = 0
    /// How many things it is kept out of.
    var exclusions = 0

    /// What each of some smart groups is used for; those that nothing uses are left out.
    static func of(_ smartGroups: [Int64], _ db: GRDB.Database) throws -> [Int64: SmartGroupUsage] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT smartGroupId, COUNT(*) AS assignments FROM applicationAssignment
                WHERE smartGroupId IN (\(.ids(smartGroups))) GROUP BY smartGroupId
                """, cached: true
        ).fetchAll(db)
        return Dictionary(rows.map { ($0[0], SmartGroupUsage(assignments: $0[1])) }) { $1 }
    }
}
