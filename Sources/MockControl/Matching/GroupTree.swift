package import ConsoleModel
package import ConsolePlatform
import GRDB

/// Where all organization groups stand, at some moment.
package struct GroupTree: Sendable {
    private let groups: [Int64: OrganizationGroupRecord]

    /// The tree of some groups.
    init(_ records: [OrganizationGroupRecord]) {
        groups = Dictionary(records.compactMap { record in record.id.map { ($0, record) } }) { $1 }
    }

    /// No groups.
    static let none = GroupTree([])

    /// A group with those below it; nil if there is none of that id.
    package subscript(id: Int64) -> Subtree? { groups[id]?.subtree }

    /// Code of a group.
    func code(of id: Int64) -> String? { groups[id]?.code }

    /// The customer a group belongs to: the nearest group of type Customer on the way to the root, else the root.
    package func customer(of id: Int64) -> Int64? {
        guard let way = groups[id]?.ancestorsAndSelf else { return nil }
        return way.last { groups[$0]?.type == "Customer" } ?? way.first
    }

    /// The customers whose requests may belong to a subtree; nil for everyone's.
    package func customers(in subtree: Subtree) -> Set<Int64?>? {
        guard !subtree.isWhole else { return nil }
        return Set(groups.filter { subtree.contains($0.value) }.keys.compactMap { customer(of: $0) })
    }

    /// Whether somebody may see what belongs to a group; what belongs to nobody is seen at the root only.
    package func isVisible(_ group: Int64?, in subtree: Subtree) -> Bool {
        if subtree.isWhole { return true }
        return group.flatMap { groups[$0] }.map(subtree.contains) ?? false
    }

    /// The group that somebody names: by its code, its uuid, its id, or its name; the first of these counts.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none, `conflict` for a name that several have.
    func subtree(named text: String, in subtree: Subtree) throws -> Subtree {
        let visible = groups.values.filter(subtree.contains)
        let wanted = text.lowercased()
        if let group = visible.first(where: { $0.code.lowercased() == wanted }) { return group.subtree }
        if let group = visible.first(where: { $0.uuid == wanted }) { return group.subtree }
        if let group = Int64(text).flatMap({ groups[$0] }), subtree.contains(group) { return group.subtree }
        let named = visible.filter { $0.name.lowercased() == wanted }.sorted { $0.code < $1.code }
        guard named.count < 2 else {
            throw ConsoleError.ambiguous(text, "organization groups", named.map { "\($0.uuid) (\($0.code))" })
        }
        guard let group = named.first else {
            throw ConsoleError(
                .badRequest, "There is no organization group \"\(text.prefix(80))\"; give its code, uuid, id or name.")
        }
        return group.subtree
    }
}

/// Reads the tree of groups, and keeps it until groups change.
package struct GroupTreeStore: Sendable {
    private let database: ConsoleDatabase
    private let known = GenerationCache<Int, GroupTree>(limit: 1)

    /// A store that has read nothing yet.
    package init(database: ConsoleDatabase) {
        self.database = database
    }

    /// The tree as it is.
    package func tree() async throws -> GroupTree {
        try await known.value(for: 0, generation: database.generation) {
            GroupTree(try await database.read { db in try OrganizationGroupRecord.fetchAll(db) })
        }
    }
}
