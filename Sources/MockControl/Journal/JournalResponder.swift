package import ConsoleHTTP
import ConsolePlatform
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// Stands before the console and writes each request of device services and of the admin REST API into the journal.
///
/// An entry is there before the client has the end of its answer: whoever was answered finds the request in the journal.
package struct JournalResponder<Console: HTTPResponder>: HTTPResponder where Console.Context == ConsoleContext {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    private let console: Console
    private let recorder: JournalRecorder
    /// Hears of every answer; nil if nobody counts.
    private let onAnswer: AnswerObserver?
    /// What requests that are sent once more go to; lives as long as this.
    private let target: JournalTarget?

    /// Hears of a request that was answered, of what is known of it, of the status, and when it arrived.
    package typealias AnswerObserver = @Sendable (Request, ExchangeNotes, Int, NIODeadline) -> Void

    /// A journal before a console.
    ///
    /// - Parameters:
    ///   - console: What answers.
    ///   - recorder: Makes entries.
    ///   - onAnswer: Hears of every answer, also of those that are in no journal.
    package init(_ console: Console, recorder: JournalRecorder, onAnswer: AnswerObserver? = nil) {
        self.console = console
        self.recorder = recorder
        self.onAnswer = onAnswer
        target = nil
    }

    /// The same, with what requests that are sent once more go to.
    init(_ journal: JournalResponder, target: JournalTarget) {
        console = journal.console
        recorder = journal.recorder
        onAnswer = journal.onAnswer
        self.target = target
    }

    /// Answers as the console does.
    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        let began = NIODeadline.now()
        let response = try await respond(to: request, context: context, again: nil)
        onAnswer?(request, context.notes, response.status.code, began)
        return response
    }

    /// Answers a request that was in the journal already, as an entry with an id.
    func respond(to request: Request, context: ConsoleContext, again id: Int64?) async throws -> Response {
        guard recorder.records(request) else { return try await console.respond(to: request, context: context) }
        let exchange = recorder.begin(request, context: context, again: id)
        do {
            let response = try await ChangeLog.$current.withValue(exchange.changes) {
                try await console.respond(to: exchange.watched(request), context: context)
            }
            return try await exchange.watched(response)
        } catch {
            await exchange.fail(error)
            throw error
        }
    }
}

