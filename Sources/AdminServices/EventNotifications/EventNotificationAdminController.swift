import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Event notifications of the admin REST API (AdminNotifications).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/eventnotifications` | id and uuid of the new notification |
/// | GET | `/api/system/eventnotifications/search` | a page of notifications |
/// | GET | `/api/system/eventnotifications/{id}` | one notification |
/// | PUT | `/api/system/eventnotifications/{id}` | 204, changed |
/// | DELETE | `/api/system/eventnotifications/{id}` | 204, deleted |
/// | GET | `/api/system/eventnotifications/get` | version 2: the same as a search |
///
/// The same below `/api/system/eventnotifications/V1/eventnotifications` in the form of version 1, and below `…/V2/…`
/// in that of version 2, whatever version is asked for.
struct EventNotificationAdminController {
    let store: EventNotificationStore
    let client: OutgoingClient
    let origin: PublicOrigin

    /// Answers a call in the form of a version.
    private typealias Handler = @Sendable (AdminCall, _ form: Int) async throws -> AdminAnswer

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let root = "/api/system/eventnotifications"
        addRoutes(below: root, form: nil, to: routes)
        routes.get("\(root)/get", [2: { try await search($0, 2) }])
        for form in [1, 2] { addRoutes(below: "\(root)/V\(form)/eventnotifications", form: form, to: routes) }
        routes.get("\(root)/V2/eventnotifications/get") { try await search($0, 2) }
    }

    /// Adds the routes below a path.
    ///
    /// - Parameters:
    ///   - root: The path.
    ///   - form: The version whose form they answer in; nil for the one asked for.
    ///   - routes: Where they go.
    private func addRoutes(below root: String, form: Int?, to routes: AdminRoutes) {
        func both(_ handler: @escaping Handler) -> [Int: AdminHandler] {
            [1: { try await handler($0, form ?? 1) }, 2: { try await handler($0, form ?? 2) }]
        }
        let (all, one) = (RouterPath(root), RouterPath("\(root)/{id}"))
        let firstByUUID = form == nil ? 2 : nil
        routes.on(.post, all, both(create))
        routes.get(RouterPath("\(root)/search"), both(search))
        routes.get(one, uuidFrom: firstByUUID, both(show))
        routes.on(.put, one, uuidFrom: firstByUUID, both { call, _ in try await change(call) })
        routes.on(.delete, one, uuidFrom: firstByUUID, both { call, _ in try await delete(call) })
    }

    private func reference(_ call: AdminCall) throws -> RecordReference {
        let text = call.context.parameters.get("id") ?? ""
        return try call.reference(else: EventNotificationStore.missing(String(text.prefix(80))))
    }

    /// The body, with a target that seems permitted now.
    private func draft(_ call: AdminCall) async throws -> EventNotificationDraft {
        let draft = try EventNotificationDraft(try await call.fields())
        if let url = draft.url {
            do { try await client.check(url) } catch let refusal as OutgoingRefusal {
                throw ConsoleError(.badRequest, "TargetUrl is refused: \(refusal).")
            }
        }
        return draft
    }

    @Sendable private func create(_ call: AdminCall, _ form: Int) async throws -> AdminAnswer {
        let record = try await store.create(try await draft(call), by: call.identity)
        let id = try record.storedID()
        if form == 1 { return .body(AdminCreated(id, uuid: record.uuid), root: "EntityId") }
        return .body(EventNotificationCreated(id: id, uuid: record.uuid), root: "EntityId")
    }

    @Sendable private func search(_ call: AdminCall, _ form: Int) async throws -> AdminAnswer {
        let found = try await store.search(
            try EventNotificationSearch(call.query), in: call.identity.subtree, page: call.page())
        let list = AdminList(
            "EventNotifications",
            try found.map { try EventNotificationBody($0, version: form, for: call.identity) },
            envelope: .results(href: origin.link(to: call.request)))
        return .list(list, root: "EventNotificationSearchResult", whenEmpty: .ok)
    }

    @Sendable private func show(_ call: AdminCall, _ form: Int) async throws -> AdminAnswer {
        let details = try await store.notification(try reference(call), in: call.identity.subtree)
        return .body(
            try EventNotificationBody(details, version: form, for: call.identity), root: "EventNotification")
    }

    @Sendable private func change(_ call: AdminCall) async throws -> AdminAnswer {
        let reference = try reference(call)
        // A caller who may not see it learns nothing about its target either.
        _ = try await store.notification(reference, in: call.identity.subtree)
        try await store.update(reference, try await draft(call), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try reference(call), by: call.identity)
        return .empty(.noContent)
    }
}
