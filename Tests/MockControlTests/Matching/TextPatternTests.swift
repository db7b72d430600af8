import ConsolePlatform
import Testing

@testable import ConsoleTestSupport
@testable import MockControl

/// Regular expressions that take no longer than the text is long.
struct TextPatternTests {
    private static let vectors: [(String, String, Bool)] = [
        ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false), ("a.c", "axc", true),
        ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true), ("(?i)äBC", "Äbc", true), ("a|bc|", "bc", true),
        ("a|bc|", "", true), ("(a|b)*c", "ababc", true), ("(a|b)*c", "abxc", false), ("a{2,3}", "aa", true),
        ("a{2,3}", "aaaa", false), ("a{2}", "aa", true), ("a{2,}", "aaaaa", true), ("a{0}", "", true),
        ("[a-c]+", "abcabc", true), ("[^a-c]+", "xyz", true), ("[^a-c]+", "xaz", false), ("[]a]+", "]a]", true),
        ("[a-]+", "a-a", true), ("[\\d.]+", "10.5", true), ("\\w+@\\w+\\.test", "a_b@c.test", true),
        ("\\D+", "12", false), ("\\x41\\u0042", "AB", true), ("^abc$", "abc", true), ("a^b", "ab", false),
        ("\\bab\\b.*", "ab cd", true), ("a\\Bb", "ab", true), ("(?:ab)+?", "abab", true), ("(?<n>a)b", "ab", true),
        ("a+?b", "aab", true), ("\\{\\}", "{}", true), (".*", "🙂 x", true), ("\\W\\S", " x", true),
        ("(|a)*", "aa", true),
    ]

    @Test func `Patterns take whole texts`() throws {
        for (pattern, text, expected) in Self.vectors {
            #expect(try TextPattern(pattern, name: "p").matches(text) == expected, "\(pattern) \(text)")
        }
    }

    private static let broken: [(String, String)] = [
        ("(", "( is not closed"), (")", ") closes nothing"), ("[a", "[ is not closed"), ("*a", "* repeats nothing"),
        ("a**", "* repeats a repetition"), ("a{", "{ has to be followed"), ("a{3,2}", "a repetition goes from"),
        ("a{2000}", "a repetition goes from"), ("(?=a)", "looking ahead"), ("(?<!a)", "looking ahead"),
        ("(a)\\1", "references to groups"), ("\\q", "\\q is not known"), ("\\", "a backslash is the last"),
        ("\\x4", "\\x takes two"), ("[z-a]", "a range in brackets"), ("((a{100}){100}){100}", "it is too long"),
        ("(?<n", "the name of a group"), ("(?<n)a", "the name of a group"), ("(?<)", "the name of a group"),
        ("(((((){1000}){1000}){1000}){1000}){1000}", "it is too long"), ("((){1000}()){1000}", "it is too long"),
        ("((a{0}){1000}|){1000}", "it is too long"),
        ("(\(String(repeating: "()", count: 100))){100}", "it is too long"),
    ]

    @Test func `What is no pattern is refused with what is wrong`() throws {
        for (pattern, reason) in Self.broken {
            let error = #expect(throws: ConsoleError.self) { try TextPattern(pattern, name: "p") }
            #expect(error?.message.contains(reason) == true, "\(pattern): \(error?.message ?? "")")
        }
    }

    @Test func `Repetitions of nothing within the limit take nothing`() throws {
        for pattern in ["(){1000}", "()*", "(a{0})*", "(|){200}", "(()*)*b{0}"] {
            let pattern = try TextPattern(pattern, name: "p")
            #expect(pattern.program.count <= TextPattern.maximumSize)
            #expect(pattern.matches("") && !pattern.matches("a"))
        }
    }

    @Test func `Patterns that make others search for ever are through at once`() throws {
        let text = String(repeating: "a", count: 5000) + "b"
        let began = ContinuousClock.now
        for pattern in ["(a+)+", "(a|aa)+", "(a*)*c", "(.*a){12}", "(a|a)*x"] {
            #expect(try !TextPattern(pattern, name: "p").matches(text), "\(pattern)")
        }
        #expect(ContinuousClock.now - began < .seconds(20))
    }

    @Test func `Letter case is ignored in ranges too`() throws {
        #expect(try TextPattern("[a-z]+", name: "p", ignoringCase: true).matches("ABC"))
        #expect(try !TextPattern("[^a-z]+", name: "p", ignoringCase: true).matches("ABC"))
    }

    @Test func `Made-up patterns are read or refused`() throws {
        var random = SeededGenerator(seed: 3)
        let pieces = "ab()[]{}|*+?.\\^$-,123dwsBx<:=!".map(String.init)
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            guard let pattern = try? TextPattern(text.joined(), name: "p") else { continue }
            _ = pattern.matches("aab1\n[{")
        }
    }
}

/// Paths with stars, and paths into JSON.
struct PathPatternTests {
    private static let globs: [(String, String, Bool)] = [
        ("/a/*", "/a/b", true), ("/a/*", "/a/b/c", false), ("/a/*", "/a/", true), ("/a/**", "/a", true),
        ("/a/**", "/a/b/c", true), ("/a/**", "/ab", false), ("/**/c", "/a/b/c", true), ("/a/**/c", "/a/c", true),
        ("/a/**/c", "/a/x/y/c", true), ("/a/**/c", "/a/xc", false), ("/a*c/d", "/abbc/d", true), ("**", "", true),
        ("/A/B", "/a/b", true), ("/a", "/a/", false), ("*", "/", false), ("/*/*/x", "/1/2/x", true),
    ]

    @Test func `Stars stand for segments, double ones for anything`() {
        for (glob, path, expected) in Self.globs {
            #expect(PathGlob(glob).matches(path) == expected, "\(glob) \(path)")
        }
        #expect(PathGlob(route: "/a/{b}/c").matches("/a/1/c"))
        #expect(!PathGlob(String(repeating: "*a", count: 200)).matches(String(repeating: "a", count: 150)))
    }

    @Test func `Paths that make no sense are refused at their place`() {
        let broken = [
            "$.", "$[", "$['a", "$[x]", "$..", "a b", "$.a[?(@.b = 1)]", "$[?(b)]", "$.a..", "$$",
            "[99999999999999999999]",
        ]
        for path in broken {
            let error = #expect(throws: ConsoleError.self, "\(path)") { try JSONPath(path, name: "json") }
            #expect(error?.message.contains("from character") == true)
        }
        for path in ["$", "", "a", "$.a-b._c", "$[ 0 ]", "$[\"a'b\"]", "$[*][?(@ == 1)]", "$..[0]", "$[?(@.a)]"] {
            #expect(throws: Never.self, "\(path)") { try JSONPath(path, name: "json") }
        }
    }
}
