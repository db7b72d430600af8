import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// The call scripts of ClientSequence, section 7, against this console.
struct LaunchStoryTests {
    @Test func `A first launch in app-review mode (7_1)`() async throws {
        try await withConsole { console in
            var app = try console.app()
            let outcome = await app.launch()
            #expect(outcome.list == LaunchCall.firstLaunch)
            #expect(outcome.reports == [nil])
            #expect(outcome.overlooked.isEmpty, "\(outcome.overlooked)")
            let device = try #require(app.state.device)
            let known = try await console.adminJSON("/_mock/devices/\(device)")
            #expect(known["enrollmentStatusCode"] as? Int == 4)
            #expect(known["user"] as? String == "demo")
            #expect(app.state.user?.email == "demo@example.test")
        }
    }

    @Test func `A first launch with a passcode and single sign-on (7_1)`() async throws {
        try await withConsole { console in
            var app = try console.app("com.example.everything")
            let outcome = await app.launch()
            var expected = LaunchCall.firstLaunch
            expected[4] = LaunchCall.register
            expected.insert(LaunchCall.storeKey, at: 7)
            let images = outcome.list.filter { $0.hasPrefix("GET /deviceservices/branding/") }
            #expect(!images.isEmpty && outcome.list.dropFirst(4).first == images.first)
            #expect(outcome.list.filter { !images.contains($0) } == expected)
            #expect(outcome.error == nil)
            #expect(app.state.session.lock != nil)
        }
    }

    @Test func `A first launch on a managed device (7_3)`() async throws {
        try await withConsole { console in
            let device = try await console.managedDevice()
            var app = try console.app(mode: .managed(server: "http://localhost/", group: "demo", device: device))
            let outcome = await app.launch()
            #expect(outcome.list == [LaunchCall.reachability, LaunchCall.status] + LaunchCall.firstLaunch)
            #expect(outcome.reports == [nil])
            #expect(outcome.overlooked.isEmpty, "\(outcome.overlooked)")
        }
    }

