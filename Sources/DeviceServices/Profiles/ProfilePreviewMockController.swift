import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// SDK profiles as apps get them, without a fetch (AdminAPI, "Profile preview").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/profile?bundleId=&format=` | what an app on a device would get |
/// | GET | `/_mock/profiles/{profile}/preview?group=&format=` | a profile by itself |
struct ProfilePreviewMockController {
    /// How a preview is answered.
    private enum Form: String, CaseIterable {
        case json, xml, binary
    }

    let store: ProfileStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/profile", use: onDevice)
        router.get("/_mock/profiles/{profile}/preview", use: alone)
    }

    private func onDevice(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let parameters = QueryParameters(request)
        guard let bundle = parameters.value("bundleId").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say which app: ?bundleId= takes \(BundleIdentifier.rule).")
        }
        let form = try Self.form(parameters)
        let profile = try await store.preview(
            bundle, on: udid, for: context.identity, origin: origin.of(request))
        if form == .json { return try .json(try ProfilePreviewBody(profile, bundle, on: udid)) }
        guard profile.composition != nil else {
            throw ConsoleError(
                .notFound, "The app gets an empty body, for the reason \(profile.outcome.rawValue); explain says more.")
        }
        return try Self.answer(profile, form)
    }

    private func alone(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let form = try Self.form(parameters)
        let profile = try await store.preview(
            try context.profile(), in: try parameters.identifier("group"), for: context.identity,
            origin: origin.of(request))
        if form == .json { return try .json(try RenderedProfileBody(profile)) }
        return try Self.answer(profile, form)
    }

    /// The form that was asked for; nil for the one clients get.
    private static func form(_ parameters: QueryParameters) throws -> Form? {
        guard let text = parameters.text("format") else { return nil }
        guard let form = Form(rawValue: text.lowercased()) else {
            throw ConsoleError(.badRequest, "format is \"\(text.prefix(40))\"; it has to be xml, json or binary.")
        }
        return form
    }

    private static func answer(_ profile: FetchedProfile, _ form: Form?) throws -> Response {
        let format = form.flatMap { PropertyListFormat(rawValue: $0.rawValue) } ?? profile.format
        let data: Data
        do {
            data =
                format == profile.format
                ? profile.data : try PropertyListValue(parsing: profile.data).encoded(as: format)
        } catch {
            throw ConsoleError(.unprocessable, "XML cannot hold this profile, and clients get it in binary: \(error).")
        }
        return .bytes(ByteBuffer(data: data), type: ProfilePreviewBody.mediaType(of: format))
    }
}
