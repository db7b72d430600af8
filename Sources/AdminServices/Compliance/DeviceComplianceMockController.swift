import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// How a device stands with the rules, and blocks by hand (AdminAPI, "Compliance of a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/compliance` | every rule in force, how it comes out and why |
/// | PUT | `/_mock/devices/{udid}/compliance` | blocks the device by hand, or releases it; the same answer |
struct DeviceComplianceMockController {
    let store: ComplianceStore
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/compliance", use: show)
        router.put("/_mock/devices/{udid}/compliance", use: change)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        return try await answer(udid, context: context)
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let change: DeviceComplianceChange = try await request.json(limit: bodyLimit)
        if change.blocked {
            try await store.block(udid, by: context.identity)
        } else {
            try await store.release(udid, by: context.identity)
        }
        return try await answer(udid, context: context)
    }

    private func answer(_ udid: DeviceIdentifier, context: AdminRequestContext) async throws -> Response {
        let explanation = try await store.explanation(of: udid, in: context.identity.subtree)
        return try .json(DeviceComplianceBody(explanation))
    }
}
