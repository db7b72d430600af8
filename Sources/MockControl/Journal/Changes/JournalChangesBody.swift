import ConsolePlatform

/// A row that a request changed, as an entry of the journal shows it (StateLinks).
struct JournalChangeBody: Encodable {
    /// Names of columns.
    private struct Column: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum Member: String, CodingKey {
        case table, id, kind, before, after, truncated
    }

    private let change: RowChange

    /// The body for a change.
    init(_ change: RowChange) {
        self.change = change
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(ChangedTable.word(change.table), forKey: .table)
        if let key = change.key {
            try members.encode(key, forKey: .id)
        } else {
            try members.encode(change.id, forKey: .id)
        }
        try members.encode("\(change.kind)", forKey: .kind)
        if change.isCut { try members.encode(true, forKey: .truncated) }
        if change.columns.isEmpty { return }
        if change.kind != .insert { try write(\.before, &members, .before) }
        if change.kind != .delete { try write(\.after, &members, .after) }
    }

    private func write(
        _ side: KeyPath<RowChange.Column, RowChange.Value?>, _ members: inout KeyedEncodingContainer<Member>,
        _ member: Member
    ) throws {
        var values = members.nestedContainer(keyedBy: Column.self, forKey: member)
        for column in change.columns {
            let name = Column(stringValue: column.name)
            switch column[keyPath: side] {
            case .null?, nil: try values.encodeNil(forKey: name)
            case .integer(let number)?: try values.encode(number, forKey: name)
            case .real(let number)?: try values.encode(number, forKey: name)
            case .text(let text, let isCut)?: try values.encode(isCut ? "\(text)…" : text, forKey: name)
            case .bytes(let count)?: try values.encode("[\(count) bytes]", forKey: name)
            case .secret?: try values.encode(JournalRedaction.mark, forKey: name)
            }
        }
    }
}
