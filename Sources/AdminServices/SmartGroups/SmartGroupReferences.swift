import ConsoleModel
import ConsolePlatform
import GRDB

extension SmartGroupDraft.List {
    /// The table of what the list names.
    private var table: String {
        switch self {
        case .organizationGroups: "organizationGroup"
        case .userGroups, .userGroupExclusions: "userGroup"
        case .tags: "tag"
        case .userAdditions, .userExclusions: "enrollmentUser"
        case .deviceAdditions, .deviceExclusions: "device"
        }
    }

    /// The ids of what elements name, in their order.
    ///
    /// Thousands of them are looked up at once: each statement of a unit takes longer than the one before.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for the first that is unknown in the subtree.
    func ids(of references: [RecordReference], in subtree: Subtree, _ db: GRDB.Database) throws -> [Int64] {
        var (ids, uuids): (Set<Int64>, Set<String>) = ([], [])
        for reference in references {
            switch reference {
            case .id(let id): ids.insert(id)
            case .uuid(let uuid): uuids.insert(uuid)
            }
        }
        var known: [RecordReference: Int64] = [:]
        if !ids.isEmpty {
            for row in try rows(where: "t.id IN (\(.ids(ids)))", in: subtree, db) { known[.id(row.id)] = row.id }
        }
        if !uuids.isEmpty {
            for row in try rows(where: "t.uuid IN (\(.texts(Array(uuids))))", in: subtree, db) {
                known[.uuid(row.uuid)] = row.id
            }
        }
        return try references.map { reference in
            guard let id = known[reference] else {
                throw ConsoleError(.badRequest, "\(rawValue) names \(reference), which is unknown.")
            }
            return id
        }
    }

    private func rows(
        where condition: SQL, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> [(id: Int64, uuid: String)] {
        let group = self == .organizationGroups ? "t.id" : "t.groupId"
        return try SQLRequest<Row>(
            literal: """
                SELECT t.id, t.uuid FROM \(sql: table) t JOIN organizationGroup o ON o.id = \(sql: group)
                WHERE \(condition) AND \(subtree.condition("o.path"))
                """
        ).fetchAll(db).map { ($0[0], $0[1]) }
    }

    /// The criterion an element stands for; nil for lists of members.
    func criterion(_ id: Int64) -> SmartGroupCriterionRecord? {
        switch self {
        case .organizationGroups: SmartGroupCriterionRecord(kind: .organizationGroup, groupId: id)
        case .userGroups: SmartGroupCriterionRecord(kind: .userGroup, userGroupId: id)
        case .tags: SmartGroupCriterionRecord(kind: .tag, tagId: id)
        default: nil
        }
    }

    /// The member an element stands for; nil for lists of criteria.
    func member(_ id: Int64) -> SmartGroupMemberRecord? {
        switch self {
        case .userAdditions: SmartGroupMemberRecord(mode: .add, userId: id)
        case .deviceAdditions: SmartGroupMemberRecord(mode: .add, deviceId: id)
        case .userExclusions: SmartGroupMemberRecord(mode: .exclude, userId: id)
        case .deviceExclusions: SmartGroupMemberRecord(mode: .exclude, deviceId: id)
        case .userGroupExclusions: SmartGroupMemberRecord(mode: .exclude, userGroupId: id)
        default: nil
        }
    }
}

/// The contents of a smart group: criteria, and members added or excluded by hand.
struct SmartGroupParts: Sendable {
    var criteria: [SmartGroupCriterionRecord]
    var members: [SmartGroupMemberRecord]

    /// The stored data.
    init(of smartGroupID: Int64, _ db: GRDB.Database) throws {
        criteria = try SmartGroupStore.criteria(of: smartGroupID, db).map(\.bare)
        members = try SmartGroupStore.members(of: smartGroupID, db).map(\.bare)
    }

    /// The smart group in a request; lists that it leaves out stay as they were.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for something unknown in the subtree.
    init(_ draft: SmartGroupDraft, keeping known: SmartGroupParts? = nil, in subtree: Subtree, _ db: GRDB.Database)
        throws
    {
        (criteria, members) = ([], [])
        for list in SmartGroupDraft.List.allCases {
            if let references = draft.references[list] {
                let ids = try list.ids(of: references, in: subtree, db)
                criteria += ids.compactMap(list.criterion)
                members += ids.compactMap(list.member)
            } else if let known {
                criteria += known.criteria.filter { Self.list($0) == list }
                members += known.members.filter { Self.list($0) == list }
            }
        }
        for (kind, _) in SmartGroupDraft.wordLists {
            let kept = known?.criteria.filter { $0.kind == kind } ?? []
            criteria += draft.words[kind].map { $0.map { Self.criterion(kind, $0) } } ?? kept
        }
        criteria += draft.versions ?? known?.criteria.filter { $0.kind == .osVersion } ?? []
        var seen: (Set<SmartGroupCriterionRecord>, Set<SmartGroupMemberRecord>) = ([], [])
        criteria = criteria.filter { seen.0.insert($0).inserted }
        members = members.filter { seen.1.insert($0).inserted }
    }

    private static func criterion(_ kind: SmartGroupCriterionRecord.Kind, _ word: String) -> SmartGroupCriterionRecord {
        SmartGroupCriterionRecord(
            kind: kind, text: word, number: kind == .managementType ? SmartGroupWords.management(word) : nil)
    }

    static func list(_ criterion: SmartGroupCriterionRecord) -> SmartGroupDraft.List? {
        switch criterion.kind {
        case .organizationGroup: .organizationGroups
        case .userGroup: .userGroups
        case .tag: .tags
        default: nil
        }
    }

    static func list(_ member: SmartGroupMemberRecord) -> SmartGroupDraft.List {
        if member.userGroupId != nil { return .userGroupExclusions }
        if member.deviceId != nil { return member.mode == .add ? .deviceAdditions : .deviceExclusions }
        return member.mode == .add ? .userAdditions : .userExclusions
    }

    /// The parts for the event log.
    var fields: [String: String?] {
        var lists: [String: [String]] = [:]
        for criterion in criteria {
            let words: [String?] = [criterion.platform, criterion.operator, criterion.text]
            let ids = [criterion.groupId, criterion.userGroupId, criterion.tagId].map { $0.map(String.init) }
            lists[criterion.kind.rawValue, default: []].append((words + ids).compactMap(\.self).joined(separator: " "))
        }
        for member in members {
            let id = member.deviceId ?? member.userId ?? member.userGroupId
            lists[Self.list(member).rawValue, default: []].append(id.map(String.init) ?? "")
        }
        return lists.mapValues { $0.joined(separator: ", ") }
    }
}
