import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Keys in escrow, without the keys themselves (AdminAPI, "Key escrow").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/escrow` | what is in escrow for the device |
/// | DELETE | `/_mock/devices/{udid}/escrow` | deletes it; how many |
struct KeyEscrowMockController {
    let store: KeyEscrowStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/escrow", use: list)
        router.delete("/_mock/devices/{udid}/escrow", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let keys = try await store.keys(of: udid, in: context.identity.subtree)
        return try .json(["items": keys.map(EscrowedKeyBody.init)])
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        return .deleted(try await store.deleteKeys(of: udid, by: context.identity))
    }
}
