import DeviceProtocol
import Foundation
import Testing

/// Request signatures: string to sign (DeviceServices, section 4.2.2).
struct CanonicalRequestTests {
    static func text(
        _ headers: [(name: String, value: String)], method: String = "get", resource: String = "h/p",
        digest: CanonicalRequest.ContentDigest = .none
    ) -> String {
        CanonicalRequest(method: method, headers: headers, resource: resource, contentDigest: digest).stringToSign
    }

    @Test
    func `Without headers there are nine empty lines between method and resource`() {
        #expect(Self.text([]) == "GET\n\n\n\n\n\n\n\n\n\nh/p")
    }

    @Test(
        arguments: [
            "Content-Encoding", "content-language", "CONTENT-TYPE", "Date", "If-Modified-Since", "if-match",
            "If-None-Match", "If-Unmodified-Since", "RANGE",
        ].enumerated().map { ($0, $1) })
    func `Each of the nine headers has its line, whatever its case`(index: Int, name: String) {
        let lines = Self.text([("x", "y"), (name, " Value: 1")]).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 11)
        for line in 1...9 {
            #expect(lines[line] == (line == index + 1 ? " Value: 1" : ""))
        }
    }

    @Test
    func `Headers of the scheme are left out, other headers that begin with aw- are sorted`() {
        let text = Self.text([
            ("aw-z", "1"), ("AW-AUTH-REALM", "device"), ("aw-Device-Uid", "ABC"), ("aw-auth-device-uid", "x"),
            ("aw", "n"),
            ("Aw-A", "2"), ("x-aw-b", "n"), ("aw-auth", "kept"),
        ])
        #expect(text.hasSuffix("\n\naw-a:2\naw-auth:kept\naw-device-uid:ABC\naw-z:1\nh/p"))
    }

    @Test
    func `Values of repeated headers are joined by commas`() {
        let text = Self.text([("Range", "a"), ("aw-x", "1"), ("range", "b"), ("AW-X", "2")])
        #expect(text == "GET\n\n\n\n\n\n\n\n\na,b\naw-x:1,2\nh/p")
    }

    @Test
    func `The body's digest follows the resource, else the content hash header does`() {
        let headers = [(name: "AW-Content-Hash", value: "hash=")]
        #expect(Self.text(headers).hasSuffix("aw-content-hash:hash=\nh/phash="))
        #expect(Self.text(headers, digest: .digest(Data([1, 2, 3]))).hasSuffix("aw-content-hash:hash=\nh/pAQID"))
        #expect(Self.text([], digest: .digest(Data([1, 2, 3]))).hasSuffix("\nh/pAQID"))
    }

    @Test
    func `The resource is lower-cased, percent-escapes too, and nothing else is`() {
        let text = Self.text([("Content-Type", "Text/XML")], method: "Post", resource: "Host:8443/A%2FB/Ä")
        #expect(text == "POST\n\n\nText/XML\n\n\n\n\n\n\nhost:8443/a%2fb/Ä")
    }

    @Test(arguments: [
        ("uem.example.test", "/a/b", "uem.example.test/a/b"), ("h:8443", "/a?b=c", "h:8443/a"), ("h", "/?", "h/"),
        ("h", "//a//b", "h//a//b"), ("h", "/a%20b?x?y", "h/a%20b"), ("h", "https://other:1/a/b?c", "other:1/a/b"),
        ("h", "HTTP://Other", "Other"), ("h", "*", "h"), ("h", "", "h"), ("h", "/a://b", "h/a://b"),
        ("h", "/a?u=http://x/y", "h/a"), ("h", "a?u=http://x", "h/a"),
    ])
    func `The resource is host, port and path without query`(authority: String, target: String, expected: String) {
        #expect(CanonicalRequest.resource(authority: authority, target: target) == expected)
    }
}
