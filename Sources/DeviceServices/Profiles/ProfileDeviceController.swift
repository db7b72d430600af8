import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import Logging
import NIOCore

/// The SDK profile (DeviceServices, section 12; SDKProfile).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/iOS/SettingsEndpoint.aspx` | application |
struct ProfileDeviceController {
    let store: ProfileStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/iOS/SettingsEndpoint.aspx", use: fetch)
    }

    /// Only SDK profiles can be assigned, so the other profile types clients may ask for answer the empty body that
    /// means "none assigned".
    private func fetch(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        guard try configurationType(context.query) == .sdk else { return Self.answer(ByteBuffer(), .xml) }
        let profile = try await store.fetch(for: context.identity, origin: origin.of(request))
        if let reason = profile.newReason {
            context.logger.info(
                "The SDK profile of \(context.identity.bundle) is empty. \(reason)",
                metadata: ["device": "\(context.identity.device)"])
        }
        return Self.answer(profile.body, profile.format)
    }

    private func configurationType(_ query: QueryParameters) throws -> ConfigurationType {
        guard let text = query.value("configtypeid"), !text.isEmpty else { return .sdk }
        guard let number = Int(text), let type = ConfigurationType(rawValue: number) else {
            let allowed = ConfigurationType.allCases.map { String($0.rawValue) }.joined(separator: ", ")
            throw ConsoleError(.badRequest, "configtypeid is \"\(text.prefix(40))\"; it has to be one of \(allowed).")
        }
        return type
    }

    private static func answer(_ body: ByteBuffer, _ format: PropertyListFormat) -> Response {
        .bytes(body, type: ProfilePreviewBody.mediaType(of: format))
    }
}
