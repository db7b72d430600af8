import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Scenarios, posted, moved and taken away (Scenarios).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/scenarios` | a page of scenarios, the latest first |
/// | POST | `/_mock/scenarios` | a new scenario, or one in place of another |
/// | DELETE | `/_mock/scenarios` | deletes all of the caller's subtree |
/// | GET | `/_mock/scenarios/templates` | scenarios to begin with |
/// | GET | `/_mock/scenarios/{name}` | a scenario, and where each key stands |
/// | DELETE | `/_mock/scenarios/{name}` | deletes a scenario |
/// | POST | `/_mock/scenarios/{name}/move` | puts a key into a state |
/// | POST | `/_mock/scenarios/{name}/reset` | puts a key, or all, into the first state |
/// | POST | `/_mock/scenarios/{name}/start` | lets it act again |
/// | POST | `/_mock/scenarios/{name}/stop` | lets it act no more |
struct ScenarioMockController: Sendable {
    /// Keys that a list shows of each scenario.
    private static let listedKeys = PageRequest(page: 0, size: 100)

    let register: ScenarioRegister
    let groups: GroupTreeStore
    let core: Core
    /// Reads YAML.
    let yaml: @Sendable (String) async throws -> JSONValue

    private var book: ScenarioBook { register.book }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/scenarios", use: list)
        router.post("/_mock/scenarios", use: create)
        router.delete("/_mock/scenarios", use: deleteAll)
        router.get("/_mock/scenarios/templates", use: templates)
        router.get("/_mock/scenarios/{name}", use: show)
        router.delete("/_mock/scenarios/{name}", use: delete)
        router.post("/_mock/scenarios/{name}/move", use: move)
        router.post("/_mock/scenarios/{name}/reset", use: reset)
        router.post("/_mock/scenarios/{name}/start") { try await set($0, $1, running: true) }
        router.post("/_mock/scenarios/{name}/stop") { try await set($0, $1, running: false) }
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let asked = try page(request)
        let tree = try await groups.tree()
        let page = Page(asked, of: book.runs(in: context.identity.subtree))
        return try .json(
            PageBody(page.map { ScenarioBody($0, group: tree.code(of: $0.groupID), keys: Self.listedKeys) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await answer(try run(context), keys: try page(request))
    }

    private func templates(_ request: Request, context: AdminRequestContext) throws -> Response {
        try .json(["items": ScenarioTemplate.all.map(ScenarioTemplateBody.init)])
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let text = String(decoding: try await request.data(limit: core.limits.message), as: UTF8.self)
        let maker = context.identity
        let tree = try await groups.tree()
        let added = try register.post(try register.scenario(try await yaml(text)), by: maker, in: tree)
        try await note(.scenarioCreated, added.run.scenario.name, by: maker)
        return try await answer(added.run, keys: Self.listedKeys, status: added.isNew ? .created : .ok)
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let run = try run(context)
        let count = book.remove([run.id])
        if count > 0 { try await note(.scenarioDeleted, run.scenario.name, by: context.identity) }
        return .deleted(count)
    }

    private func deleteAll(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try QueryParameters(request).require(only: [])
        let count = book.removeAll(in: context.identity.subtree)
        if count > 0 { try await note(.scenarioDeleted, "\(count) scenarios", by: context.identity) }
        return .deleted(count)
    }

    private func move(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let run = try run(context)
        let reading = try FaultReading(
            try await request.jsonValue(limit: core.limits.message), "The body", known: ["key", "to"])
        guard let target = try reading.text("to", 1...100) else { throw reading.refusal("to", "is missing") }
        guard let key = try key(reading, run) else {
            throw reading.refusal("key", "is missing: the \(run.scenario.subject.rawValue) to move")
        }
        try run.move(key, to: target)
        try await note(.scenarioMoved, "\(run.scenario.name): \(key) to \(target)", by: context.identity)
        return try await answer(run, keys: Self.listedKeys)
    }

    private func reset(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let run = try run(context)
        let data = try await request.data(limit: core.limits.message)
        let body = data.isEmpty ? JSONValue.object([]) : try Request.jsonValue(data)
        let reading = try FaultReading(body, "The body", known: ["key"])
        _ = run.reset(reading.has("key") ? try key(reading, run) : nil)
        try await note(.scenarioMoved, "\(run.scenario.name): reset", by: context.identity)
        return try await answer(run, keys: Self.listedKeys)
    }

    private func set(_ request: Request, _ context: AdminRequestContext, running: Bool) async throws -> Response {
        let run = try run(context)
        run.set(running: running)
        try await note(
            .scenarioMoved, "\(run.scenario.name): \(running ? "started" : "stopped")", by: context.identity)
        return try await answer(run, keys: Self.listedKeys)
    }

    private func key(_ reading: FaultReading, _ run: ScenarioRun) throws -> String? {
        if run.scenario.subject == .everything { return "*" }
        return try reading.text("key", 1...255)?.lowercased()
    }

    private func run(_ context: AdminRequestContext) throws -> ScenarioRun {
        try book.run(try context.pathParameter("name"), for: context.identity)
    }

    private func page(_ request: Request) throws -> PageRequest {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize"])
        return try parameters.page(limit: core.limits.page)
    }

    private func answer(
        _ run: ScenarioRun, keys: PageRequest, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let tree = try await groups.tree()
        return try .json(
            ScenarioBody(run, group: tree.code(of: run.groupID), keys: keys, isWhole: true), status: status)
    }

    private func note(_ action: EventAction, _ subject: String, by administrator: AdministratorIdentity) async throws {
        let now = core.clock.now(in: administrator.groupID)
        try await core.database.write { [events = core.events] transaction in
            try events.record(
                ConsoleEvent(
                    action: action, subjectKind: "scenario", subject: subject, groupID: administrator.groupID, at: now),
                by: .administrator(administrator.name), in: transaction)
        }
    }
}
