import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Where many devices are, and were (AdminDevices, "What belongs to a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/gps` | the latest place of each device of a list |
/// | POST | `/api/mdm/devices/gps/search` | the places of devices in a period |
struct DevicePlaceAdminController {
    let store: DeviceInformationStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mdm/devices/gps", access: .read, [1: latest])
        routes.on(.post, "/api/mdm/devices/gps/search", access: .read, [1: search])
    }

    @Sendable private func latest(_ call: AdminCall) async throws -> AdminAnswer {
        try await answer(DevicePlaceSearch(isLatestOnly: true), call)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let days = try call.query.integer("daterange", in: 0...36_500, default: 0)
        let search = DevicePlaceSearch(
            since: try call.query.date("startdatetime"), until: try call.query.date("enddatetime", atEnd: true),
            days: days == 0 ? nil : days)
        return try await answer(search, call)
    }

    private func answer(_ search: DevicePlaceSearch, _ call: AdminCall) async throws -> AdminAnswer {
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        let places = try await store.places(of: locators, search, for: call.identity)
        return .body(places.map { DevicePlaceOfManyBody($0.place, of: $0.deviceID) }, root: "GPSLogs")
    }
}