    @Test func `A managed device signs in with its one-time token (7_3)`() async throws {
        try await withConsole { console in
            let device = try await console.managedDevice()
            try await console.addToken("one-time")
            var app = try console.app(
                mode: .managed(server: "http://localhost", group: "demo", device: device, token: "one-time"))
            let outcome = await app.launch()
            #expect(
                outcome.list == [
                    LaunchCall.reachability, LaunchCall.status, LaunchCall.login, LaunchCall.reachability,
                    LaunchCall.profile, LaunchCall.register, LaunchCall.user, LaunchCall.details, LaunchCall.beacon,
                    LaunchCall.pins, LaunchCall.processor,
                ])
            #expect(outcome.error == nil)
        }
    }

    @Test func `A managed device the console does not know has no environment (7_3)`() async throws {
        try await withConsole { console in
            let device = try #require(DeviceIdentifier("cd34"))
            var app = try console.app(mode: .managed(server: "http://localhost", group: "demo", device: device))
            let outcome = await app.launch()
            #expect(outcome.list == [LaunchCall.reachability, LaunchCall.status])
            #expect(outcome.setupErrorCode == 12)
        }
    }

    @Test func `A later launch (7_4)`() async throws {
        try await withConsole { console in
            var app = try console.app()
            _ = await app.launch()
            app.log("left over from before\n")
            let outcome = await app.launch()
            #expect(outcome.list == [LaunchCall.logging] + LaunchCall.laterLaunch)
            #expect(outcome.reports == [nil])
            #expect(outcome.overlooked.isEmpty, "\(outcome.overlooked)")
            let logs = try await console.adminJSON("/_mock/devices/\(try #require(app.state.device))/logs")
            #expect(logs["total"] as? Int == 1)
        }
    }

    @Test func `A return to the foreground (7_5)`() async throws {
        try await withConsole { console in
            var app = try console.app()
            _ = await app.launch()
            _ = await app.launch()
            console.clock.advance(seconds: 10)
            #expect(await app.foreground().list == [LaunchCall.beacon, LaunchCall.processor])
            console.clock.advance(seconds: 4 * 3600)
            #expect(await app.foreground().list == [LaunchCall.beacon] + LaunchCall.laterLaunch)
        }
    }

    @Test func `A wipe by the server (7_8)`() async throws {
        try await withConsole { console in
            var app = try console.app()
            _ = await app.launch()
            let before = app.state.device
            try await console.execute("UPDATE device SET enrollmentStatus = 8")
            let outcome = await app.launch()
            #expect(outcome.list == [LaunchCall.reachability, LaunchCall.status] + LaunchCall.firstLaunch)
            #expect(outcome.didWipe)
            #expect(outcome.error == nil)
            #expect(app.state.device != before)
        }
    }

    @Test func `A profile changed by the server arrives with the next launch (7_9)`() async throws {
        try await withConsole { console in
            var app = try console.app()
            _ = await app.launch()
            let before = app.state.profiles[21]
            _ = await app.launch()
            #expect(app.state.profiles[21] == before)
            let exported = try await console.admin(.get, "/_mock/environment").text
            let changed = exported.replacing("LoggingLevel: 2", with: "LoggingLevel: 3")
            #expect(changed != exported)
            try await console.importEnvironment(changed)
            let outcome = await app.launch()
            #expect(outcome.list == LaunchCall.laterLaunch)
            #expect(app.state.profiles[21] != before)
        }
    }

    @Test(arguments: [false, true])
    func `A revoked credential (7_10)`(isEverything: Bool) async throws {
        try await withConsole { console in
            var app = try console.app()
            _ = await app.launch()
            let filter = isEverything ? "" : " WHERE authenticationGroup = 'com.example.demo'"
            try await console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'\(filter)")
            let outcome = await app.launch()
            #expect(
                outcome.list == [
                    LaunchCall.reachability, LaunchCall.status, LaunchCall.reachability, LaunchCall.profile,
                    LaunchCall.login, LaunchCall.user, LaunchCall.details, LaunchCall.profile, LaunchCall.beacon,
                    LaunchCall.processor,
                ])
            #expect(outcome.error == nil)
            #expect(outcome.overlooked.isEmpty, "\(outcome.overlooked)")
        }
    }

    @Test func `A revoked common credential makes the user sign in again (7_10)`() async throws {
        try await withConsole { console in
            var app = try console.app("com.example.everything")
            _ = await app.launch()
            try await console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'")
            let outcome = await app.launch()
            #expect(
                outcome.list.prefix(11) == [
                    LaunchCall.reachability, LaunchCall.status, LaunchCall.reachability, LaunchCall.profile,
                    LaunchCall.register, LaunchCall.probe, LaunchCall.login, LaunchCall.register, LaunchCall.user,
                    LaunchCall.details, LaunchCall.profile,
                ])
            #expect(outcome.error == nil)
        }
    }

    @Test func `Queued commands are carried out and acknowledged`() async throws {
        try await withConsole { console in
            var app = try console.app { $0.customHandler = { _ in .acknowledged } }
            _ = await app.launch()
            let identity = try await console.identity(of: app)
            try await console.parts.commands.enqueue("RequestProfiles", for: identity)
            try await console.parts.commands.enqueue("Ping", for: identity)
            let outcome = await app.launch()
            #expect(outcome.list.suffix(3) == [LaunchCall.processor, LaunchCall.processor, LaunchCall.processor])
            #expect(outcome.overlooked.isEmpty, "\(outcome.overlooked)")
            let open = try await console.parts.core.database.read { db in
                try CommandRecord.filter(sql: "status != 'acknowledged'").fetchCount(db)
            }
            #expect(open == 0)
        }
    }

    @Test(arguments: [("demo", "wrong"), ("nobody", "demo")])
    func `Wrong credentials end in ApplicationIdentityNotSet`(username: String, password: String) async throws {
        try await withConsole { console in
            var app = try console.app { $0.user = ClientSetup.User(username: username, password: password) }
            let outcome = await app.launch()
            #expect(outcome.setupErrorCode == 7)
            #expect(outcome.error?.reason.contains("AUTH-1001") == true)
        }
    }

    @Test func `An app without a profile ends in EmptyProfiles`() async throws {
        try await withConsole { console in
            var app = try console.app("com.example.unknown")
            #expect(await app.launch().setupErrorCode == 4)
        }
    }
}
