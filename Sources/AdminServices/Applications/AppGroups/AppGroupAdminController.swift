import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Lists of apps that are allowed, denied or required (AdminStoreApplications, "Application groups").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mam/apps/appgroups/search` | a page of lists |
/// | POST | `/api/mam/apps/appgroups` | 200 with a new list and its ids |
/// | GET | `/api/mam/apps/appgroups/{id}` | one list |
/// | PUT | `/api/mam/apps/appgroups/{id}` | 204; changes it |
/// | DELETE | `/api/mam/apps/appgroups/{id}` | 204; removes it |
/// | GET | `/api/mam/apps/appgroups/{id}/apps` | a page of its apps |
/// | POST | `/api/mam/apps/appgroups/{id}/apps` | 201; puts an app on it |
/// | DELETE | `/api/mam/apps/appgroups/{id}/apps/{itemId}` | 204; takes an app off it |
struct AppGroupAdminController {
    private static let orders = [
        "name": "list.name COLLATE NOCASE", "platform": "list.platform", "appgrouptype": "list.type",
    ]

    let store: AppGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mam/apps/appgroups/search", search)
        routes.post("/api/mam/apps/appgroups", create)
        routes.get("/api/mam/apps/appgroups/{id}", show)
        routes.put("/api/mam/apps/appgroups/{id}", update)
        routes.delete("/api/mam/apps/appgroups/{id}", delete)
        routes.get("/api/mam/apps/appgroups/{id}/apps", items)
        routes.post("/api/mam/apps/appgroups/{id}/apps", add)
        routes.delete("/api/mam/apps/appgroups/{id}/apps/{itemId}", remove)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let query = call.query
        let search = AppGroupStore.Search(
            name: query.text("name", "appgroupname"), type: query.text("appgrouptype", "type"),
            platform: query.text("platform"),
            // A reference that names no group finds nothing.
            group: query.text("organizationgroupid", "locationgroupid").map { RecordReference($0) ?? .id(0) },
            isActive: try query.bool("isactive"),
            order: AdminPaging.order(query, Self.orders, default: "list.id"))
        let page = try await store.search(search, for: call.identity, page: try call.page())
        return .list(
            AdminList("ApplicationGroup", try page.map { try AppGroupBody($0) }), root: "ApplicationGroupSearchResult")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let list = try await store.create(try AppGroupDraft(AppFields(try await call.fields())), by: call.identity)
        return .body(CreatedAppGroupBody(list: try AppGroupBody(list)), root: "ApplicationGroup")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try AppGroupBody(try await store.list(try list(call), for: call.identity)), root: "ApplicationGroup")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let draft = try AppGroupDraft(AppFields(try await call.fields()))
        try await store.update(try list(call), to: draft, by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try list(call), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func items(_ call: AdminCall) async throws -> AdminAnswer {
        let page = Page(try call.page(), of: try await store.list(try list(call), for: call.identity).items)
        return .list(
            AdminList("Applications", try page.map { try AppGroupItemBody($0) }), root: "ApplicationGroupApplications")
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let entry = try AppGroupEntry(AppFields(try await call.fields()))
        try await store.add(entry, to: try list(call), by: call.identity)
        return .empty(.created)
    }

    @Sendable private func remove(_ call: AdminCall) async throws -> AdminAnswer {
        let text = try call.context.pathParameter("itemId")
        guard let item = Int64(text) else {
            throw ConsoleError(.notFound, "The application group has no app \(text.prefix(40)).")
        }
        try await store.remove(item, from: try list(call), by: call.identity)
        return .empty(.noContent)
    }

    private func list(_ call: AdminCall) throws -> RecordReference { try call.reference(else: AppGroupStore.missing) }
}
