import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Information about apps on devices beyond single apps (AdminStoreApplications, "Analytics of apps" and "Removals and
/// management").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/sdkanalytics` | a page of analytics events; nothing is changed |
/// | GET | `/api/mam/apps/removallogs` | a page of removals that were asked for |
/// | GET | `/api/mam/apps/managementstatus` | whether an app is managed on a device |
struct AppLookupAdminController {
    private let store: AppCatalogStore
    private let events: SDKEventSource

    init(store: AppCatalogStore, events: @escaping SDKEventSource) {
        (self.store, self.events) = (store.of(nil), events)
    }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mam/apps/sdkanalytics", access: .read, [1: analytics])
        routes.get("/api/mam/apps/removallogs", removals)
        routes.get("/api/mam/apps/managementstatus", management)
    }

    @Sendable private func analytics(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let group = try call.query.group("organizationgroupid")
        var search = SDKEventSearch(in: try await store.subtree(of: group, for: call.identity))
        search.bundle = try await bundle(call)
        if fields.has("BulkValues") {
            search.devices = try fields.bulkValues().map { value in
                guard let id = Int64(value) else { throw fields.wrong("BulkValues", "has to hold ids of devices") }
                return id
            }
        }
        search.name = call.query.text("eventname")
        search.nameRule = SDKEventSearch.NameRule(call.query.value("searchtype"))
        (search.from, search.to) = (try call.query.date("startdatetime"), try call.query.date("enddatetime"))
        let page = try await events(search, try call.page())
        let names = try await store.deviceNames(
            Set(page.items.compactMap(\.deviceID)), in: call.identity.subtree)
        let samples = page.map { event in
            ApplicationEventSampleBody(event, friendlyName: event.deviceID.flatMap { names[$0] })
        }
        return .list(
            AdminList("ApplicationEventSamples", samples), root: "ApplicationEventSampleSearchResult", whenEmpty: .ok)
    }

    @Sendable private func removals(_ call: AdminCall) async throws -> AdminAnswer {
        let query = call.query
        let search = AppRemovalSearch(
            bundle: query.text("bundleid"), device: query.text("deviceid").map { Int64($0) ?? 0 },
            group: try query.group("organizationgroupid"), from: try query.date("startdatetime"),
            to: try query.date("enddatetime"))
        let page = try await store.removals(search, for: call.identity, page: try call.page())
        return .list(
            AdminList("AppRemovalLogs", try page.map { try AppRemovalBody($0) }), root: "AppRemovalLogSearchResult")
    }

    @Sendable private func management(_ call: AdminCall) async throws -> AdminAnswer {
        let device = call.query.value("managementid") ?? ""
        guard !device.isEmpty else { throw ConsoleError(.badRequest, "managementid is missing: a device.") }
        let text = call.query.value("bundleid") ?? ""
        guard let bundle = BundleIdentifier(text) else {
            throw ConsoleError(.badRequest, "bundleid has to be \(BundleIdentifier.rule).")
        }
        let management = try await store.management(of: bundle, on: device, for: call.identity)
        return .body(try AppManagementBody(management), root: "ApplicationManagementStatus")
    }

    /// The app in the query: its id, its uuid, or its bundle identifier.
    private func bundle(_ call: AdminCall) async throws -> BundleIdentifier? {
        guard let text = call.query.value("applicationid"), !text.isEmpty else { return nil }
        if let reference = RecordReference(text) {
            let app = try await store.details(of: reference, for: call.identity, else: AppRefusal.missing)
            return BundleIdentifier(app.application.bundleId)
        }
        guard let bundle = BundleIdentifier(text) else { throw AppRefusal.missing }
        return bundle
    }
}
