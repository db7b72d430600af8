import ConsoleModel
import ConsolePlatform
import GRDB

/// Reads an environment out of the database, in a fixed order: groups by path, the rest by name.
struct EnvironmentExporter: Sendable {
    let database: ConsoleDatabase
    /// The sections of groups.
    let sections: [any EnvironmentSection]
    /// Where texts are written.
    let threads: LowPriorityThreads

    /// The environment as the text of an environment file.
    func exportText() async throws -> String {
        let document = try await document()
        return try await threads.run { try EnvironmentWriter.write(document) }
    }

    /// The environment as a document, from one consistent state.
    func document() async throws -> EnvironmentDocument {
        try await database.read { db in
            let export = EnvironmentExport(db: db)
            let groups = try OrganizationGroupRecord.fetchAll(db).map { try group($0, export) }
            return EnvironmentDocument(
                groups: groups.sorted { $0.pathText.lowercased() < $1.pathText.lowercased() })
        }
    }

    private func group(_ record: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> EnvironmentGroup {
        var group = EnvironmentGroup(position: export.nowhere, path: try export.path(of: record))
        group.name = record.name
        group.type = record.type
        group.uuid = record.uuid
        group.id = record.parentId == nil ? record.id : nil
        group.country = record.country
        group.locale = record.locale
        for section in sections { try section.exportContent(of: record, to: &group, export) }
        return group
    }
}
