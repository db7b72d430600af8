/// Reads the blocks of an article: the part of Markdown that articles are written in (Decision 0012).
///
/// Headings with number signs, paragraphs, lists in lists, quotes, fenced code, tables, rules, and comments, which
/// nobody sees. Other tags are plain text.
struct MarkdownParser {
    private let lines: [Substring]
    private var position = 0
    private var blocks: [MarkdownBlock] = []

    /// The blocks of a text.
    static func blocks(of text: String) -> [MarkdownBlock] {
        blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false))
    }

    private static func blocks(of lines: [Substring]) -> [MarkdownBlock] {
        var parser = MarkdownParser(lines: lines)
        return parser.parse()
    }

    private init(lines: [Substring]) { self.lines = lines }

    private mutating func parse() -> [MarkdownBlock] {
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            if line.isBlank {
                position += 1
            } else if let heading = line.heading {
                blocks.append(.heading(level: heading.level, InlineParser.pieces(of: heading.text)))
                position += 1
            } else if let fence = line.fence {
                parseCode(fence, indent: line.indent)
            } else if line.text.hasPrefix("<!--") {
                skipComment()
            } else if line.isRule {
                blocks.append(.rule)
                position += 1
            } else if line.text.hasPrefix(">") {
                parseQuote()
            } else if let marker = line.marker {
                parseList(marker)
            } else if parseTable() == false {
                parseParagraph()
            }
        }
        return blocks
    }

    // MARK: Leaves

    private mutating func parseParagraph() {
        var text: [Substring] = []
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            if line.isBlank || !text.isEmpty && line.interruptsParagraph { break }
            text.append(line.text)
            position += 1
        }
        while text.last?.last == " " { text[text.count - 1].removeLast() }
        blocks.append(.paragraph(InlineParser.pieces(of: text.joined(separator: "\n"))))
    }

    private mutating func parseCode(_ fence: MarkdownLine.Fence, indent: Int) {
        var code: [Substring] = []
        position += 1
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            position += 1
            if let end = line.fence, end.character == fence.character, end.length >= fence.length, end.language.isEmpty
            {
                break
            }
            code.append(line.dropping(indent))
        }
        blocks.append(.code(language: fence.language, code.joined(separator: "\n")))
    }

    private mutating func skipComment() {
        while position < lines.count {
            position += 1
            if lines[position - 1].contains("-->") { return }
        }
    }

    private mutating func parseTable() -> Bool {
        guard position + 1 < lines.count, lines[position].contains("|"),
            let alignments = MarkdownLine(lines[position + 1]).alignments
        else { return false }
        let header = MarkdownLine(lines[position]).cells
        guard header.count == alignments.count else { return false }
        position += 2
        var rows: [[String]] = []
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            if line.isBlank || line.interruptsParagraph { break }
            let cells = line.cells + Array(repeating: "", count: alignments.count)
            rows.append(Array(cells.prefix(alignments.count)))
            position += 1
        }
        let read = { (cells: [String]) in cells.map(InlineParser.pieces) }
        blocks.append(.table(MarkdownTable(alignments: alignments, header: read(header), rows: rows.map(read))))
        return true
    }

    // MARK: Containers

    private mutating func parseQuote() {
        var inner: [Substring] = []
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            if line.text.hasPrefix(">") {
                let rest = line.text.dropFirst()
                inner.append(rest.first == " " ? rest.dropFirst() : rest)
            } else if line.isBlank || line.interruptsParagraph {
                break
            } else {
                inner.append(line.text)
            }
            position += 1
        }
        blocks.append(.quote(Self.blocks(of: inner)))
    }

    private mutating func parseList(_ first: MarkdownLine.Marker) {
        var items: [[MarkdownBlock]] = []
        var isTight = true
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            guard let marker = line.marker, marker.kind == first.kind, !line.isRule else { break }
            let item = itemLines(marker)
            let gap = item.reversed().prefix { MarkdownLine($0).isBlank }.count
            let own = item.dropLast(gap)
            items.append(Self.blocks(of: Array(own)))
            let goesOn = position < lines.count && MarkdownLine(lines[position]).marker?.kind == first.kind
            if Self.hasGap(items.last ?? [], own) || gap > 0 && goesOn { isTight = false }
        }
        blocks.append(.list(MarkdownList(start: first.number, isTight: isTight, items: items)))
    }

    /// Whether blocks of an item are set apart: blank lines in code do not count.
    private static func hasGap(_ item: [MarkdownBlock], _ lines: ArraySlice<Substring>) -> Bool {
        let paragraphs = item.count {
            if case .paragraph = $0 { true } else { false }
        }
        return paragraphs > 1 && lines.contains { MarkdownLine($0).isBlank }
    }

    /// The lines of an item without what they are indented by, blank ones after it included.
    private mutating func itemLines(_ marker: MarkdownLine.Marker) -> [Substring] {
        var own = [lines[position].dropFirst(marker.width)]
        position += 1
        var isAfterBlank = false
        while position < lines.count {
            let line = MarkdownLine(lines[position])
            if line.isBlank {
                own.append("")
            } else if line.indent >= marker.width {
                own.append(line.dropping(marker.width))
            } else if isAfterBlank || line.marker != nil || line.interruptsParagraph {
                break
            } else {
                own.append(line.text)
            }
            isAfterBlank = line.isBlank
            position += 1
        }
        return own
    }
}
