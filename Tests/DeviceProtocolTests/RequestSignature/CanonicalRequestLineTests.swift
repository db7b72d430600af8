import DeviceProtocol
import Foundation
import Testing

/// The string to sign line by line: which header stands where, and what stands in none.
struct CanonicalRequestLineTests {
    static let names = [
        "Content-Encoding", "Content-Language", "Content-Type", "Date", "If-Modified-Since", "If-Match",
        "If-None-Match", "If-Unmodified-Since", "Range",
    ]

    static func lines(
        _ headers: [(name: String, value: String)], method: String = "GET", resource: String = "h/p",
        digest: CanonicalRequest.ContentDigest = .none
    ) -> [String] {
        let request = CanonicalRequest(method: method, headers: headers, resource: resource, contentDigest: digest)
        return request.stringToSign.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `All nine headers stand in their order, whatever order they were sent in`() {
        let headers = Self.names.map { (name: $0, value: "<\($0)>") }
        let expected = ["GET"] + Self.names.map { "<\($0)>" } + ["h/p"]
        #expect(Self.lines(headers) == expected)
        #expect(Self.lines(headers.reversed()) == expected)
    }

    @Test(arguments: 0..<9)
    func `A header that is missing leaves only its own line empty`(index: Int) {
        let headers = Self.names.enumerated().filter { $0.offset != index }.map { (name: $1, value: "v\($0)") }
        let lines = Self.lines(headers)
        for line in 1...9 { #expect(lines[line] == (line == index + 1 ? "" : "v\(line - 1)")) }
    }

    @Test(arguments: names)
    func `Values of a header that is repeated are joined in the order sent`(name: String) throws {
        let headers = [(name, "b"), ("aw-x", "1"), (name.uppercased(), "a"), ("Host", "h"), (name.lowercased(), "")]
        let index = try #require(Self.names.firstIndex(of: name)) + 1
        let lines = Self.lines(headers.map { (name: $0.0, value: $0.1) })
        #expect(lines[index] == "b,a,")
        #expect(lines.enumerated().allSatisfy { $0.offset == index || !$0.element.contains(",") })
    }

    @Test(arguments: [
        "Content-Typ", "Content-Type2", "X-Date", "Dat", "If-Range", "Ranges", "Content-Length", "Host", "Content_Type",
        "Content-MD5", "", " Date", "Date ",
    ])
    func `A header of a similar name takes no part`(name: String) {
        #expect(Self.lines([(name, "value")]) == Self.lines([]))
    }

    @Test(arguments: names + ["aw-x"])
    func `Values keep their case, their blanks and characters beyond ASCII`(name: String) {
        let value = "  Text/HTML;  Ärger=\"Ω\"\t "
        #expect(Self.lines([(name, value)]).contains { $0.hasSuffix(value) })
    }

    @Test(arguments: [
        ("get", "GET"), ("PoSt", "POST"), ("DELETE", "DELETE"), ("m-search", "M-SEARCH"), ("zä{`", "Zä{`"), ("", ""),
    ])
    func `Only ASCII letters of the method become capitals`(method: String, expected: String) {
        #expect(Self.lines([], method: method).first == expected)
    }

    @Test(arguments: [
        ("HOST:8443/AbC", "host:8443/abc"), ("h/%C3%84", "h/%c3%84"), ("h/Ä[\\]^_`@Z", "h/Ä[\\]^_`@z"),
        ("H/A+B%20C", "h/a+b%20c"), ("", ""), ("h/\u{212A}", "h/\u{212A}"),
    ])
    func `Only ASCII letters of the resource become small, and nothing is unescaped`(text: String, expected: String) {
        #expect(Self.lines([], resource: text).last == expected)
    }

    @Test func `A digest follows the resource on the same line, without a line feed at the end`() {
        let digest = Data([0xFB, 0xFF, 0xFE])
        #expect(Self.lines([], digest: .digest(digest)).last == "h/p+//+")
        #expect(Self.lines([], digest: .digest(Data())).last == "h/p")
        #expect(Self.lines([], digest: .digest(digest)).count == 11)
    }

    @Test func `Content hashes that are repeated stand joined in both places`() {
        let headers = [(name: "aw-content-hash", value: "one"), (name: "AW-CONTENT-HASH", value: "two")]
        let lines = Self.lines(headers)
        #expect(lines.suffix(2) == ["aw-content-hash:one,two", "h/pone,two"])
        #expect(Self.lines([("aw-content-hashes", "x")]).last == "h/p")
    }
}

/// The lines of the headers that begin with `aw-`.
struct CanonicalRequestOwnHeaderTests {
    static func own(_ headers: [(name: String, value: String)]) -> [String] {
        Array(CanonicalRequestLineTests.lines(headers).dropFirst(10).dropLast())
    }

    @Test(arguments: [
        ("aw-device-uid", "aw-device-uid:V"), ("AW-DEVICE-UID", "aw-device-uid:V"), ("Aw-X", "aw-x:V"),
        ("aw-", "aw-:V"), ("aw-auth", "aw-auth:V"), ("AW-AUTHOR", "aw-author:V"), ("aw-authx-y", "aw-authx-y:V"),
        ("aw--auth-x", "aw--auth-x:V"), ("aw-1", "aw-1:V"), ("aw-x-aw-auth-", "aw-x-aw-auth-:V"),
    ])
    func `A header that begins with aw has a line`(name: String, line: String) {
        #expect(Self.own([(name, "V")]) == [line])
    }

    @Test(arguments: [
        "aw", "a", "", "awx", "aw_x", "x-aw-y", " aw-x", "AW-AUTH-", "aw-auth-x", "Aw-Auth-Signature-Version",
        "AW-AUTH-REALM", "aw-auth-group-id", "AW-AUTH-SIGNATURE-METHOD", "bw-x", "ax-x",
    ])
    func `Another header, and one of the scheme itself, has none`(name: String) {
        #expect(Self.own([(name, "V")]).isEmpty)
    }

    @Test func `Lines are sorted as whole texts by their bytes`() {
        let headers = [
            ("aw-b", "0"), ("aw-a", "z"), ("aw-a1", "a"), ("aw-B2", "y"), ("aw-a-b", "m"), ("AW-10", "q"),
            ("aw-9", "q"),
        ]
        #expect(
            Self.own(headers.map { (name: $0.0, value: $0.1) }) == [
                "aw-10:q", "aw-9:q", "aw-a-b:m", "aw-a1:a", "aw-a:z", "aw-b2:y", "aw-b:0",
            ])
    }

    @Test func `A header that is repeated has one line with the values in the order sent`() {
        let headers = [("aw-k", "9"), ("aw-j", "x"), ("AW-K", "1"), ("Aw-k", ""), ("aw-J", "a,b")]
        #expect(Self.own(headers.map { (name: $0.0, value: $0.1) }) == ["aw-j:x,a,b", "aw-k:9,1,"])
    }

    @Test func `An empty value leaves the name and a colon`() {
        #expect(Self.own([("aw-x", "")]) == ["aw-x:"])
    }

    @Test func `Only ASCII letters of a name become small`() {
        #expect(Self.own([("AW-Ä", "1"), ("aw-ä", "2")]) == ["aw-Ä:1", "aw-ä:2"])
    }
}

/// What of a request target takes part in the signature.
struct RequestTargetTests {
    @Test(arguments: [
        ("/", "h/"), ("/a/B/", "h/a/B/"), ("/a;v=1", "h/a;v=1"), ("/a#b", "h/a#b"), ("/a#b?c", "h/a#b"),
        ("/a?b#c", "h/a"), ("/%3F?x", "h/%3F"), ("/a//b/../c", "h/a//b/../c"), ("/a%2fB", "h/a%2fB"), ("//", "h//"),
        ("/:8080", "h/:8080"), ("/a b", "h/a b"), ("/ä", "h/ä"), ("/a??", "h/a"), ("/a&b=c", "h/a&b=c"),
    ])
    func `A path stays as it was sent and loses its query`(target: String, expected: String) {
        #expect(CanonicalRequest.resource(authority: "h", target: target) == expected)
    }

