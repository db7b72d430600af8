import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Do-not-disturb (DeviceServices, section 18; ours).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/donotdisturb` | application |
/// | POST | the same | application |
struct DoNotDisturbDeviceController {
    private static let path: RouterPath = "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/donotdisturb"

    let store: DoNotDisturbStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get(Self.path, use: show)
        router.post(Self.path, use: change)
    }

    private func show(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try .json(try await store.status(of: context.identity))
    }

    private func change(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let change: DoNotDisturbChange
        do {
            change = try DoNotDisturbChange(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The change cannot be read: \(error).")
        }
        return try .json(try await store.change(change, of: context.identity))
    }
}
