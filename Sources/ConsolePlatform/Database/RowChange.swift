/// A row that was changed, and how.
package struct RowChange: Hashable, Sendable {
    /// What happened to it.
    package enum Kind: UInt8, Sendable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// A value of a row.
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        /// A text, perhaps only its beginning.
        case text(String, isCut: Bool)
        /// Bytes, or a document, of which only the size is kept.
        case bytes(Int)
        /// Something that is never shown.
        case secret
    }

    /// A column with its values.
    package struct Column: Hashable, Sendable {
        package let name: String
        /// The former value; nil for a new row.
        package let before: Value?
        /// The new value; nil for a deleted row.
        package let after: Value?

        /// Made of its parts.
        package init(name: String, before: Value?, after: Value?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// Name of the table.
    package let table: String
    /// Id of the row; 0 in a table without.
    package let id: Int64
    /// What identifies the row in a table without ids; nil in others.
    package let key: String?
    /// What happened to it.
    package let kind: Kind
    /// Columns that changed; those with a value of a new or deleted row.
    package let columns: [Column]
    /// Whether some of that is left out.
    package let isCut: Bool

    /// Made of its parts.
    package init(table: String, id: Int64, key: String?, kind: Kind, columns: [Column], isCut: Bool) {
        self.table = table
        self.id = id
        self.key = key
        self.kind = kind
        self.columns = columns
        self.isCut = isCut
    }

    /// About as many bytes as it takes.
    package var byteCount: Int {
        columns.reduce(64) { $0 + 48 + ($1.before?.byteCount ?? 0) + ($1.after?.byteCount ?? 0) }
    }
}

extension RowChange.Value {
    fileprivate var byteCount: Int {
        if case .text(let text, _) = self { return text.utf8.count }
        return 0
    }
}

/// Rows that were changed together.
package struct RowChanges: Hashable, Sendable {
    /// The rows, in the order of their changes.
    package var rows: [RowChange]
    /// How many further changes there were.
    package var more: Int

    /// Made of its parts.
    package init(rows: [RowChange] = [], more: Int = 0) {
        self.rows = rows
        self.more = more
    }

    /// Whether nothing was changed.
    package var isEmpty: Bool { rows.isEmpty && more == 0 }

    /// About as many bytes as they take.
    package var byteCount: Int { rows.reduce(0) { $0 + $1.byteCount } }
}
