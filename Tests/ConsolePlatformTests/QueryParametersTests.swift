import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Queries of requests.
struct QueryParametersTests {
    private static func query(_ target: String, keepsPlus: Bool = false) -> QueryParameters {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: target)
        return QueryParameters(Request(head: head, body: RequestBody(buffer: ByteBuffer())), keepsPlus: keepsPlus)
    }

    @Test(
        arguments: [
            ("/a?x=1", "1"), ("/a?y=2&X=1", "1"), ("/a?x=1&x=2", "1"), ("/a?x", ""), ("/a?x=", ""), ("/a?x=a=b", "a=b"),
            ("/a?x=%41%c3%A4+b", "Aä b"), ("/a?x=100%", "100%"), ("/a?x=%4", "%4"), ("/a?x=%zz", "%zz"),
            ("/a?x=%+1", "% 1"), ("/a?x=a%2Bb+c", "a+b c"), ("/a?x=+%zz", " %zz"), ("/a?x=%ff", "\u{FFFD}"),
            ("/a?&&x=1&", "1"), ("/a?b?x=1&x=2", "2"),
            ("/a?x=1#x=2", "1"),
            ("http://h/a?x=1", "1"), ("/a", nil), ("/a?", nil), ("/a?y=x=1", nil), ("/a?%78=1", nil),
        ] as [(String, String?)])
    func `A parameter is found by its name, and its escapes are read`(target: String, value: String?) {
        #expect(Self.query(target).value("x") == value)
    }

    @Test(arguments: [("+b", "+b"), ("a%2Bb+c", "a+b+c"), ("%+1", "%+1")])
    func `A plus sign is itself where devices send it`(written: String, value: String) {
        #expect(Self.query("/a?x=\(written)", keepsPlus: true).value("x") == value)
    }

    @Test(arguments: ["2026-03-05T10:20:30+02:00", "2026-03-05T10:20:30%2B02:00", "2026-03-05T08:20:30Z"])
    func `An offset may be written with its plus escaped or not`(written: String) throws {
        let query = Self.query("/a?x=\(written)")
        #expect(try query.time("x") == Timestamp(iso8601: "2026-03-05T08:20:30Z"))
        #expect(Timestamp(lenient: query.value("x") ?? "") == Timestamp(iso8601: "2026-03-05T08:20:30Z"))
    }

    @Test(arguments: ["%00", "a%00b", "%00%CC%81"])
    func `A NUL is none, which a database would take for the end of the text`(written: String) {
        let value = Self.query("/a?x=\(written)").value("x") ?? ""
        #expect(!value.unicodeScalars.contains("\0") && value.unicodeScalars.contains("\u{FFFD}"))
    }
}
