import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Parameters as clients of the admin REST API write them.
struct AdminQueryTests {
    private static func query(_ text: String) -> QueryParameters {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/a?\(text)")
        return QueryParameters(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }

    @Test(
        arguments: [("a=1&b=2", "1"), ("b=2", "2"), ("a=&b=2", "2"), ("a=&b=", nil), ("c=3", nil)]
            as [(String, String?)])
    func `The first parameter that says something counts`(text: String, value: String?) {
        #expect(Self.query(text).text("a", "b") == value)
    }

    @Test func `A day may mean its beginning or its end, a moment means itself`() throws {
        let query = Self.query("day=2026-03-05&moment=2026-03-05T10:20:30&empty=&bad=soon")
        #expect(try query.date("day")?.zoneless == "2026-03-05T00:00:00.000")
        #expect(try query.date("day", atEnd: true)?.zoneless == "2026-03-05T23:59:59.999")
        #expect(try query.date("moment", atEnd: true)?.zoneless == "2026-03-05T10:20:30.000")
        #expect(try query.date("empty") == nil)
        let error = #expect(throws: ConsoleError.self) { try query.date("bad") }
        #expect(error?.message == "bad is \"soon\"; it has to be a date such as 2026-03-05.")
    }

    @Test func `A group is an id or a uuid, by the first parameter that says one`() throws {
        let query = Self.query("a=&b=12&c=00000000-0000-4000-8000-000000000000&d=x")
        #expect(try query.group("a", "b", "d") == .id(12))
        #expect(try query.group("c") == .uuid("00000000-0000-4000-8000-000000000000"))
        #expect(try query.group("a") == nil)
        let error = #expect(throws: ConsoleError.self) { try query.group("a", "d") }
        #expect(error?.message == "d is \"x\"; it has to be the id or uuid of an organization group.")
    }
}
