import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Routes that need a certificate authority for clients, which this console lacks; they say so (DeviceServices,
/// sections 4.3, 19 and 26).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/ConnectionEndpoint.aws/v2` | none: the check-in of the secure channel |
/// | POST | `/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/{issuer}` | application |
/// | GET, POST | `/deviceservices/DerivedCredentials/Profiles` | application |
/// | GET | `/deviceservices/policysigningcertificate` | application |
struct NotConfiguredDeviceController {
    /// Adds the route that needs no credential.
    func addOpenRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/ConnectionEndpoint.aws/v2") { _, _ -> Response in
            throw Self.error("The secure channel")
        }
    }

    /// Adds the routes that need one.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        let certificate: RouterPath =
            "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/{issuer}"
        router.post(certificate) { _, _ -> Response in throw Self.error("A certificate authority") }
        router.get("/deviceservices/DerivedCredentials/Profiles") { _, _ -> Response in
            throw Self.error("A service for derived credentials")
        }
        router.post("/deviceservices/DerivedCredentials/Profiles") { _, _ -> Response in
            throw Self.error("A service for derived credentials")
        }
        router.get("/deviceservices/policysigningcertificate") { _, _ -> Response in
            throw Self.error("A policy-signing certificate")
        }
    }

    private static func error(_ subject: String) -> ConsoleError {
        ConsoleError(.notFound, "\(subject) is not configured on this console.")
    }
}
