import DeviceProtocol
import Hummingbird

/// Beacons, read back (AdminAPI, "Devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/beacons` | a page of beacons, the latest first |
struct BeaconAdminController {
    let store: BeaconStore
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/beacons", use: list)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let page = try QueryParameters(request).page(limit: pageLimit)
        let beacons = try await store.beacons(of: udid, below: context.identity.groupPath, page: page)
        return try .json(PageBody(beacons.map(BeaconBody.init)))
    }
}
