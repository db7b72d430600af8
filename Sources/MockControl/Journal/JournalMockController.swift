import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The journal, read and emptied (MockControl, "Reading the journal").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/journal` | a page of entries, the latest first |
/// | GET | `/_mock/journal/{id}` | an entry with request and answer |
/// | DELETE | `/_mock/journal` | deletes what the filters leave; how many |
struct JournalMockController {
    let archive: JournalArchive
    /// The most entries on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/journal", use: list)
        router.get("/_mock/journal/{id}", use: show)
        router.delete("/_mock/journal", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try JournalQuery(parameters, beside: ["page", "pageSize"])
        let asked = try parameters.page(limit: pageLimit)
        let leaf = try await archive.page(asked, of: query, in: context.identity.subtree)
        let names = try await archive.parties.names(for: leaf.page.items)
        return try .json(JournalPageBody(leaf, names, archive.rules))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        let entry = try await archive.entry(id, in: context.identity.subtree)
        let names = try await archive.parties.names(for: [entry])
        return try .json(JournalEntryBody(entry, names, isWhole: true))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let query = try JournalQuery(QueryParameters(request))
        return .deleted(try await archive.delete(query, by: context.identity))
    }
}
