import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Failed sign-ins are counted and then refused (AdminAPI, "Throttling").
struct SignInThrottleTests {
    private static func throttle(
        _ limit: Int, _ clock: TestClock, log: RecordedLog = RecordedLog()
    ) -> SignInThrottle {
        SignInThrottle(
            limit: limit, seconds: 60, clock: clock.consoleClock, limits: LimitLog(log.logger))
    }

    private static func attempt(_ name: String, from address: String = "192.0.2.1") -> SignInAttempt {
        SignInAttempt(address: address, kind: .administrator, name: name)
    }

    private static func isAdmitted(_ attempt: SignInAttempt, _ throttle: SignInThrottle) -> Bool {
        (try? throttle.admit(attempt)) != nil
    }

    @Test func `Administrators take turns apart from users, and those who have signed in before apart from both`() {
        let clock = TestClock()
        let throttle = Self.throttle(2, clock)
        let (ann, user) = (Self.attempt("ann"), SignInAttempt(address: "192.0.2.1", user: "ann", of: "demo"))
        #expect(throttle.key(of: ann).tier == .administrator)
        #expect(throttle.key(of: user).tier == .anonymous)
        for attempt in [ann, user] { throttle.succeeded(attempt) }
        #expect(throttle.key(of: Self.attempt("ANN")).tier == .authenticated)
        #expect(throttle.key(of: user).tier == .authenticated)
        #expect(throttle.key(of: Self.attempt("bob")).tier == .administrator)
        #expect(throttle.key(of: Self.attempt("ann", from: "192.0.2.2")).tier == .administrator)
        // One who fails again has no worse a place: nobody keeps an administrator out by the name.
        _ = throttle.failed(ann)
        #expect(throttle.key(of: ann).tier != .suspect)
        clock.advance(seconds: 31 * 86_400)
        #expect(throttle.key(of: ann).tier == .administrator)
    }

    @Test func `The limit is reached by failures of one name from one address`() throws {
        let clock = TestClock()
        let throttle = Self.throttle(2, clock)
        let ann = Self.attempt("ann")
        _ = throttle.failed(ann)
        #expect(Self.isAdmitted(ann, throttle))
        _ = throttle.failed(Self.attempt("ANN"))
        #expect(!Self.isAdmitted(ann, throttle))
        #expect(Self.isAdmitted(Self.attempt("bob"), throttle))
        #expect(Self.isAdmitted(Self.attempt("ann", from: "192.0.2.2"), throttle))
    }

    @Test func `It ends with the window, which later failures do not move`() throws {
        let clock = TestClock()
        let throttle = Self.throttle(2, clock)
        let ann = Self.attempt("ann")
        _ = throttle.failed(ann)
        clock.advance(seconds: 50)
        _ = throttle.failed(ann)
        let error = #expect(throws: ConsoleError.self) { try throttle.admit(ann) }
        #expect(error?.code == .tooManyRequests && error?.headers["Retry-After"] == "10")
        clock.advance(seconds: 10)
        #expect(Self.isAdmitted(ann, throttle))
    }

    @Test func `A success forgets the failures of its name, not those of the address, which slow it down`() throws {
        let throttle = Self.throttle(2, TestClock())
        for number in 0..<10 {
            _ = throttle.failed(Self.attempt("ann"))
            throttle.succeeded(Self.attempt("ann"))
            _ = throttle.failed(Self.attempt("user\(number)"))
        }
        for name in ["ann", "somebody"] {
            #expect(Self.isAdmitted(Self.attempt(name), throttle))
            #expect(throttle.slowedDown(Self.attempt(name)) == "192.0.2.1")
            #expect(throttle.slowedDown(Self.attempt(name, from: "192.0.2.2")) == nil)
        }
    }

