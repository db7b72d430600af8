import AdminServices
import ConsoleModel
import GRDB

extension EnvironmentImportRun {
    /// Imports everything, parents before children and what is referred to before what refers to it.
    ///
    /// - Parameters:
    ///   - document: The contents that were read.
    ///   - sections: The sections of groups, in the order in which they are imported.
    /// - Throws: ``ConsoleError`` with every problem, after which nothing is kept.
    func importAll(_ document: EnvironmentDocument, _ sections: [any EnvironmentSection]) throws {
        var groups = document.groups.sorted { $0.path.count < $1.path.count }
        if document.version == 1 { try completeTop(of: &groups) }
        var placed: [(group: EnvironmentGroup, record: OrganizationGroupRecord)] = []
        for group in groups {
            guard let record = try importGroup(group) else { continue }
            placed.append((group, record))
        }
        for section in sections {
            for (group, record) in placed { try section.importContent(of: group, in: record, self) }
        }
        try finish()
    }

    /// Says what a file of version 1 means that says nothing of MDM enrollment at its topmost group.
    ///
    /// A group that the file leaves without settings keeps those it has.
    private func completeTop(of groups: inout [EnvironmentGroup]) throws {
        guard let index = groups.firstIndex(where: { $0.path.count == 1 }) else { return }
        let isNew = try OrganizationGroupRecord.fetchCount(db) == 0
        guard var settings = groups[index][GroupSettingsEnvironmentSection.self] ?? (isNew ? [:] : nil),
            settings[.requireMDMEnrollment] == nil
        else { return }
        settings[.requireMDMEnrollment] = .value(.bool(false))
        groups[index][GroupSettingsEnvironmentSection.self] = settings
        warn(
            """
            The file is of version 1 and its topmost group \(groups[index].pathText) does not set \
            requireMDMEnrollment: false is meant. In version 2 it would be true.
            """)
    }

    /// Imports a group itself, without what belongs to it; nil, with a note, if it has no place.
    func importGroup(_ group: EnvironmentGroup) throws -> OrganizationGroupRecord? {
        let code = group.path.last ?? ""
        let known = try OrganizationGroupStore.group(code: code, db)
        let parentCode = group.path.dropLast().last
        let parent = try parentCode.flatMap { try OrganizationGroupStore.group(code: $0, db) }
        guard try hasPlace(group, known: known, parent: parent) else { return nil }
        let record = OrganizationGroupRecord(
            id: known?.id ?? (parent == nil ? OrganizationGroupRecord.globalID : nil),
            uuid: try uuid(group.uuid, known: known?.uuid, in: "organizationGroup", at: group.position),
            parentId: known?.parentId ?? parent?.id, code: known?.code ?? code,
            name: group.name ?? known?.name ?? code,
            type: group.type ?? known?.type ?? (parent == nil ? "Global" : "Container"),
            country: group.country ?? known?.country ?? "", locale: group.locale ?? known?.locale ?? "en-US",
            createdAt: known?.createdAt ?? now, inPlaceOf: known)
        let decision = try decide(
            .organizationGroup, group.pathText, at: group.position, known: known, record: record,
            groupID: known?.id)
        switch decision {
        case .create: return try OrganizationGroupStore.insert(record, below: parent, in: transaction)
        case .update:
            try OrganizationGroupStore.update(record, in: transaction)
            return record
        case .leave: return known
        }
    }

    private func hasPlace(
        _ group: EnvironmentGroup, known: OrganizationGroupRecord?, parent: OrganizationGroupRecord?
    ) throws -> Bool {
        let parents = group.path.dropLast()
        guard reaches(group.path) else {
            problems.add(
                "there is no group \(parents.joined(separator: "/")) to put \(group.path.last ?? "") below",
                at: group.position, field: "organizationGroups")
            return false
        }
        if let known {
            let codes = try OrganizationGroupStore.ancestorsAndSelf(of: known, db).map { $0.code.lowercased() }
            if codes == group.path.map({ $0.lowercased() }) { return true }
            let owner = isBounded ? "another group" : codes.joined(separator: "/")
            problems.add(
                "the group ID \(known.code) is taken by \(owner)", at: group.position, field: "organizationGroups")
            return false
        }
        if parents.isEmpty {
            guard try OrganizationGroupRecord.filter(sql: "parentId IS NULL").isEmpty(db) else {
                problems.add(
                    "there is a topmost group already, and there can be only one", at: group.position,
                    field: "organizationGroups")
                return false
            }
            return true
        }
        let parentPath = try parent.map { try OrganizationGroupStore.ancestorsAndSelf(of: $0, db) } ?? []
        guard parentPath.map({ $0.code.lowercased() }) == parents.map({ $0.lowercased() }) else {
            problems.add(
                "there is no group \(parents.joined(separator: "/")) to put \(group.path.last ?? "") below",
                at: group.position, field: "organizationGroups")
            return false
        }
        return true
    }
}
