import ConsolePlatform

/// What a reviewer's sign-in with an app on a new device would lead to, as the route of sign-in trials says.
struct ReviewTrial: Sendable {
    /// How many apps are tried where the address names none.
    private static let maximumApps = 4

    /// Name of the user; nil without one.
    let user: String?
    /// Bundle identifier of the app; nil without one.
    let bundle: String?
    /// The answer of the route; ``JSON/none`` without a user or an app.
    let answer: JSON

    /// How the sign-in ends: `profile`, or what keeps the app from one.
    var outcome: String { answer["outcome"].text }

    /// Whether a device of the user would be enrolled.
    var isAdmitted: Bool { answer.exists && outcome != "refused" }

    /// Whether the console has an active record of the app.
    var hasApp: Bool { isAdmitted && outcome != "noApplication" && outcome != "applicationRetired" }

    /// Whether the app is assigned to the device.
    var isAssigned: Bool { hasApp && outcome != "notAssigned" }

    /// Names of the smart groups that would contain the device.
    var smartGroups: [String] { answer["smartGroups"].list.map(\.text) }

    /// Name of the SDK profile of the app.
    var profile: String? { answer["profile"].nonEmpty }

    /// Whether compliance rules let the device go on after its first report.
    var isCompliant: Bool { isAdmitted && !findings("compliance").contains { !$0["holds"].isTrue } }

    /// What the checks of a rule found, as sentences.
    func sentences(_ rule: String, holding: Bool? = nil) -> String {
        findings(rule).filter { holding == nil || $0["holds"].isTrue == holding }
            .map { $0["finding"].text }.joined(separator: " ")
    }

    private func findings(_ rule: String) -> [JSON] { answer["steps"].list.filter { $0["rule"].text == rule } }

    /// The trial of the user and app that the address names, as far as the group has them; otherwise of the first user,
    /// with the first app that ends with a profile.
    ///
    /// - Parameters:
    ///   - visit: Who asks.
    ///   - code: The Group ID.
    ///   - users: Names of the users to choose from.
    ///   - bundles: The apps to choose from.
    /// - Returns: The trial; one without an answer if there is no user or no app.
    /// - Throws: ``ConsoleError`` of the route.
    static func chosen(_ visit: Visit, code: String, users: [String], bundles: [String]) async throws -> ReviewTrial {
        let found = choices(of: visit.query.text("user"), among: users, limit: 1).first
        let bundles = choices(of: visit.query.text("app"), among: bundles, limit: maximumApps)
        guard let user = found else { return ReviewTrial(user: nil, bundle: bundles.first, answer: .none) }
        var first: ReviewTrial?
        for bundle in bundles {
            let trial = try await ReviewTrial(visit, code: code, user: user, bundle: bundle)
            if trial.outcome == "profile" { return trial }
            first = first ?? trial
        }
        return first ?? ReviewTrial(user: user, bundle: nil, answer: .none)
    }

    /// What is tried: the value that is asked for if it is among those known, otherwise the first ones of them.
    ///
    /// After another group was chosen, the address still names a user and an app of the one before.
    private static func choices(of asked: String?, among known: [String], limit: Int) -> [String] {
        if let asked, let value = known.first(where: { $0.lowercased() == asked.lowercased() }) { return [value] }
        return Array(known.prefix(limit))
    }

    private init(user: String?, bundle: String?, answer: JSON) {
        (self.user, self.bundle) = (user, bundle)
        self.answer = answer
    }

    private init(_ visit: Visit, code: String, user: String, bundle: String) async throws {
        let path = "/_mock/groups/\(URLText.escaped(code))/sign-in-trial"
        let answer = try await visit.api.get(path, ["user": user, "bundleId": bundle])
        self.init(user: user, bundle: bundle, answer: answer)
    }
}
