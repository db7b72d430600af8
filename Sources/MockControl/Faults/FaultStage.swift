import ConsoleHTTP
import ConsoleModel
package import ConsolePlatform
package import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What a responder needs to make requests go wrong.
package struct FaultStage: Sendable {
    /// Makes the refusal that device services would answer.
    ///
    /// - Parameters: Which one, the request, and the code of the group it belongs to.
    package typealias Refusals = @Sendable (FaultRefusal, HTTPRequest, _ group: String?) -> ConsoleError

    /// Who decides, asked in this order.
    let sources: [any FaultSource]
    let rules: FaultRules
    let origins: RequestOrigins
    let groups: GroupTreeStore
    let clock: ConsoleClock
    /// The connection of a request.
    let connection: @Sendable (HTTPRequest, any Channel) -> JournalConnection
    let refusals: Refusals
    /// Where large bodies are looked through, and long matchers held against requests.
    let works: PatientWorks
    /// Lets time pass.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Whether any request may be meant.
    var isWatching: Bool { sources.contains { $0.isWatching } }

    /// A request as matchers see it before it is handled: as the journal shows it, without its secrets.
    ///
    /// Whether a condition holds can be asked as often as one likes, which would tell a password letter by letter.
    func subject(_ peeked: PeekedRequest, _ context: ConsoleContext) async -> PendingRequest {
        let (head, body) = (peeked.request.head, peeked.body)
        var connection = connection(head, context.channel)
        connection.port = context.notes.port
        let parties = await origins.parties(of: head, body: body, over: connection)
        let read = await works.run(for: ClientKey(.anonymous, address: connection.address), isLong: body.isLarge) {
            Self.shown(head, body)
        }
        var unread = body
        unread.leaveOut()
        let shown = read ?? Self.shown(head, unread)
        return PendingRequest(
            matchedHead: shown.head, matchedBody: shown.body, arrivedAt: clock.machine, connection: connection,
            parties: parties)
    }

    /// A request without its secrets.
    private static func shown(_ head: HTTPRequest, _ body: CapturedBody) -> JournalRequest {
        var shown = JournalRequest(head: head, body: body)
        JournalRedaction.redact(&shown)
        return shown
    }

    /// What is to be done to a request; each source sees it, and the first that decides counts.
    func ruling(on subject: PendingRequest) async -> FaultRuling? {
        guard let tree = try? await groups.tree() else { return nil }
        var first: FaultRuling?
        for source in sources where source.isWatching {
            let isLong = subject.matchedBody.isLarge || source.isLong(for: subject.parties, in: tree)
            let ruling = await works.run(
                for: ClientKey(.anonymous, address: subject.connection.address), isLong: isLong
            ) {
                source.ruling(on: subject, in: tree)
            }
            first = first ?? ruling.flatMap(\.self)
        }
        return first
    }

    /// The refusal for a request.
    func error(_ refusal: FaultRefusal, _ subject: PendingRequest) async -> ConsoleError {
        let tree = try? await groups.tree()
        return refusals(refusal, subject.matchedHead, subject.parties.groupID.flatMap { tree?.code(of: $0) })
    }

    /// Holds a request up, until its time is over or the console stops.
    ///
    /// - Parameters:
    ///   - duration: For how long.
    ///   - label: What the journal calls the fault.
    ///   - channel: The connection of whoever waits, or the stream of an HTTP/2 connection.
    /// - Throws: ``ConnectionDropped`` as soon as the client leaves.
    func pause(_ duration: Duration, _ label: String, on channel: any Channel) async throws {
        guard duration > .zero else { return }
        let bell = WaitBell()
        // A request without a connection, as in this process, has nobody who could leave.
        let isConnected = (channel.remoteAddress ?? channel.parent?.remoteAddress) != nil
        let departure = isConnected ? try await Departure.watch(channel, bell) : nil
        defer { departure?.end() }
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await sleep(duration) }
                group.addTask { for await _ in bell.rings where bell.ending != nil { return } }
                await group.next()
                group.cancelAll()
            }
        }
        // Over HTTP/2 a task is cancelled with its connection.
        guard bell.ending == .clientLeaves || Task.isCancelled else { return }
        throw ConnectionDropped(label: label, isByClient: true)
    }
}

/// A request that is not handled yet.
struct PendingRequest: MatchSubject {
    let matchedHead: HTTPRequest
    let matchedBody: CapturedBody
    let arrivedAt: Timestamp
    let connection: JournalConnection
    let parties: JournalParties

    var matchedAnswer: JournalResponse? { nil }
    var entryID: Int64? { nil }
}
