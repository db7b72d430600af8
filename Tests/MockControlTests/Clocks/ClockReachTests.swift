import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole
@testable import MockControl

/// How far a group's clock reaches: to what belongs to the group, and to nothing else (Clocks, "Which clock counts").
struct ClockReachTests {
    private static let month = ClockWorld.month

    /// Whether the token of a device is taken.
    private func isTaken(_ device: SimulatedClient) async throws -> Bool {
        try await device.sendAuthenticated(DeviceRoute.user.request(device)).status == 200
    }

    /// Signs another device in.
    @discardableResult
    private func signIn(
        _ digit: String, _ user: String, at group: String, password: String = "secret", _ console: TestConsole
    ) async throws -> (device: SimulatedClient, status: LoginStatusCode) {
        var device = try console.device(String(repeating: digit, count: 40))
        let answer = try await device.logIn(username: user, password: password, organizationGroup: group)
        return (device, answer.status)
    }

    // MARK: Tokens

    @Test func `A login under a clock that is a month ahead leaves the tokens of all other devices`() async throws {
        try await ClockWorld.withCustomers { console in
            let (left, right) = (try await console.device(of: "left"), try await console.device(of: "right"))
            _ = try await console.clock(.put, "left", #"{"offset": "P30D"}"#)
            #expect(try await signIn("3", "left", at: "left", console).status == .success)
            #expect(try await isTaken(right))
            #expect(try await !isTaken(left))
            // Looking at a token under another clock has not ended it.
            _ = try await console.clock(.delete, "left")
            #expect(try await isTaken(left))
        }
    }

    @Test func `A login of the same device ahead of time leaves its earlier token, once the clock is set back`()
        async throws
    {
        try await ClockWorld.withCustomers { console in
            let first = try await console.device(of: "left")
            _ = try await console.clock(.put, "left", #"{"offset": "P30D"}"#)
            _ = try await console.device(of: "left")
            _ = try await console.clock(.delete, "left")
            #expect(try await isTaken(first))
        }
    }

    @Test func `Of expired tokens of a device the latest sixteen are kept`() async throws {
        try await ClockWorld.withCustomers { console in
            for _ in 0..<20 { _ = try await console.device(of: "left") }
            #expect(try await console.parts.value("SELECT COUNT(*) FROM accessToken", Int.self) == 20)
            console.clock.advance(seconds: Self.month)
            _ = try await console.device(of: "left")
            #expect(try await console.parts.value("SELECT COUNT(*) FROM accessToken", Int.self) == 17)
        }
    }

    // MARK: Users who sign in below their group

    @Test func `A lock goes by the clock of the user's group, wherever wrong passwords were sent`() async throws {
        try await ClockWorld.withCustomers { console in
            try await console.set("maximumFailedLogins", "1", of: "left")
            try await console.set("lockoutMinutes", "20", of: "left")
            _ = try await console.clock(.put, "innerleft", #"{"offset": "P30D"}"#)
            #expect(try await signIn("3", "left", at: "innerleft", password: "wrong", console).status != .success)
            #expect(try await signIn("3", "left", at: "left", console).status == .accountLocked)
            console.clock.advance(seconds: 20 * 60)
            #expect(try await signIn("3", "left", at: "left", console).status == .success)
        }
    }

    @Test func `A token to enroll with goes by the clock of the user's group, wherever it is used`() async throws {
        try await ClockWorld.withCustomers { console in
            let made = try await console.admin(.post, "/_mock/users/left/tokens", text: #"{"expiresInMinutes": 30}"#)
            let token = try #require(try made.json()["token"] as? String, "\(made.text)")
            _ = try await console.clock(.put, "innerleft", #"{"offset": "P30D"}"#)
            let device = try #require(DeviceIdentifier(String(repeating: "3", count: 40)))
            let answer = try await console.logIn(
                console.login {
                    ($0.username, $0.password, $0.authorizationCode) = (nil, nil, token)
                    ($0.device, $0.activationCode) = (device, "innerleft")
                })
            #expect(answer["StatusCode"] == "AUTH-0", "\(answer)")
        }
    }

    @Test func `A session of an agent that chooses a group with another clock lasts as long as it would have`()
        async throws
    {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "innerleft", #"{"offset": "P30D"}"#)
            let sessions = try console.parts.feature(EnrollmentFeature.self).agent.sessions
            let left = try #require(try await console.parts.model.groups.group(code: "left"))
            let inner = try #require(try await console.parts.model.groups.group(code: "innerleft"))
            let id = try await sessions.open(at: left, from: "127.0.0.1")
            try await sessions.move(try await sessions.session(id), to: try inner.storedID())
            console.clock.advance(seconds: 1799)
            #expect(try await sessions.session(id).groupId == inner.id)
            console.clock.advance(seconds: 1)
            await #expect(throws: AgentRefusal.self) { try await sessions.session(id) }
        }
    }

    // MARK: Jobs

    @Test func `A wipe of a group whose clock stands still holds up no wipe elsewhere`() async throws {
        try await ClockWorld.withCustomers([\.wipePendingTimeout: "300"]) { console in
            let wipes = try console.parts.feature(UnenrollmentFeature.self).wipes
            _ = try await console.clock(.put, "left", #"{"frozen": true}"#)
            for customer in ["left", "right"] {
                let device = try await console.device(of: customer)
                let wiped = try await console.admin(.post, "/_mock/devices/\(device.device)/commands/enterprise-wipe")
                #expect(wiped.status == .accepted)
                console.clock.advance(seconds: 10)
            }
            // Of each group one is looked at every second, not the one alone that seems to be next.
            #expect(try await wipes.endOverdue().count == 2)
            console.clock.advance(seconds: 300)
            #expect(try await wipes.endOverdue().count == 1)
            let ended = try await console.adminJSON("/_mock/devices/\(String(repeating: "2", count: 40))")
            #expect(ended["enrollmentStatus"] as? String == "Unenrolled")
        }
    }

    @Test func `A delivery of a group whose clock stands still holds up no delivery elsewhere`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let imported = try await console.importEnvironment(ClockWorld.environment)
            try #require(imported.status == .ok, "\(imported.text)")
            fake.respond { _, _ in FakeNetwork.answer(503) }
            _ = try await console.clock(.put, "left", #"{"frozen": "2020-01-01T00:00:00Z"}"#)
            for customer in ["left", "right"] {
                let group = Int64(try await console.homeID(customer))
                try await console.notify(
                    TestConsole.draft(
                        name: "\(customer) events", url: "https://hook.example.test/\(customer)", group: "\(group)"))
                _ = try await console.device(of: customer)
            }
            try await console.deliver()
            let sender = try console.parts.feature(EventNotificationFeature.self).sender
            while try await console.deliveries("state=pending").count < 2 { await Task.yield() }
            #expect(await sender.dueLanes().isEmpty)
            #expect(!sender.isSomethingDue)
            console.clock.advance(seconds: 600)
            #expect(sender.isSomethingDue)
        }
    }

    // MARK: What belongs to the machine

    @Test func `Sandboxes live by the machine, also when the topmost group's clock moves`() async throws {
        try await withConsole([\.sandboxesIdle: "3600"]) { console in
            let store = try console.parts.feature(SandboxFeature.self).store
            let sandbox = try await console.sandbox(#"{"ttlSeconds": 7200, "name": "Lasting"}"#)
            try await console.advance("global", seconds: Self.month)
            #expect(try await store.removeExpired().isEmpty)
            let shown = try await console.adminJSON("/_mock/sandboxes/\(sandbox.id)")
            #expect(shown["expiresAt"] as? String == TestClock.start.adding(seconds: 7200).description)
            // One that is made under that clock, too.
            let later = try await console.sandbox(#"{"ttlSeconds": 7200}"#)
            #expect(later.expiresAt == TestClock.start.adding(seconds: 7200).description)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(later.id)").status == .noContent)
            console.clock.advance(seconds: 3600)
            // The service looks as well, and may have been first.
            _ = try await store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .notFound)
            let event = try #require(try await console.eventRows("action=sandbox.expired").first)
            #expect(event["subject"] as? String == sandbox.id && event["actorKind"] as? String == "system")
            let after = try #require(event["after"] as? [String: Any])
            #expect(after["name"] as? String == "Lasting")
            #expect((after["reason"] as? String)?.contains("sandboxes.idle") == true, "\(after)")
        }
    }

    @Test func `What belongs to no group asks the machine`() async throws {
        try await withConsole { console in
            _ = try await console.clock(.put, "global", #"{"frozen": "2031-01-01T00:00:00Z"}"#)
            let clock = console.parts.core.clock
            #expect(clock.machine == TestClock.start && clock.now(in: nil) == TestClock.start)
            #expect(clock.now(in: OrganizationGroupRecord.globalID).description == "2031-01-01T00:00:00.000Z")
        }
    }
}
