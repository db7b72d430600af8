import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Following requests and events, through the router.
struct StreamTests {
    @Test func `A stream reports what was answered, with the events of a request before it`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let events = try await console.stream("lastEventId=0.0&seconds=1")
            let login = try #require(
                events.firstIndex { $0.kind == "request" && $0.data.contains("AuthenticationEndpoint.aws") })
            let enrolled = try #require(events.firstIndex { $0.kind == "event" && $0.data.contains("device.enrolled") })
            #expect(enrolled < login)
            #expect(try events[login].object()["status"] as? Int == 200)
            #expect(try events[enrolled].text("subject") == "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c")
        }
    }

    @Test func `A request is an entry as the list shows it, an event a row as the event log shows it`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let sent = try await console.stream("lastEventId=0.0&kind=request&limit=1")
            let item = try #require(try await console.journalItems("").first)
            #expect(try NSDictionary(dictionary: #require(sent.first).object()).isEqual(to: item))
            let event = try #require(try await console.stream("lastEventId=0.0&kind=event&limit=1").first).object()
            let items = try await console.adminJSON("/_mock/events?pageSize=1000")["items"] as? [[String: Any]]
            let row = try #require(items?.last)
            #expect(NSDictionary(dictionary: event).isEqual(to: row))
        }
    }

    @Test func `Filters are those of the journal`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.send(.get, "/deviceservices/one")
            _ = try await console.send(.post, "/deviceservices/two?of=needle")
            func paths(_ query: String) async throws -> [String] {
                try await console.stream("lastEventId=0.0&seconds=1&kind=request&\(query)").map { try $0.text("path") }
            }
            #expect(try await paths("path=/deviceservices/one") == ["/deviceservices/one"])
            #expect(try await paths("method=post&status=404") == ["/deviceservices/two"])
            #expect(try await paths("text=NEEDLE") == ["/deviceservices/two"])
            #expect(try await paths("user=demo").contains { $0.contains("AuthenticationEndpoint") })
            #expect(try await paths("group=demo").contains("/deviceservices/one") == false)
            #expect(try await paths("device=ffff").isEmpty)
            #expect(try await paths("changed=devices").isEmpty == false)
        }
    }

    @Test func `Filters of requests leave no events, those of parties do`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let id = device.device.value
            #expect(
                try await console.stream("lastEventId=0.0&seconds=1&status=2xx").allSatisfy { $0.kind == "request" })
            let ofDevice = try await console.stream("lastEventId=0.0&seconds=1&kind=event&device=\(id)")
            #expect(!ofDevice.isEmpty)
            #expect(ofDevice.allSatisfy { $0.data.contains(id) })
            #expect(try await console.stream("lastEventId=0.0&seconds=1&kind=event&text=zzzzzz").isEmpty)
        }
    }

    @Test func `A stream goes on after the last id, which counts more in the header`() async throws {
        try await withConsole { console in
            for number in 1...4 { _ = try await console.send(.get, "/deviceservices/\(number)") }
            let all = try await console.stream("lastEventId=0.0&kind=request&limit=4")
            #expect(try all.map { try $0.text("path") } == (1...4).map { "/deviceservices/\($0)" })
            let rest = try await console.stream(
                "lastEventId=0.0&kind=request&limit=2", headers: ["Last-Event-ID": all[1].id])
            #expect(try rest.map { try $0.text("path") } == ["/deviceservices/3", "/deviceservices/4"])
            #expect(rest.map(\.id) == all.suffix(2).map(\.id))
        }
    }

    @Test func `Without an id a stream begins with what is new`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/old")
            async let sent = console.stream("kind=request&limit=1")
            while try console.journal.changes.subscriberCount < 1 { await Task.yield() }
            // The stream may not have looked yet; what it misses is sent again.
            while try console.streams.count > 0 {
                _ = try await console.send(.get, "/deviceservices/new")
                await Task.yield()
            }
            #expect(try await sent.first?.text("path") == "/deviceservices/new")
        }
    }

    @Test func `Administrators see their own subtree`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.send(.get, "/deviceservices/nobodys")
            let demo = try await console.api(.readOnly, of: "demo")
            let theirs = try await demo.mock(.get, "stream?lastEventId=0.0&seconds=1")
            #expect(theirs.status == .ok && theirs.text.contains("AuthenticationEndpoint"), "\(theirs.text)")
            #expect(!theirs.text.contains("nobodys"))
            #expect(!theirs.text.contains("administrator.created"))
        }
    }

    @Test(arguments: ["isActive = 0", "passwordHash = 'another'", "role = 'API Only'", "groupId = 7"])
    func `A stream ends when its credential does, or stands for something else`(change: String) async throws {
        try await withConsole { console in
            let caller = try await console.api(.readOnly, of: "demo")
            async let sent = caller.mock(.get, "stream?kind=event")
            while try console.streams.count < 1 { await Task.yield() }
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "UPDATE administrator SET \(change) WHERE username = ?", arguments: [caller.username])
                transaction.changesConfiguration()
            }
            while try console.streams.count > 0 {
                _ = try await console.send(.get, "/deviceservices/x")
                await Task.yield()
            }
            #expect(try await sent.text.contains("not in force"))
        }
    }

    @Test func `What cannot be is refused, and names what can`() async throws {
        try await withConsole { console in
            let refusals: [String: String] = [
                "kind=notice": "request, connection, event", "kind=,": "request, connection, event",
                "kind=request,": "request, connection, event", "lastEventId=x": "such as 17.42",
                "lastEventId=1.2.3": "such as 17.42",
                "lastEventId=-1.0": "such as 17.42", "limit=-1": "limit", "seconds=0": "seconds",
                "after=1": "no parameter", "nonsense=1": "no parameter", "changed=a b/1": "devices/12",
                "group=nowhere": "nowhere",
            ]
            for (query, reason) in refusals {
                let target = "/_mock/stream?" + query.replacing(" ", with: "%20")
                let response = try await console.admin(.get, target)
                try expectRefusal(response, 400, number: 400, saying: reason)
            }
            let open = try await console.send(.get, "/_mock/stream")
            #expect(open.status == .unauthorized)
            #expect(try console.streams.count == 0)
        }
    }

    @Test func `Only so many streams of a customer are open, and their seats are free again`() async throws {
        try await withConsole([\.streamPerCustomer: "1"]) { console in
            async let first = console.stream("kind=request&limit=1")
            while try console.streams.count < 1 { await Task.yield() }
            let second = try await console.admin(.get, "/_mock/stream?seconds=1")
            #expect(second.status == .tooManyRequests && second.text.contains("stream.perCustomer"), "\(second.text)")
            #expect(second.headers[.retryAfter] == "2")
            while try console.streams.count > 0 {
                _ = try await console.send(.get, "/deviceservices/x")
                await Task.yield()
            }
            _ = try await first
            #expect(try await console.stream("lastEventId=0.0&kind=request&limit=1").count == 1)
        }
    }

    @Test func `Answers are streams that nobody on the way keeps`() async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/stream?seconds=1&kind=event")
            #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.text.hasPrefix(": MockUEM\nretry: 1000\n\n"))
        }
    }

    @Test func `Without a journal the stream says that it has events only`() async throws {
        try await withConsole([\.journalEnabled: "false"]) { console in
            _ = try await console.signedInDevice()
            let sent = try await console.stream("lastEventId=0.0&seconds=1")
            #expect(try sent.first?.text("notice") == "off")
            #expect(sent.dropFirst().allSatisfy { $0.kind == "event" } && sent.count > 1)
        }
    }

    @Test func `A stream that is refused is said in the log`() throws {
        let log = RecordedLog()
        let limiter = CustomerLimiter(
            perCustomer: 1, "Streams", key: "stream.perCustomer", log: LimitLog(log.logger))
        let permit = try limiter.permit(of: 7)
        #expect(throws: ConsoleError.self) { try limiter.permit(of: 7) }
        #expect(log.lines.map(\.message) == ["Streams were refused (stream.perCustomer)"])
        withExtendedLifetime(permit) {}
    }
}
