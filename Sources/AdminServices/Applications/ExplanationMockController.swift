import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Why an app on a device gets the SDK profile it gets (AdminAPI, "Explain").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/explain?bundleId=` | outcome, and every rule that was checked |
struct ExplanationMockController {
    let database: ConsoleDatabase
    /// Asks the room of profiles.
    let payloads: ApplicationFeature.PayloadSources

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/explain", use: explain)
    }

    private func explain(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        guard let bundle = QueryParameters(request).value("bundleId").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say which app: ?bundleId= takes \(BundleIdentifier.rule).")
        }
        let body = try await AssignmentResolver.explanation(
            of: bundle, onDevice: udid, in: context.identity.subtree, payloads: payloads, database)
        return try .json(body)
    }
}

/// An explained resolution as `/_mock` shows it.
struct ExplanationBody: Encodable, Sendable {
    /// One rule that was checked.
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
