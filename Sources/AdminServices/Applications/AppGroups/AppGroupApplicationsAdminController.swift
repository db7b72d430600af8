import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
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

extension AppGroupStore {
    /// Puts apps on a list; those that are on it get the new names.
    ///
    /// - Throws: ``missing``; ``ConsoleError`` `badRequest` if the list would be too long, and then changes nothing.
    func add(_ entries: [AppGroupEntry], to reference: RecordReference, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { record, db in
            let id = try record.storedID()
            for entry in entries {
                try db.execute(
                    sql: """
                        INSERT INTO applicationGroupItem (applicationGroupId, bundleId, name) VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET name = excluded.name
                        """, arguments: [id, entry.bundle.value, entry.name])
            }
            guard try Self.items(of: id, db).count <= AppGroupDraft.itemLimit else {
                throw ConsoleError(.badRequest, "An application group has at most \(AppGroupDraft.itemLimit) apps.")
            }
        }
    }

    /// Takes apps off a list.
    ///
    /// - Throws: ``missing``; ``ConsoleError`` `notFound` for an app that is not on it, and then changes nothing.
    func remove(_ bundles: [BundleIdentifier], from reference: RecordReference, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { record, db in
            for bundle in Set(bundles) {
                let found = AppGroupItemRecord.filter(
                    sql: "bundleId = ? AND applicationGroupId = ?", arguments: [bundle.value, record.id])
                guard try found.deleteAll(db) == 1 else {
                    throw ConsoleError(.notFound, "The application group has no app \(bundle.value).")
                }
            }
        }
    }
}
