import ConsoleModel
import ConsolePlatform

/// The page of App Review for a group: what a reviewer types, the keys of the app, and the guide's steps as they stand.
///
/// The steps follow from a trial of the reviewer's sign-in on a new device. Whether the app itself passes a review, the
/// console cannot say.
struct ReviewPage: Sendable {
    let visit: Visit
    /// Where apps find the console.
    let serverURL: String

    /// The page.
    ///
    /// - Throws: ``ConsoleError`` of the routes.
    func page() async throws -> ConsolePage {
        let groups = try await GroupChoice.offer(visit)
        var page = ConsolePage("App Review")
        page.lead =
            "Reviewers of an app store have no console: they sign in to this one, in a group that is for them alone."
        page.actions = [.link("Deploy for App Review", "/docs/DeployForAppReview")]
        guard let code = chosen(groups.options.map(\.value)) else {
            page.parts = [
                .empty(
                    EmptyState(
                        title: "No organization group",
                        advice: "Make a group for the reviewers; its code is the Group ID.", link: "/console/groups",
                        linkText: "Groups"))
            ]
            return page
        }
        var form = Form("/console/review", button: "Show")
        form.isSearch = true
        let facts = try await ReviewFacts(visit, code: code, serverURL: serverURL)
        form.fields = [
            groups.field("group", "Organization Group", chosen: code, asking: "The code of a group"),
            Self.choice("user", "User", of: facts.users, by: "UserName", chosen: facts.trial.user),
            Self.choice("app", "App", of: facts.apps, by: "bundleId", chosen: facts.trial.bundle),
        ]
        page.parts = [
            .form(form),
            .section(Section("What a reviewer types", id: "environment", parts: [.facts(environment(facts))])),
            .section(Section("Keys of the app", id: "keys", parts: keys(facts))),
            .section(
                Section("Steps", id: "steps", parts: [.table(ReviewSteps(facts: facts).table)])
                    .live("request", "event")),
        ]
        return page
    }

    /// A field to choose what the steps are about.
    private static func choice(
        _ name: String, _ label: String, of items: [JSON], by member: String, chosen: String?
    ) -> Field {
        var seen: Set<String> = []
        let values = items.map { $0[member].text }.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
        return ChoiceOffer(options: values.map { ($0, $0) }, total: values.count)
            .field(name, label, open: values.isEmpty ? "None" : nil, chosen: chosen ?? "", asking: label)
    }

    /// The group of the address, else one whose code speaks of reviews, else the last one.
    private func chosen(_ codes: [String]) -> String? {
        if let asked = visit.query.text("group"), !asked.isEmpty { return asked }
        return codes.first { $0.lowercased().contains("review") } ?? codes.last
    }

    private func environment(_ facts: ReviewFacts) -> [Fact] {
        let user = facts.trial.user ?? ""
        return [
            Fact("Server URL", .code(facts.serverURL), isCopied: true),
            Fact("Group ID", .code(facts.code), isCopied: true),
            user.isEmpty
                ? Fact("User", .text("There is none").linked("/console/users"))
                : Fact("User", .code(user), isCopied: true),
            Fact("Password", .text("As you set it for the user; it is not kept in the clear.")),
        ]
    }

    /// The property list of the bundle AWSDKDefaults.
    private func keys(_ facts: ReviewFacts) -> [Part] {
        let text = """
            <key>\(ReviewFacts.serverKey)</key>
            <string>\(Self.escaped(facts.serverURL))</string>
            <key>\(ReviewFacts.groupKey)</key>
            <string>\(Self.escaped(facts.code))</string>
            """
        return [
            .text(
                "Two strings in AWSDKDefaultSettings.plist of the bundle AWSDKDefaults; letter case counts, and the "
                    + "URL ends without /deviceservices."),
            .code(CodeBlock(text: text)),
        ]
    }

    /// A text in a property list.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
