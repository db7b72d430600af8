import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Why a smart group contains a device, or not.
struct SmartGroupVerdict: Sendable {
    let record: SmartGroupRecord
    let home: OrganizationGroupRecord
    let explanation: MembershipExplanation
}

extension SmartGroupLibraryStore {
    /// Members of a smart group that are in a subtree, by id.
    ///
    /// - Parameters:
    ///   - reference: The smart group.
    ///   - seen: When they were last heard of.
    ///   - subtree: Where to look.
    ///   - page: Which part of the list.
    /// - Returns: The devices.
    /// - Throws: ``ConsoleError`` `badRequest` if there is no such smart group.
    func devices(
        of reference: RecordReference, seen: (since: Timestamp?, till: Timestamp?), in subtree: Subtree,
        page: PageRequest
    ) async throws -> Page<SmartGroupDevice> {
        try await database.read { db in
            let id = try Self.smartGroup(reference, in: subtree, number: 6, db).storedID()
            guard let definition = try SmartGroupDefinition.stored([id], db)[id] else {
                throw Self.missing(reference.description, number: 6)
            }
            var filters: [SQL] = []
            if let since = seen.since { filters.append(" AND d.lastSeenAt >= \(since)") }
            if let till = seen.till { filters.append(" AND d.lastSeenAt <= \(till)") }
            // By criteria, members are where the smart group is: only what was added may be elsewhere.
            if !definition.modes.contains(.add) {
                guard !filters.isEmpty else {
                    return try Self.page(try census.members(of: [id], db)[id]?.sorted ?? [], page, db)
                }
            } else {
                filters.append(Self.isVisible(in: subtree))
            }
            return try Self.members(of: definition, filters.joined(), page, db)
        }
    }

    /// The members a smart group would have if it were made now, and why each of them.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for something unknown that it names.
    func preview(_ draft: SmartGroupDraft, by administrator: AdministratorIdentity, page: PageRequest) async throws
        -> Page<(device: SmartGroupDevice, explanation: MembershipExplanation)>
    {
        try await database.read { db in
            let home = try Self.home(draft, else: administrator.groupID, in: administrator.subtree, db)
            let parts = try SmartGroupParts(draft, in: administrator.subtree, db)
            let definition = SmartGroupDefinition(
                homeID: try home.storedID(), criteriaType: draft.criteriaType ?? "All", criteria: parts.criteria,
                members: parts.members)
            let members = try Self.members(
                of: definition, Self.isVisible(in: administrator.subtree), page, db)
            return try members.map { ($0, try SmartGroupMembership.explain(device: $0.id, in: definition, db)) }
        }
    }

    /// A further condition: a device is in a subtree.
    private static func isVisible(in subtree: Subtree) -> SQL {
        """
         AND d.groupId IN (\(subtree.groups))
        """
    }

    private static func members(
        of definition: SmartGroupDefinition, _ filter: SQL, _ page: PageRequest, _ db: GRDB.Database
    ) throws -> Page<SmartGroupDevice> {
        let isMember = try MembershipPredicate(definition: definition, reach: .many).isMember()
        let source: SQL = "FROM device d WHERE \(isMember)\(filter)"
        let total = try SQLRequest<Int>(literal: "SELECT COUNT(*) \(source)").fetchOne(db) ?? 0
        let shown = try SQLRequest<Int64>(
            literal: "SELECT d.id \(source) ORDER BY d.id LIMIT \(page.size) OFFSET \(page.offset)"
        ).fetchAll(db)
        return Page(items: try devices(withIDs: shown, db), request: page, total: total)
    }

    private static func page(_ ids: [Int64], _ page: PageRequest, _ db: GRDB.Database) throws -> Page<SmartGroupDevice>
    {
        let shown = ids.dropFirst(page.offset).prefix(page.size)
        return Page(items: try devices(withIDs: shown, db), request: page, total: ids.count)
    }

    private static func devices(withIDs ids: some Collection<Int64>, _ db: GRDB.Database) throws -> [SmartGroupDevice] {
        try devices("WHERE d.id IN (\(.ids(ids))) ORDER BY d.id", db)
    }

    /// The smart groups of a subtree for a device.
    ///
    /// - Parameters:
    ///   - identifier: The device.
    ///   - containing: Whether to include only those that contain it.
    ///   - subtree: Where to look.
    ///   - page: Which part of the list.
    /// - Returns: The smart groups, by id.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    func verdicts(
        on identifier: DeviceIdentifier, containing: Bool, in subtree: Subtree, page: PageRequest
    ) async throws -> Page<SmartGroupVerdict> {
        try await database.read { db in
            let deviceID = try DeviceStore.device(identifier, in: subtree, db).storedID()
            let records = try SQLRequest<SmartGroupRecord>(
                literal: """
                    SELECT s.* FROM smartGroup s JOIN organizationGroup o ON o.id = s.groupId
                    WHERE \(subtree.condition("o.path")) ORDER BY s.id
                    """
            ).fetchAll(db)
            guard containing else {
                // Each takes a while to explain: nobody sees the others.
                return Page(
                    items: try Self.verdicts(on: deviceID, of: Page(page, of: records).items, db), request: page,
                    total: records.count)
            }
            return Page(page, of: try Self.verdicts(on: deviceID, of: records, db).filter(\.explanation.isMember))
        }
    }

    private static func verdicts(
        on deviceID: Int64, of records: [SmartGroupRecord], _ db: GRDB.Database
    ) throws -> [SmartGroupVerdict] {
        let definitions = try SmartGroupDefinition.stored(records.compactMap(\.id), db)
        return try records.compactMap { record in
            guard let definition = record.id.flatMap({ definitions[$0] }) else { return nil }
            return SmartGroupVerdict(
                record: record, home: try OrganizationGroupStore.group(id: record.groupId, db),
                explanation: try SmartGroupMembership.explain(device: deviceID, in: definition, db))
        }
    }
}