    @Test func `A site has eight times the failures of an address, and tells of eight times as many names`() {
        let throttle = Self.throttle(1, TestClock())
        func address(_ number: Int) -> String { "2001:db8:0:\(String(number, radix: 16))::1" }
        for number in 0..<8 {
            #expect(Self.isAdmitted(Self.attempt("ann", from: address(99)), throttle))
            _ = throttle.failed(Self.attempt("ann", from: address(number)))
        }
        #expect(!Self.isAdmitted(Self.attempt("ann", from: address(99)), throttle))
        #expect(Self.isAdmitted(Self.attempt("bob", from: address(99)), throttle))
        #expect(Self.isAdmitted(Self.attempt("ann", from: "2001:db8:1::1"), throttle))
        let news = (0..<200).map { throttle.failed(Self.attempt("user\($0)", from: address($0))) }
        // One of them was ann.
        #expect(news.filter { $0 == .name }.count == SignInThrottle.toldNames * 8 - 1)
        #expect(news.filter { $0 == .furtherNames }.count == 1)
        #expect(throttle.slowedDown(Self.attempt("bob", from: address(99))) == "2001:db8:0:0:0:0:0:0/48")
        #expect(throttle.slowedDown(Self.attempt("bob", from: "2001:db8:1::1")) == nil)
    }

    @Test func `Names that failed wait apart from others of the address`() throws {
        let throttle = Self.throttle(0, TestClock())
        let clean = throttle.key(of: Self.attempt("ann"))
        _ = throttle.failed(Self.attempt("bob"))
        #expect(throttle.key(of: Self.attempt("ann")) == clean && throttle.key(of: Self.attempt("bob")) != clean)
        #expect(throttle.key(of: Self.attempt("ann", from: "192.0.2.2")) != clean)
    }

    @Test func `A clock that is set back refuses nobody for long`() throws {
        let clock = TestClock()
        let throttle = Self.throttle(1, clock)
        _ = throttle.failed(Self.attempt("ann"))
        clock.advance(seconds: -3600)
        #expect(Self.isAdmitted(Self.attempt("ann"), throttle))
    }

    @Test func `0 refuses nobody`() throws {
        let throttle = Self.throttle(0, TestClock())
        for _ in 0..<1000 { _ = throttle.failed(Self.attempt("ann")) }
        #expect(Self.isAdmitted(Self.attempt("ann"), throttle))
    }

    @Test func `What is counted stays bounded, and what is newest stays counted`() {
        var windows = CountedWindows<Int>(seconds: 60, capacity: 100)
        let start = TestClock.start
        for key in 0..<1000 { windows.add(key, at: Timestamp(milliseconds: start.milliseconds + Int64(key))) }
        #expect(windows.keys <= 100)
        let now = Timestamp(milliseconds: start.milliseconds + 1000)
        #expect(windows.secondsLeft(999, reaching: 1, at: now) == 60)
        #expect(windows.secondsLeft(0, reaching: 1, at: now) == 0)
        windows.add(1, at: start.adding(seconds: 600))
        for key in 2000..<2100 { windows.add(key, at: start.adding(seconds: 600)) }
        #expect(windows.keys <= 100)
    }

    @Test func `What follows a NUL makes no other name`() async throws {
        let throttle = Self.throttle(2, TestClock())
        for number in 0..<2 { _ = throttle.failed(Self.attempt("ann\0\u{301}\(number)")) }
        #expect(!Self.isAdmitted(Self.attempt("ann"), throttle))
        try await withConsole { console in
            for pair in ["admin\0:admin", "admin:admin\0", "admin%00:admin", "admin:admin%00"] {
                let header = "Basic \(Data(pair.utf8).base64EncodedString())"
                let answer = try await console.send(.get, "/_mock/devices", headers: ["Authorization": header])
                #expect(answer.status == .unauthorized, "\(pair.debugDescription)")
            }
        }
    }

