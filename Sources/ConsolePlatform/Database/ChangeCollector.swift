import CSQLiteChanges
import GRDB

/// Watches a connection while one unit of work runs, and takes down the rows it changes.
///
/// SQLite says of each change before it is made, also of those by triggers and foreign keys. Nothing is read from the
/// database for it.
final class ChangeCollector {
    private let rules: ChangeRules
    private let shapes: [String: ChangeRules.Shape]
    private var changes = RowChanges()
    /// Text of the statement that started last.
    private var statement: UnsafePointer<CChar>?

    private init(_ rules: ChangeRules, shapes: [String: ChangeRules.Shape]) {
        self.rules = rules
        self.shapes = shapes
    }

    /// Does some work, and takes down what it changes.
    ///
    /// - Returns: What the work returns, and what it has changed.
    /// - Throws: What the work throws.
    static func watch<Value>(
        _ db: GRDB.Database, _ rules: ChangeRules, _ work: () throws -> Value
    ) throws -> (value: Value, changes: RowChanges) {
        guard rowChangesCanBeObserved() != 0, let connection = db.sqliteConnection else {
            return (try work(), RowChanges())
        }
        let collector = ChangeCollector(rules, shapes: try rules.shapes { try columns(db) })
        observeRowChanges(connection, observer, starter, Unmanaged.passUnretained(collector).toOpaque())
        defer { observeRowChanges(connection, nil, nil, nil) }
        return try withExtendedLifetime(collector) { (try work(), collector.changes) }
    }

    private static var observer: row_observer {
        { context, connection, kind, schema, table, oldKey, newKey in
            guard let context, let connection, let schema, let table else { return }
            // Only the file itself: not what is temporary.
            guard schema[0] == UInt8(ascii: "m") else { return }
            Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue()
                .note(connection, kind, String(cString: table), kind == 18 ? newKey : oldKey)
        }
    }

    private static var starter: statement_observer {
        { _, context, _, text in
            guard let context, let text = text?.assumingMemoryBound(to: CChar.self) else { return 0 }
            // Triggers say their names in a comment.
            guard text[0] != CChar(UInt8(ascii: "-")) else { return 0 }
            Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue().statement = UnsafePointer(text)
            return 0
        }
    }

    private static func columns(_ db: GRDB.Database) throws -> [ChangeRules.Column] {
        let sql = """
            SELECT t.name AS "table", c.name AS name, c.pk AS place, t.wr AS hasNoIDs
            FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name, c.cid
            """
        return try Row.fetchAll(db, sql: sql).map { row in
            ChangeRules.Column(
                table: row["table"], name: row["name"], keyPlace: row["place"], hasNoIDs: row["hasNoIDs"])
        }
    }

    /// Takes down a change that is about to be made.
    private func note(_ connection: OpaquePointer, _ code: Int32, _ table: String, _ id: Int64) {
        guard let shape = shapes[table] else { return }
        let kind: RowChange.Kind =
            switch code {
            case 18: .insert
            case 9: .delete
            default: .update
            }
        guard changes.rows.count < rules.rows else { return changes.more += 1 }
        var reading = ChangedRow(connection, shape, kind, rules)
        if changes.rows.count < rules.detailedRows {
            reading.readColumns(columns(kind, connection, shape))
        } else {
            reading.leaveOut()
        }
        // What was written as it was is no change.
        if kind == .update, reading.columns.isEmpty, !reading.isCut { return }
        changes.rows.append(
            RowChange(
                table: shape.name, id: shape.key.isEmpty ? id : 0, key: reading.key(), kind: kind,
                columns: reading.columns, isCut: reading.isCut))
    }
}

extension ChangeCollector {
    /// Places of the columns to look at: of an update those that the statement sets, since tables are wide.
    private func columns(_ kind: RowChange.Kind, _ connection: OpaquePointer, _ shape: ChangeRules.Shape) -> [Int]? {
        guard kind == .update, let statement, changedRowIsOfStatement(connection) != 0 else { return nil }
        return rules.columns(setBy: statement, in: shape)
    }
}

