import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Details of devices as lists (AdminDeviceDetails, "Lists").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/securityinfosearch` | a page of how safe devices are |
/// | GET | `/api/mdm/devices/networkinfosearch` | a page of networks of devices |
/// | GET | `/api/mdm/devices/enrolleddevicescount` | how many devices are enrolled |
struct DeviceListAdminController {
    let store: DeviceDirectoryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/securityinfosearch", security)
        routes.get("/api/mdm/devices/networkinfosearch", networks)
        routes.get("/api/mdm/devices/enrolleddevicescount", count)
    }

    @Sendable private func security(_ call: AdminCall) async throws -> AdminAnswer {
        var search = try DeviceSearch(extensive: call.query)
        search.hasToldSafety = true
        let page = try await store.page(search, call.page(), for: call.identity)
        guard !page.items.isEmpty else { return .empty(.noContent) }
        return .body(DeviceSecurityListBody(page), root: "DeviceSecurityInfoSearch")
    }

    @Sendable private func networks(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.page(DeviceSearch(extensive: call.query), call.page(), for: call.identity)
        let items = page.map { DeviceListItemBody($0, DeviceNetworkBody($0)) }
        return .list(AdminList("Devices", items), root: "DeviceNetworkInfoSearch")
    }

    @Sendable private func count(_ call: AdminCall) async throws -> AdminAnswer {
        var search = try DeviceSearch(extensive: call.query)
        search.enrollment = .enrolled
        let count = try await store.count(search, for: call.identity)
        return .body(EnrolledDeviceCountBody(EnrolledDevicesCount: count), root: "EnrolledDevicesCount")
    }
}
