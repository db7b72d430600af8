import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The MDM profiles of devices (AdminProfiles, "On devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/profiles` | a page of the profiles of a device; 204 if there are none |
/// | GET | `/api/mdm/devices/profiles` | the same by an alternate id |
struct MDMProfileDeviceAdminController {
    /// `errorCode` for an unknown device.
    private static let missing = 5002

    let store: MDMProfileStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/{id}/profiles") { call in
            try await profiles(call, DeviceLocator(path: call, number: Self.missing))
        }
        routes.get("/api/mdm/devices/profiles") { call in
            try await profiles(call, DeviceLocator(call.query, number: Self.missing))
        }
    }

    private func profiles(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let request = try call.page()
        let (device, all) = try await store.profiles(on: locator, in: call.identity.subtree)
        let page = Page(request, of: all)
        guard !page.items.isEmpty else { return .empty(.noContent) }
        let reference = AdminReferenceBody(try device.storedID(), name: device.friendlyName, uuid: device.uuid)
        return .body(
            DeviceMDMProfilesBody(
                DeviceProfiles: try page.items.map(DeviceMDMProfileBody.init), DeviceId: reference, Page: request.page,
                PageSize: request.size, Total: page.total), root: "DeviceProfileSearchResult")
    }
}
