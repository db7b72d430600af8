import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Un-enrollment by the client (DeviceServices, section 23).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/command/unenroll` | application |
/// | POST | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/command/unenroll` | application |
struct UnenrollmentDeviceController {
    let store: UnenrollmentStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/command/unenroll", use: unenroll)
        router.post("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/command/unenroll", use: receive)
    }

    private func unenroll(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try await store.unenroll(context.identity)
        return .text("{}", type: "application/json; charset=utf-8")
    }

    private func receive(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        do {
            _ = try UnenrollmentMessage(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The message cannot be read: \(error).")
        }
        return try await unenroll(request, context: context)
    }
}
