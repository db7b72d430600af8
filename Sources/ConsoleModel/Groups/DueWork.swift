package import ConsolePlatform
package import GRDB

/// A time that has passed in some groups because their clock was moved forward.
package struct DueSpan: Sendable {
    /// Ids of the groups that go by that clock.
    package let groups: Set<Int64>
    /// What it showed before.
    package let from: Timestamp
    /// What it shows now.
    package let to: Timestamp

    /// Made of its parts.
    package init(groups: Set<Int64>, from: Timestamp, to: Timestamp) {
        self.groups = groups
        self.from = from
        self.to = to
    }

    /// Whether a group goes by the clock; a row whose group is deleted goes by the machine's.
    package func contains(_ group: Int64?) -> Bool { group.map(groups.contains) ?? false }

    /// A condition: a row belongs to one of the groups.
    package func condition(_ column: String) -> SQL { "\(sql: column) IN (\(SQL.ids(groups)))" }

    /// A condition: a moment lies in the time that has passed.
    package func condition(moment column: String) -> SQL {
        "\(sql: column) > \(from) AND \(sql: column) <= \(to)"
    }
}

/// Something that falls due as time goes by, and is done at once when a clock is moved forward.
package struct DueWork: Sendable {
    /// Counts what falls due, in the transaction that moves the clock.
    package typealias Count = @Sendable (DueSpan, GRDB.Database) throws -> Int

    /// What it is called in the answer, such as `command expired`.
    package let kind: String
    /// Counts it.
    package let count: Count
    /// Does what has fallen due by now, by the clocks of all groups; nothing for what only expires.
    package let settle: @Sendable (DueSpan) async throws -> Void

    /// Work by its name.
    package init(
        _ kind: String, count: @escaping Count, settle: @escaping @Sendable (DueSpan) async throws -> Void = { _ in }
    ) {
        self.kind = kind
        self.count = count
        self.settle = settle
    }

    /// Work of which there are as many pieces as rows.
    ///
    /// - Parameters:
    ///   - kind: What it is called.
    ///   - rows: What follows `FROM` in a statement that counts them.
    ///   - settle: Does it.
    package init(
        _ kind: String, rows: @escaping @Sendable (DueSpan) -> SQL,
        settle: @escaping @Sendable (DueSpan) async throws -> Void = { _ in }
    ) {
        self.init(
            kind,
            count: { span, db in
                try SQLRequest<Int>(literal: "SELECT COUNT(*) FROM \(rows(span))").fetchOne(db) ?? 0
            }, settle: settle)
    }
}
