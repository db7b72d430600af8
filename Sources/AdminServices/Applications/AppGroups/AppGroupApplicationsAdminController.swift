import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The apps of an application group, several at once (AdminStoreApplications, "Application groups").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/appgroups/{id}/applications` | 200; puts apps on the list |
/// | DELETE | `/api/mam/apps/appgroups/{id}/applications` | 200; takes apps off the list |
struct AppGroupApplicationsAdminController {
    let store: AppGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/appgroups/{id}/applications", add)
        routes.delete("/api/mam/apps/appgroups/{id}/applications", remove)
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.add(try await entries(call), to: try list(call), by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func remove(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.remove(try await entries(call).map(\.bundle), from: try list(call), by: call.identity)
        return .empty(.ok)
    }

    /// The apps of the body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it names none, or too many.
    private func entries(_ call: AdminCall) async throws -> [AppGroupEntry] {
        let reader = AppFields(try await call.fields())
        let name = reader.name("Applications", "Application")
        let objects = try reader.fields.objects(name) ?? []
        guard !objects.isEmpty else { throw ConsoleError(.badRequest, "The field Applications is required.") }
        guard objects.count <= AppGroupDraft.itemLimit else {
            throw ConsoleError(.badRequest, "Applications must have at most \(AppGroupDraft.itemLimit) elements.")
        }
        return try objects.map { try AppGroupEntry(AppFields($0)) }
    }

    private func list(_ call: AdminCall) throws -> RecordReference { try call.reference(else: AppGroupStore.missing) }
}
