import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Public apps (AdminStoreApplications, "Public applications").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/public` | 200 with the app |
/// | GET | `/api/mam/apps/public/{id}` | one app |
/// | PUT | `/api/mam/apps/public/{id}` | 204; changes what is said about it |
/// | DELETE | `/api/mam/apps/public/{id}` | 204; removes it |
/// | POST | `/api/mam/apps/public/{id}/activate` | 202; gives it out again |
/// | POST | `/api/mam/apps/public/{id}/deactivate` | 202; gives it out no longer |
/// | POST | `/api/mam/apps/public/{id}/install` | 202; keeps that a device is to have it |
/// | POST | `/api/mam/apps/public/{id}/uninstall` | 204; keeps that a device is not to have it |
/// | POST | `/api/mam/apps/public/{id}/smartgroups/{smartGroupId}` | 201; gives it to a smart group |
/// | DELETE | `/api/mam/apps/public/{id}/smartgroups/{smartGroupId}` | 204; takes it from a smart group |
/// | GET | `/api/mam/apps/applestore/search` | a page of apps the console knows by name |
struct PublicAppAdminController {
    private let store: AppCatalogStore
    private let assignments: AppAssignmentStore
    private let origin: PublicOrigin

    init(store: AppCatalogStore, origin: PublicOrigin) {
        self.store = store.of(.listed)
        self.origin = origin
        assignments = AppAssignmentStore(catalog: self.store)
    }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/public", create)
        routes.get("/api/mam/apps/public/{id}", show)
        routes.put("/api/mam/apps/public/{id}", update)
        routes.delete("/api/mam/apps/public/{id}", delete)
        for (word, status) in [("activate", "Active"), ("deactivate", "Inactive")] {
            routes.post("/api/mam/apps/public/{id}/\(word)") { try await setStatus(status, $0) }
        }
        routes.post("/api/mam/apps/public/{id}/install") { try await push(.install, $0, .accepted) }
        routes.post("/api/mam/apps/public/{id}/uninstall") { try await push(.uninstall, $0, .noContent) }
        routes.post("/api/mam/apps/public/{id}/smartgroups/{smartGroupId}", assign)
        routes.delete("/api/mam/apps/public/{id}/smartgroups/{smartGroupId}", withdraw)
        routes.get("/api/mam/apps/applestore/search", searchStore)
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let draft = try PublicAppDraft(AppFields(try await call.fields()))
        let id = try await store.add(draft, by: call.identity)
        return try await answer(.id(id), call)
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        try await answer(try app(call), call)
    }

    private func answer(_ reference: RecordReference, _ call: AdminCall) async throws -> AdminAnswer {
        let app = try await store.details(of: reference, for: call.identity, else: AppRefusal.missing)
        return .body(try PublicAppBody(app, origin: origin.of(call.request)), root: "Application")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.update(try app(call), to: AppFields(try await call.fields()), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingAtDeletion
        try await store.delete(try call.reference(else: missing), by: call.identity, else: missing)
        return .empty(.noContent)
    }

    /// Whatever a client sends as a body.
    private func setStatus(_ status: String, _ call: AdminCall) async throws -> AdminAnswer {
        try await store.setStatus(status, of: try app(call), by: call.identity)
        return .empty(.accepted)
    }

    private func push(
        _ action: ApplicationRequestRecord.Action, _ call: AdminCall, _ status: HTTPResponse.Status
    ) async throws -> AdminAnswer {
        let naming = try DeviceNaming(try await call.fields())
        try await store.push(action, try app(call), to: naming, by: call.identity)
        return .empty(status)
    }

    @Sendable private func assign(_ call: AdminCall) async throws -> AdminAnswer {
        try await assignments.add(
            [try AppAssignmentAdminController.smartGroup(call)], DeploymentSettings(), to: try app(call),
            by: call.identity, else: AppRefusal.missing)
        return .empty(.created)
    }

    @Sendable private func withdraw(_ call: AdminCall) async throws -> AdminAnswer {
        try await assignments.remove(
            [try AppAssignmentAdminController.smartGroup(call)], from: try app(call), by: call.identity,
            else: AppRefusal.missing)
        return .empty(.noContent)
    }

    @Sendable private func searchStore(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.storeListings(
            named: call.query.value("appname") ?? "", for: call.identity, page: try call.page())
        let origin = origin.of(call.request)
        return .list(
            AdminList("Application", page.map { PublicAppListingBody($0, origin: origin) }),
            root: "ApplicationSearchResult", whenEmpty: .ok)
    }

    private func app(_ call: AdminCall) throws -> RecordReference { try call.reference(else: AppRefusal.missing) }
}
