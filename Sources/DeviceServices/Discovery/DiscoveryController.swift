import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Answers probes by which clients find out whether there is a console (DeviceServices, sections 5.1 and 5.2).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | HEAD, GET | `/` | 200; the version header makes it a console |
/// | HEAD | `/deviceservices/AuthenticationEndpoint.aws` | 200 |
/// | HEAD | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status` | 200, for unknown devices too |
/// | GET, HEAD | `/deviceservices/awhealth` | 200 |
struct DiscoveryController {
    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.on("/", method: .head) { _, _ in Self.emptyAnswer }
        router.get("/") { _, _ in Response.text("This is a MockUEM console. Open it in a browser for a start page.\n") }
        router.on("/deviceservices/AuthenticationEndpoint.aws", method: .head) { _, _ in Self.emptyAnswer }
        router.on("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status", method: .head) { _, _ in
            Self.emptyAnswer
        }
        router.get("/deviceservices/awhealth") { _, _ in Response.text("OK\n") }
        router.on("/deviceservices/awhealth", method: .head) { _, _ in Self.emptyAnswer }
    }

    private static let emptyAnswer = Response(status: .ok)
}
