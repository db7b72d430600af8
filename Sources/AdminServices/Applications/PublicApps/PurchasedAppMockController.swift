import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Purchases, of which a real console learns from the store (AdminStoreApplications, "Purchased applications").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/applications/purchased` | 201 with the app |
/// | DELETE | `/_mock/applications/purchased/{application}` | 204; removes it |
struct PurchasedAppMockController {
    private let store: AppCatalogStore
    private let bodyLimit: Int

    /// Purchases, kept among apps of other kinds.
    ///
    /// - Parameters:
    ///   - store: Apps of any kind.
    ///   - bodyLimit: Bytes of a body.
    init(store: AppCatalogStore, bodyLimit: Int) {
        self.store = store.of(.purchased)
        self.bodyLimit = bodyLimit
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/applications/purchased", use: purchase)
        router.delete("/_mock/applications/purchased/{application}", use: discard)
    }

    @Sendable private func purchase(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let fields = try AdminFields(body: try await request.data(limit: bodyLimit))
        let id = try await store.add(try PublicAppDraft(AppFields(fields), isPurchased: true), by: context.identity)
        let app = try await store.details(of: .id(id), for: context.identity, else: AppRefusal.missingLater)
        return try .json(try PurchasedAppBody(app), status: .created)
    }

    @Sendable private func discard(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let reference = try context.pathParameter("application", as: RecordReference.init)
        try await store.delete(reference, by: context.identity, else: AppRefusal.missingLater)
        return Response(status: .noContent)
    }
}
