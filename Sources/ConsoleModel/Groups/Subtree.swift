package import GRDB

/// A group and everything below it: what an administrator may see, or what a request is about.
///
/// Nothing else compares the paths of groups or takes them apart, in Swift or in SQL; for the latter see
/// ``condition(_:in:)`` and ``groups(in:)``. As a column and as an argument of a statement, it is the path of its top.
package struct Subtree: Hashable, Sendable {
    /// All groups.
    package static let whole = Subtree(path: "/\(OrganizationGroupRecord.globalID)/")
    /// No group at all: the subtree of an unknown group.
    static let nowhere = Subtree(path: "none")

    /// Ids from the root down to the top: `/7/12/`.
    private let path: String

    /// The subtree below a path as ``OrganizationGroupRecord`` has it.
    fileprivate init(path: String) { self.path = path }

    /// Ids from the root down to the top.
    package var ancestorsAndSelf: [Int64] { path.split(separator: "/").compactMap { Int64($0) } }

    /// How many groups there are from the root down to the top; 1 for the whole tree.
    package var depth: Int { ancestorsAndSelf.count }

    /// Whether all groups are in it.
    package var isWhole: Bool { depth == 1 }

    /// Whether a subtree lies in this one, or is this one.
    package func contains(_ other: Subtree) -> Bool { other.path.hasPrefix(path) }

    /// Whether a group lies in it, as its top or below that.
    package func contains(_ group: OrganizationGroupRecord) -> Bool { contains(group.subtree) }

    /// Whether two subtrees have a group in common: the top of one is that of the other, or above or below it.
    package func overlaps(_ other: Subtree) -> Bool { contains(other) || other.contains(self) }
}

extension OrganizationGroupRecord {
    /// A group with those below it.
    package var subtree: Subtree { Subtree(path: path) }

    /// Ids from the root down to this group.
    package var ancestorsAndSelf: [Int64] { subtree.ancestorsAndSelf }
}

extension Subtree: DatabaseValueConvertible, StatementColumnConvertible {
    /// The path of its top, as column and argument.
    package var databaseValue: DatabaseValue { path.databaseValue }

    /// Reads the path of a group.
    package static func fromDatabaseValue(_ value: DatabaseValue) -> Subtree? {
        String.fromDatabaseValue(value).map(Subtree.init(path:))
    }

    /// Reads the path of a group straight from a row, which is faster for many rows.
    package init(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(path: String(sqliteStatement: sqliteStatement, index: index))
    }
}

extension Subtree: Codable {
    /// Reads the path of a group from a text made by SQLite.
    package init(from decoder: any Decoder) throws {
        self.init(path: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the path of its top.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }
}

/// There are two forms, for two uses.
///
/// A *condition* checks the group of a row that is found in another way. It uses no index, so SQLite never begins a
/// list of devices or records with the tree of groups, which has another order.
///
/// A *range* uses the index of paths: everything below `/7/12/` sorts from `/7/12/` to `/7/120`, because 0 follows the
/// slash. Use it to find the groups themselves: in `groupId IN (…)`, whose groups are gathered once, before the rows,
/// by whatever index those are read.
extension Subtree {
    /// A condition: the group with a path lies in a subtree.
    ///
    /// Either may be a column or an argument; for a group above a subtree, swap them: its path is the `top`.
    ///
    /// - Parameters:
    ///   - path: Path of the group.
    ///   - top: Path of the top of the subtree; the SQL has it twice, so a `?` needs its argument twice.
    /// - Returns: SQL.
    package static func condition(_ path: String, in top: String) -> String {
        "substr(\(path), 1, length(\(top))) = \(top)"
    }

    /// A condition: the group with a path is the top of a subtree.
    package static func condition(_ path: String, isTopOf top: String) -> String { "\(path) = \(top)" }

    /// A condition: the group with a path is the one with an id, or below it.
    static func condition(_ path: String, belowID id: String) -> String { "\(path) LIKE '%/' || \(id) || '/%'" }

    /// The same as ``condition(_:in:)`` for the index of paths; the SQL has `top` three times.
    package static func range(_ path: String, in top: String) -> String {
        "\(path) >= \(top) AND \(path) < substr(\(top), 1, length(\(top)) - 1) || '0'"
    }

    /// A condition: one of two subtrees, given by the paths of their tops, lies in the other.
    package static func overlap(_ one: String, _ other: String) -> String {
        "(\(condition(one, in: other)) OR \(condition(other, in: one)))"
    }

    /// A query for the ids of the groups in a subtree whose path is a column, or an argument with name or number.
    package static func groups(in top: String) -> String {
        "SELECT id FROM organizationGroup WHERE \(range("path", in: top))"
    }

    /// An expression to order by that grows by one with each group between the root and the one with a path.
    package static func depth(of path: String) -> String { "length(\(path)) - length(replace(\(path), '/', ''))" }
}

extension Subtree {
    /// A query for the ids of the groups in a subtree, whose two arguments are its ``bounds``.
    package static let groupsInBounds = "SELECT id FROM organizationGroup WHERE path >= ? AND path < ?"

    /// Arguments of ``groupsInBounds``.
    package var bounds: StatementArguments { [path, end] }

    /// The first text after all paths in it, in their order.
    private var end: String { String(path.dropLast()) + "0" }

    /// A condition: the group with a path lies in this subtree.
    package func condition(_ path: String) -> SQL { "substr(\(sql: path), 1, length(\(self))) = \(self)" }

    /// A condition: this subtree lies in the one whose top has a path.
    package func condition(in top: String) -> SQL { "substr(\(self), 1, length(\(sql: top))) = \(sql: top)" }

    /// A query for the ids of the groups in this subtree.
    package var groups: SQL { "SELECT id FROM organizationGroup WHERE path >= \(path) AND path < \(end)" }

    /// The groups in this subtree.
    package var records: QueryInterfaceRequest<OrganizationGroupRecord> {
        OrganizationGroupRecord.filter(literal: condition("path"))
    }
}
