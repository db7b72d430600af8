import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Commands say whether they could be pushed, as a console with the service of Apple would do (AdminAPI, "Pushing").
struct CommandPushTests {
    private static let order = #"{"requestType":"UploadLogs","logLevel":"debug","logPeriodSeconds":0}"#

    /// Gives the demo app a certificate.
    private static func certify(_ console: TestConsole, _ certificate: String = PushFixtures.modern) async throws {
        let uuid = try #require(
            try await console.parts.value(
                "SELECT uuid FROM application WHERE bundleId = 'com.example.demo'", String.self))
        let answer = try await console.admin(
            .post, "/_mock/applications/\(uuid)/push/certificates",
            text: #"{"certificate":"\#(certificate)","password":"secret","environment":"production"}"#)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private static func setToken(_ token: String?, _ console: TestConsole) async throws {
        try await console.execute("UPDATE installation SET pushToken = \(token.map { "'\($0)'" } ?? "NULL")")
    }

    private static func code(_ body: [String: Any]) throws -> String {
        let push = try #require(body["push"] as? [String: Any])
        let code = try #require(push["code"] as? String)
        #expect(push["possible"] as? Bool == (code == "possible"))
        #expect((push["reason"] as? String)?.hasSuffix(".") ?? false == (code != "possible"))
        return code
    }

    @Test func `A command says what stands in the way of a push, one thing after the other, until nothing does`()
        async throws
    {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await Self.setToken(nil, console)
            func next() async throws -> String { try Self.code(try await console.queue(Self.order, for: app)) }
            #expect(try await next() == "notSupported")
            try await console.execute(
                "INSERT INTO applicationPush VALUES ((SELECT id FROM application), 1, 'production')")
            #expect(try await next() == "noCertificate")
            try await Self.certify(console, PushFixtures.other)
            #expect(try await next() == "wrongTopic")
            try await Self.certify(console, PushFixtures.development)
            #expect(try await next() == "wrongEnvironment")
            try await Self.certify(console, PushFixtures.expired)
            #expect(try await next() == "certificateExpired")
            try await Self.certify(console)
            #expect(try await next() == "noPushToken")
            try await Self.setToken("aa", console)
            #expect(try await next() == "possible")
        }
    }

    @Test func `A beacon with a push token makes it possible, and one that takes it back does not`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await Self.certify(console)
            for (token, code) in [("0a0b0c", "possible"), ("", "noPushToken")] {
                try await console.beacon(from: app) { $0.pushToken = token }
                #expect(try Self.code(try await console.queue(Self.order, for: app)) == code)
            }
        }
    }

    @Test func `Expiry goes by the clock of the console, and a command keeps what was so when it was queued`()
        async throws
    {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await Self.certify(console)
            try await Self.setToken("aa", console)
            let first = try await console.queue(Self.order, for: app)
            #expect(try Self.code(first) == "possible")
            console.clock.advance(seconds: 10 * 366 * 86_400)
            let second = try await console.queue(Self.order, for: app)
            #expect(try Self.code(second) == "certificateExpired")
            let reason = (second["push"] as? [String: Any])?["reason"] as? String
            #expect(reason?.contains("production certificate of com.example.demo") == true)
            #expect(reason?.contains("expired at 2036-01-01T00:00:00.000Z") == true)
            for (command, code) in [(first, "possible"), (second, "certificateExpired")] {
                let id = try #require(command["id"] as? Int)
                #expect(try Self.code(try await console.adminJSON("/_mock/commands/\(id)")) == code)
            }
            let listed = try #require(try await console.adminJSON("/_mock/commands")["items"] as? [[String: Any]])
            #expect(try listed.map(Self.code) == ["certificateExpired", "possible"])
        }
    }

    @Test func `An app without a record, one that is retired, and a device of another maker`() async throws {
        try await withConsole { console in
            let stranger = try await console.signedInDevice("1111", bundle: "com.example.unheard")
            #expect(try Self.code(try await console.queue(Self.order, for: stranger)) == "noApplication")
            let app = try await console.signedInDevice("2222")
            try await console.execute("UPDATE application SET status = 'Retired'")
            #expect(try Self.code(try await console.queue(Self.order, for: app)) == "applicationRetired")
            try await console.execute("UPDATE device SET platform = 'Android'")
            #expect(try Self.code(try await console.queue(Self.order, for: app)) == "otherPlatform")
        }
    }

    @Test func `For many apps the answer counts what could be pushed, and they are queued all the same`() async throws {
        try await withConsole { console in
            for device in ["1111", "2222", "3333"] { _ = try await console.signedInDevice(device) }
            let stranger = try await console.signedInDevice("4444", bundle: "com.example.unheard")
            try await Self.certify(console)
            try await console.execute("UPDATE installation SET pushToken = 'aa' WHERE id = 1")
            let response = try await console.admin(
                .post, "/_mock/commands", text: #"{"requestType":"RequestProfiles","all":true}"#)
            let answer = try response.json()
            #expect(answer["queued"] as? Int == 4)
            #expect(answer["push"] as? [String: Int] == ["possible": 1, "noPushToken": 2, "noApplication": 1])
            #expect(try await stranger.idle()?.requestType == "RequestProfiles")
        }
    }

    @Test func `A lock of the admin REST API and a wipe say it, too`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await Self.certify(console)
            try await Self.setToken("aa", console)
            let device = "/_mock/devices/\(app.device)"
            let before = try await console.adminJSON(device)
            let installation = try #require((before["installations"] as? [[String: Any]])?.first)
            #expect(try Self.code(installation) == "possible")
            let lock = try await console.api.call(
                .post, "mdm/devices/commands?command=Lock&searchby=Udid&id=\(app.device)")
            #expect(lock.status.code < 300, "\(lock.text)")
            let wipe = try await console.admin(.post, "\(device)/commands/enterprise-wipe")
            #expect(wipe.status == .accepted, "\(wipe.text)")
            let wiped = try #require((try wipe.json()["installations"] as? [[String: Any]])?.first)
            #expect(try Self.code(wiped) == "possible")
            let queued = try #require(try await console.adminJSON("/_mock/commands")["items"] as? [[String: Any]])
            #expect(queued.count == 2)
            for command in queued { #expect(try Self.code(command) == "possible") }
        }
    }

    @Test func `The record of the version on the device counts, else the newest`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await Self.certify(console)
            try await Self.setToken("aa", console)
            try await console.execute(
                """
                INSERT INTO application (uuid, groupId, bundleId, name, type, platform, version, createdAt)
                SELECT 'a99a0000-0000-4000-8000-00000000aaaa', groupId, bundleId, name, type, platform, '99.0', 0
                FROM application WHERE bundleId = 'com.example.demo'
                """)
            let version = try await console.parts.value("SELECT version FROM application ORDER BY id", String.self)
            try await console.execute("UPDATE installation SET appVersion = '\(version ?? "")'")
            #expect(try Self.code(try await console.queue(Self.order, for: app)) == "possible")
            try await console.execute("UPDATE installation SET appVersion = '7'")
            #expect(try Self.code(try await console.queue(Self.order, for: app)) == "notSupported")
        }
    }
}
