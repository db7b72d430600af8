import DeviceProtocol
import Hummingbird

/// Apps of stores, groups of apps, and what is read about apps beyond single ones.
extension ConsoleRouters {
    private var purchasedApps: PurchasedAppAdminController {
        PurchasedAppAdminController(
            store: parts.catalog, origin: origin, bodyLimit: configuration.limits.message)
    }

    /// Routes of the admin REST API.
    func addStoreApplications(to routes: AdminRoutes) {
        PublicAppAdminController(store: parts.catalog, origin: origin).addRoutes(to: routes)
        purchasedApps.addRoutes(to: routes)
        AppGroupAdminController(
            store: AppGroupStore(
                database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        ).addRoutes(to: routes)
        AppReadAdminController(store: parts.catalog, events: analyticsEvents).addRoutes(to: routes)
    }

    /// What only a mock has: purchases without a store.
    func addPurchases(to router: some RouterMethods<AdminRequestContext>) {
        purchasedApps.addPurchases(to: router)
    }

    /// Analytics events of apps: apps ask, analytics know.
    private var analyticsEvents: SDKEventSource {
        { [archive = analytics.eventArchive] search, page in
            var query = RecordQuery(below: search.groupPath)
            if let bundle = search.bundle { query.match("bundleId", bundle.value) }
            if !search.devices.isEmpty { query.match(devices: search.devices) }
            if let name = search.name {
                switch search.nameRule {
                case .equals: query.match("name", name)
                case .contains: query.add(text: name, in: ["name"])
                case .startsWith: query.match(nameStartingWith: name)
                }
            }
            query.match(occurredFrom: search.from, to: search.to)
            return try await archive.page(query, page).map { row in
                let event = row.record
                return SDKEvent(
                    bundle: event.bundleId, version: event.bundleVersion, name: event.name, value: event.value,
                    occurredAt: event.occurredAt, deviceID: event.deviceId, username: row.origin.user)
            }
        }
    }
}
