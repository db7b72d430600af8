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

extension TestConsole {
    /// Path of the commands of a device.
    static func commands(of app: SimulatedClient) -> String { "/_mock/devices/\(app.device)/commands" }

    /// Queues a command for an app, as an administrator.
    @discardableResult
    func queue(_ json: String, for app: SimulatedClient) async throws -> [String: Any] {
        let response = try await admin(.post, Self.commands(of: app), text: json)
        try #require(response.status == .created, "\(response.text)")
        let commands = try response.json()["commands"] as? [[String: Any]]
        return try #require(commands?.first)
    }

    /// Statuses of all commands, the oldest first.
    func commandStatuses() async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(db, sql: "SELECT status FROM command ORDER BY id")
        }
    }

    /// Events that were published while a closure ran.
    func events(during body: () async throws -> Void) async throws -> [ConsoleEvent] {
        let marker = "test.marker"
        let stream = parts.core.events.hub.events()
        try await body()
        parts.core.events.hub.publish(
            ConsoleEvent(action: .pinMismatch, subjectKind: marker, subject: "", groupID: nil, at: TestClock.start))
        var events: [ConsoleEvent] = []
        for await event in stream {
            if event.subjectKind == marker { break }
            events.append(event)
        }
        return events
    }
}

extension SimulatedClient {
    /// Answers a command.
    @discardableResult
    func answer(
        _ status: CommandStatus, _ uuid: String, profiles: [PropertyListValue]? = nil,
        certificates: [PropertyListValue]? = nil
    ) async throws -> CommandMessage? {
        try await process(
            ProcessorMessage(
                status: status, device: device, commandUUID: uuid, requestor: bundle.value,
                sampleTime: "03/05/2026 10:20:30 AM", profileList: profiles, certificateList: certificates))
    }

    /// What the processor answers to an idle message, unread.
    func rawIdle() async throws -> ClientResponse {
        try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/awmdmsdk/v3/processor",
                body: try ProcessorMessage(status: .idle, device: device, requestor: bundle.value).encoded()))
    }
}
