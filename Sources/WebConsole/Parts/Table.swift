/// Rows of cells, a page of a list at a time.
struct Table: PageValue {
    /// How its rows stand.
    enum Look: String, Sendable {
        /// Columns are as wide as they need.
        case plain
        /// Columns share the width evenly, so that those of tables below each other line up.
        case even
        /// Rows are the lines of a text, on a phone too.
        case lines
    }

    /// A row.
    struct Row: PageValue {
        /// The cells, as many as there are columns.
        let cells: [Cell]
        /// What names the row in bulk actions; empty if it cannot be chosen.
        var key = ""
        /// What names the row for those who choose it; the key if it is empty.
        var name = ""
        /// What can be done with it, behind the cells.
        var actions: [Action] = []
        /// Whether its box is ticked.
        fileprivate(set) var isChosen = false

        func child(named name: String) -> Any? {
            switch name {
            case "cellsHTML": cells.map(\.tableHTML).joined()
            case "key": Shown.text(key)
            case "keyText": key
            case "isChosen": isChosen
            case "keyName": self.name.isEmpty ? key : self.name
            case "actions": actions
            case "hasActions": !actions.isEmpty
            default: nil
            }
        }
    }

    /// What the table shows, for those who cannot see where it stands.
    let caption: String
    /// Names of the columns.
    let columns: [String]
    private(set) var rows: [Row]
    /// What stands in place of rows.
    let empty: EmptyState
    /// How its rows stand.
    var look = Look.plain
    /// The pages of the list; nil if there is one only.
    var pager: Pager?
    /// What can be done with chosen rows: the buttons below the table; needs rows with keys.
    var bulk: [BulkAction] = []
    /// Where chosen rows are sent.
    var bulkPath = ""
    private var token = ""
    private var page = ""
    /// The address of the page with all rows chosen, or with none if they are.
    private var allPath = ""
    private var isAllChosen = false

    /// A table.
    ///
    /// - Parameters:
    ///   - caption: What it shows.
    ///   - columns: Names of the columns.
    ///   - rows: The rows.
    ///   - empty: What stands in place of rows.
    init(_ caption: String, columns: [String], rows: [Row], empty: EmptyState) {
        self.caption = caption
        self.columns = columns
        self.empty = empty
        self.rows = rows.map { row in
            var cells = row.cells
            for index in cells.indices where index < columns.count { cells[index].label = columns[index] }
            return Row(cells: cells, key: row.key, name: row.name, actions: row.actions)
        }
    }

    /// Lets the forms of the table carry what keeps them from being forged.
    mutating func stand(on page: String, token: String) {
        isAllChosen = ChooseAll.isAsked(page)
        // After a form, nothing is chosen by itself.
        self.page = ChooseAll.without(page)
        allPath = isAllChosen ? self.page : ChooseAll.with(page)
        self.token = token
        for index in rows.indices {
            rows[index].isChosen = isAllChosen && !rows[index].key.isEmpty
            rows[index].actions = rows[index].actions.map { $0.standing(on: self.page, token: token) }
        }
    }

    func child(named name: String) -> Any? {
        switch name {
        case "token": token
        case "page": page
        case "caption": caption
        case "look": look.rawValue
        case "columns":
            columns.enumerated().map {
                Heading(text: $1, isNumber: rows.first?.cells[safe: $0]?.isNumber ?? false)
            }
        case "rows": rows
        case "hasRows": !rows.isEmpty
        case "empty": empty
        case "pager": pager ?? Shown.Nothing()
        case "bulk": bulk
        case "hasBulk": !bulk.isEmpty && !rows.isEmpty
        case "bulkPath": bulkPath
        case "allPath": allPath
        case "isAllChosen": isAllChosen
        case "hasRowActions": rows.contains { !$0.actions.isEmpty }
        default: nil
        }
    }

    /// The heading of a column.
    private struct Heading: PageValue {
        let text: String
        let isNumber: Bool
    }
}

/// Something that is done with the chosen rows of a table.
struct BulkAction: PageValue {
    /// What the button says.
    let label: String
    /// The value of the field `action`.
    let value: String
    /// What is asked before; empty to ask nothing.
    var confirmation = ""
    /// Whether it takes something away.
    var isDangerous = false
}

/// The pages of a list.
struct Pager: PageValue {
    /// Such as `1–100 of 2,431`.
    let range: String
    /// The page before; empty on the first.
    let previous: String
    /// The page after; empty on the last.
    let next: String

    /// The pages of a list; nil if there is one.
    ///
    /// - Parameters:
    ///   - page: The page shown, from 0.
    ///   - size: Rows of a page.
    ///   - total: Rows in all.
    ///   - link: The address of a page.
    init?(page: Int, size: Int, total: Int, link: (Int) -> String) {
        guard total > size || page > 0 else { return nil }
        let first = page * size
        range = "\(Figure.text(first + 1))–\(Figure.text(min(first + size, total))) of \(Figure.text(total))"
        previous = page > 0 ? link(page - 1) : ""
        next = first + size < total ? link(page + 1) : ""
    }
}

/// What stands where nothing is: that it is empty, and what to do next.
struct EmptyState: PageValue {
    /// Such as `No devices yet`.
    let title: String
    /// What to do next, in a sentence.
    var advice = ""
    /// Where that is done; empty if nowhere.
    var link = ""
    /// What the link says.
    var linkText = ""
    /// What to type; empty if nothing.
    var code = ""
}

/// The choice of all rows of a page, which the address of the page says, so that it works without a script.
enum ChooseAll {
    private static let parameter = "choose=all"

    /// Whether an address asks for it.
    static func isAsked(_ page: String) -> Bool { pairs(page).contains(parameter) }

    /// An address that asks for it.
    static func with(_ page: String) -> String { "\(page)\(page.contains("?") ? "&" : "?")\(parameter)" }

    /// An address that does not.
    static func without(_ page: String) -> String {
        guard isAsked(page), let path = page.split(separator: "?", maxSplits: 1).first else { return page }
        let rest = pairs(page).filter { $0 != parameter }
        return rest.isEmpty ? String(path) : "\(path)?\(rest.joined(separator: "&"))"
    }

    private static func pairs(_ page: String) -> [String] {
        let parts = page.split(separator: "?", maxSplits: 1)
        return parts.count < 2 ? [] : parts[1].split(separator: "&").map(String.init)
    }
}

extension Collection {
    /// The element at a place; nil if there is none.
    subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
