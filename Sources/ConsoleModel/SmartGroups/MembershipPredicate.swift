import ConsolePlatform
import DeviceProtocol
package import GRDB

/// Which devices (alias `d`) a smart group contains, as SQL with only the criteria that the group has.
///
/// A member is enrolled, and was added by itself or with its user, or fulfils the criteria; exclusions win. A device
/// must fulfil each kind of criteria, and one criterion of the kind is enough. All OS versions for the platform of the
/// device must hold, except that several `=` are alternatives. An attribute that the console does not know fulfils no
/// criterion.
package struct MembershipPredicate {
    /// Whether it is for one device or all: whether sets are searched for each device, or made once.
    package enum Reach: CaseIterable {
        case one, many
    }

    let definition: SmartGroupDefinition
    let reach: Reach

    /// Made of its parts.
    package init(definition: SmartGroupDefinition, reach: Reach) {
        self.definition = definition
        self.reach = reach
    }

    /// Whether a device is enrolled.
    static let isEnrolled: SQL = "d.enrollmentStatus = \(sql: String(EnrollmentStatus.enrolled.rawValue))"

    /// Whether a device is a member.
    ///
    /// - Throws: What encoding a text throws.
    package func isMember() throws -> SQL {
        var ways: [SQL] = []
        if definition.modes.contains(.add) { ways.append(isNamed(.add)) }
        if definition.usesCriteria {
            ways.append("(\(try ([isInSubtree] + definition.kinds.map(holds)).joined(separator: " AND ")))")
        }
        let isChosen: SQL = ways.isEmpty ? "0" : "(\(ways.joined(separator: " OR ")))"
        let isKept: SQL = definition.modes.contains(.exclude) ? " AND NOT \(isNamed(.exclude))" : ""
        return "(\(Self.isEnrolled)\(isKept) AND \(isChosen))"
    }

    /// Whether a device is in the subtree of the managing group.
    var isInSubtree: SQL { isBelow([definition.homeID]) }

    /// Whether a device was added or excluded: by itself, with its user, or with a user group of its user.
    func isNamed(_ mode: SmartGroupMemberRecord.Mode) -> SQL {
        isIn(
            """
            SELECT id FROM (\(named(\.deviceId, "deviceId", mode)))
            UNION ALL SELECT x.id FROM (\(named(\.userId, "userId", mode))) n JOIN device x ON x.userId = n.id
            UNION ALL SELECT x.id FROM (\(named(\.userGroupId, "userGroupId", mode))) n
                JOIN userGroupMember u ON u.userGroupId = n.id JOIN device x ON x.userId = u.userId
            """, "d.id")
    }

    /// Whether the criteria of one kind hold.
    ///
    /// - Throws: What encoding a text throws.
    func holds(_ kind: SmartGroupCriterionRecord.Kind) throws -> SQL {
        let criteria = definition.criteria.filter { $0.kind == kind }
        let texts = criteria.compactMap(\.text)
        if kind.isWord, texts.contains(where: SmartGroupWords.isAll) { return "1" }
        return switch kind {
        case .organizationGroup: isBelow(criteria.compactMap(\.groupId))
        case .userGroup:
            isIn(
                "SELECT userId AS id FROM userGroupMember WHERE userGroupId IN (\(.ids(criteria.compactMap(\.userGroupId))))",
                "d.userId")
        case .tag:
            isIn(
                "SELECT deviceId AS id FROM deviceTag WHERE tagId IN (\(.ids(criteria.compactMap(\.tagId))))", "d.id")
        case .platform: "d.platform COLLATE NOCASE IN (\(try .texts(texts)))"
        case .ownership: "d.ownership COLLATE NOCASE IN (\(try .texts(texts)))"
        case .model: "d.model COLLATE NOCASE IN (\(try .texts(texts)))"
        case .oemAndModel:
            "d.model COLLATE NOCASE IN (\(try .texts(texts + texts.map(SmartGroupWords.model(ofOEMAndModel:)))))"
        case .managementType:
            // A word that was unknown when it was stored has no number.
            "d.managedBy IN (\(.ids(criteria.compactMap { $0.number ?? SmartGroupWords.management($0.text ?? "") })))"
        case .enrollmentCategory, .cpuArchitecture: "0"
        case .osVersion: Self.fulfils(versions: criteria)
        }
    }

    /// Whether the OS version of a device fulfils the criteria for its platform, and those for every platform.
    private static func fulfils(versions: [SmartGroupCriterionRecord]) -> SQL {
        let platforms = Set(versions.compactMap { $0.platform?.lowercased() }).sorted()
        let general = versions.filter { $0.platform == nil }
        var cases = platforms.map { platform -> SQL in
            let meant = versions.filter { $0.platform?.lowercased() == platform }
            return "(d.platform = \(platform) COLLATE NOCASE AND \(compares(meant + general)))"
        }
        if !general.isEmpty {
            let others = platforms.map { platform -> SQL in "d.platform <> \(platform) COLLATE NOCASE AND " }
            cases.append("(\(others.joined())\(compares(general)))")
        }
        return "(\(cases.joined(separator: " OR ")))"
    }

    /// Whether all comparisons hold; one is enough of several `=`.
    private static func compares(_ versions: [SmartGroupCriterionRecord]) -> SQL {
        let equal = versions.filter { $0.operator == "=" }
        var conditions = versions.filter { $0.operator != "=" }.map { version -> SQL in
            "d.osVersionNumber \(sql: version.operator ?? "=") \(version.number)"
        }
        if !equal.isEmpty { conditions.append("d.osVersionNumber IN (\(.ids(equal.compactMap(\.number))))") }
        return conditions.joined(separator: " AND ")
    }

    /// Whether a device is in one of some groups, or below one.
    private func isBelow(_ groups: [Int64]) -> SQL {
        isIn(
            """
            SELECT g.id FROM (\(.ids(groups))) c JOIN organizationGroup r ON r.id = c.id
            JOIN organizationGroup g ON \(sql: Subtree.range("g.path", in: "r.path"))
            """, "d.groupId")
    }

    /// A query for the devices, users or user groups that were added or excluded by hand.
    private func named(
        _ member: KeyPath<SmartGroupMemberRecord, Int64?>, _ column: String, _ mode: SmartGroupMemberRecord.Mode
    ) -> SQL {
        switch definition.named {
        case .given(let members): .ids(members.filter { $0.mode == mode }.compactMap { $0[keyPath: member] })
        case .stored(let id):
            """
            SELECT \(sql: column) AS id FROM smartGroupMember
            WHERE smartGroupId = \(id) AND mode = \(mode.rawValue) AND \(sql: column) IS NOT NULL
            """
        }
    }

    /// Whether a column of a device is among the ids of a query.
    private func isIn(_ ids: SQL, _ column: String) -> SQL {
        switch reach {
        case .one: "EXISTS (SELECT 1 FROM (\(ids)) i WHERE i.id = \(sql: column))"
        case .many: "\(sql: column) IN (\(ids))"
        }
    }
}