/// Reads the row that is about to be changed.
private struct ChangedRow {
    private let connection: OpaquePointer
    private let shape: ChangeRules.Shape
    private let kind: RowChange.Kind
    private let rules: ChangeRules
    private var room: Int
    private(set) var columns: [RowChange.Column] = []
    private(set) var isCut = false

    init(_ connection: OpaquePointer, _ shape: ChangeRules.Shape, _ kind: RowChange.Kind, _ rules: ChangeRules) {
        self.connection = connection
        self.shape = shape
        self.kind = kind
        self.rules = rules
        room = rules.rowBytes
    }

    /// Says that the values are not kept.
    mutating func leaveOut() { isCut = true }

    /// What identifies the row in a table without ids.
    func key() -> String? {
        guard !shape.key.isEmpty else { return nil }
        return shape.key.map { place in
            let value = changedRowValue(connection, Int32(place), kind == .insert ? 1 : 0)
            return value.type == 3 ? Self.text(value, limit: rules.textBytes) : String(value.integer)
        }.joined(separator: "/")
    }

    /// Reads the values that change.
    ///
    /// - Parameter places: Places of the columns to look at; nil for all.
    mutating func readColumns(_ places: [Int]?) {
        let isValueSecret = shape.named.map { isSecretName($0.name) } ?? false
        let count = min(shape.columns.count, Int(changedRowColumnCount(connection)))
        columns.reserveCapacity(min(places?.count ?? count, 16))
        if let places {
            for place in places where place < count { readColumn(place, isValueSecret) }
        } else {
            for place in 0..<count { readColumn(place, isValueSecret) }
        }
    }

    private mutating func readColumn(_ place: Int, _ isValueSecret: Bool) {
        let before = kind == .insert ? nil : changedRowValue(connection, Int32(place), 0)
        let after = kind == .delete ? nil : changedRowValue(connection, Int32(place), 1)
        if let before, let after {
            if rowValuesAreEqual(before, after) != 0 { return }
        } else if (before ?? after)?.type == 5 {
            return
        }
        let isSecret = shape.isSecret[place] || (isValueSecret && shape.named?.value == place)
        columns.append(
            RowChange.Column(
                name: shape.columns[place], before: before.map { kept($0, isSecret) },
                after: after.map { kept($0, isSecret) }))
    }

    private func isSecretName(_ place: Int) -> Bool {
        let name = changedRowValue(connection, Int32(place), kind == .delete ? 0 : 1)
        return name.type == 3 && rules.hides(Self.text(name, limit: rules.textBytes))
    }

    private mutating func kept(_ value: row_value, _ isSecret: Bool) -> RowChange.Value {
        switch value.type {
        case 5: return .null
        case _ where isSecret: return .secret
        case 1: return .integer(value.integer)
        case 2: return .real(value.real)
        case 3:
            // Documents may have secrets inside, and are in the request anyway.
            if let first = value.bytes?.pointee, Self.openings.contains(first) { return .bytes(Int(value.count)) }
            let limit = min(rules.textBytes, room)
            let text = Self.text(value, limit: limit)
            room -= text.utf8.count
            let isTextCut = Int(value.count) > limit
            isCut = isCut || isTextCut
            return .text(text, isCut: isTextCut)
        default: return .bytes(Int(value.count))
        }
    }

    /// What JSON, XML and property lists begin with.
    private static let openings: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<")]

    private static func text(_ value: row_value, limit: Int) -> String {
        var bytes = UnsafeBufferPointer(start: value.bytes, count: min(Int(value.count), limit))
        // Never in the middle of a character.
        while bytes.count < Int(value.count), let last = bytes.last, last & 0x80 != 0 {
            bytes = UnsafeBufferPointer(rebasing: bytes.dropLast())
            if last & 0xC0 == 0xC0 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
