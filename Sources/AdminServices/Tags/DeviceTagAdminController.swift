import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The tags of a device (AdminTags, "Tags of a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/tags` | its tags |
/// | GET | `/api/mdm/devices/tags` | the same by an alternate id |
/// | POST | `/api/mdm/devices/{id}/tags/{tagUuid}` | puts a tag on it; 201 |
/// | DELETE | `/api/mdm/devices/{id}/tags/{tagUuid}` | takes a tag off; 204 |
struct DeviceTagAdminController {
    /// `errorCode` for an unknown device.
    private static let missing = 5002

    let store: TagLibraryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/devices/{id}/tags") { try await show($0, DeviceLocator(path: $0, number: Self.missing)) }
        routes.get("/api/mdm/devices/tags") { try await show($0, DeviceLocator($0.query, number: Self.missing)) }
        routes.post("/api/mdm/devices/{id}/tags/{tagUuid}") { call in
            try await mark(call, true)
            return .empty(.created)
        }
        routes.delete("/api/mdm/devices/{id}/tags/{tagUuid}") { call in
            try await mark(call, false)
            return .empty(.noContent)
        }
    }

    private func show(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        .body(DeviceTagsBody(try await store.tags(of: locator, for: call.identity)), root: "DeviceTags")
    }

    private func mark(_ call: AdminCall, _ isWanted: Bool) async throws {
        let text = try call.context.pathParameter("tagUuid")
        let tag = try call.reference("tagUuid", else: TagLibraryStore.missing(text))
        try await store.mark(
            try DeviceLocator(path: call, number: Self.missing), with: tag, isWanted, by: call.identity)
    }
}
