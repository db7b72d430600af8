import DeviceProtocol
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// SDK profiles as apps get them, without a fetch (AdminAPI, "Profile preview").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/profile?bundle=&format=` | the property list, byte for byte or as JSON |
struct ProfileAdminController {
    let store: ProfileStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/profile", use: preview)
    }

    private func preview(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let parameters = QueryParameters(request)
        guard let bundle = parameters.value("bundle").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say which app: ?bundle= takes \(BundleIdentifier.rule).")
        }
        let format = parameters.value("format")?.lowercased() ?? "xml"
        guard ["xml", "json"].contains(format) else {
            throw ConsoleError(.badRequest, "format is \"\(format.prefix(40))\"; it has to be xml or json.")
        }
        let profile = try await store.preview(
            bundle, on: udid, below: context.identity.groupPath, origin: origin.of(request))
        if format == "json" { return try .json(try ProfilePreviewBody(profile, bundle, on: udid)) }
        guard profile.composition != nil else {
            throw ConsoleError(
                .notFound, "The app gets an empty body, for the reason \(profile.outcome.rawValue); explain says more.")
        }
        return .bytes(ByteBuffer(data: profile.data), type: ProfilePreviewBody.mediaType(of: profile.format))
    }
}