    @Test func `What is refused is said in the log with the key`() {
        let log = RecordedLog()
        let throttle = Self.throttle(1, TestClock(), log: log)
        _ = throttle.failed(Self.attempt("ann"))
        for _ in 0..<3 { #expect(!Self.isAdmitted(Self.attempt("ann"), throttle)) }
        #expect(log.lines.count == 1 && log.lines[0].message.contains("(admin.signInFailures)"), "\(log.lines)")
        #expect(log.lines.first?.metadata["lastAddress"] == "192.0.2.1")
    }
}

/// The same over HTTP.
struct ThrottledSignInTests {
    private static let settings: ConfigurationSettings = [\.adminSignInFailures: "3", \.adminSignInWindow: "30"]

    /// Statuses of the same request sent some times.
    private static func statuses(
        _ console: TestConsole, _ count: Int, _ headers: [String: String]
    ) async throws -> [Int] {
        var statuses: [Int] = []
        for _ in 0..<count { statuses.append(try await console.status(.get, "/_mock/devices", headers)) }
        return statuses
    }

    @Test func `After some wrong passwords the right one is refused too, until the window is over`() async throws {
        try await withConsole(Self.settings) { console in
            let right = TestConsole.basic("admin", "admin")
            #expect(try await console.status(.get, "/_mock/devices", right) == 200)
            let wrong = try await Self.statuses(console, 4, TestConsole.basic("Admin", "wrong"))
            #expect(wrong == [401, 401, 401, 429])
            let refused = try await console.send(.get, "/_mock/devices", headers: right)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "30")
            #expect(try refused.json()["errorCode"] as? Int == 429)
            #expect((try refused.json()["activityId"] as? String)?.isEmpty == false)
            let other = try await console.administrator(of: "demo")
            #expect(try await console.status(.get, "/_mock/devices", other) == 200)
            #expect(try await console.admin(.get, "/_mock/devices").status == .ok)
            console.clock.advance(seconds: 30)
            #expect(try await console.status(.get, "/_mock/devices", right) == 200)
        }
    }

    @Test func `Unknown names are throttled as known ones, and every spelling counts`() async throws {
        try await withConsole(Self.settings) { console async throws in
            #expect(try await Self.statuses(console, 4, TestConsole.basic("nobody", "x")) == [401, 401, 401, 429])
            for name in ["admin", "%61dmin", "a%64min"] {
                #expect(try await Self.statuses(console, 1, TestConsole.basic(name, "x")) == [401])
            }
            #expect(try await Self.statuses(console, 1, TestConsole.basic("admin", "admin")) == [429])
        }
    }

