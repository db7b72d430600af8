import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The filters of a search of profiles, all of which must hold.
struct MDMProfileSearch: Sendable {
    /// Columns of `p`, by the names clients order by.
    static let columns = [
        "profileid": "p.id", "id": "p.id", "profilename": "p.name", "name": "p.name", "platform": "p.platform",
        "status": "p.isActive", "assignmenttype": "p.assignmentType", "modifiedon": "p.updatedAt",
    ]

    /// Part of the name, in any letter case.
    var name: String?
    /// Part of the name or the description, in any letter case.
    var text: String?
    /// The group whose subtree manages them.
    var group: RecordReference?
    var platform: String?
    var isActive: Bool?
    /// A word for their assignment, their users, or their type.
    var type: String?
    /// Whose devices they may reach.
    var ownership: DeviceOwnership?
    /// Types of configuration, one of which they have; empty for any.
    var configurationTypes: [String] = []
    /// The name of a payload.
    var payload: String?
    /// Names of payloads, one of which it has; empty for any.
    var payloads: [String] = []
    /// `Device` or `User`; nil for either.
    var context: String?
    /// Words of its assignment that are left out.
    var excludedAssignments: [String] = []
    /// Whether groups below the one that is searched are left out.
    var excludesChildren = false
    /// Changed at or after this time.
    var from: Timestamp?
    /// Changed at or before this time.
    var till: Timestamp?
    /// A term of ORDER BY.
    var order: String?

    /// The condition on `p` and the managing group `o`.
    fileprivate func condition(in subtree: Subtree) -> SQL {
        var parts: [SQL] = [subtree.condition("o.path")]
        if let name, !name.isEmpty { parts.append("instr(lower(p.name), lower(\(name))) > 0") }
        if let text, !text.isEmpty {
            parts.append(
                "(instr(lower(p.name), lower(\(text))) > 0 OR instr(lower(p.description), lower(\(text))) > 0)")
        }
        if let group {
            parts.append(
                """
                EXISTS (SELECT 1 FROM organizationGroup r WHERE r.\(sql: group.column) = \(group.value)
                    AND \(sql: excludesChildren ? "o.id = r.id" : Subtree.condition("o.path", in: "r.path")))
                """)
        }
        if let context { parts.append("p.context = \(context) COLLATE NOCASE") }
        for word in excludedAssignments { parts.append("p.assignmentType <> \(word)") }
        if !payloads.isEmpty {
            let names = String(decoding: JSONValue.array(payloads.map { .string($0) }).encoded(), as: UTF8.self)
            parts.append(
                """
                EXISTS (SELECT 1 FROM json_each(p.payloadNames) n JOIN json_each(\(names)) w
                    ON n.value = w.value COLLATE NOCASE)
                """)
        }
        if let platform { parts.append("p.platform = \(DevicePlatform(platform)?.rawValue ?? platform)") }
        if let isActive { parts.append("p.isActive = \(isActive)") }
        if let type, !type.isEmpty, type.lowercased() != MDMProfileWords.type.lowercased() {
            parts.append("(p.assignmentType = \(type) COLLATE NOCASE OR p.context = \(type) COLLATE NOCASE)")
        }
        if let ownership { parts.append(Self.reaches(ownership)) }
        let types = configurationTypes.map { $0.lowercased() }
        if !types.isEmpty, !types.contains(MDMProfileWords.configurationType.lowercased()) { parts.append("0") }
        if let payload, !payload.isEmpty {
            parts.append(
                "EXISTS (SELECT 1 FROM json_each(p.payloadNames) n WHERE n.value = \(payload) COLLATE NOCASE)")
        }
        if let from { parts.append("p.updatedAt >= \(from)") }
        if let till { parts.append("p.updatedAt <= \(till)") }
        return parts.joined(separator: " AND ")
    }

    /// Whether one of the smart groups of a profile admits devices of an ownership; a profile without smart groups does
    /// not decide that.
    private static func reaches(_ ownership: DeviceOwnership) -> SQL {
        """
        (NOT EXISTS (SELECT 1 FROM mdmProfileSmartGroup l WHERE l.profileId = p.id AND l.mode = 'assign')
        OR EXISTS (SELECT 1 FROM mdmProfileSmartGroup l JOIN smartGroup s ON s.id = l.smartGroupId
            WHERE l.profileId = p.id AND l.mode = 'assign' AND (s.criteriaType <> 'All'
                OR NOT EXISTS (SELECT 1 FROM smartGroupCriterion c WHERE c.smartGroupId = s.id AND c.kind = 'ownership')
                OR EXISTS (SELECT 1 FROM smartGroupCriterion c WHERE c.smartGroupId = s.id AND c.kind = 'ownership'
                    AND c.text = \(ownership.rawValue) COLLATE NOCASE))))
        """
    }
}

/// A profile in a list.
struct MDMProfileOverview: Sendable {
    let profile: MDMProfileSummary
    let home: OrganizationGroupRecord
    let links: [MDMProfileLink]
}

extension MDMProfileStore {
    /// Profiles managed in a subtree.
    func search(_ search: MDMProfileSearch, in subtree: Subtree, page: PageRequest) async throws
        -> Page<MDMProfileOverview>
    {
        try await database.read { db in
            let from: SQL = """
                FROM mdmProfile p JOIN organizationGroup o ON o.id = p.groupId WHERE \(search.condition(in: subtree))
                """
            let total = try SQLRequest<Int>(literal: "SELECT COUNT(*) \(from)").fetchOne(db) ?? 0
            let profiles = try SQLRequest<MDMProfileSummary>(
                literal: """
                    SELECT \(sql: MDMProfileSummary.columns) \(from)
                    ORDER BY \(sql: search.order ?? "p.id"), p.id LIMIT \(page.size) OFFSET \(page.offset)
                    """
            ).fetchAll(db)
            let links = try MDMProfileLink.all(of: profiles.map(\.id), db)
            let homes = try OrganizationGroupStore.groups(profiles.map(\.groupId), db)
            let overviews = profiles.compactMap { profile in
                homes[profile.groupId].map {
                    MDMProfileOverview(profile: profile, home: $0, links: links[profile.id] ?? [])
                }
            }
            return Page(items: overviews, request: page, total: total)
        }
    }
}
