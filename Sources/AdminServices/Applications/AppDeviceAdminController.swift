import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Apps and the devices they are on (AdminApplications, "Apps on devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/internal/{id}/install` | 202; notes that a device is to have it |
/// | POST | `/api/mam/apps/internal/{id}/uninstall` | 204; notes that a device is not to have it |
/// | GET | `/api/mam/apps/internal/{id}/devices` | a page of ids of devices |
/// | GET | `/api/mam/apps/internal/{id}/status` | whether a device has it |
/// | GET | `/api/mam/apps/{id}/devices` | a page of devices |
struct AppDeviceAdminController {
    let store: AppCatalogStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/internal/{id}/install", install)
        routes.post("/api/mam/apps/internal/{id}/uninstall", uninstall)
        routes.get("/api/mam/apps/internal/{id}/devices", ids)
        routes.get("/api/mam/apps/internal/{id}/status", status)
        routes.get("/api/mam/apps/{id}/devices", [1: devices, 2: devices])
    }

    @Sendable private func install(_ call: AdminCall) async throws -> AdminAnswer {
        try await push(.install, call)
        return .empty(.accepted)
    }

    @Sendable private func uninstall(_ call: AdminCall) async throws -> AdminAnswer {
        try await push(.uninstall, call)
        return .empty(.noContent)
    }

    private func push(_ action: ApplicationRequestRecord.Action, _ call: AdminCall) async throws {
        let naming = try DeviceNaming(try await call.fields())
        try await store.push(action, try call.reference(else: AppRefusal.missing), to: naming, by: call.identity)
    }

    @Sendable private func ids(_ call: AdminCall) async throws -> AdminAnswer {
        let status = call.query.value("status")?.lowercased() ?? ""
        guard ["", "installed", "assigned"].contains(status) else {
            throw ConsoleError(.badRequest, "status is \"\(status.prefix(40))\"; it has to be installed or assigned.")
        }
        let page = try await store.deviceIDs(
            of: try call.reference(else: AppRefusal.missing), isInstalled: status == "installed" ? true : nil,
            isAssigned: status == "assigned" ? true : nil, for: call.identity, page: try call.page(),
            else: AppRefusal.missing)
        return .list(
            AdminList("DeviceId", page), root: "ApplicationDeviceSearchResult")
    }

    @Sendable private func status(_ call: AdminCall) async throws -> AdminAnswer {
        let naming = DeviceNaming(
            id: call.query.value("deviceid").flatMap { Int64($0) }, udid: call.query.value("udid"),
            macAddress: call.query.value("macaddress"), serialNumber: call.query.value("serialnumber"))
        let device = try await store.device(
            naming, of: try call.reference(else: AppRefusal.missing), for: call.identity)
        return .body(device.installedStatus, root: "string")
    }

    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingLater
        let (application, page) = try await store.of(nil).devices(
            of: try call.reference(else: missing), isInstalled: try call.query.bool("isinstalled"),
            isAssigned: try call.query.bool("isassigned"), for: call.identity, page: try call.page(), else: missing)
        let bodies = try page.map { try AppDeviceBody($0, version: application.version) }
        return .list(
            AdminList("devices", bodies, envelope: .results(href: origin.link(to: call.request))),
            root: "ApplicationDevices", whenEmpty: .ok)
    }
}

extension DeviceNaming {
    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ fields: AdminFields) throws {
        self.init(
            id: try fields.integer("DeviceId"), udid: try fields.text("Udid"),
            macAddress: try fields.text("MacAddress"), serialNumber: try fields.text("SerialNumber"))
    }
}
