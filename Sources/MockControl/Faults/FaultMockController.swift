import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Faults, posted and taken away (Faults).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/faults` | a page of faults, the latest first |
/// | POST | `/_mock/faults` | a new fault, or one in place of another of its name |
/// | DELETE | `/_mock/faults` | deletes all of the caller's subtree |
/// | GET | `/_mock/faults/{name}` | a fault, by its name or id |
/// | DELETE | `/_mock/faults/{name}` | deletes a fault |
/// | GET | `/_mock/faults/presets` | faults by name |
struct FaultMockController: Sendable {
    let register: FaultRegister
    let history: FaultHistory
    let groups: GroupTreeStore
    let core: Core

    private var book: FaultBook { register.book }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/faults", use: list)
        router.post("/_mock/faults", use: create)
        router.delete("/_mock/faults", use: deleteAll)
        router.get("/_mock/faults/presets", use: presets)
        router.get("/_mock/faults/{name}", use: show)
        router.delete("/_mock/faults/{name}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize"])
        let asked = try parameters.page(limit: core.limits.page)
        let tree = try await groups.tree()
        let page = Page(asked, of: book.faults(in: context.identity.subtree))
        return try .json(PageBody(page.map { body(of: $0, tree) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let fault = try book.fault(try context.pathParameter("name"), for: context.identity)
        return try .json(body(of: fault, try await groups.tree()))
    }

    private func presets(_ request: Request, context: AdminRequestContext) throws -> Response {
        try .json(["items": try FaultPreset.all.map(FaultPresetBody.init)])
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let json = try await request.jsonValue(limit: core.limits.message)
        let (tree, maker) = (try await groups.tree(), context.identity)
        try await book.leaveOutEarlierIDs(history)
        let posted = try register.post(json, by: maker, in: tree)
        try await note(.faultCreated, posted.fault.label, by: maker)
        return try .json(body(of: posted.fault, tree), status: posted.isNew ? .created : .ok)
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let fault = try book.fault(try context.pathParameter("name"), for: context.identity)
        let count = book.remove([fault.id])
        if count > 0 { try await note(.faultDeleted, fault.label, by: context.identity) }
        return .deleted(count)
    }

    private func deleteAll(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try QueryParameters(request).require(only: [])
        let count = book.removeAll(in: context.identity.subtree)
        if count > 0 { try await note(.faultDeleted, "\(count) faults", by: context.identity) }
        return .deleted(count)
    }

    private func body(of fault: Fault, _ tree: GroupTree) -> FaultBody {
        FaultBody(fault, standing: book.standing(of: fault), group: tree.code(of: fault.groupID))
    }

    private func note(_ action: EventAction, _ subject: String, by administrator: AdministratorIdentity) async throws {
        let now = core.clock.now(in: administrator.groupID)
        try await core.database.write { [events = core.events] transaction in
            try events.record(
                ConsoleEvent(
                    action: action, subjectKind: "fault", subject: subject, groupID: administrator.groupID, at: now),
                by: .administrator(administrator.name), in: transaction)
        }
    }
}

extension Request {
    /// The body, a JSON value.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, `payloadTooLarge`.
    func jsonValue(limit: Int) async throws -> JSONValue {
        try Self.jsonValue(try await data(limit: limit))
    }

    /// The value of a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    static func jsonValue(_ data: Data) throws -> JSONValue {
        do {
            return try JSONValue(json: data)
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }
}
