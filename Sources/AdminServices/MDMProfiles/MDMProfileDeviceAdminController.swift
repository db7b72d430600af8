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
/// | POST | `/api/mdm/devices/{id}/commands/installprofile` | orders a profile onto a device |
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
        routes.post("/api/mdm/devices/{id}/commands/installprofile", install)
    }

    /// The body lists payloads with values for this device alone.
    @Sendable private func install(_ call: AdminCall) async throws -> AdminAnswer {
        guard let profile = call.query.text("profileid").flatMap({ RecordReference($0) }) else {
            throw ConsoleError(.badRequest, "profileid has to be the id or uuid of a profile.")
        }
        let payloads = try await call.elements(maximum: MDMProfileDraft.maximumPayloads).map { element in
            try AdminFields(element, path: "payloads.").requiredText("payloadType")
        }
        try await store.order(
            .install, profile, on: try DeviceLocator(path: call, number: Self.missing), changing: payloads,
            by: call.identity)
        return .empty(.accepted)
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
