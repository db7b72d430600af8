import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import MockControl

/// Which entries a query means.
struct JournalFilterTests {
    /// What a query reads as.
    private func filter(_ query: String) throws -> JournalFilter {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/_mock/journal?\(query)")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return try JournalQuery(QueryParameters(request)).filter
    }

    private static let entry = JournalWorld.entry(
        17, .post, "/deviceservices/AirWatchBeacon.svc/checkin?a=Query", status: 403, sent: #"{"payLoad":{}}"#,
        answered: "Signature is wrong", at: 5000
    ) { parties in
        parties.route = "/deviceservices/{what}/checkin"
        parties.device = "abcd"
        parties.bundle = "com.Example.demo"
        parties.user = "Dana"
        parties.userID = 3
        parties.groupID = 8
        parties.refusal = "The body was changed on its way."
    }

    @Test(arguments: [
        "", "method=post", "method=GET,POST", "path=/deviceservices/**",
        "path=/DeviceServices/airwatchbeacon.svc/CHECKIN", "path=/deviceservices/AirWatchBeacon.svc/*", "path=beacon",
        "path=%20/deviceservices/*/checkin%20", "path=+beacon+", "path=**checkin", "path=svc/check", "path=beacon*/ch",
        "route=/deviceservices/{what}/checkin", "route=POST%20/deviceservices/%7Bx%7D/checkin", "path=**", "path=",
        "status=403", "status=200,4xx", "status=4XX",
        "device=ABCD", "bundleId=com.example.DEMO", "user=dana", "after=5", "after=16", "before=18",
        "after=1970-01-01T00:00:05Z", "before=1970-01-01T00:00:06Z", "text=payload", "text=SIGNATURE",
        "text=changed+on",
        "text=a%3Dquery", "kind=request", "kind=REQUEST", "method=POST&status=403&text=signature",
    ])
    func `A query finds it`(query: String) throws {
        #expect(try filter(query).matches(Self.entry))
    }

    @Test(arguments: [
        "method=GET", "path=/deviceservice", "path=/deviceservices", "path=/deviceservices/AirWatch", "path=*",
        "path=/",
        "path=*checkin", "path=/deviceservices/{what}/checkin", "route=GET%20/deviceservices/%7Bx%7D/checkin",
        "path=/deviceservices/AirWatchBeacon.svc/checkin/x",
        "path=/deviceservices/*/checkout", "path=checkin*x", "path=Query", "status=404", "status=5xx", "device=abc",
        "bundleId=com.example", "user=dan", "after=17", "before=17", "after=1970-01-01T00:00:05.001Z",
        "before=1970-01-01T00:00:05Z", "text=nothing", "kind=connection", "method=POST&status=404",
    ])
    func `A query does not find it`(query: String) throws {
        #expect(try !filter(query).matches(Self.entry))
    }

    @Test(arguments: [
        ("status=ok", "4xx"), ("status=1000", "4xx"), ("status=0xx", "4xx"), ("status=9xx", "4xx"),
        ("method=a%20b", "POST"),
        ("device=%20", "device"), ("bundleId=-", "bundleId"), ("after=yesterday", "after"), ("before=x", "before"),
        ("form=x", "form"), ("kind=x", "request, connection"), ("path=/a%3Fb=c", "question mark"),
        ("route=x", "GET /_mock/beacons/{id}"), ("bundle=a.b", "Did you mean bundleId?"),
        ("pth=/x", "Did you mean path?"),
    ])
    func `What cannot be is refused with what can`(query: String, word: String) throws {
        let error = try #require(throws: ConsoleError.self) { try filter(query) }
        #expect(error.code == .badRequest)
        #expect(error.message.contains(word))
    }

    @Test func `A user is found by the row of the credential as well`() throws {
        var filter = try filter("user=renamed")
        #expect(!filter.matches(Self.entry))
        filter.userIDs = [3]
        #expect(filter.matches(Self.entry))
    }

    @Test func `Groups leave what belongs to them`() throws {
        var filter = JournalFilter()
        filter.groups = [8, 9]
        #expect(filter.matches(Self.entry))
        #expect(!filter.matches(JournalWorld.entry()))
        filter.groups = []
        #expect(!filter.matches(Self.entry))
    }

    @Test func `What was evicted may be missed unless the search begins behind it`() throws {
        var census = JournalMemory.Census()
        #expect(try !filter("").mayMiss(in: census))
        census.evicted = 3
        census.lastEvicted = 9
        census.evictedUntil = Timestamp(milliseconds: 5000)
        #expect(try filter("status=404").mayMiss(in: census))
        #expect(try filter("after=8").mayMiss(in: census))
        #expect(try !filter("after=9").mayMiss(in: census))
        #expect(try filter("after=1970-01-01T00:00:05Z").mayMiss(in: census))
        #expect(try !filter("after=1970-01-01T00:00:05.001Z").mayMiss(in: census))
    }

    @Test(arguments: [
        "/a/b", "/a", "/A/b", "/a/*", "/*/b", "*", "**", "/**", "a/b", "b", " /a/b ", "/a/**", "**/b", "*b", "/a/b/**",
        "/a%2Fb", "a*b", "/a/b/",
    ])
    func `A path means the same to the journal and to a matcher`(pattern: String) throws {
        let escaped = try #require(pattern.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let matcher = try RequestMatcher(.object([JSONMember(name: "path", value: .string(pattern))]))
        for path in ["/a/b", "/a", "/a/b/c", "/", "/x", "/a%2Fb", "/b"] {
            let entry = JournalWorld.entry(1, .get, path)
            #expect(
                try filter("path=\(escaped)").matches(entry) == matcher.matches(entry, in: .none), "\(pattern) \(path)")
        }
    }

    @Test func `A path ends where the query begins`() {
        #expect(JournalWorld.entry(1, .get, "/a/b?c=/d?e").request.path == "/a/b")
        #expect(JournalWorld.entry(1, .get, "/a").request.path == "/a")
        #expect(JournalWorld.entry(1, .get, "?a").request.path == "")
    }
}
