/// A line of an article, and which block it may begin.
struct MarkdownLine {
    /// What begins and ends code.
    struct Fence {
        let character: Character
        let length: Int
        let language: String
    }

    /// The beginning of a list item.
    struct Marker {
        /// The bullet, or what follows the number.
        let kind: Character
        /// The number; nil for a bullet.
        let number: Int?
        /// Columns before the text of the item.
        let width: Int
    }

    /// Blanks it begins with.
    let indent: Int
    /// The rest.
    let text: Substring

    private let line: Substring

    /// A line without its end.
    init(_ line: Substring) {
        self.line = line
        text = line.drop { $0 == " " }
        indent = line.count - text.count
    }

    /// Whether nothing stands on it.
    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// The line without so many of its leading blanks, or without all if it has fewer.
    func dropping(_ count: Int) -> Substring { line.dropFirst(min(count, indent)) }

    /// A heading.
    var heading: (level: Int, text: String)? {
        let level = text.prefix { $0 == "#" }.count
        let rest = text.dropFirst(level)
        guard (1...6).contains(level), rest.isEmpty || rest.first == " " else { return nil }
        return (level, Self.trimmed(rest))
    }

    /// The beginning or end of code.
    var fence: Fence? {
        guard let character = text.first, character == "`" || character == "~" else { return nil }
        let length = text.prefix { $0 == character }.count
        let language = Self.trimmed(text.dropFirst(length))
        guard length >= 3, !language.contains("`") else { return nil }
        return Fence(character: character, length: length, language: language)
    }

    /// Whether it is a horizontal rule.
    var isRule: Bool {
        let marks = text.filter { $0 != " " }
        guard let mark = marks.first, "-*_".contains(mark) else { return false }
        return marks.count >= 3 && marks.allSatisfy { $0 == mark }
    }

    /// The beginning of an item.
    var marker: Marker? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        let kinds = digits.isEmpty ? "-*+" : ".)"
        guard digits.count < 10, let kind = rest.first, kinds.contains(kind) else { return nil }
        let gap = rest.dropFirst().prefix { $0 == " " }.count
        guard gap > 0 || rest.count == 1 else { return nil }
        return Marker(kind: kind, number: Int(digits), width: indent + digits.count + 1 + (gap > 4 ? 1 : max(gap, 1)))
    }

    /// Whether a paragraph ends before it, without a blank line.
    var interruptsParagraph: Bool {
        if heading != nil || fence != nil || isRule || text.hasPrefix(">") || text.hasPrefix("<!--") { return true }
        // A number at the beginning of a line is more often a number than a list.
        return marker.map { $0.number == nil || $0.number == 1 } ?? false
    }

    // MARK: Tables

    /// Cells of a row: what stands between bars that are neither escaped nor in code.
    var cells: [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in Self.trimmed(text).dropFirst(text.hasPrefix("|") ? 1 : 0) {
            if isEscaped {
                cell += character == "|" ? "|" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                cells.append(Self.trimmed(cell))
                cell = ""
            } else {
                cell.append(character)
            }
        }
        if isEscaped { cell += "\\" }
        cell = Self.trimmed(cell)
        return cell.isEmpty ? cells : cells + [cell]
    }

    /// How columns are aligned, if this is the line below the head of a table.
    var alignments: [MarkdownTable.Alignment]? {
        guard text.contains("|"), text.contains("-"), text.allSatisfy({ "|:- ".contains($0) }) else { return nil }
        return cells.map { cell in
            switch (cell.hasPrefix(":"), cell.hasSuffix(":")) {
            case (true, true): .center
            case (true, false): .left
            case (false, true): .right
            case (false, false): .natural
            }
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
    }
}