    @Test(arguments: [
        ("http://o", "o"), ("http://o/", "o/"), ("https://o:8443/P", "o:8443/P"), ("HTTPS://O:1/a?b", "O:1/a"),
        ("http://o?q", "o"), ("http://o/a#f", "o/a#f"), ("http://o/a://b", "o/a://b"),
        ("http://user@o/a", "user@o/a"), ("http://[::1]:80/a", "[::1]:80/a"), ("x://y", "y"), ("http://", ""),
    ])
    func `A target in absolute form brings its own authority`(target: String, expected: String) {
        #expect(CanonicalRequest.resource(authority: "ignored:9", target: target) == expected)
    }

    @Test(arguments: [("", "h:1"), ("*", "h:1"), ("?", "h:1"), ("?a=b", "h:1"), ("*?a", "h:1")])
    func `A target without a path is the authority alone`(target: String, expected: String) {
        #expect(CanonicalRequest.resource(authority: "h:1", target: target) == expected)
    }

    @Test(arguments: [("a", "h/a"), ("**", "h/**"), ("a/b?c", "h/a/b"), ("http:/x", "h/http:/x"), (".", "h/.")])
    func `A path without a slash gets one`(target: String, expected: String) {
        #expect(CanonicalRequest.resource(authority: "h", target: target) == expected)
    }

    @Test(arguments: [
        "h", "h:80", "h:443", "H:8443", "[::1]:8443", "192.0.2.1:1", "", "h:",
    ])
    func `The authority keeps its port and its case`(authority: String) {
        #expect(CanonicalRequest.resource(authority: authority, target: "/a?b") == authority + "/a")
    }

    @Test(arguments: [
        ("/a?\u{301}b", "h/a"), ("/\u{301}a", "h/\u{301}a"), ("?\u{301}", "h"),
    ])
    func `A mark that combines with a separator does not hide it`(target: String, expected: String) {
        let resource = CanonicalRequest.resource(authority: "h", target: target)
        #expect(Array(resource.utf8) == Array(expected.utf8))
    }
}
