import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Devices, searched and looked up (AdminDevices, "Searching" and "One device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/search` | a page of devices; 204 without one in versions 1 and 2 |
/// | GET | `/api/mdm/devices` | the device with an alternate id |
/// | POST | `/api/mdm/devices` | those of some devices there are |
/// | GET | `/api/mdm/devices/{id}` | one device; by uuid in versions 2 and 3 |
/// | GET | `/api/mdm/devices/udid/{value}` and so on | the device with that identifier |
/// | GET | `/api/mdm/devices/udid/{value}/deviceenrollmentstatus` | how it is enrolled |
struct DeviceDirectoryAdminController {
    /// Kinds of id that have a path of their own, beside the integer and the uuid.
    private static let pathKinds: [DeviceLocator.Kind] = [.udid, .serialNumber, .macAddress, .imei, .easID]
    /// `errorCode` for an unknown device, named by an integer or an alternate id.
    private static let missing = 5002
    /// The same by uuid.
    private static let missingUUID = 5061

    let store: DeviceDirectoryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/search", [1: search, 2: search, 3: search])
        routes.get("/api/mdm/devices", byAlternateID)
        routes.on(.post, "/api/mdm/devices", access: .read, [1: bulk])
        routes.get("/api/mdm/devices/{id}", uuidFrom: 2, [1: show, 2: model, 3: item])
        for kind in Self.pathKinds {
            routes.get("/api/mdm/devices/\(kind.rawValue.lowercased())/{value}") { try await show($0, by: kind) }
        }
        routes.get("/api/mdm/devices/udid/{value}/deviceenrollmentstatus", enrollmentStatus)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.page(DeviceSearch(call.query), call.page(), for: call.identity)
        if page.items.isEmpty, call.version < 3 { return .empty(.noContent) }
        return .written(
            DeviceDirectoryAdminAPI.list(page, version: call.version), root: "DeviceSearchResult")
    }

    @Sendable private func byAlternateID(_ call: AdminCall) async throws -> AdminAnswer {
        try await answer(DeviceLocator(call.query, number: Self.missing), call)
    }

    @Sendable private func bulk(_ call: AdminCall) async throws -> AdminAnswer {
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        return .written(
            DeviceDirectoryAdminAPI.list(try await store.devices(locators, for: call.identity)),
            root: "DeviceSearchResult")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        try await answer(locator(call, number: Self.missing), call)
    }

    @Sendable private func model(_ call: AdminCall) async throws -> AdminAnswer {
        let device = try await store.device(locator(call, number: Self.missingUUID), for: call.identity)
        return .body(DeviceModelBody(device), root: "DeviceModel")
    }

    @Sendable private func item(_ call: AdminCall) async throws -> AdminAnswer {
        try await answer(locator(call, number: Self.missingUUID), call)
    }

    private func show(_ call: AdminCall, by kind: DeviceLocator.Kind) async throws -> AdminAnswer {
        try await answer(named(call, kind), call)
    }

    @Sendable private func enrollmentStatus(_ call: AdminCall) async throws -> AdminAnswer {
        let device = try await store.device(named(call, .udid), for: call.identity)
        return .body(DeviceEnrollmentBody(device), root: "DeviceEnrollmentStatus")
    }

    private func answer(_ locator: DeviceLocator, _ call: AdminCall) async throws -> AdminAnswer {
        let device = try await store.device(locator, for: call.identity)
        return .written(DeviceDirectoryAdminAPI.one(device, version: call.version), root: "Device")
    }

    private func locator(_ call: AdminCall, number: Int) throws -> DeviceLocator {
        try DeviceLocator(path: call, number: number)
    }

    private func named(_ call: AdminCall, _ kind: DeviceLocator.Kind) throws -> DeviceLocator {
        DeviceLocator(kind, try call.context.pathParameter("value"), number: Self.missing)
    }
}
