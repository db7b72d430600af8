import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Commands a real console would not send are queued with a warning (AdminAPI, "Commands").
struct CommandWarningTests {
    private static let order = #"{"requestType":"RequestProfiles"}"#

    /// Queues a command for an app, which fetches it, and answers the warnings.
    private static func warnings(_ app: SimulatedClient, _ console: TestConsole) async throws -> [String] {
        let response = try await console.admin(.post, TestConsole.commands(of: app), text: order)
        #expect(response.status == .created)
        let answer = try response.json()
        #expect(answer["queued"] as? Int == 1)
        let command = try #require(try await app.idle())
        #expect(command.requestType == "RequestProfiles")
        _ = try await app.answer(.acknowledged, command.uuid)
        return try #require(answer["warnings"] as? [String])
    }

    @Test func `An app with a record and a profile gives none`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            #expect(try await Self.warnings(app, console).isEmpty)
        }
    }

    @Test func `An app without a record`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice("1111", bundle: "com.example.unheard")
            let warnings = try await Self.warnings(app, console)
            #expect(warnings.count == 1)
            let warning = try #require(warnings.first)
            #expect(warning.contains("com.example.unheard has no record in the group demo"))
            #expect(warning.contains("SDK profile") && warning.contains("queued all the same"))
        }
    }

    @Test(arguments: [
        ("none", "is given no SDK profile"), ("default", "those above it have none"),
    ])
    func `An app whose record gives no profile`(mode: String, reason: String) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.execute("DELETE FROM organizationGroupSetting WHERE key = 'defaultProfile'")
            try await console.execute("UPDATE application SET profileMode = '\(mode)', profileId = NULL")
            let warnings = try await Self.warnings(app, console)
            #expect(warnings.count == 1 && warnings[0].contains(reason), "\(warnings)")
        }
    }

    @Test func `An app that is retired, or kept from the device`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.execute("DELETE FROM applicationAssignment")
            #expect(try await Self.warnings(app, console).first?.contains("not assigned to the device") == true)
            try await console.execute("UPDATE application SET status = 'Retired'")
            #expect(try await Self.warnings(app, console).first?.contains("retired or inactive") == true)
        }
    }

    @Test func `For many devices each warning is given once`() async throws {
        try await withConsole { console in
            for device in ["1111", "2222", "3333"] {
                _ = try await console.signedInDevice(device, bundle: "com.example.unheard")
            }
            _ = try await console.signedInDevice("4444")
            let response = try await console.admin(
                .post, "/_mock/commands", text: #"{"requestType":"RequestProfiles","all":true}"#)
            let answer = try response.json()
            #expect(answer["queued"] as? Int == 4)
            #expect((answer["warnings"] as? [String])?.count == 1)
        }
    }
}

/// Requested logs have a type (AdminAPI, "Commands").
struct CommandLogTypeTests {
    private static func order(_ type: String) -> String {
        #"{"requestType":"UploadLogs","logLevel":"debug","logPeriodSeconds":0,"logType":\#(type)}"#
    }

    @Test(
        arguments: [
            (#""application""#, 1), (#""Crash""#, 2), ("3", 3), ("0", 0), (#""ALL""#, nil), ("null", nil),
        ] as [(String, Int64?)])
    func `It is sent as a number, and all as nothing`(type: String, number: Int64?) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue(Self.order(type), for: app)
            let command = try #require(try await app.idle())
            #expect(command.command["LogType"]?.integerValue == number)
            #expect(command.command["LogLevel"]?.integerValue == 0)
        }
    }

    @Test(arguments: [#""web""#, "4", "-1", "true", "[1]", #""""#, "1.5"])
    func `Another type is refused with what it takes`(type: String) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let response = try await console.admin(.post, TestConsole.commands(of: app), text: Self.order(type))
            #expect(response.status == .badRequest)
            #expect(response.text.contains("all, none, application, crash, device"))
        }
    }

    @Test func `It goes with UploadLogs only`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let response = try await console.admin(
                .post, TestConsole.commands(of: app), text: #"{"requestType":"RequestProfiles","logType":"crash"}"#)
            #expect(response.status == .badRequest && response.text.contains("logType goes with UploadLogs only"))
        }
    }

    @Test(arguments: ["Kind", ""]) func `Its key can be another one, or none`(name: String) async throws {
        try await withConsole([\.commandsLogTypeName: name]) { console in
            let app = try await console.signedInDevice()
            try await console.queue(Self.order("2"), for: app)
            let command = try #require(try await app.idle())
            #expect(command.command["LogType"] == nil)
            #expect(command.command["Kind"]?.integerValue == (name.isEmpty ? nil : 2))
        }
    }
}
