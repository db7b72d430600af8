import DeviceProtocol
import Hummingbird

/// The MDM profiles of devices (AdminProfiles, "On devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/profiles` | a page of the profiles of a device; 204 if there are none |
/// | GET | `/api/mdm/devices/profiles` | the same by an alternate id |
/// | GET | `/_mock/devices/{udid}/mdm-profiles` | a page of them, and what was ordered and reported |
/// | PUT | `/_mock/devices/{udid}/mdm-profiles/{profile}` | says what a management client would report |
/// | GET | `/_mock/mdm-profiles/{profile}/devices` | a page of the devices of a profile |
struct MDMProfileDeviceAdminController {
    /// `errorCode` for a device there is not.
    private static let missing = 5002

    let store: MDMProfileStore
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page of `/_mock`.
    let pageLimit: Int

    /// Adds the routes of the admin REST API.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/{id}/profiles") { call in
            try await profiles(call, DeviceLocator(path: call, number: Self.missing))
        }
        routes.get("/api/mdm/devices/profiles") { call in
            try await profiles(call, DeviceLocator(call.query, number: Self.missing))
        }
    }

    /// Adds what only a mock tells of devices.
    func addDeviceRoutes(to mock: some RouterMethods<AdminRequestContext>) {
        mock.get("/_mock/devices/{udid}/mdm-profiles", use: list)
        mock.put("/_mock/devices/{udid}/mdm-profiles/{profile}", use: report)
    }

    /// Adds what only a mock tells of profiles.
    func addProfileRoutes(to mock: some RouterMethods<AdminRequestContext>) {
        mock.get("/_mock/mdm-profiles/{profile}/devices", use: devices)
    }

    private func profiles(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let request = try call.page()
        let (device, all) = try await store.profiles(on: locator, below: call.identity.groupPath)
        let page = Page(request, of: all)
        guard !page.items.isEmpty else { return .empty(.noContent) }
        let reference = AdminReferenceBody(try device.storedID(), name: device.friendlyName, uuid: device.uuid)
        return .body(
            DeviceMDMProfilesBody(
                DeviceProfiles: try page.items.map(DeviceMDMProfileBody.init), DeviceId: reference, Page: request.page,
                PageSize: request.size, Total: page.total), root: "DeviceProfileSearchResult")
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let all = try await store.profiles(on: try context.device(), below: context.identity.groupPath).profiles
        return try .json(PageBody(Page(page, of: all).map(MockMDMProfileBody.init)))
    }

    private func report(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let body: MockMDMProfileReportBody = try await request.json(limit: bodyLimit)
        let profile = try context.pathParameter("profile", as: RecordReference.init)
        let known = try await store.report(
            try body.report(), of: profile, on: try context.device(), by: context.identity)
        guard let known else { return Response(status: .noContent) }
        return try .json(MockMDMProfileBody(known))
    }

    private func devices(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let profile = try context.pathParameter("profile", as: RecordReference.init)
        let found = try await store.devices(of: profile, below: context.identity.groupPath, page: page)
        return try .json(PageBody(try found.map { try MDMProfileDeviceBody($0, udid: $0.device.identifier) }))
    }
}

extension AdminRequestContext {
    /// The device the path names.
    fileprivate func device() throws -> DeviceLocator {
        DeviceLocator(try pathParameter("udid", as: DeviceIdentifier.init))
    }
}
