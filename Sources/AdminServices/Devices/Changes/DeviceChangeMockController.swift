import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Single devices, registered, changed, wiped and deleted (AdminAPI, "Changing a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/devices` | registers a device |
/// | PATCH | `/_mock/devices/{udid}` | changes it |
/// | DELETE | `/_mock/devices/{udid}` | forgets it |
/// | POST | `/_mock/devices/{udid}/commands/enterprise-wipe` | takes enterprise data off it |
/// | POST | `/_mock/devices/{udid}/commands/device-wipe` | erases it |
/// | POST | `/_mock/devices/{udid}/commands/unenroll` | un-enrolls it |
/// | POST | `/_mock/devices/{udid}/check-out` | hands it to a user |
/// | POST | `/_mock/devices/{udid}/check-in` | takes it back |
struct DeviceChangeMockController {
    let store: DeviceChangeStore
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/devices", use: register)
        router.patch("/_mock/devices/{udid}", use: change)
        router.delete("/_mock/devices/{udid}", use: delete)
        router.post("/_mock/devices/{udid}/commands/enterprise-wipe") { try await order(.enterpriseWipe, $1) }
        router.post("/_mock/devices/{udid}/commands/device-wipe") { try await order(.deviceWipe, $1) }
        router.post("/_mock/devices/{udid}/commands/unenroll") { try await order(.unenrollment, $1) }
        router.post("/_mock/devices/{udid}/check-out", use: checkOut)
        router.post("/_mock/devices/{udid}/check-in", use: checkIn)
    }

    private func register(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let introduction = try DeviceIntroduction(json: try await request.data(limit: bodyLimit))
        let details = try await store.register(introduction, by: context.identity)
        return try .json(DeviceBody(details), status: .created)
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let change = try DeviceChange(json: try await request.data(limit: bodyLimit))
        return try .json(
            DeviceBody(try await store.change(DeviceLocator(try udid(context)), change, by: context.identity)))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(DeviceLocator(try udid(context)), by: context.identity)
        return Response(status: .noContent)
    }

    private func order(_ order: OrderedEnding, _ context: AdminRequestContext) async throws -> Response {
        let details = try await store.order(order, for: udid(context), by: context.identity)
        return try .json(DeviceBody(details), status: .accepted)
    }

    private func checkOut(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let body = try await request.json(CheckOutBody.self, limit: bodyLimit)
        return try .json(DeviceBody(try await store.hand(udid(context), to: body.username, by: context.identity)))
    }

    private func checkIn(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try .json(DeviceBody(try await store.hand(udid(context), to: nil, by: context.identity)))
    }

    private func udid(_ context: AdminRequestContext) throws -> DeviceIdentifier {
        try context.pathParameter("udid", as: DeviceIdentifier.init)
    }
}
