/// The steps of the guide to App Review, each with how it stands by what the console has.
struct ReviewSteps: Sendable {
    let facts: ReviewFacts

    /// The steps as a table.
    var table: Table {
        Table(
            "Steps of App Review", columns: ["Step", "State", "Where"], rows: environment + keys + attempts,
            empty: EmptyState(title: "No steps"))
    }

    /// How a step stands.
    private enum State {
        /// The console has what the step makes.
        case there
        /// It has not.
        case missing
        /// Only whoever builds the app can say.
        case yours

        var cell: Cell {
            switch self {
            case .there: .badge("There", .good)
            case .missing: .badge("Missing", .warning)
            case .yours: .badge("Up to you")
            }
        }
    }

    private func step(_ text: String, _ detail: String, _ state: State, _ place: String, _ link: String) -> Table.Row {
        Table.Row(cells: [.text(text).with(detail: detail), state.cell, .text(place).linked(link)])
    }

    /// The environment in the console.
    private var environment: [Table.Row] {
        let isOff = !facts.settings["requireMDMEnrollment"]["value"].isTrue
        let from = facts.settings["requireMDMEnrollment"]["from"].nonEmpty ?? "the console itself"
        let native = "Applications › Native › Internal"
        return [
            step("An organization group for reviews", "Group ID \(facts.code).", .there, "Groups", groupLink),
            step(
                "A user with credentials", trial.user.map { "\($0)." } ?? "None yet.", state(trial.user != nil),
                "Users",
                link("users")),
            step(
                "The user may sign in on a new device", sentence("signIn"), state(trial.isAdmitted), "Groups", groupLink
            ),
            step(
                "A smart group, which has to contain the user", smartGroups, state(!trial.smartGroups.isEmpty),
                "Smart Groups", link("smart-groups")),
            step(
                "An SDK profile", names(facts.profiles, "name"), state(!facts.profiles.isEmpty), "SDK Profiles",
                link("profiles")),
            step(
                "The app, with the SDK profile", app, state(trial.hasApp && hasProfile), native,
                NativeKind.uploaded.path),
            step(
                "The app is assigned to the smart group", assignment, state(trial.isAssigned), native,
                NativeKind.uploaded.path),
            step(
                "No compliance rule keeps the device out", compliance, state(trial.isCompliant), "Compliance Policies",
                link("compliance")),
            step(
                "Require MDM Enrollment is disabled", "\(isOff ? "Disabled" : "Enabled") by \(from).", state(isOff),
                "Content › Applications › Content Locker › General",
                "/console/settings/content-locker?group=\(URLText.escaped(facts.code))"),
        ]
    }

    private var trial: ReviewTrial { facts.trial }

    private func state(_ holds: Bool) -> State { holds ? .there : .missing }

    /// What the trial found, or what it needs to be made.
    private func sentence(_ rule: String, holding: Bool? = nil) -> String {
        guard trial.answer.exists else { return "Needs a user and an app." }
        guard trial.isAdmitted || rule == "signIn" else { return "The sign-in is refused." }
        return trial.sentences(rule, holding: holding)
    }

    private var smartGroups: String {
        guard trial.isAdmitted else { return sentence("smartGroup") }
        let names = trial.smartGroups.prefix(3).joined(separator: ", ")
        return names.isEmpty ? "No smart group contains a new device of \(trial.user ?? "")." : "\(names)."
    }

    private var app: String {
        guard trial.hasApp else { return sentence("application") }
        let app = trial.bundle ?? ""
        switch trial.outcome {
        case "emptyProfile": return "The SDK profile \(trial.profile ?? "") of \(app) has no payload."
        default:
            return trial.profile.map { "\(app) has \($0)." }
                ?? "\(app) has no SDK profile: none of its own, and no default of the group."
        }
    }

    /// Whether the app has a profile with at least a payload.
    private var hasProfile: Bool { trial.profile != nil && trial.outcome != "emptyProfile" }

    private var assignment: String {
        guard trial.hasApp else { return sentence("application") }
        return sentence("assignment", holding: trial.isAssigned)
    }

    private var compliance: String {
        let broken = sentence("compliance", holding: false)
        guard broken.isEmpty, trial.isAdmitted else { return broken }
        return "Tried with an \(trial.answer["model"].text) with version \(trial.answer["osVersion"].text)."
    }

    /// What stands in the app.
    private var keys: [Table.Row] {
        let isSecure = facts.serverURL.hasPrefix("https://")
        return [
            step(
                "The server URL in the app", "\(ReviewFacts.serverKey) is \(facts.serverURL).",
                isSecure ? .yours : .missing, "Keys of the app", "#keys"),
            step(
                "The group ID in the app", "\(ReviewFacts.groupKey) is \(facts.code).", .yours, "Keys of the app",
                "#keys"),
        ]
    }

    /// What happened when somebody tried it.
    private var attempts: [Table.Row] {
        [
            step(
                "The user has signed in on a device without previous data", signedIn,
                state(!facts.newlyEnrolled.isEmpty),
                "Devices", devicesLink),
            step(
                "The app has fetched its SDK profile", names(facts.fetched, "friendlyName"),
                state(!facts.fetched.isEmpty), "Devices", devicesLink),
            step(
                "The app is submitted, with server URL, Group ID and credentials in the review notes", "", .yours,
                "Deploy for App Review", "/docs/DeployForAppReview"),
        ]
    }

    private var signedIn: String {
        if !facts.newlyEnrolled.isEmpty || facts.devices.isEmpty { return names(facts.newlyEnrolled, "friendlyName") }
        return "The console knew \(names(facts.devices, "friendlyName").dropLast()) before this sign-in."
    }

    private var groupLink: String { "/console/groups/\(URLText.escaped(facts.code))" }
    private var devicesLink: String { link("devices") }

    /// A list of things of the group.
    private func link(_ list: String) -> String { "/console/\(list)?group=\(URLText.escaped(facts.code))" }

    /// The first names of a list; that there are none.
    private func names(_ items: [JSON], _ member: String) -> String {
        let names = items.prefix(3).map { $0[member].text }.filter { !$0.isEmpty }
        guard !names.isEmpty else { return items.isEmpty ? "None yet." : "" }
        return names.joined(separator: ", ") + (items.count > 3 ? " and \(items.count - 3) more." : ".")
    }
}
