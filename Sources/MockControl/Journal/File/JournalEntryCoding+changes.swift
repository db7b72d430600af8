import ConsolePlatform
import NIOCore

/// Rows that a request changed, as bytes.
extension JournalEntryCoding {
    /// What begins a value.
    private enum Mark: Int64 {
        case missing, null, integer, real, text, cutText, bytes, secret
    }

    /// Writes changes.
    static func write(_ changes: RowChanges, to buffer: inout EntryBytes) {
        buffer.write(Int64(changes.more))
        buffer.write(Int64(changes.rows.count))
        for row in changes.rows {
            buffer.write(row.table)
            buffer.write(row.id)
            buffer.write(optional: row.key)
            buffer.write(Int64(row.kind.rawValue))
            buffer.write(row.isCut ? 1 : 0)
            buffer.write(Int64(row.columns.count))
            for column in row.columns {
                buffer.write(column.name)
                write(column.before, to: &buffer)
                write(column.after, to: &buffer)
            }
        }
    }

    private static func write(_ value: RowChange.Value?, to buffer: inout EntryBytes) {
        switch value {
        case nil: buffer.write(Mark.missing.rawValue)
        case .null?: buffer.write(Mark.null.rawValue)
        case .integer(let number)?:
            buffer.write(Mark.integer.rawValue)
            buffer.write(number)
        case .real(let number)?:
            buffer.write(Mark.real.rawValue)
            buffer.write(Int64(bitPattern: number.bitPattern))
        case .text(let text, let isCut)?:
            buffer.write((isCut ? Mark.cutText : Mark.text).rawValue)
            buffer.write(text)
        case .bytes(let count)?:
            buffer.write(Mark.bytes.rawValue)
            buffer.write(Int64(count))
        case .secret?: buffer.write(Mark.secret.rawValue)
        }
    }

    /// Reads changes.
    ///
    /// - Throws: ``Broken`` if there are none.
    static func changes(_ buffer: inout ByteBuffer) throws -> RowChanges {
        let more = try buffer.readNumber()
        let rows = try (0..<buffer.readCount()).map { _ in try row(&buffer) }
        guard more >= 0 else { throw Broken() }
        return RowChanges(rows: rows, more: Int(clamping: more))
    }

    private static func row(_ buffer: inout ByteBuffer) throws -> RowChange {
        let table = try buffer.readText()
        let id = try buffer.readNumber()
        let key = try buffer.readOptionalText()
        guard let code = UInt8(exactly: try buffer.readNumber()), let kind = RowChange.Kind(rawValue: code) else {
            throw Broken()
        }
        let isCut = try buffer.readNumber() == 1
        let columns = try (0..<buffer.readCount()).map { _ in
            RowChange.Column(name: try buffer.readText(), before: try value(&buffer), after: try value(&buffer))
        }
        return RowChange(table: table, id: id, key: key, kind: kind, columns: columns, isCut: isCut)
    }

    private static func value(_ buffer: inout ByteBuffer) throws -> RowChange.Value? {
        switch Mark(rawValue: try buffer.readNumber()) {
        case .missing?: return nil
        case .null?: return .null
        case .integer?: return .integer(try buffer.readNumber())
        case .real?: return .real(Double(bitPattern: UInt64(bitPattern: try buffer.readNumber())))
        case .text?: return .text(try buffer.readText(), isCut: false)
        case .cutText?: return .text(try buffer.readText(), isCut: true)
        case .bytes?: return .bytes(Int(clamping: try buffer.readNumber()))
        case .secret?: return .secret
        case nil: throw Broken()
        }
    }
}
