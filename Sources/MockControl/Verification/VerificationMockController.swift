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
    let memory: JournalMemory
    let database: ConsoleDatabase
    let groups: GroupTreeStore
    let devices: DeviceStore
    let states: StateSources
    /// Tells of what was committed.
    let events: EventHub<ConsoleEvent>
    let room: WaitRoom
    /// Bytes of a body.
    let bodyLimit: Int

    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/verify", use: verify)
        router.post("/_mock/wait", use: wait)
    }

    private func verify(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let members = try await members(request, known: JournalExpectation.members)
        let witness = Witness(memory: memory, groups: groups, subtree: context.identity.subtree)
        var verification = Verification(try await expectation(members, context))
        try await witness.update(&verification)
        return try .json(try await witness.answer(verification))
    }

    private func wait(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let members = try await members(request, known: JournalExpectation.members + ["state", "timeout"])
        let timeout = try room.rules.timeout(members.first { $0.name == "timeout" }?.value)
        let customer = try await groups.tree().customer(of: context.identity.groupID)
        let wait = Wait(timeout: timeout, channel: context.channel)
        return try .json(
            try await room.hold(customer) {
                guard let state = members.first(where: { $0.name == "state" })?.value else {
                    return try await requests(members, wait, context)
                }
                guard members.allSatisfy({ ["state", "timeout"].contains($0.name) }) else {
                    throw ConsoleError(.badRequest, "state stands alone, or with timeout.")
                }
                return try await self.state(try StateExpectation(state, states), wait, context)
            })
    }

    /// Waits for a state: what is kept is asked anew after every change, and after every answer.
    private func state(_ expectation: StateExpectation, _ wait: Wait, _ context: AdminRequestContext) async throws
        -> VerificationBody
    {
        let witness = StateWitness(
            devices: devices, sources: states, subtree: context.identity.subtree)
        let changes = [Wait.source(events.events(buffer: 1)), Wait.source(memory.changes.events(buffer: 1))]
        var finding = try await witness.look(for: expectation)
        var access = WaitAccess(context.identity, database)
        try await wait.run(wokenBy: changes) {
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
        let witness = Witness(memory: memory, groups: groups, subtree: context.identity.subtree)
        let expectation = try await expectation(members, context)
        // From here on nothing that is added is missed, nor that whoever waits is gone.
        let changes = [Wait.source(events.events(buffer: 1)), Wait.source(memory.changes.events(buffer: 1))]
        var verification = Verification(expectation)
        var access = WaitAccess(context.identity, database)
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
