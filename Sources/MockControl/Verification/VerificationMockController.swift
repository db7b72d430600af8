import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Verifying and waiting (MockControl, "Verify" and "Wait").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/verify` | whether the journal is as expected |
/// | POST | `/_mock/wait` | the same, once it is, or at the end of a time |
struct VerificationMockController: Sendable {
    /// How long a wait for a state rests after it has looked: every change of anybody makes it look again, and looking
    /// reads the database.
    private static let rest = Duration.milliseconds(200)

    let memory: JournalMemory
    let database: ConsoleDatabase
    let groups: GroupTreeStore
    let devices: DeviceStore
    let states: StateSources
    /// Tells of what was committed.
    let events: EventHub<ConsoleEvent>
    let limiter: CustomerLimiter
    let rules: WaitRules
    /// Bytes of a body.
    let bodyLimit: Int

    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/verify", use: verify)
        router.post("/_mock/wait", use: wait)
    }

    private func verify(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let members = try await members(request, known: JournalExpectation.members)
        let expectation = try await expectation(members, context)
        return try await looking(context) { witness in
            var verification = Verification(expectation)
            try await witness.update(&verification)
            return try .json(try await witness.answer(verification))
        }
    }

    /// Looks through the journal for somebody until they are gone.
    private func looking<Value: Sendable>(
        _ context: AdminRequestContext, _ look: (Witness) async throws -> Value
    ) async throws -> Value {
        let (bell, channel) = (WaitBell(), context.channel)
        // A request without a connection, as in this process, has nobody who could leave.
        let isConnected = (channel.remoteAddress ?? channel.parent?.remoteAddress) != nil
        let departure = isConnected ? try await Departure.watch(channel, bell) : nil
        defer { departure?.end() }
        return try await look(
            Witness(memory: memory, groups: groups, subtree: context.identity.subtree) { bell.ending != nil })
    }

    private func wait(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let members = try await members(request, known: JournalExpectation.members + ["state", "timeoutSeconds"])
        let timeout = try rules.timeout(members.first { $0.name == "timeoutSeconds" }?.value)
        let customer = try await groups.tree().customer(of: context.identity.groupID)
        let wait = Wait(timeout: timeout, channel: context.channel)
        return try .json(
            try await limiter.run(customer) {
                guard let state = members.first(where: { $0.name == "state" })?.value else {
                    return try await requests(members, wait, context)
                }
                guard members.allSatisfy({ ["state", "timeoutSeconds"].contains($0.name) }) else {
                    throw ConsoleError(.badRequest, "state stands alone, or with timeoutSeconds.")
                }
                return try await self.state(try StateExpectation(state, states), wait, context)
            })
    }

    /// Waits for a state: what is kept is asked anew after every change, and after every answer, but for those that come
    /// while it rests, after which it is asked once.
    private func state(_ expectation: StateExpectation, _ wait: Wait, _ context: AdminRequestContext) async throws
        -> VerificationBody
    {
        let witness = StateWitness(
            devices: devices, sources: states, subtree: context.identity.subtree)
        var access = WaitAccess(context.identity, database)
        try await access.check()
        let changes = [Wait.source(events.events(buffer: 1)), Wait.source(memory.changes.events(buffer: 1))]
        var finding = try await witness.look(for: expectation)
        try await wait.run(wokenBy: changes, resting: Self.rest) {
            try await access.check()
            finding = try await witness.look(for: expectation)
            return finding.hasPassed || finding.isFinal
        }
        return finding.body
    }

    /// Waits for requests.
    private func requests(_ members: [JSONMember], _ wait: Wait, _ context: AdminRequestContext) async throws
        -> VerificationBody
    {
        let expectation = try await expectation(members, context)
        return try await looking(context) { try await requests(expectation, $0, wait, context) }
    }

    private func requests(
        _ expectation: JournalExpectation, _ witness: Witness, _ wait: Wait, _ context: AdminRequestContext
    ) async throws -> VerificationBody {
        var access = WaitAccess(context.identity, database)
        try await access.check()
        // From here on nothing that is added is missed, nor that whoever waits is gone.
        let changes = [Wait.source(events.events(buffer: 1)), Wait.source(memory.changes.events(buffer: 1))]
        var verification = Verification(expectation)
        try await wait.run(wokenBy: changes) {
            try await access.check()
            try await witness.update(&verification)
            return verification.isOver
        }
        return try await witness.answer(verification)
    }

    private func expectation(_ members: [JSONMember], _ context: AdminRequestContext) async throws -> JournalExpectation
    {
        guard let expectation = try JournalExpectation(members) else {
            throw ConsoleError(.badRequest, "Say what is expected: match, with how many, or sequence.")
        }
        return try expectation.resolved(try await groups.tree(), in: context.identity.subtree)
    }

    private func members(_ request: Request, known: [String]) async throws -> [JSONMember] {
        let data = try await request.data(limit: bodyLimit)
        do {
            return try MatcherReader().members(of: try JSONValue(json: data), "The body", known: known)
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }
}