/// Makes entries of requests and their answers.
package struct JournalRecorder: Sendable {
    private let rules: JournalRules
    private let memory: JournalMemory
    private let clock: ConsoleClock
    /// Says where requests come from.
    private let addresses: ClientAddresses
    /// Answers that were looked through already.
    private let answers = RedactionMemo()
    /// What is taken down of rows that requests change.
    private let changes = ChangeRules.journal()
    /// The customer a group belongs to; nil if there is none.
    private let customer: @Sendable (Int64) async -> Int64?
    /// Name of a user; nil if there is none.
    private let user: @Sendable (Int64) async -> String?
    /// What was agreed on for a connection; nil without TLS.
    private let tls: @Sendable (any Channel) -> TLSFacts?
    /// Whom a request belongs to of which nothing was noted while it was answered.
    private let origin: Origin
    /// Where large bodies are looked through.
    private let works: PatientWorks

    /// Finds out whom a request belongs to by what it says of itself.
    ///
    /// - Parameters: The request, its body, and the connection it came by.
    package typealias Origin = @Sendable (HTTPRequest, CapturedBody, JournalConnection) async -> JournalParties

    /// A recorder.
    ///
    /// - Parameters:
    ///   - rules: What is kept.
    ///   - memory: Where entries go.
    ///   - clock: When requests arrive.
    ///   - addresses: Says where requests come from.
    ///   - customer: The customer a group belongs to; nil if there is none.
    ///   - user: Name of a user; nil if there is none.
    ///   - tls: What was agreed on for a connection; nil without TLS.
    ///   - origin: Whom a request belongs to of which nothing was noted while it was answered.
    ///   - works: Where large bodies are looked through.
    init(
        _ rules: JournalRules, memory: JournalMemory, clock: ConsoleClock, addresses: ClientAddresses,
        customer: @escaping @Sendable (Int64) async -> Int64?, user: @escaping @Sendable (Int64) async -> String?,
        tls: @escaping @Sendable (any Channel) -> TLSFacts? = { _ in nil },
        origin: @escaping Origin = { _, _, _ in JournalParties() }, works: PatientWorks = PatientWorks()
    ) {
        self.rules = rules
        self.memory = memory
        self.clock = clock
        self.addresses = addresses
        self.customer = customer
        self.user = user
        self.tls = tls
        self.origin = origin
        self.works = works
    }

    /// Whether a request is written into the journal.
    func records(_ request: Request) -> Bool {
        guard rules.isOn else { return false }
        return switch ConsoleSurface(of: request) {
        case .device, .admin: true
        case .mock, .pages: false
        }
    }

    /// The connection of a request.
    @Sendable func connection(of head: HTTPRequest, on channel: any Channel) -> JournalConnection {
        let agreed = tls(channel)
        return JournalConnection(
            address: addresses.address(of: head, on: channel), scheme: head.scheme ?? "http",
            httpVersion: agreed?.protocolName == "h2" ? "HTTP/2" : "HTTP/1.1", tls: agreed)
    }

    /// Begins an entry.
    func begin(_ request: Request, context: ConsoleContext, again id: Int64? = nil) -> JournalExchange {
        var connection = connection(of: request.head, on: context.channel)
        connection.port = context.notes.port
        return JournalExchange(
            arrivedAt: clock.machine, connection: connection, head: request.head, limit: rules.bodyBytes,
            notes: context.notes, changes: ChangeLog(changes), replayOf: id, finish: finish)
    }

    /// A request and its answer as they are kept.
    func shown(
        _ request: JournalRequest, _ response: JournalResponse, to address: String
    ) async -> (JournalRequest, JournalResponse) {
        guard rules.secrets == .redact else { return (request, response) }
        let shown = await works.run(for: ClientKey(.anonymous, address: address), isLong: request.body.isLarge) {
            redacted(request, response)
        }
        if let shown { return shown }
        // What was not looked through may have secrets.
        var request = request
        request.body.leaveOut()
        return redacted(request, response)
    }

    private func redacted(
        _ request: JournalRequest, _ response: JournalResponse
    ) -> (JournalRequest, JournalResponse) {
        var (request, response) = (request, response)
        JournalRedaction.redact(&request)
        JournalRedaction.redact(&response, answers)
        return (request, response)
    }

    /// Writes the entry of a request that was answered.
    private func finish(_ exchange: JournalExchange, _ response: JournalResponse) async {
        // What is done for the journal from here on is no part of the answer's time.
        let duration = (NIODeadline.now() - exchange.began).nanoseconds / 1000
        let facts = exchange.notes.facts
        var parties = JournalParties(facts, customerID: nil)
        parties.replayOf = exchange.replayOf
        if parties.groupID == nil {
            parties.complete(with: await origin(exchange.head, exchange.body, exchange.connection))
        }
        if let groupID = parties.groupID { parties.customerID = await customer(groupID) }
        if parties.user == nil, let userID = parties.userID { parties.user = await user(userID) }
        let original = JournalRequest(head: exchange.head, body: exchange.body)
        let (request, response) = await shown(original, response, to: exchange.connection.address)
        let kept = request.isRedacted ? original : nil
        let changes = exchange.changes.changes
        let byteCount = JournalEntry.byteCount(request, response) + (kept?.byteCount ?? 0) + changes.byteCount
        memory.add { [parties] id in
            JournalEntry(
                id: id, arrivedAt: exchange.arrivedAt, duration: duration, connection: exchange.connection,
                request: request, response: response, parties: parties, byteCount: byteCount, original: kept,
                changes: changes)
        }
    }
}
