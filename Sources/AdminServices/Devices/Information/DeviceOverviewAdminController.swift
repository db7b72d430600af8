import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Devices, counted and searched at length (AdminDevices, "Counting" and "Searching").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/devicecountinfo` | how many devices a group has |
/// | GET | `/api/mdm/devices/bulksettings` | the most devices of a bulk command |
/// | GET | `/api/mdm/devices/extensivesearch` | a page of devices |
/// | GET | `/api/mdm/devices/litesearch` | the same without products |
struct DeviceOverviewAdminController {
    let store: DeviceDirectoryStore
    let details: DeviceInformationStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/devicecountinfo", counts)
        routes.get("/api/mdm/devices/bulksettings") { _ in .body(BulkLimitsBody(), root: "BulkSettings") }
        routes.get("/api/mdm/devices/extensivesearch") { try await search($0, isLite: false) }
        routes.get("/api/mdm/devices/litesearch") { try await search($0, isLite: true) }
    }

    @Sendable private func counts(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try DeviceSearch(call.query).group
        return .body(DeviceCountsBody(try await store.counts(of: group, for: call.identity)), root: "DeviceCountInfo")
    }

    private func search(_ call: AdminCall, isLite: Bool) async throws -> AdminAnswer {
        let page = try await store.page(DeviceSearch(extensive: call.query), call.page(), for: call.identity)
        guard !page.items.isEmpty else { return .empty(.noContent) }
        let belongings = try await details.belongings(of: page.items.map(\.id), for: call.identity)
        return .written(
            ExtensiveDeviceList(page, belongings, isLite: isLite).json, root: "DeviceExtensiveSearch")
    }
}
