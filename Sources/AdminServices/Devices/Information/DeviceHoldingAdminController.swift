import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The user of a device, and data about it that it does not report itself (AdminDeviceDetails, "What belongs to a
/// device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/user` | the user who has it |
/// | GET | `/api/mdm/devices/{id}/certificates` | a page of certificates: none |
/// | GET | `/api/mdm/devices/{id}/content` | a page of managed content: none |
/// | GET | `/api/mdm/devices/{id}/adminapps` | a page of the vendor's apps on it |
/// | GET | `/api/mdm/devices/{id}/apps/search` | a page of apps with how they are given |
/// | GET | `/api/mdm/devices/{id}/security/recovery-key` | 404 |
/// | GET | `/api/mdm/devices/{id}/security/managed-admin-information` | 404 |
///
/// The first four also without `{id}`, by an alternate id.
struct DeviceHoldingAdminController {
    /// Answers for a device.
    private typealias Detail = @Sendable (AdminCall, DeviceLocator) async throws -> AdminAnswer

    /// `errorCode` for an unknown device, named by an integer or an alternate id.
    private static let missing = 5002
    /// The same by uuid.
    private static let missingUUID = 5061

    let directory: DeviceDirectoryStore
    let details: DeviceInformationStore
    let origin: PublicOrigin
    /// Asks the room of users.
    let user: DeviceFeature.UserSource

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let parts: [(name: String, detail: Detail)] = [
            ("user", holder), ("adminapps", administrativeApps),
            ("certificates", { try await nothing("DeviceCertificates", $0, $1) }),
            ("content", { try await nothing("DeviceContents", $0, $1) }),
        ]
        for (name, detail) in parts {
            routes.get("/api/mdm/devices/{id}/\(name)") {
                try await detail($0, DeviceLocator(path: $0, number: Self.missing))
            }
            routes.get("/api/mdm/devices/\(name)") {
                try await detail($0, DeviceLocator($0.query, number: Self.missing))
            }
        }
        routes.get("/api/mdm/devices/{id}/apps/search", [1: apps, 2: apps])
        for secret in ["recovery-key", "managed-admin-information"] {
            routes.get("/api/mdm/devices/{id}/security/\(secret)", self.secret)
        }
    }

    @Sendable private func holder(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let device = try await directory.device(locator, for: call.identity)
        guard let id = device.user?.id, let holder = try await user(id) else {
            throw ConsoleError(.notFound, "The device has no enrollment user.")
        }
        return .body(DeviceUserBody(holder), root: "DeviceUserResult")
    }

    @Sendable private func administrativeApps(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let page = try await details.apps(locator, call.page(), for: call.identity, isAdministrative: true).apps
        return .list(
            AdminList("DeviceAdminApps", try page.map(DeviceAppBody.init)), root: "DeviceAdminAppsResult",
            whenEmpty: .ok)
    }

    /// Devices report none.
    private func nothing(
        _ name: String, _ call: AdminCall, _ locator: DeviceLocator
    ) async throws -> AdminAnswer {
        let page = try call.page()
        _ = try await directory.device(locator, for: call.identity)
        return .list(
            AdminList(name, Page<String>(items: [], request: page, total: 0)), root: "\(name)Result", whenEmpty: .ok)
    }

    @Sendable private func apps(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missingUUID)
        let (device, page) = try await details.apps(locator, call.page(), for: call.identity)
        let items = page.map { DeviceAppItemBody($0, on: device) }
        return .list(
            AdminList("app_items", items, envelope: .results(href: origin.link(to: call.request))),
            root: "DeviceApps", whenEmpty: .ok)
    }

    /// Phones have neither.
    @Sendable private func secret(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missingUUID)
        _ = try await directory.device(locator, for: call.identity)
        throw ConsoleError(.notFound, "The device has reported nothing of the kind.")
    }
}

/// The user of a device; members as on the wire.
struct DeviceUserBody: Encodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case user = "DeviceUser"
    }

    private let user: any Encodable & Sendable

    /// The body for a user as version 1 answers users.
    init(_ user: any Encodable & Sendable) { self.user = user }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try user.encode(to: container.superEncoder(forKey: .user))
    }
}
