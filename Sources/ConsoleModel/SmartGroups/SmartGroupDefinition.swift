import ConsolePlatform
package import GRDB

/// The definition of a smart group, stored or proposed.
package struct SmartGroupDefinition: Sendable {
    /// Where the members added or excluded by hand are found.
    enum Named: Sendable {
        case stored(smartGroupID: Int64)
        case given([SmartGroupMemberRecord])
    }

    /// The group that manages it.
    let homeID: Int64
    /// Whether it uses criteria at all.
    let usesCriteria: Bool
    let criteria: [SmartGroupCriterionRecord]
    let named: Named
    /// Whether members were added by hand, and whether any are excluded.
    package let modes: Set<SmartGroupMemberRecord.Mode>

    /// Kinds of criteria it has, in the order of the kinds.
    var kinds: [SmartGroupCriterionRecord.Kind] {
        let used = Set(criteria.map(\.kind))
        return SmartGroupCriterionRecord.Kind.allCases.filter(used.contains)
    }

    /// A smart group that is not stored.
    package init(
        homeID: Int64, criteriaType: String, criteria: [SmartGroupCriterionRecord], members: [SmartGroupMemberRecord]
    ) {
        self.homeID = homeID
        usesCriteria = criteriaType == "All"
        self.criteria = criteria
        named = .given(members)
        modes = Set(members.map(\.mode))
    }

    private init(_ row: Row, criteria: [SmartGroupCriterionRecord]) {
        homeID = row["groupId"]
        usesCriteria = row["criteriaType"] as String == "All"
        self.criteria = criteria
        named = .stored(smartGroupID: row["id"])
        var modes: Set<SmartGroupMemberRecord.Mode> = []
        if row["adds"] { modes.insert(.add) }
        if row["excludes"] { modes.insert(.exclude) }
        self.modes = modes
    }

    /// The smart groups with some ids; unknown ones are left out.
    package static func stored(_ ids: [Int64], _ db: GRDB.Database) throws -> [Int64: SmartGroupDefinition] {
        let list = SQL.ids(ids)
        let criteria = Dictionary(
            grouping: try SQLRequest<SmartGroupCriterionRecord>(
                literal: "SELECT * FROM smartGroupCriterion WHERE smartGroupId IN (\(list)) ORDER BY id", cached: true
            ).fetchAll(db), by: \.smartGroupId)
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT s.id, s.groupId, s.criteriaType,
                    EXISTS (SELECT 1 FROM smartGroupMember WHERE smartGroupId = s.id AND mode = 'add') AS adds,
                    EXISTS (SELECT 1 FROM smartGroupMember WHERE smartGroupId = s.id AND mode = 'exclude') AS excludes
                FROM smartGroup s WHERE s.id IN (\(list))
                """, cached: true
        ).fetchAll(db)
        let definitions = rows.map { row -> (Int64, SmartGroupDefinition) in
            let id: Int64 = row["id"]
            return (id, SmartGroupDefinition(row, criteria: criteria[id] ?? []))
        }
        return Dictionary(definitions) { $1 }
    }
}
