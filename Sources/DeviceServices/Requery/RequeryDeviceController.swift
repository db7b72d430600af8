import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Requery (DeviceServices, section 24).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/requery/{what}` | application |
struct RequeryDeviceController {
    let store: RequeryStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/requery/{what}", use: requery)
    }

    private func requery(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let what = try context.pathParameter("what") { RequerySubject(rawValue: $0.lowercased()) }
        return .json(data: try await store.order(what, for: context.identity).encoded())
    }
}
