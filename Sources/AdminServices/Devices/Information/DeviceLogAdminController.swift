import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Logs that apps on a device have sent (AdminDeviceDetails, "Logs").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/sources/{sourceUuid}/logs` | a page of the logs of an app |
struct DeviceLogAdminController {
    /// `errorCode` for an unknown device, named by a uuid.
    private static let missing = 5061
    /// The most logs of an answer, each of which may be long.
    private static let maximumCount = 50

    let directory: DeviceDirectoryStore
    let logs: DeviceFeature.LogSource

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/{id}/sources/{sourceUuid}/logs", list)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missing)
        let source = try call.context.pathParameter("sourceUuid")
        let (deviceID, bundle) = try await directory.source(source, on: locator, for: call.identity)
        let order = call.query.text("sort_order", "sortorder")?.lowercased() ?? ""
        let search = DeviceLogSearch(
            deviceID: deviceID, bundle: bundle, after: try call.query.date("generated_after"),
            before: try call.query.date("generated_before"),
            limit: try call.query.integer("limit", in: 1...Self.maximumCount, default: 10),
            offset: try call.query.integer("offset", in: 0...1_000_000_000, default: 0),
            isAscending: order.hasPrefix("asc"))
        let (found, total) = try await logs(search)
        let body = DeviceLogsBody(total_results: total, logs: found.map(DeviceLogsBody.Log.init))
        return .body([body], root: "DeviceLogs")
    }
}
