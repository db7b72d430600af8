import Testing

@testable import Articles

/// Pieces of paragraphs.
struct InlineParserTests {
    private func check(_ text: String, _ pieces: [MarkdownInline], location: SourceLocation = #_sourceLocation) {
        #expect(InlineParser.pieces(of: text) == pieces, sourceLocation: location)
    }

    @Test func `Code is between as many backticks as it needs`() {
        check("a `b` c", [.text("a "), .code("b"), .text(" c")])
        check("``a ` b``", [.code("a ` b")])
        check("`` `a` ``", [.code("`a`")])
        check("` `", [.code(" ")])
        check("`a", [.text("`a")])
        check("`a\nb`", [.code("a b")])
        check(#"`\n`"#, [.code(#"\n"#)])
    }

    @Test func `Two backticks around a name make a symbol`() {
        check("``UserStore``", [.symbol("UserStore")])
        check("``ConsoleModel/UserStore/add(_:)``", [.symbol("ConsoleModel/UserStore/add(_:)")])
        check("``a b``", [.code("a b")])
    }

    @Test func `Stars and lines emphasise`() {
        check("*a*", [.emphasis([.text("a")])])
        check("_a_", [.emphasis([.text("a")])])
        check("**a** b", [.strong([.text("a")]), .text(" b")])
        check("***a***", [.emphasis([.strong([.text("a")])])])
        check("**a *b* c**", [.strong([.text("a "), .emphasis([.text("b")]), .text(" c")])])
        check("*a `*` b*", [.emphasis([.text("a "), .code("*"), .text(" b")])])
    }

    @Test(arguments: ["2 * 3 * 4", "snake_case_name", "*a", "a*", "**", "* a*", "****a****", "_a b"])
    func `Other stars and lines are text`(text: String) { check(text, [.text(text)]) }

    @Test func `Articles are named, with an anchor if there is one`() {
        check("see <doc:Operations>.", [.text("see "), .article(name: "Operations", anchor: nil), .text(".")])
        check("<doc:Operations#The-start-page>", [.article(name: "Operations", anchor: "The-start-page")])
    }

    @Test func `Addresses are links, in brackets or with a text`() {
        check(
            "<https://example.test/a?b=c>",
            [
                .link(destination: "https://example.test/a?b=c", [.text("https://example.test/a?b=c")])
            ])
        check(
            "[a *b*](https://example.test/x(1))",
            [
                .link(destination: "https://example.test/x(1)", [.text("a "), .emphasis([.text("b")])])
            ])
        check("[`a]`](#b)", [.link(destination: "#b", [.code("a]")])])
    }

    @Test(arguments: [
        "<b>", "a < b > c", "<javascript:alert(1)>", "[a]", "[a] (b)", "[a](b c)", "[a", "<", "a[1](", "<doc:a b>",
    ])
    func `Other brackets are text`(text: String) { check(text, [.text(text)]) }

    @Test func `What is escaped is text`() {
        check(#"\*a\* \<b> \| \a"#, [.text(#"*a* <b> | \a"#)])
        check("a\\\nb", [.text("a"), .lineBreak, .text("b")])
        check("a\\", [.text("a\\")])
    }

    @Test func `Pieces have a plain text`() {
        let pieces = InlineParser.pieces(of: "**A** `b` <doc:C>\n[d](#e) ``F``")
        #expect(MarkdownInline.plain(pieces) { "the \($0)" } == "A b the C d F")
    }
}
