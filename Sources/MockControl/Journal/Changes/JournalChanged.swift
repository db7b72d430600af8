import ConsolePlatform

/// Rows that an entry has to have changed: `devices/12`, or `devices` for any of them.
struct JournalChanged: Hashable, Sendable {
    /// Name of the table.
    let table: String
    /// Id of the row, or what identifies one of a table without ids; nil for any.
    let row: String?

    /// Reads what a filter names.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it names no table.
    init(_ text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        guard let table = parts.first, table.utf8.allSatisfy(Self.isOfName) else {
            throw ConsoleError(
                .badRequest,
                "changed is \"\(text.prefix(80))\"; it has to be a table and perhaps an id, such as devices/12.")
        }
        self.table = ChangedTable.table(String(table))
        row = parts.count > 1 ? String(parts[1]) : nil
    }

    /// Whether some changes are of such a row.
    func matches(_ changes: RowChanges) -> Bool {
        guard !changes.rows.isEmpty else { return false }
        guard let row else { return changes.rows.contains { $0.table == table } }
        let id = Int64(row)
        return changes.rows.contains { change in
            change.table == table && (change.key.map { $0 == row } ?? (change.id == id))
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
