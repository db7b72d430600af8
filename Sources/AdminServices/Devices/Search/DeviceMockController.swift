import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Devices, read back (AdminAPI, "Devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices` | a page of devices |
/// | GET | `/_mock/devices/{udid}` | one device and the apps on it |
struct DeviceMockController {
    let store: DeviceStore
    let clock: ConsoleClock
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices", use: list)
        router.get("/_mock/devices/{udid}", use: show)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try RecordQuery(devices: parameters, in: context.identity.subtree)
        let devices = try await store.devices(query, page: parameters.page(limit: pageLimit))
        return try .json(PageBody(devices.map { DeviceBody($0) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        return try .json(DeviceBody(try await store.judged(udid, in: context.identity.subtree, by: clock)))
    }
}
