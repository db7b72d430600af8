import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird

/// Pinning of public keys (DeviceServices, section 20).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/CertificatePinningEndpoint` | application |
/// | GET | `/deviceservices/trustservicesettings` | none |
/// | GET | `/deviceservices/TrustService/SSLPinning/Settings` | none |
/// | GET | `/autodiscovery/HostRegistry.aws` | none |
/// | GET | `/deviceservices/CertificatePinningReportingEndpoint` | none |
struct PinningDeviceController {
    let store: PinStore
    let limiter: PinReportLimiter
    let origin: PublicOrigin

    /// Adds the route that needs a credential.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/CertificatePinningEndpoint", use: ownPins)
    }

    /// Adds the routes that need none.
    func addOpenRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/trustservicesettings", use: trustService)
        router.get("/deviceservices/TrustService/SSLPinning/Settings", use: pinsOfHost)
        router.get("/autodiscovery/HostRegistry.aws", use: pinsOfHost)
        router.get("/deviceservices/CertificatePinningReportingEndpoint", use: report)
    }

    private func ownPins(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try .json(try await store.pins(of: context.identity.groupID).keys)
    }

    private func trustService(_ request: Request, context: DeviceServicesContext) throws -> Response {
        try .json(["Uri": "\(origin.of(request))/deviceservices/TrustService"])
    }

    private func pinsOfHost(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        try .json(try await store.pins(for: try Self.host(of: request), at: context.homeGroupID).keys)
    }

    /// The header is spelled as clients spell it; one that is no identifier claims nothing.
    private func report(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        let host = try Self.host(of: request)
        let network = ClientNetwork(of: context.address)
        try limiter.admit(network)
        let claimed = ["aw-device-uis", "aw-device-uid"].lazy
            .compactMap { HTTPField.Name($0).flatMap { request.headers[$0] } }.compactMap(DeviceIdentifier.init).first
        context.notes.note(device: claimed, groupID: context.homeGroupID)
        try await store.keepReport(on: host, claimedBy: claimed, from: network.widest, at: context.homeGroupID)
        return try .json([String: String]())
    }

    private static func host(of request: Request) throws -> PinnedHost {
        let text = QueryParameters(request, keepsPlus: true).value("url") ?? ""
        guard let host = PinnedHost(text) else {
            throw ConsoleError(
                .badRequest, "URL is \"\(text.prefix(80))\"; it has to be a host such as uem.example.test, or a URL.")
        }
        return host
    }
}
