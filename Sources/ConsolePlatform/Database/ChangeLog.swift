import Foundation
import NIOConcurrencyHelpers

/// Takes down which rows are changed on behalf of one task, such as the answer to a request.
///
/// Whoever wants to know sets ``current`` around the work; ``ConsoleDatabase/write(_:)`` finds it there. A unit that
/// fails changes nothing, and leaves nothing here.
package final class ChangeLog: Sendable {
    /// Where changes of this task are taken down; nil if nobody wants to know.
    @TaskLocal package static var current: ChangeLog?

    /// What is taken down.
    let rules: ChangeRules
    private let box = NIOLockedValueBox(RowChanges())

    /// A log of nothing yet.
    package init(_ rules: ChangeRules) {
        self.rules = rules
    }

    /// What was changed, as far as it was committed.
    package var changes: RowChanges { box.withLockedValue { $0 } }

    /// Takes down what one unit of work has changed.
    func add(_ changes: RowChanges) {
        box.withLockedValue { all in
            let room = max(0, rules.rows - all.rows.count)
            all.rows += changes.rows.prefix(room)
            all.more += changes.more + max(0, changes.rows.count - room)
        }
    }
}

/// What is taken down of rows that are changed.
package final class ChangeRules: Sendable {
    /// A table, and what of it may be seen.
    struct Shape: Sendable {
        let name: String
        let columns: [String]
        /// Whether each column is never shown.
        let isSecret: [Bool]
        /// Places of the columns of the primary key in a table without ids; empty in others.
        let key: [Int]
        /// Place of a column that says what the value of the row is called, and of that value.
        let named: (name: Int, value: Int)?
    }

    /// The most rows of one log.
    let rows: Int
    /// The most rows of one unit of work whose values are kept.
    let detailedRows: Int
    /// The most bytes kept of one text.
    let textBytes = 200
    /// The most bytes kept of the texts of one row.
    let rowBytes = 1024
    private let tables: Set<String>
    private let isSecret: @Sendable (String) -> Bool
    private let shapes = NIOLockedValueBox<[String: Shape]?>(nil)
    private let statements = NIOLockedValueBox<[UInt: Setting]>([:])

    /// What a statement may set.
    private struct Setting {
        let text: String
        let table: String
        let columns: [Int]
    }

    /// Rules.
    ///
    /// - Parameters:
    ///   - rows: The most rows of one log.
    ///   - detailedRows: The most rows of one unit of work whose values are kept.
    ///   - tables: Tables that are left out.
    ///   - isSecret: Whether what has this name is never shown.
    package init(
        rows: Int = 200, detailedRows: Int = 16, leavingOut tables: Set<String>,
        isSecret: @escaping @Sendable (String) -> Bool
    ) {
        self.rows = rows
        self.detailedRows = detailedRows
        self.tables = tables
        self.isSecret = isSecret
    }

    /// Whether what has this name is never shown.
    func hides(_ name: String) -> Bool { isSecret(name) }

    /// Tables by name, read once: their columns do not change while a console runs.
    func shapes(_ read: () throws -> [Column]) rethrows -> [String: Shape] {
        if let known = shapes.withLockedValue({ $0 }) { return known }
        let columns = Dictionary(grouping: try read(), by: \.table).filter { !tables.contains($0.key) }
        let found = columns.mapValues(shape)
        shapes.withLockedValue { $0 = found }
        return found
    }

    /// Places of the columns that a statement may set in a table: those that its text names.
    ///
    /// Remembered by the place of the text, which stays where it is as long as the statement is kept.
    func columns(setBy text: UnsafePointer<CChar>, in shape: Shape) -> [Int] {
        statements.withLockedValue { known in
            let place = UInt(bitPattern: text)
            if let setting = known[place], setting.table == shape.name,
                setting.text.withCString({ strcmp($0, text) == 0 })
            {
                return setting.columns
            }
            let sql = String(cString: text)
            let words = sql.lowercased()
            // One that does not name its table is none that is understood.
            let isKnown = words.contains(shape.name.lowercased())
            let columns = shape.columns.indices.filter { !isKnown || words.contains(shape.columns[$0].lowercased()) }
            if known.count >= Self.statementLimit { known = [:] }
            known[place] = Setting(text: sql, table: shape.name, columns: columns)
            return columns
        }
    }

    /// The most statements that are remembered.
    private static let statementLimit = 512

    /// A column as the database describes it.
    struct Column: Sendable {
        let table: String
        let name: String
        /// Place in the primary key, from 1; 0 outside of it.
        let keyPlace: Int
        /// Whether rows of the table have no ids.
        let hasNoIDs: Bool
    }

    private func shape(_ columns: [Column]) -> Shape {
        let names = columns.map(\.name)
        let keys = columns.indices.filter { columns[$0].keyPlace > 0 && columns[$0].hasNoIDs }
        let name = names.firstIndex(of: "key") ?? names.firstIndex(of: "name")
        let value = names.firstIndex(of: "value")
        return Shape(
            name: columns[0].table, columns: names, isSecret: names.map { isSecret($0) },
            key: keys.sorted { columns[$0].keyPlace < columns[$1].keyPlace },
            named: name.flatMap { name in value.map { (name, $0) } })
    }
}
