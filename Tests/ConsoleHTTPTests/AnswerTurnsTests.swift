@testable import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleHTTP

/// A request of a page, a device or a program.
private func request(
    _ method: HTTPRequest.Method, _ path: String, scheme: String = "http", authority: String = "localhost",
    _ fields: HTTPFields = [:]
) -> Request {
    Request(
        head: HTTPRequest(
            method: method, scheme: scheme, authority: authority, path: path, headerFields: fields),
        body: RequestBody(buffer: ByteBuffer()))
}

/// Few answers of administrators are made at a time (Security, "Dear requests").
struct AnswerTurnsTests {
    private let north = AdministratorIdentity(name: "a", groupID: 7, subtree: .whole)

    @Test(arguments: [
        ("/api/mdm/devices/search", true), ("/_mock/devices?text=a", true), ("/_MOCK/events", true), ("/_mock", true),
        ("/_mock/journal", false), ("/_mock/journal.har", false), ("/_mock/stream", false), ("/_Mock/Stream/x", false),
        ("/_mock/lint", false), ("/_mock/logs?text=a", false), ("/_mock/devices/a/logs", false),
        ("/_mock/why/1", false), ("/api/journal", true),
    ])
    func `What takes seconds by its nature is not counted`(path: String, isCounted: Bool) {
        #expect(AnswerTurns.counts(request(.get, path)) == isCounted)
        #expect(AnswerTurns.counts(request(.head, path)) == isCounted)
        #expect(!AnswerTurns.counts(request(.post, path)))
    }

    @Test func `As many are made at a time as there are processors, and none that nobody waits for`() async throws {
        let turns = AnswerTurns(processors: 2)
        let (made, mayEnd) = (NIOLockedValueBox(0), NIOLockedValueBox(false))
        let left = RequestCaller(ExchangeNotes(), at: { "" }, isOver: { true })
        @Sendable func answer(_ path: String = "/api/x") async throws {
            _ = try await turns.run(request(.get, path), for: north) {
                made.withLockedValue { $0 += 1 }
                while path == "/api/x", !mayEnd.withLockedValue({ $0 }) { await Task.yield() }
                return Response(status: .ok)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await answer() } }
            while made.withLockedValue({ $0 }) != 2 { await Task.yield() }
            group.addTask {
                let error = await #expect(throws: ConsoleError.self) {
                    try await DatabaseCallers.during(left) { try await answer() }
                }
                #expect(error?.code == .unavailable)
            }
            while turns.waiting != 1 { await Task.yield() }
            try await answer("/_mock/journal")
            mayEnd.withLockedValue { $0 = true }
            try await group.waitForAll()
        }
        #expect(made.withLockedValue { $0 } == 3)
    }

    @Test func `A customer whose answers take long leaves a thread to others, for a while`() async throws {
        let time = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1_000_000_000))
        let turns = AnswerTurns(processors: 2, now: { time.withLockedValue { $0 } })
        func pass(_ milliseconds: Int64) { time.withLockedValue { $0 = $0 + .milliseconds(milliseconds) } }
        let (made, mayEnd) = (NIOLockedValueBox(0), NIOLockedValueBox(false))
        @Sendable func answer() async throws {
            _ = try await turns.run(request(.get, "/api/x"), for: north) {
                made.withLockedValue { $0 += 1 }
                while !mayEnd.withLockedValue({ $0 }) { await Task.yield() }
                return Response(status: .ok)
            }
        }
        _ = try await turns.run(request(.get, "/api/x"), for: north) {
            pass(20)
            return Response(status: .ok)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await answer() }
            while made.withLockedValue({ $0 }) != 1 { await Task.yield() }
            group.addTask { try await answer() }
            while turns.waiting != 1 { await Task.yield() }
            mayEnd.withLockedValue { $0 = true }
            try await group.waitForAll()
        }
        pass(2001)
        mayEnd.withLockedValue { $0 = false }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await answer() } }
            while made.withLockedValue({ $0 }) != 4 { await Task.yield() }
            mayEnd.withLockedValue { $0 = true }
            try await group.waitForAll()
        }
    }
}

/// Whom a request reads and writes for.
struct RequestCallerTests {
    @Test
    func `Administrators of a customer are one owner, so are its devices; anonymous clients are their addresses`()
        throws
    {
        let notes = ExchangeNotes()
        let caller = RequestCaller(notes, at: { "192.0.2.1" }, customer: { $0 == 12 ? 9 : nil }, isOver: { false })
        #expect(caller.key == ClientKey(.anonymous, address: "192.0.2.1") && !caller.hasLeft)
        notes.noteProof()
        #expect(caller.key == ClientKey(.authenticated, address: "192.0.2.1"))
        for (group, customer) in [(Int64(12), Int64(9)), (13, 13)] {
            let own = ExchangeNotes()
            own.note(
                DeviceIdentity(
                    deviceID: 1, installationID: 1, userID: nil, groupID: group,
                    device: try #require(DeviceIdentifier("a")),
                    bundle: try #require(BundleIdentifier("a.b")), authenticationGroup: "", scheme: .bearer))
            let device = RequestCaller(own, at: { "" }, customer: { $0 == 12 ? 9 : nil }, isOver: { true })
            #expect(device.key == ClientKey(.authenticated, .customer(customer), member: 1))
            #expect(device.tier == .authenticated && device.hasLeft)
        }
        notes.note(AdministratorIdentity(name: "a", groupID: 7, subtree: .whole))
        #expect(caller.key == ClientKey(.administrator, .customer(7), member: 7))
    }
}

/// Whether a page of another site made a browser send a request (Security, "Hosts").
struct ForeignPageTests {
    @Test(arguments: [
        ("http", "localhost:8080", "same-origin", "http://localhost:8080", false),
        // A name that leads here for a while; browsers say "same-origin" to secure places and this machine alone.
        ("http", "evil.example:8080", "same-origin", "http://evil.example:8080", true),
        ("https", "uem.example.test", "same-origin", "https://uem.example.test", false),
        ("http", "localhost:8080", "cross-site", "http://localhost:8080", true),
        ("http", "evil.example:8080", nil, "http://evil.example:8080", true),
        ("http", "evil.example:8080", nil, nil, false), ("http", "192.0.2.1:80", nil, "http://192.0.2.1:80", false),
    ])
    func `A name that is none of ours is believed nothing over plain HTTP`(
        scheme: String, authority: String, site: String?, origin: String?, isForeign: Bool
    ) {
        let known = PublicOrigin(
            configured: nil, hosts: KnownHosts(names: [], fallback: "localhost", addresses: { [] }))
        var fields: HTTPFields = [:]
        if let site { fields[.fetchSite] = site }
        if let origin { fields[.origin] = origin }
        let sent = request(.post, "/_mock/devices", scheme: scheme, authority: authority, fields)
        #expect(known.isForeign(sent) == isForeign)
    }
}
