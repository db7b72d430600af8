import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Snapshots of everything, and the way back to the environment file (Snapshots).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/snapshots` | a page of snapshots |
/// | GET | `/_mock/snapshots/{name}` | one of them |
/// | POST | `/_mock/snapshots/{name}` | takes one; its name has to be free |
/// | PUT | `/_mock/snapshots/{name}` | takes one, in place of one of that name |
/// | DELETE | `/_mock/snapshots/{name}` | deletes it |
/// | POST | `/_mock/snapshots/{name}/restore` | goes back to it |
/// | POST | `/_mock/reset` | goes back to the environment file |
struct SnapshotMockController {
    let store: SnapshotStore
    let restorer: Restorer
    let log: SnapshotLog
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/snapshots", use: list)
        router.get("/_mock/snapshots/{name}", use: show)
        router.post("/_mock/snapshots/{name}") { try await take($0, $1, replacing: false) }
        router.put("/_mock/snapshots/{name}") { try await take($0, $1, replacing: true) }
        router.delete("/_mock/snapshots/{name}", use: delete)
        router.post("/_mock/snapshots/{name}/restore", use: restore)
        router.post("/_mock/reset", use: reset)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try Self.requireWhole(context)
        let page = try QueryParameters(request).page(limit: pageLimit)
        return try .json(PageBody(Page(page, of: await store.all).map(SnapshotBody.init)))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try Self.requireWhole(context)
        return try .json(SnapshotBody(try await store.snapshot(try context.pathParameter("name"))))
    }

    private func take(_ request: Request, _ context: AdminRequestContext, replacing: Bool) async throws -> Response {
        try Self.requireWhole(context)
        let (manifest, isNew) = try await store.take(try context.pathParameter("name"), replacing: replacing)
        try await log.note(.snapshotTaken, manifest, by: context.identity)
        return try .json(SnapshotBody(manifest), status: isNew ? .created : .ok)
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try Self.requireWhole(context)
        let manifest = try await store.delete(try context.pathParameter("name"))
        try await log.note(.snapshotDeleted, manifest, by: context.identity)
        return Response(status: .noContent)
    }

    private func restore(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try Self.requireWhole(context)
        let keeps = try await keepsJournal(request)
        let restoration = try await restorer.restore(
            try context.pathParameter("name"), keepingJournal: keeps, by: context.identity)
        return try .json(RestorationBody(restoration, isReset: false, keepsJournal: keeps))
    }

    private func reset(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try Self.requireWhole(context)
        let keeps = try await keepsJournal(request)
        let restoration = try await restorer.reset(keepingJournal: keeps, by: context.identity)
        return try .json(RestorationBody(restoration, isReset: true, keepsJournal: keeps))
    }

    /// Whether the journal is to stay: the query says so, or the body, which may be left out.
    private func keepsJournal(_ request: Request) async throws -> Bool {
        let asked = try QueryParameters(request).bool("keepJournal")
        let order = try RestorationOrder(try await request.data(limit: bodyLimit))
        return asked ?? order.keepJournal ?? false
    }

    /// Everything belongs to everybody, so it takes an administrator of everybody.
    private static func requireWhole(_ context: AdminRequestContext) throws {
        guard context.identity.subtree.isWhole else {
            throw ConsoleError(
                .forbidden,
                "Snapshots and resets concern every organization group; they take an administrator of the topmost one.")
        }
    }
}
