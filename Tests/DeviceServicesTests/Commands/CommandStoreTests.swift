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
@testable import DeviceServices
@testable import MockConsole

/// Command queues: queued, delivered, acknowledged or not (DeviceServices, section 13).
struct CommandStoreTests {
    /// Lends a signed-in app.
    private static func withApp(
        _ settings: ConfigurationSettings = [:],
        _ body: @escaping @Sendable (TestConsole, SimulatedClient, DeviceIdentity) async throws -> Void
    ) async throws {
        try await withConsole(settings) { console in
            let app = try await console.signedInDevice()
            try await body(console, app, try await console.identity(of: app))
        }
    }

    private static func answer(
        _ app: SimulatedClient, _ status: CommandStatus, _ uuid: String, profiles: [PropertyListValue]? = nil
    ) async throws -> CommandMessage? {
        try await app.process(
            ProcessorMessage(
                status: status, device: app.device, commandUUID: uuid, requestor: app.bundle.value,
                profileList: profiles))
    }

    private static func statuses(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try String.fetchAll(db, sql: "SELECT status FROM command ORDER BY id")
        }
    }

    @Test func `An empty queue answers an empty body`() async throws {
        try await Self.withApp { _, app, _ in
            let command = try await app.idle()
            #expect(command == nil)
        }
    }

    @Test func `A command is delivered as it was queued, then acknowledged`() async throws {
        try await Self.withApp { console, app, identity in
            let queued = try await console.parts.commands.enqueue(
                "UploadLogs", settings: ["LogLevel": .integer(2), "Odd": .data(Data([1]))], for: identity)
            let command = try #require(try await app.idle())
            #expect(command.uuid == queued.uuid && command.requestType == "UploadLogs")
            #expect(command.command["LogLevel"] == .integer(2) && command.command["Odd"] == .data(Data([1])))
            #expect(try await Self.statuses(console) == ["delivered"])
            console.clock.advance(seconds: 5)
            #expect(try await Self.answer(app, .acknowledged, command.uuid) == nil)
            let record = try #require(try await console.parts.core.database.read { try CommandRecord.fetchOne($0) })
            #expect(record.status == .acknowledged && record.deliveries == 1)
            #expect(record.deliveredAt == TestClock.start && record.finishedAt == TestClock.start.adding(seconds: 5))
        }
    }

    @Test func `Commands come in the order of queueing, the next with the acknowledgement`() async throws {
        try await Self.withApp { console, app, identity in
            for type in ["One", "Two", "Three"] { try await console.parts.commands.enqueue(type, for: identity) }
            var types: [String?] = []
            var command = try await app.idle()
            while let current = command {
                types.append(current.requestType)
                command = try await Self.answer(app, .acknowledged, current.uuid)
            }
            #expect(types == ["One", "Two", "Three"])
            #expect(try await Self.statuses(console) == ["acknowledged", "acknowledged", "acknowledged"])
        }
    }

    @Test func `What an acknowledgement brings is kept`() async throws {
        try await Self.withApp { console, app, identity in
            try await console.parts.commands.enqueue("RequestProfiles", for: identity)
            let command = try #require(try await app.idle())
            _ = try await Self.answer(app, .acknowledged, command.uuid, profiles: [.string("stored")])
            let data = try #require(try await console.parts.value("SELECT result FROM command", Data.self))
            let result = try PropertyListValue(parsing: data).dictionaryValue
            #expect(result == ["Status": .integer(1), "ProfileList": .array([.string("stored")])])
        }
    }

    @Test(arguments: [CommandStatus.error, .commandFormatError])
    func `An error without a CommandUUID means the command delivered last`(status: CommandStatus) async throws {
        try await Self.withApp { console, app, identity in
            for type in ["One", "Two"] { try await console.parts.commands.enqueue(type, for: identity) }
            _ = try await app.idle()
            let next = try await Self.answer(app, status, "")
            #expect(next?.requestType == "Two")
            #expect(try await Self.statuses(console) == ["error", "delivered"])
        }
    }

    @Test func `A command answered "not now" is passed over and comes again later`() async throws {
        try await Self.withApp { console, app, identity in
            for type in ["One", "Two"] { try await console.parts.commands.enqueue(type, for: identity) }
            let one = try #require(try await app.idle())
            let two = try #require(try await Self.answer(app, .notNow, one.uuid))
            #expect(two.requestType == "Two")
            #expect(try await Self.statuses(console) == ["notNow", "delivered"])
            _ = try await Self.answer(app, .acknowledged, two.uuid)
            let again = try await app.idle()
            #expect(again?.uuid == one.uuid)
        }
    }

    @Test func `Answering "not now" to everything ends the round`() async throws {
        try await Self.withApp { console, app, identity in
            for type in ["One", "Two", "Three"] { try await console.parts.commands.enqueue(type, for: identity) }
            var delivered: [String?] = []
            var command = try await app.idle()
            while let current = command, delivered.count < 20 {
                delivered.append(current.requestType)
                command = try await Self.answer(app, .notNow, current.uuid)
            }
            #expect(delivered == ["One", "Two", "Three"])
            #expect(try await app.idle()?.requestType == "One")
        }
    }

    @Test func `An unacknowledged command is delivered again, and dropped after its deliveries`() async throws {
        try await Self.withApp([\.commandsMaximumDeliveries: "3"]) { console, app, identity in
            try await console.parts.commands.enqueue("One", for: identity)
            var deliveries: [Bool] = []
            for _ in 0..<5 { deliveries.append(try await app.idle() != nil) }
            #expect(deliveries == [true, true, true, false, false])
            #expect(try await Self.statuses(console) == ["dropped"])
            let finished = try await console.parts.value("SELECT finishedAt FROM command", Int64.self)
            #expect(finished == TestClock.start.milliseconds)
        }
    }

    @Test(arguments: [true, false]) func `An acknowledgement of a command that is over or another's changes nothing`(
        isOver: Bool
    )
        async throws
    {
        try await Self.withApp([\.commandsMaximumDeliveries: "1"]) { console, app, identity in
            let command = try await console.parts.commands.enqueue("One", for: identity)
            if isOver { for _ in 0..<2 { _ = try await app.idle() } }
            let before = try await Self.statuses(console)
            _ = try await Self.answer(app, .acknowledged, isOver ? command.uuid : "unknown")
            let after = try await Self.statuses(console)
            #expect(before == [isOver ? "dropped" : "queued"])
            #expect(after == [isOver ? "dropped" : "delivered"])
        }
    }

    @Test func `Another app's commands are not handed out or acknowledged`() async throws {
        try await Self.withApp { console, app, identity in
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            let command = try await console.parts.commands.enqueue("One", for: identity)
            let none = try await other.idle()
            #expect(none == nil)
            _ = try await app.idle()
            _ = try await Self.answer(other, .acknowledged, command.uuid)
            #expect(try await Self.statuses(console) == ["delivered"])
        }
    }

    @Test func `The table is kept at its bound`() async throws {
        try await Self.withApp([\.retentionCommands: "2"]) { console, app, identity in
            for type in ["One", "Two", "Three"] { try await console.parts.commands.enqueue(type, for: identity) }
            #expect(try await console.parts.count("command") == 2)
            #expect(try await app.idle()?.requestType == "Two")
        }
    }

    @Test(arguments: [
        ("", 400), ("{}", 400), ("<plist><dict/></plist>", 400),
        ("<plist><dict><key>Status</key><integer>4</integer><key>UDID</key><string>other</string></dict></plist>", 404),
        ("<plist><dict><key>Status</key><string>idle</string></dict></plist>", 400),
    ])
    func `A message that cannot be read or names another device is refused`(text: String, status: Int) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice(scheme: .bearer)
            let answer = try await app.sendAuthenticated(
                .init(method: "POST", target: "/deviceservices/awmdmsdk/v3/processor", body: Data(text.utf8)))
            #expect(answer.status == status)
        }
    }
}
