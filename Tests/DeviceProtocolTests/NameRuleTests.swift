import Testing

@testable import DeviceProtocol

/// Names that people can tell apart.
struct NameRuleTests {
    @Test(arguments: [
        "admin", "Dana O'Neill", "jürgen", "ACME\\jdoe", "dana@acme.example", "漢字", "مدير", "Иванов-IT", "Ångström",
        "a.b", "...", "x y z", "R&D (North)", "日本 東京", "한국", "naïve", "5", "🏔", "Ελλάδα 2",
    ])
    func `What can be seen and told apart is a name`(text: String) {
        #expect(NameRule.problem(with: text) == nil)
    }

    @Test(arguments: [
        ("", "must not be empty"), (".", "must not be . or .."), ("..", "must not be . or .."),
        ("admin\u{200B}", "U+200B"), ("ad\u{200D}min", "U+200D"), ("\u{FEFF}admin", "U+FEFF"), ("a\u{AD}b", "U+00AD"),
        ("\u{202E}nimda", "U+202E"), ("admin\u{200F}", "U+200F"), ("admin\u{2066}", "U+2066"), ("a\u{34F}b", "U+034F"),
        ("a\u{3164}", "U+3164"), ("a\u{FE0F}", "U+FE0F"), ("a\u{E0041}", "U+E0041"), ("a\u{2800}b", "U+2800"),
        ("a\nb", "U+000A"), ("a\0", "U+0000"), ("a\u{2028}b", "U+2028"), ("a\u{85}b", "U+0085"),
        ("a\u{E000}", "U+E000"),
        ("admin ", "a blank at either end"), (" admin", "a blank at either end"),
        ("admin\u{A0}", "a blank at either end"),
        ("a\u{A0}b", "the blank U+00A0"), ("a\u{3000}b", "the blank U+3000"), ("a  b", "two blanks in a row"),
        ("e\u{301}mile", "composed form"), ("\u{FF41}dmin", "looks like a"), ("\u{1D41A}dmin", "looks like a"),
        ("user\u{FF11}", "looks like 1"), ("\u{430}dmin", "must not mix"), ("admi\u{3BF}", "must not mix"),
        ("x \u{440}aul", "must not mix"),
    ])
    func `What looks like another name is none, and the reason says why`(text: String, reason: String) {
        #expect(NameRule.problem(with: text)?.contains(reason) == true, "\(NameRule.problem(with: text) ?? "none")")
        #expect(GroupCode(text) == nil)
    }

    @Test(arguments: [".", ".."])
    func `Identifiers and codes are no folders of a path`(text: String) {
        #expect(DeviceIdentifier(text) == nil && GroupCode(text) == nil && BundleIdentifier(text) == nil)
        #expect(DeviceIdentifier("\(text)a") != nil && DeviceIdentifier("...") != nil)
    }
}
