import ConsoleModel
import ConsolePlatform
import GRDB

/// Which smart groups a search means.
struct SmartGroupSearch: Sendable {
    /// Part of the name, in any letter case.
    var name: String?
    /// The group whose subtree manages them.
    var group: RecordReference?
    /// The group that manages them itself.
    var home: RecordReference?
    /// When they were last changed, at the earliest and at the latest.
    var from: Timestamp?
    var till: Timestamp?
    /// Terms of ORDER BY; nil if the client does not say.
    var order: String?

    /// Columns to order by, by the names clients use.
    static let columns = [
        "smartgroupid": "s.id", "id": "s.id", "name": "s.name", "managedbyorganizationgroupid": "s.groupId",
        "managedbyorganizationgroupname": "o.name COLLATE NOCASE", "modifiedon": "s.updatedAt",
    ]

    /// The condition and its arguments.
    fileprivate func condition(in subtree: Subtree) -> SQL {
        var parts: [SQL] = [subtree.condition("o.path")]
        if let name, !name.isEmpty { parts.append("instr(lower(s.name), lower(\(name))) > 0") }
        if let group {
            parts.append(
                """
                EXISTS (SELECT 1 FROM organizationGroup r WHERE r.\(sql: group.column) = \(group.value)
                    AND \(sql: Subtree.condition("o.path", in: "r.path")))
                """)
        }
        if let home { parts.append("o.\(sql: home.column) = \(home.value)") }
        if let from { parts.append("s.updatedAt >= \(from)") }
        if let till { parts.append("s.updatedAt <= \(till)") }
        return parts.joined(separator: " AND ")
    }

    /// By id if nothing else is asked for, an exact hit first, since some clients take the first one.
    fileprivate var ordering: SQL {
        if let order { return "\(sql: order), s.id" }
        return "s.name <> \(name ?? ""), s.id"
    }
}

/// A smart group with the values that lists show.
struct SmartGroupOverview: Sendable {
    let record: SmartGroupRecord
    let home: OrganizationGroupRecord
    /// Members.
    let devices: Int
    let usage: SmartGroupUsage
}

/// Something a smart group names.
struct SmartGroupReference: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let uuid: String
    let name: String
}

/// A device of a smart group, as lists of members show it.
struct SmartGroupDevice: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let uuid: String
    let identifier: String
    let friendlyName: String
    let username: String?
    let platform: String
    let model: String?
    let osVersion: String?
    let ownership: String
}

/// A smart group with everything in it.
struct SmartGroupEntry: Sendable {
    let overview: SmartGroupOverview
    let criteria: [SmartGroupCriterionRecord]
    /// The members that its lists name; devices are in ``devices``.
    let references: [SmartGroupDraft.List: [SmartGroupReference]]
    /// Devices added and kept out.
    let devices: [SmartGroupMemberRecord.Mode: [SmartGroupDevice]]
}

/// An app that is assigned to a smart group.
struct SmartGroupApplication: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let uuid: String
    let name: String
    let bundleId: String
    let platform: String
    let version: String
    let groupName: String
}

extension SmartGroupLibraryStore {
    /// Smart groups managed in a subtree.
    func search(_ search: SmartGroupSearch, in subtree: Subtree, page: PageRequest) async throws
        -> Page<SmartGroupOverview>
    {
        try await database.read { db in
            let from: SQL = """
                FROM smartGroup s JOIN organizationGroup o ON o.id = s.groupId WHERE \(search.condition(in: subtree))
                """
            let total = try SQLRequest<Int>(literal: "SELECT COUNT(*) \(from)").fetchOne(db) ?? 0
            let records = try SQLRequest<SmartGroupRecord>(
                literal: "SELECT s.* \(from) ORDER BY \(search.ordering) LIMIT \(page.size) OFFSET \(page.offset)"
            ).fetchAll(db)
            return Page(items: try overviews(of: records, db), request: page, total: total)
        }
    }

    private func overviews(of records: [SmartGroupRecord], _ db: GRDB.Database) throws -> [SmartGroupOverview] {
        let ids = records.compactMap(\.id)
        let counts = try census.counts(of: ids, db)
        let usage = try SmartGroupUsage.of(ids, db)
        let homes = try OrganizationGroupStore.groups(records.map(\.groupId), db)
        return try records.compactMap { record in
            let id = try record.storedID()
            return homes[record.groupId].map { home in
                SmartGroupOverview(
                    record: record, home: home, devices: counts[id] ?? 0, usage: usage[id] ?? SmartGroupUsage())
            }
        }
    }

