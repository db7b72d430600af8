import Testing

@testable import Articles

/// Blocks of articles.
struct MarkdownParserTests {
    private func text(_ text: String) -> MarkdownBlock { .paragraph([.text(text)]) }

    private func bullets(_ items: [[MarkdownBlock]], isTight: Bool = true) -> MarkdownBlock {
        .list(MarkdownList(start: nil, isTight: isTight, items: items))
    }

    @Test(arguments: [
        ("# One", 1, "One"), ("#### Four", 4, "Four"), ("   ## Indented  ", 2, "Indented"), ("#", 1, ""),
    ])
    func `Number signs begin headings`(line: String, level: Int, title: String) {
        let pieces: [MarkdownInline] = title.isEmpty ? [] : [.text(title)]
        #expect(MarkdownParser.blocks(of: line) == [.heading(level: level, pieces)])
    }

    @Test(arguments: ["#hashtag", "####### seven"])
    func `Other number signs are text`(line: String) {
        #expect(MarkdownParser.blocks(of: line) == [text(line)])
    }

    @Test func `Lines of a paragraph become one, up to a blank line or another block`() {
        let blocks = MarkdownParser.blocks(of: "one\ntwo  \nthree\n\nfour\n# Five")
        #expect(
            blocks == [
                .paragraph([.text("one two"), .lineBreak, .text("three")]), text("four"),
                .heading(level: 1, [.text("Five")]),
            ])
    }

    @Test func `Code between fences stays as it is, with its language`() {
        let blocks = MarkdownParser.blocks(of: "```json\n{\n  \"a\": 1\n}\n\n# no heading\n```\nafter")
        #expect(blocks == [.code(language: "json", "{\n  \"a\": 1\n}\n\n# no heading"), text("after")])
    }

    @Test func `A longer fence holds a shorter one, and one without an end holds the rest`() {
        #expect(MarkdownParser.blocks(of: "````\n```\n````") == [.code(language: "", "```")])
        #expect(MarkdownParser.blocks(of: "~~~ yaml\na: 1") == [.code(language: "yaml", "a: 1")])
    }

    @Test(arguments: ["* ", "- ", "+ "])
    func `Bullets make lists, with lines that go on`(bullet: String) {
        let blocks = MarkdownParser.blocks(of: "\(bullet)one\n  more\n\(bullet)two\nlazy")
        #expect(blocks == [bullets([[text("one more")], [text("two lazy")]])])
    }

    @Test func `Numbers make lists that begin with the first`() {
        let list = MarkdownList(start: 3, isTight: true, items: [[text("three")], [text("four")]])
        #expect(MarkdownParser.blocks(of: "3. three\n4. four") == [.list(list)])
        let other = MarkdownList(start: 1, isTight: true, items: [[text("a")], [text("b")]])
        #expect(MarkdownParser.blocks(of: "1) a\n2) b") == [.list(other)])
    }

    @Test func `Lists, code and tables stand in items`() {
        let blocks = MarkdownParser.blocks(of: "1. one\n   * inner\n   * second\n2. two\n\n   ```\n     x\n   ```\n")
        guard case .list(let list)? = blocks.first else {
            Issue.record("no list")
            return
        }
        #expect(
            list.items == [
                [text("one"), bullets([[text("inner")], [text("second")]])],
                [text("two"), .code(language: "", "  x")],
            ])
    }

    @Test func `Blank lines between items set them apart`() {
        #expect(MarkdownParser.blocks(of: "* a\n\n* b") == [bullets([[text("a")], [text("b")]], isTight: false)])
        #expect(MarkdownParser.blocks(of: "* a\n\n  b\n") == [bullets([[text("a"), text("b")]], isTight: false)])
    }

    @Test func `A year at the beginning of a line begins no list`() {
        #expect(
            MarkdownParser.blocks(of: "in the year\n2026. It was cold.") == [text("in the year 2026. It was cold.")])
    }

    @Test func `Quotes hold blocks`() {
        let blocks = MarkdownParser.blocks(of: "> one\n> * two\n\nafter")
        #expect(blocks == [.quote([text("one"), bullets([[text("two")]])]), text("after")])
    }

    @Test func `Rules and comments`() {
        #expect(MarkdownParser.blocks(of: "a\n\n---\n\n<!-- hidden\nstill -->\nb") == [text("a"), .rule, text("b")])
    }

    @Test func `Tables have cells of pieces, and bars in cells are escaped`() {
        let blocks = MarkdownParser.blocks(of: "| A | `b` |\n|---|:-:|\n| 1 \\| 2 | \\n |\n| only |\n\nafter")
        let rows: [MarkdownTable.Row] = [[[.text("1 | 2")], [.text("\\n")]], [[.text("only")], []]]
        let table = MarkdownTable(
            alignments: [.natural, .center], header: [[.text("A")], [.code("b")]], rows: rows)
        #expect(blocks == [.table(table), text("after")])
    }

    @Test(arguments: ["a | b\nc", "| a | b |\n|---|", "|"])
    func `Bars alone make no table`(markdown: String) {
        for block in MarkdownParser.blocks(of: markdown) {
            guard case .paragraph = block else {
                Issue.record("\(block)")
                continue
            }
        }
    }

    @Test(arguments: ["<script>alert(1)</script>", "<div>\n\nx\n\n</div>", "<b>bold</b>"])
    func `Tags are text`(markdown: String) {
        for block in MarkdownParser.blocks(of: markdown) {
            guard case .paragraph(let pieces) = block else {
                Issue.record("\(block)")
                continue
            }
            #expect(pieces.count == 1)
        }
    }

    @Test(arguments: ["", "\n\n", "   ", "```", ">", "*", "|-|\n|-|", "<!--", "1.", "# ", "* ```\n* x", "> > > >"])
    func `Anything is read to its end`(markdown: String) {
        #expect(MarkdownParser.blocks(of: markdown).count < 3)
    }
}
