import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import NIOCore

/// The settings that come to a device with the installation of an app (AdminApplications, "Managed configuration").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/installation?bundleId=&format=` | version, assignment and managed configuration |
struct AppInstallationMockController {
    let database: ConsoleDatabase
    let clock: ConsoleClock
    let random: RandomSource
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/installation", use: installation)
    }

    /// The installation; a one-time token is handed out to those who may make tokens for users.
    private func installation(
        of bundle: BundleIdentifier, on udid: DeviceIdentifier, at server: String,
        for administrator: AdministratorIdentity
    ) async throws -> AppInstallation {
        let subtree = administrator.subtree
        let found = try await database.read { db in
            try AppInstallation.of(bundle, onDevice: udid, in: subtree, serverURL: server, db)
        }
        guard found.configuration.lookups.contains(.oneTimeToken),
            administrator.role.permits(AdminPermission(area: .users, access: .write))
        else { return found }
        let (token, id) = (random.secret(), try found.device.storedID())
        let now = clock.now(in: found.device.groupId)
        try await database.write { try OneTimeTokens.keep(token, onDevice: id, at: now, in: $0) }
        return try await database.read { db in
            try AppInstallation.of(
                bundle, onDevice: udid, in: subtree, serverURL: server, oneTimeToken: token, db)
        }
    }

    private func installation(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let query = QueryParameters(request)
        guard let bundle = query.value("bundleId").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say which app: ?bundleId= takes \(BundleIdentifier.rule).")
        }
        let format = query.value("format") ?? "json"
        guard ["json", "plist"].contains(format) else {
            throw ConsoleError(.badRequest, "format takes json or plist, not \"\(format.prefix(40))\".")
        }
        let found = try await installation(of: bundle, on: udid, at: origin.of(request), for: context.identity)
        guard format == "plist" else { return try .json(AppInstallationBody(found)) }
        let list = PropertyListValue.dictionary(found.configuration.values)
        let form = list.safestFormat
        return Response(
            status: .ok, headers: [.contentType: form == .xml ? "text/xml; charset=utf-8" : "application/x-plist"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try list.encoded(as: form))))
    }
}

/// The installation of an app as `/_mock` shows it.
struct AppInstallationBody: Encodable, Sendable {
    let udid: String
    let bundleId: String
    let application: String
    let version: String
    let smartGroup: String
    let pushMode: String
    let configuration: PropertyListJSON
    let warnings: [String]
    /// `install` or `uninstall`, whichever was asked last.
    let request: String?
    let requestedBy: String?
    let requestedAt: Timestamp?

    init(_ installation: AppInstallation) {
        udid = installation.device.identifier
        bundleId = installation.application.bundleId
        application = installation.application.name
        version = installation.application.version
        smartGroup = installation.smartGroup.name
        pushMode = (AppPushMode(installation.rule.text("app_delivery_method") ?? "") ?? .auto).rawValue
        configuration = PropertyListJSON(.dictionary(installation.configuration.values))
        warnings = installation.configuration.warnings
        request = installation.request?.action.rawValue
        requestedBy = installation.request?.requestedBy
        requestedAt = installation.request?.requestedAt
    }
}
