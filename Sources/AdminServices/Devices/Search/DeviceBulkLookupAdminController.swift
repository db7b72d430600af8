import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Many devices, looked up by ids of one kind (AdminDevices, "One device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/id` | a page of the known devices of a list |
/// | POST | `/api/mdm/devices/udid` and so on | the same by another kind of id |
struct DeviceBulkLookupAdminController {
    /// Kinds of id by the last segment of the path.
    private static let kinds: [(word: String, kind: DeviceLocator.Kind)] = [
        ("id", .deviceID), ("udid", .udid), ("serialnumber", .serialNumber), ("macaddress", .macAddress),
        ("imeinumber", .imei), ("easid", .easID),
    ]

    let store: DeviceDirectoryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        for (word, kind) in Self.kinds {
            routes.on(.post, "/api/mdm/devices/\(word)", access: .read, [1: { try await look($0, by: kind) }])
        }
    }

    /// All devices, unless the query asks for a page.
    private func look(_ call: AdminCall, by kind: DeviceLocator.Kind) async throws -> AdminAnswer {
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        let devices = try await store.devices(locators, for: call.identity)
        let isPaged = call.query.text("page", "pagesize", "page_size") != nil
        let request = isPaged ? try call.page() : PageRequest(page: 0, size: locators.count)
        return .written(
            DeviceDirectoryAdminAPI.list(Page(request, of: devices), version: 1), root: "DeviceSearchResult")
    }
}
