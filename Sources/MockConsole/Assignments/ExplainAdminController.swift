import DeviceProtocol
import Hummingbird

/// Why an app on a device gets the SDK profile it gets (AdminAPI, "Explain").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/explain?bundle=` | outcome, and every rule that was looked at |
struct ExplainAdminController {
    /// Answers what SDK profiles give together: the version of the whole, and where each payload comes from.
    typealias PayloadSources =
        @Sendable ([ProfileContribution]) async throws -> (version: Int64, payloads: [PayloadSource])

    let database: Database
    let payloads: PayloadSources

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/explain", use: explain)
    }

    private func explain(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        guard let bundle = QueryParameters(request).value("bundle").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say which app: ?bundle= takes \(BundleIdentifier.rule).")
        }
        let body = try await AssignmentResolver.explanation(
            of: bundle, onDevice: udid, below: context.identity.groupPath, payloads: payloads, database)
        return try .json(body)
    }
}

/// Where a payload of an SDK profile comes from.
struct PayloadSource: Encodable, Hashable, Sendable {
    /// `PayloadType`.
    let payload: String
    /// Name of the profile.
    let profile: String
    /// Version of that profile.
    let profileVersion: Int64
    /// Code of the group whose default the profile is; for an app's own profile, that of the group it belongs to.
    let group: String
    /// Whether it stands in for one that the nearest profile lacks.
    let isInherited: Bool
}

/// An explained resolution as `/_mock` shows it.
struct ExplanationBody: Encodable, Sendable {
    /// One rule that was looked at.
    struct Step: Encodable, Sendable {
        let rule: String
        let holds: Bool
        let finding: String
    }

    let udid: String
    let bundleId: String
    /// How it came out (``ResolutionOutcome``).
    let outcome: String
    let application: String?
    let profile: String?
    let profileVersion: Int64?
    let payloads: [PayloadSource]
    let steps: [Step]
}
