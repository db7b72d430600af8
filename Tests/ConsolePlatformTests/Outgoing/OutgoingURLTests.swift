import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// How URLs of targets are read (Security, "Targets").
struct OutgoingURLTests {
    @Test(arguments: [
        ("https://hook.example.test", "https://hook.example.test/", "hook.example.test", 443),
        (
            "HTTPS://Hook.Example.TEST:8443/Path?q=%20a", "https://hook.example.test:8443/Path?q=%20a",
            "hook.example.test", 8443
        ),
        ("http://localhost:80/x", "http://localhost/x", "localhost", 80),
        ("http://127.0.0.1:9/", "http://127.0.0.1:9/", "127.0.0.1", 9),
        ("https://[2606:2800::1]:8080/a", "https://[2606:2800:0:0:0:0:0:1]:8080/a", "2606:2800:0:0:0:0:0:1", 8080),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443),
        ("https://a_b.example.test?x=1", "https://a_b.example.test/?x=1", "a_b.example.test", 443),
    ])
    func `A URL is written in one way`(text: String, written: String, host: String, port: Int) throws {
        let url = try OutgoingURL(text)
        #expect(url.description == written && url.host == host && url.port == port)
    }

    @Test(arguments: [
        "", "hook.example.test", "//hook.example.test/", "ftp://hook.example.test/", "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x", "javascript:alert(1)", "unix:///var/run/docker.sock", "http:/hook.example.test",
        "http:hook.example.test", "http://", "https://?x", "http:///path", "https://user@hook.example.test/",
        "https://user:pw@hook.example.test/", "https://hook.example.test@127.0.0.1/", "https://@hook.example.test/",
        "https://hook.example.test#@127.0.0.1/", "https://hook.example.test\\@127.0.0.1/",
        "https://127.0.0.1\\.example.test/", "http://127.1/", "http://2130706433/", "http://0x7f000001/",
        "http://0x7f.0.0.1/", "http://0177.0.0.1/", "http://017700000001/", "http://127.0.0.1./", "http://127.000.0.1/",
        "http://1.2.3.4.5/", "http://[::1/", "http://::1/", "http://[::1]x/", "http://[127.0.0.1]/", "http://[]/",
        "http://[::1%25lo]/", "http://[v1.x]/", "http://hook.example.test:0/", "http://hook.example.test:65536/",
        "http://hook.example.test:/", "http://hook.example.test:80:80/", "http://hook.example.test:+80/",
        "http://hook.example.test:8 0/", "http://hook .example.test/", "http://hook.example.test/a b",
        "http://hook.example.test/\u{0}", "http://hook.example.test/\r\nX: y", "http://hook.example.test/ü",
        "http://höök.example.test/", "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "http://１２７.0.0.1/", "http://127。0。0。1/",
        "http://%31%32%37.0.0.1/", "http://hook%2eexample.test/", "http://.example.test/", "http://example..test/",
        "http://example.test./", "http://-a.example.test/", "http://a-.example.test/", "http://*.example.test/",
        "http://a,b/", "http://a;b/", "http://a&b/", "http://hook.example.test/{x}", "http://hook.example.test/<x>",
        "http://hook.example.test/\"", "http://hook.example.test/^", "http://hook.example.test/#frag", " http://a/",
    ])
    func `A URL that others could read in another way is refused`(text: String) {
        #expect(throws: OutgoingRefusal.self) { try OutgoingURL(text) }
    }

    @Test func `Long ones are refused`() {
        let path = String(repeating: "x", count: 2048)
        #expect(throws: OutgoingRefusal.self) { try OutgoingURL("https://hook.example.test/\(path)") }
        let label = String(repeating: "a", count: 64)
        #expect(throws: OutgoingRefusal.self) { try OutgoingURL("https://\(label).test/") }
        let name = Array(repeating: "abcdefgh", count: 30).joined(separator: ".")
        #expect(throws: OutgoingRefusal.self) { try OutgoingURL("https://\(name)/") }
    }

    @Test(arguments: [
        ("https://other.test/b", "https://other.test/b"), ("//other.test/b", "https://other.test/b"),
        ("//other.test:9/b?c", "https://other.test:9/b?c"), ("HTTP://other.test", "http://other.test/"),
        ("/b?c", "https://hook.example.test:8443/b?c"), ("/a/../b", "https://hook.example.test:8443/b"),
        ("b", "https://hook.example.test:8443/a/b"), ("b/c?d=/../e", "https://hook.example.test:8443/a/b/c?d=/../e"),
        ("./b", "https://hook.example.test:8443/a/b"), ("../b", "https://hook.example.test:8443/b"),
        ("../../../b", "https://hook.example.test:8443/b"), (".", "https://hook.example.test:8443/a/"),
        ("..", "https://hook.example.test:8443/"), ("b/./c/../d", "https://hook.example.test:8443/a/b/d"),
        ("?c", "https://hook.example.test:8443/a/x?c"), ("b#part", "https://hook.example.test:8443/a/b"),
        ("..//other.test/b", "https://hook.example.test:8443//other.test/b"),
        ("1:2", "https://hook.example.test:8443/a/1:2"), ("/b:c", "https://hook.example.test:8443/b:c"),
    ])
    func `A redirect leads where it says`(location: String, target: String) throws {
        let url = try OutgoingURL("https://hook.example.test:8443/a/x?y=/z")
        let next = try url.resolving(location)
        #expect(next.description == target)
        // What was put together reads the same again.
        #expect(try OutgoingURL(next.description) == next)
    }

    @Test(arguments: [("b", "/b"), ("?c", "/?c"), ("../b", "/b"), (".", "/"), ("/", "/")])
    func `A redirect from the root stays below it`(location: String, target: String) throws {
        let url = try OutgoingURL("https://hook.example.test")
        #expect(try url.resolving(location).target == target)
    }

    @Test(arguments: [
        "", "#", "#part", "javascript:x", "data:text/plain,x", "file:/etc/passwd", "https:b", "https:/b", "https:",
        "//user@other.test/", "///x", "//", "//[::ffff:1.2.3.4%25lo]/", "b c", "b\\c", "\\\\other.test/", "//127.1/",
        "//0x7f.1/", "//other.test./", "b\u{0}", "b\r\nX: y", "ü",
    ])
    func `A redirect that leads nowhere is refused`(location: String) throws {
        let url = try OutgoingURL("https://hook.example.test/a")
        #expect(throws: OutgoingRefusal.self) { try url.resolving(location) }
    }

    @Test func `Names of other scripts are taken in the form of ASCII only, as they are resolved`() throws {
        let url = try OutgoingURL("https://XN--Bcher-KVA.example/")
        #expect(url.host == "xn--bcher-kva.example" && url.address == nil)
        let error = #expect(throws: OutgoingRefusal.self) { try OutgoingURL("https://bücher.example/") }
        #expect(error?.description.contains("ASCII") == true)
    }
}
