import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

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
