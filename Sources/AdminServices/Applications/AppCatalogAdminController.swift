import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Internal apps (AdminApplications).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/internal/begininstall` | 200 with the app made of an upload |
/// | POST | `/api/mam/apps/internal/application` | the same, spelled in snake case |
/// | GET | `/api/mam/apps/search` | a page of apps |
/// | GET | `/api/mam/apps/internal/{id}` | one app |
/// | PUT | `/api/mam/apps/internal/{id}` | 204; changes what is said about it |
/// | DELETE | `/api/mam/apps/internal/{id}` | 204; removes it |
/// | POST | `/api/mam/apps/internal/{id}/activate` | 202; gives it out again |
/// | POST | `/api/mam/apps/internal/{id}/deactivate` | 202; gives it out no longer |
/// | POST | `/api/mam/apps/internal/{id}/retire` | 202; the same for good |
/// | POST | `/api/mam/apps/internal/{id}/unretire` | 202; gives it out again |
struct AppCatalogAdminController {
    let store: AppCatalogStore
    let installer: AppInstaller
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mam/apps/internal/begininstall", [1: install, 2: install])
        routes.on(.post, "/api/mam/apps/internal/application", [1: install, 2: install])
        routes.get("/api/mam/apps/search", [1: search, 2: searchLater])
        routes.get("/api/mam/apps/internal/{id}", [1: show, 2: show])
        routes.on(.put, "/api/mam/apps/internal/{id}", [1: update, 2: update])
        routes.on(.delete, "/api/mam/apps/internal/{id}", [1: delete, 2: delete])
        for (word, status) in [
            ("activate", "Active"), ("deactivate", "Inactive"), ("retire", "Retired"), ("unretire", "Active"),
        ] {
            routes.post("/api/mam/apps/internal/{id}/\(word)") { try await setStatus(status, $0) }
        }
    }

    @Sendable private func install(_ call: AdminCall) async throws -> AdminAnswer {
        let id = try await installer.install(AppFields(try await call.fields()), by: call.identity)
        let app = try await store.details(of: .id(id), for: call.identity, else: AppRefusal.missing)
        return .body(try InstalledAppBody(app), root: "Application")
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.search(try AppSearch(call.query), for: call.identity, page: try call.page())
        let origin = origin.of(call.request)
        return .list(
            AdminList("Application", try page.map { try AppSearchBody($0, origin: origin) }),
            root: "ApplicationSearchResult")
    }

    @Sendable private func searchLater(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.search(try AppSearch(call.query), for: call.identity, page: try call.page())
        let origin = origin.of(call.request)
        return .list(
            AdminList("applications", page.map { LaterAppSearchBody($0, origin: origin) }, envelope: .snakePages),
            root: "ApplicationSearchResult")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let app = try await store.details(
            of: try call.reference(else: AppRefusal.missing), for: call.identity, else: AppRefusal.missing)
        return .body(try AppInformationBody(app, origin: origin.of(call.request)), root: "InternalApp")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.update(
            try call.reference(else: AppRefusal.missing), to: AppFields(try await call.fields()), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingAtDeletion
        try await store.delete(try call.reference(else: missing), by: call.identity, else: missing)
        return .empty(.noContent)
    }

    /// Whatever a client sends as a body.
    private func setStatus(_ status: String, _ call: AdminCall) async throws -> AdminAnswer {
        try await store.setStatus(status, of: try call.reference(else: AppRefusal.missing), by: call.identity)
        return .empty(.accepted)
    }
}
