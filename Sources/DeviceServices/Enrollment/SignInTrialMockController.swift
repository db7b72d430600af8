import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// What a sign-in on a new device would lead to (AdminAPI, "Sign-in trial").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/groups/{groupId}/sign-in-trial?user=&bundleId=` | outcome, and every rule that was checked |
struct SignInTrialMockController {
    let trials: SignInTrials

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/groups/{groupId}/sign-in-trial", use: answer)
    }

    private func answer(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let query = QueryParameters(request)
        try query.require(only: ["user", "bundleId", "osVersion"])
        guard let user = query.value("user"), !user.isEmpty else {
            throw ConsoleError(.badRequest, "Say who signs in: ?user= takes the name of an enrollment user.")
        }
        guard let bundle = query.value("bundleId").flatMap(BundleIdentifier.init) else {
            throw ConsoleError(.badRequest, "Say with which app: &bundleId= takes \(BundleIdentifier.rule).")
        }
        let version = query.value("osVersion") ?? SignInTrial.Device.osVersion
        guard OSVersion.number(version) != nil else {
            throw ConsoleError(
                .badRequest, "osVersion is \"\(version.prefix(80))\"; it has to be a version such as 17.3.1.")
        }
        let trial = try await trials.trial(
            of: user, with: bundle, osVersion: version, at: code, in: context.identity.subtree)
        return try .json(SignInTrialBody(trial, bundle: bundle, osVersion: version))
    }
}

/// The result of a trial as `/_mock` shows it.
struct SignInTrialBody: Encodable, Sendable {
    /// One rule that was checked.
    struct Step: Encodable, Sendable {
        let rule: String
        let holds: Bool
        let finding: String
    }

    let groupId: String
    let user: String
    let bundleId: String
    let model: String
    let osVersion: String
    let outcome: String
    let statusCode: String?
    let application: String?
    let profile: String?
    let smartGroups: [String]
    let steps: [Step]

    /// The body for a trial.
    init(_ trial: SignInTrial, bundle: BundleIdentifier, osVersion: String) {
        groupId = trial.group.code
        user = trial.user.username
        bundleId = bundle.value
        model = SignInTrial.Device.model
        self.osVersion = osVersion
        outcome = trial.outcome.rawValue
        statusCode = trial.refusal?.code.rawValue
        application = trial.application
        profile = trial.profile
        smartGroups = trial.smartGroups
        steps = trial.steps.map { Step(rule: $0.rule, holds: $0.holds, finding: $0.finding) }
    }
}
