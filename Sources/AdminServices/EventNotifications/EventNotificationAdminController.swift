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
struct EventNotificationAdminController {
    let store: EventNotificationStore
    let client: OutgoingClient
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let one: RouterPath = "/api/system/eventnotifications/{id}"
        routes.on(.post, "/api/system/eventnotifications", [1: create, 2: create])
        routes.get("/api/system/eventnotifications/search", [1: search, 2: search])
        routes.get(one, uuidFrom: 2, [1: show, 2: show])
        routes.on(.put, one, uuidFrom: 2, [1: change, 2: change])
        routes.on(.delete, one, uuidFrom: 2, [1: delete, 2: delete])
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

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let record = try await store.create(try await draft(call), by: call.identity)
        let id = try record.storedID()
        if call.version == 1 { return .body(AdminCreated(id, uuid: record.uuid), root: "EntityId") }
        return .body(EventNotificationCreated(id: id, uuid: record.uuid), root: "EntityId")
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let found = try await store.search(
            try EventNotificationSearch(call.query), in: call.identity.subtree, page: call.page())
        let list = AdminList(
            "EventNotifications",
            try found.map { try EventNotificationBody($0, version: call.version, for: call.identity) },
            envelope: .results(href: origin.link(to: call.request)))
        return .list(list, root: "EventNotificationSearchResult", whenEmpty: .ok)
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let details = try await store.notification(try reference(call), in: call.identity.subtree)
        return .body(
            try EventNotificationBody(details, version: call.version, for: call.identity), root: "EventNotification")
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
