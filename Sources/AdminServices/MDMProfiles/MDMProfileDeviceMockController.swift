import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// The state of MDM profiles on devices: orders, and reports in place of management clients (AdminProfiles, "On
/// devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/mdm-profiles` | a page of them, and what was ordered and reported |
/// | PUT | `/_mock/devices/{udid}/mdm-profiles/{profile}` | says what a management client would report |
/// | GET | `/_mock/mdm-profiles/{profile}/devices` | a page of the devices of a profile |
struct MDMProfileDeviceMockController {
    let store: MDMProfileStore
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes about devices.
    func addDeviceRoutes(to mock: some RouterMethods<AdminRequestContext>) {
        mock.get("/_mock/devices/{udid}/mdm-profiles", use: list)
        mock.put("/_mock/devices/{udid}/mdm-profiles/{profile}", use: report)
    }

    /// Adds the route about profiles.
    func addProfileRoutes(to mock: some RouterMethods<AdminRequestContext>) {
        mock.get("/_mock/mdm-profiles/{profile}/devices", use: devices)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let all = try await store.profiles(on: try context.device(), in: context.identity.subtree).profiles
        return try .json(PageBody(Page(page, of: all).map(MockMDMProfileBody.init)))
    }

    private func report(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let body: MockMDMProfileReportBody = try await request.json(limit: bodyLimit)
        let profile = try context.pathParameter("profile", as: NamedReference.init)
        let known = try await store.report(
            try body.report(), of: profile, on: try context.device(), by: context.identity)
        guard let known else { return Response(status: .noContent) }
        return try .json(MockMDMProfileBody(known))
    }

    private func devices(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let profile = try context.pathParameter("profile", as: NamedReference.init)
        let found = try await store.devices(named: profile, in: context.identity.subtree, page: page)
        return try .json(PageBody(try found.map { try MDMProfileDeviceBody($0, udid: $0.device.identifier) }))
    }
}

extension AdminRequestContext {
    /// The device the path names.
    fileprivate func device() throws -> DeviceLocator {
        DeviceLocator(try pathParameter("udid", as: DeviceIdentifier.init))
    }
}
