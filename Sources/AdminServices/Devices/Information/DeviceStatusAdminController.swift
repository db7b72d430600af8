import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// What is asked about one device at a time (AdminDeviceDetails, "What belongs to a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/appstatus` | how an app stands on a device |
/// | GET | `/api/mdm/devices/{id}/loggedinusers` | the users who have it |
/// | GET | `/api/mdm/devices/{id}/security/encryption-status` | whether it is encrypted |
/// | GET | `/api/mdm/devices/{id}/osupdate` | updates that were ordered for it, version 2 |
struct DeviceStatusAdminController {
    /// `errorCode` for an unknown device, named by an integer or an alternate id.
    private static let missing = 5002
    /// The same by uuid.
    private static let missingUUID = 5061

    let directory: DeviceDirectoryStore
    let details: DeviceInformationStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/appstatus", appStatus)
        routes.get("/api/mdm/devices/{id}/loggedinusers", users)
        routes.get("/api/mdm/devices/{id}/security/encryption-status", encryption)
        routes.get("/api/mdm/devices/{id}/osupdate", [2: updates])
    }

    @Sendable private func appStatus(_ call: AdminCall) async throws -> AdminAnswer {
        guard let bundle = call.query.text("bundleid") else {
            throw ConsoleError(.badRequest, "bundleId is missing: the bundle identifier of the app.")
        }
        let locator = try DeviceLocator(call.query, number: Self.missing)
        let device = try await directory.device(locator, for: call.identity)
        let app = try await details.app(bundle, on: locator, for: call.identity)
        let url = "\(origin.of(call.request))/deviceservices/authenticationendpoint.aws"
        return .body(
            DeviceAppStatusBody(app, on: device, version: call.query.text("version"), authenticationURL: url),
            root: "DeviceAppStatus")
    }

    @Sendable private func users(_ call: AdminCall) async throws -> AdminAnswer {
        let device = try await directory.device(DeviceLocator(path: call, number: Self.missing), for: call.identity)
        return .body(LoggedInUsersBody(device), root: "LoggedInUsers")
    }

    @Sendable private func encryption(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missingUUID)
        _ = try await directory.device(locator, for: call.identity)
        return .body(EncryptionStatusBody(), root: "EncryptionStatus")
    }

    @Sendable private func updates(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missingUUID)
        return .body(SystemUpdatesBody(try await details.updates(locator, for: call.identity)), root: "OSUpdates")
    }
}
