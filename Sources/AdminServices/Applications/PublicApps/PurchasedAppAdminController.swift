import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Purchased apps (AdminStoreApplications, "Purchased applications").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mam/apps/purchased/search` | a page of apps |
/// | GET | `/api/mam/apps/purchased/{id}` | one app; in version 2 with how its licenses are spread |
/// | POST | `/api/mam/apps/purchased/{id}/assignment` | 201; gives it to smart groups |
/// | POST | `/api/mam/apps/purchased/{id}/install` | 202; keeps that a device is to have it |
/// | POST | `/api/mam/apps/purchased/{id}/uninstall` | 204; keeps that a device is not to have it |
struct PurchasedAppAdminController {
    private let store: AppCatalogStore
    private let assignments: AppAssignmentStore
    private let origin: PublicOrigin

    init(store: AppCatalogStore, origin: PublicOrigin) {
        self.store = store.of(.purchased)
        self.origin = origin
        assignments = AppAssignmentStore(catalog: self.store)
    }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mam/apps/purchased/search", search)
        routes.get("/api/mam/apps/purchased/{id}", [1: show, 2: showPurchase])
        routes.post("/api/mam/apps/purchased/{id}/assignment", assign)
        routes.post("/api/mam/apps/purchased/{id}/install") { try await push(.install, $0, .accepted) }
        routes.post("/api/mam/apps/purchased/{id}/uninstall") { try await push(.uninstall, $0, .noContent) }
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        var search = try AppSearch(call.query)
        search.type = AppKind.purchased.rawValue
        let page = try await store.search(search, for: call.identity, page: try call.page())
        let origin = origin.of(call.request)
        return .list(
            AdminList("Application", try page.map { try PublicAppBody($0, origin: origin) }),
            root: "ApplicationSearchResult")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let app = try await store.details(of: try app(call), for: call.identity, else: AppRefusal.missing)
        return .body(try PurchasedAppOrdersBody(app, origin: origin.of(call.request)), root: "Application")
    }

    @Sendable private func showPurchase(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingLater
        let purchase = try await store.purchase(try call.reference(else: missing), for: call.identity, else: missing)
        return .body(PurchasedAppLicensingBody(purchase), root: "Application")
    }

    @Sendable private func assign(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let settings =
            try fields.object("DeploymentParameters").map { try DeploymentSettings($0) }
            ?? DeploymentSettings(purchased: fields)
        try await assignments.update(
            try Self.smartGroups(fields), settings, removing: [], of: try app(call),
            by: call.identity, else: AppRefusal.missing)
        return .empty(.created)
    }

    /// Ids in a list, or in a list of objects: `SmartGroups`, or `Assignments` as it is documented.
    private static func smartGroups(_ fields: AdminFields) throws -> [Int64] {
        var ids = try fields.integers("SmartGroupIds") ?? []
        if ids.isEmpty {
            ids = try (fields.objects("SmartGroups") ?? fields.objects("Assignments") ?? []).compactMap {
                try $0.integer("SmartGroupId") ?? $0.integer("Id")
            }
        }
        guard !ids.isEmpty, Set(ids).count == ids.count else {
            throw fields.wrong("SmartGroupIds", "has to be a list of different ids of smart groups")
        }
        return ids
    }

    private func push(
        _ action: ApplicationRequestRecord.Action, _ call: AdminCall, _ status: HTTPResponse.Status
    ) async throws -> AdminAnswer {
        let naming = try DeviceNaming(try await call.fields())
        try await store.push(action, try app(call), to: naming, by: call.identity)
        return .empty(status)
    }

    private func app(_ call: AdminCall) throws -> RecordReference { try call.reference(else: AppRefusal.missing) }
}
