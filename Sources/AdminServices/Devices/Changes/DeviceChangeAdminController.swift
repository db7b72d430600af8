import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Devices, changed, moved and deleted by the admin API (AdminDevices, "Changing and deleting").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | PUT | `/api/mdm/devices/{id}` | changes a device |
/// | PUT | `/api/mdm/devices` | the same by an alternate id |
/// | DELETE | `/api/mdm/devices/{id}` | forgets a device |
/// | DELETE | `/api/mdm/devices` | the same by an alternate id |
/// | DELETE | `/api/mdm/devices/macaddress/{value}` | the same by the hardware address |
/// | POST | `/api/mdm/devices/bulk` | forgets many |
/// | PATCH | `/api/mdm/devices/{id}/enrollmentuser/{userId}` | gives it to another user |
/// | PUT | `/api/mdm/devices/{id}/commands/changeorganizationgroup/{groupId}` | moves it to another group |
/// | PUT | `/api/mdm/devices/{id}/commands/change-organization-group/{groupId}` | the same by uuids |
/// | POST | `/api/mdm/devices/commands/changeorganizationgroup` | the same by an alternate id |
struct DeviceChangeAdminController {
    /// `errorCode` for an unknown device.
    private static let missing = 5002

    let store: DeviceChangeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.put("/api/mdm/devices/{id}") { try await change($0, DeviceLocator(path: $0, number: Self.missing)) }
        routes.put("/api/mdm/devices") { try await change($0, DeviceLocator($0.query, number: Self.missing)) }
        routes.delete("/api/mdm/devices/{id}") {
            try await delete($0, DeviceLocator(path: $0, number: Self.missing), .ok)
        }
        routes.delete("/api/mdm/devices") {
            try await delete($0, DeviceLocator($0.query, number: Self.missing), .noContent)
        }
        routes.delete("/api/mdm/devices/macaddress/{value}") { call in
            let address = try call.context.pathParameter("value")
            return try await delete(call, DeviceLocator(.macAddress, address, number: Self.missing), .ok)
        }
        routes.post("/api/mdm/devices/bulk", deleteMany)
        routes.on(.patch, "/api/mdm/devices/{id}/enrollmentuser/{userId}", [1: assign, 2: assign])
        routes.put("/api/mdm/devices/{id}/commands/changeorganizationgroup/{groupId}", move)
        routes.put("/api/mdm/devices/{id}/commands/change-organization-group/{groupId}", move)
        routes.post("/api/mdm/devices/commands/changeorganizationgroup", moveByAlternateID)
    }

    private func change(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let change = try DeviceChange(try await call.fields())
        try await store.change(locator, change, by: call.identity)
        return .empty(.noContent)
    }

    private func delete(
        _ call: AdminCall, _ locator: DeviceLocator, _ status: HTTPResponse.Status
    ) async throws -> AdminAnswer {
        try await store.delete(locator, by: call.identity)
        return .empty(status)
    }

    @Sendable private func deleteMany(_ call: AdminCall) async throws -> AdminAnswer {
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        let refusals = try await DatabaseCallers.deleting { try await store.delete(locators, by: call.identity) }
        return .body(AdminBulkResult(of: locators.count, refusals), root: "BulkResponse")
    }

    @Sendable private func assign(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missing)
        let user = try call.reference("userId", else: ConsoleError(.notFound, "There is no such enrollment user."))
        try await store.assign(locator, to: user, by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func move(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(path: call, number: Self.missing)
        let group = try call.reference("groupId", else: ConsoleError(.notFound, "There is no such organization group."))
        try await store.move(locator, to: group, by: call.identity)
        return .empty(.accepted)
    }

    @Sendable private func moveByAlternateID(_ call: AdminCall) async throws -> AdminAnswer {
        let locator = try DeviceLocator(call.query, number: Self.missing)
        guard let group = RecordReference(call.query.value("ogid") ?? "") else {
            throw ConsoleError(.badRequest, "ogid has to be the id or uuid of an organization group.")
        }
        try await store.move(locator, to: group, by: call.identity)
        return .empty(.accepted)
    }
}
