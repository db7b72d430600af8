import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Devices of users (AdminUsers, "Devices of users").
///
/// | Method | Path | Versions | Answer |
/// |---|---|---|---|
/// | GET | `/api/system/users/enrolleddevices/search` | 1 | a page of enrolled devices; 204 for none |
/// | GET | `/api/system/users/registereddevices/search` | 1 | a page of registered devices; 204 for none |
struct UserDeviceAdminController {
    let store: UserAccountStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/users/enrolleddevices/search", enrolled)
        routes.get("/api/system/users/registereddevices/search", registered)
    }

    @Sendable private func enrolled(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.devices(
            try UserDeviceSearch(.enrolled, call.query), for: call.identity, page: try call.page())
        return .list(
            AdminList("EnrolledDeviceInfoList", try page.map(EnrolledDeviceBody.init)),
            root: "EnrolledDeviceSearchResult")
    }

    @Sendable private func registered(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.devices(
            try UserDeviceSearch(.registered, call.query), for: call.identity, page: try call.page())
        return .list(
            AdminList("RegisteredDeviceInfoList", page.map(RegisteredDeviceBody.init)),
            root: "RegisteredDeviceSearchResult")
    }
}