    @Test func `A right password in time begins anew`() async throws {
        try await withConsole(Self.settings) { console async throws in
            for _ in 0..<4 {
                #expect(try await Self.statuses(console, 2, TestConsole.basic("admin", "x")) == [401, 401])
                #expect(try await Self.statuses(console, 1, TestConsole.basic("admin", "admin")) == [200])
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Many names from one address slow down guesses, and refuse nobody who is right`() async throws {
        let settings: ConfigurationSettings = [\.adminSignInFailures: "1", \.passwordsPause: "60000"]
        try await withConsole(settings) { console async throws in
            let token = try await console.clientHeaders()
            for number in 0..<10 {
                #expect(try await Self.statuses(console, 1, TestConsole.basic("user\(number)", "x")) == [401])
            }
            // The first that is slowed down comes at once, and then its password is known.
            #expect(
                try await Self.statuses(console, 5, TestConsole.basic("admin", "admin"))
                    == Array(repeating: 200, count: 5))
            #expect(try await Self.statuses(console, 5, token) == Array(repeating: 200, count: 5))
            #expect(try await console.api.call(.get, "system/info").status == .ok)
            // A right token is not kept out by wrong passwords, nor by wrong tokens.
            #expect(try await console.admin(.get, "/_mock/devices").status == .ok)
            for number in 0..<20 {
                _ = try await Self.statuses(console, 1, ["Authorization": "Bearer wrong\(number)"])
            }
            #expect(try await Self.statuses(console, 1, ["Authorization": "Bearer another"]) == [429])
            #expect(try await console.admin(.get, "/_mock/devices").status == .ok)
        }
    }

    @Test func `However many names fail, the event log names ten of an address and says that there are more`()
        async throws
    {
        try await withConsole([\.adminSignInFailures: "0"]) { console in
            for number in 0..<50 {
                _ = try await Self.statuses(console, 1, TestConsole.basic("user\(number)", "x"))
            }
            let events = try await console.adminJSON("/_mock/events?action=administrator.signInFailed&pageSize=100")
            let subjects = (events["items"] as? [[String: Any]] ?? []).compactMap { $0["subject"] as? String }
            #expect(Set(subjects) == Set((0..<10).map { "user\($0)" } + ["further names"]))
            #expect(subjects.count == 11)
        }
    }

    @Test func `Wrong bearer tokens are throttled without harming right ones`() async throws {
        try await withConsole(Self.settings) { console in
            let wrong = ["Authorization": "Bearer wrong"]
            #expect(try await Self.statuses(console, 4, wrong) == [401, 401, 401, 429])
            #expect(try await console.admin(.get, "/_mock/devices").status == .ok)
            let client = try await console.clientHeaders()
            console.clock.advance(seconds: 3600)
            #expect(try await Self.statuses(console, 6, client) == Array(repeating: 401, count: 6))
        }
    }

    @Test func `The token endpoint is throttled in its own words`() async throws {
        try await withConsole(Self.settings) { console in
            let wrong = "grant_type=client_credentials&client_id=mockuem&client_secret=x"
            for _ in 0..<3 { #expect(try await console.requestToken(wrong).status == .unauthorized) }
            let refused = try await console.requestToken(console.clientForm)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "30")
            #expect(try refused.json()["error"] as? String == "temporarily_unavailable")
        }
    }

    @Test func `Requests without credentials, or whose credentials cannot be read, are not counted`() async throws {
        try await withConsole([\.adminSignInFailures: "1"]) { console async throws in
            for header in ["", "Basic", "Basic *", "Basic YQ==", "Digest x", "Bearer"] {
                let headers = header.isEmpty ? [:] : ["Authorization": header]
                #expect(try await Self.statuses(console, 12, headers) == Array(repeating: 401, count: 12))
            }
            #expect(try await Self.statuses(console, 1, TestConsole.basic("admin", "admin")) == [200])
        }
    }

    @Test func `A failure is in the log and once in the event log, the password is in neither`() async throws {
        try await withWatchedConsole { console, log in
            for _ in 0..<5 {
                _ = try await Self.statuses(console, 1, TestConsole.basic("ann", "hush-hush"))
                _ = try await Self.statuses(console, 1, TestConsole.basic("bob", "hush-hush"))
                _ = try await Self.statuses(console, 2, ["Authorization": "Bearer hush-hush"])
                _ = try await console.requestToken("grant_type=client_credentials&client_id=c&client_secret=hush-hush")
            }
            let events = try await console.adminJSON("/_mock/events?action=administrator.signInFailed")
            let items = try #require(events["items"] as? [[String: Any]])
            let told = items.map { "\($0["subjectKind"] ?? "") \($0["subject"] ?? "")" }
            #expect(
                Set(told) == [
                    "administrator ann", "administrator bob", "accessToken a bearer token", "oauthClient c",
                ])
            #expect(told.count == 4)
            #expect(log.lines.contains { $0.message == "Sign-in failed" && $0.metadata["name"] == "ann" })
            #expect(!"\(log.lines)".contains("hush-hush"))
            let kept = "\(try await console.contents())"
            #expect(!kept.contains("hush-hush"))
            console.clock.advance(seconds: 60)
            _ = try await Self.statuses(console, 1, TestConsole.basic("ann", "x"))
            #expect(try await console.parts.count("eventLog WHERE action = 'administrator.signInFailed'") == 5)
        }
    }
}