    /// One smart group of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none.
    func details(of reference: RecordReference, in subtree: Subtree) async throws -> SmartGroupEntry {
        try await database.read { db in
            let record = try Self.smartGroup(reference, in: subtree, number: 6, db)
            let id = try record.storedID()
            guard let overview = try overviews(of: [record], db).first else {
                throw Self.missing(reference.description, number: 6)
            }
            var references: [SmartGroupDraft.List: [SmartGroupReference]] = [:]
            for list in SmartGroupDraft.List.allCases { references[list] = try Self.references(list, of: id, db) }
            return SmartGroupEntry(
                overview: overview, criteria: try SmartGroupStore.criteria(of: id, db), references: references,
                devices: [
                    .add: try Self.namedDevices(.add, of: id, db),
                    .exclude: try Self.namedDevices(.exclude, of: id, db),
                ])
        }
    }

    private static func references(_ list: SmartGroupDraft.List, of id: Int64, _ db: GRDB.Database) throws
        -> [SmartGroupReference]
    {
        let query: SQL? =
            switch list {
            case .organizationGroups: "smartGroupCriterion c JOIN organizationGroup t ON t.id = c.groupId"
            case .userGroups: "smartGroupCriterion c JOIN userGroup t ON t.id = c.userGroupId"
            case .tags: "smartGroupCriterion c JOIN tag t ON t.id = c.tagId"
            case .userAdditions, .userExclusions: "smartGroupMember c JOIN enrollmentUser t ON t.id = c.userId"
            case .userGroupExclusions: "smartGroupMember c JOIN userGroup t ON t.id = c.userGroupId"
            case .deviceAdditions, .deviceExclusions: nil
            }
        guard let query else { return [] }
        let isUser = list == .userAdditions || list == .userExclusions
        let mode: SQL = isUser ? " AND c.mode = \(list == .userAdditions ? "add" : "exclude")" : ""
        return try SQLRequest<SmartGroupReference>(
            literal: """
                SELECT t.id, t.uuid, \(sql: isUser ? "t.username" : "t.name") AS name FROM \(query)
                WHERE c.smartGroupId = \(id)\(mode) ORDER BY c.id
                """
        ).fetchAll(db)
    }

    private static func namedDevices(_ mode: SmartGroupMemberRecord.Mode, of id: Int64, _ db: GRDB.Database) throws
        -> [SmartGroupDevice]
    {
        try devices(
            """
            JOIN smartGroupMember m ON m.deviceId = d.id WHERE m.smartGroupId = \(id) AND m.mode = \(mode.rawValue)
            ORDER BY m.id
            """, db)
    }

    /// Devices (alias `d`), as lists of members show them.
    static func devices(_ rest: SQL, _ db: GRDB.Database) throws -> [SmartGroupDevice] {
        try SQLRequest<SmartGroupDevice>(
            literal: """
                SELECT d.id, d.uuid, d.identifier, d.friendlyName, u.username, d.platform, d.model, d.osVersion,
                    d.ownership
                FROM device d LEFT JOIN enrollmentUser u ON u.id = d.userId \(rest)
                """
        ).fetchAll(db)
    }

    /// Apps of a subtree that are assigned to a smart group.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is no such smart group.
    func applications(of reference: RecordReference, in subtree: Subtree) async throws -> [SmartGroupApplication] {
        try await database.read { db in
            let id = try Self.smartGroup(reference, in: subtree, number: 6, db).storedID()
            return try SQLRequest<SmartGroupApplication>(
                literal: """
                    SELECT a.id, a.uuid, a.name, a.bundleId, a.platform, a.version, o.name AS groupName
                    FROM applicationAssignment s JOIN application a ON a.id = s.applicationId
                    JOIN organizationGroup o ON o.id = a.groupId
                    WHERE s.smartGroupId = \(id) AND \(subtree.condition("o.path")) ORDER BY a.id
                    """
            ).fetchAll(db)
        }
    }
}
