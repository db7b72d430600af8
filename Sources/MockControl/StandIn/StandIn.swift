import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Signs requests with the credential of an app, and sends them by the way that those of apps take.
struct StandIn: Sendable {
    /// What became of a request.
    struct Outcome: Sendable {
        let credential: StandInCredential
        let status: Int
        /// Id of the request, which its entry in the journal has as well.
        let requestID: String
    }

    private let database: ConsoleDatabase
    private let events: EventLogStore
    private let clock: ConsoleClock
    private let credentials: CredentialStore
    private let replayer: JournalReplayer

    /// Made of what it sends with.
    init(_ core: Core, credentials: CredentialStore, replayer: JournalReplayer) {
        database = core.database
        events = core.events
        clock = core.clock
        self.credentials = credentials
        self.replayer = replayer
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - order: The request.
    ///   - device: The device in whose place it is sent.
    ///   - scheme: The scheme of the address it goes to.
    ///   - host: Host and port, if the order names none.
    ///   - administrator: Who orders it.
    ///   - channel: Their connection.
    ///   - logger: The log of their request.
    /// - Returns: What it was answered.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, `conflict` if no credential is in force.
    func send(
        _ order: StandInOrder, as device: DeviceIdentifier, scheme: String, host: String,
        by administrator: AdministratorIdentity, on channel: any Channel, logger: Logger
    ) async throws -> Outcome {
        let credential = try await credentials.standIn(for: device, bundle: order.bundle, in: administrator.subtree)
        try await note(order, credential, by: administrator)
        let outcome = try await replayer.send(
            signed(order, with: credential, scheme: scheme, host: order.host ?? host), on: channel, logger: logger)
        return Outcome(credential: credential, status: outcome.status, requestID: outcome.requestID)
    }

    /// The request as the app would sign it, by the clock of its group.
    private func signed(_ order: StandInOrder, with credential: StandInCredential, scheme: String, host: String)
        -> Request
    {
        let signer = RequestSigner(
            device: credential.device, group: credential.authenticationGroup, key: credential.token)
        let added = signer.headers(
            method: order.method.rawValue, authority: host, target: order.target, headers: order.headers,
            body: order.body, date: clock.now(in: credential.groupID).date)
        var head = HTTPRequest(method: order.method, scheme: scheme, authority: host, path: order.target)
        for (name, value) in order.headers + added {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        if !order.body.isEmpty { head.headerFields[.contentLength] = String(order.body.count) }
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: order.body)))
    }

    /// Writes into the event log who acts as the device.
    private func note(
        _ order: StandInOrder, _ credential: StandInCredential, by administrator: AdministratorIdentity
    ) async throws {
        let event = ConsoleEvent(
            action: .deviceActedFor, subjectKind: "device", subject: credential.device.value,
            groupID: credential.groupID, at: clock.now(in: credential.groupID), deviceID: credential.deviceID)
        let path = String(order.target.prefix { $0 != "?" })
        try await database.write { transaction in
            try events.record(
                event, by: .administrator(administrator.name),
                after: ["bundleId": credential.bundle.value, "method": order.method.rawValue, "path": path],
                in: transaction)
        }
    }
}
