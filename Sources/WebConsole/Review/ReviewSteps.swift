/// The steps of the guide to App Review, each with how it stands by what the console has.
struct ReviewSteps: Sendable {
    let facts: ReviewFacts

    /// The steps as a table.
    var table: Table {
        Table(
            "Steps of App Review", columns: ["Step", "State", "Where"], rows: environment + app + trial,
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
        return [
            step("An organization group for reviews", "Group ID \(facts.code).", .there, "Groups", groupLink),
            step(
                "A user with credentials", names(facts.users, "UserName"), facts.users.isEmpty ? .missing : .there,
                "Users", link("users")),
            step(
                "A smart group, which has to contain the user", names(facts.smartGroups, "Name"),
                facts.smartGroups.isEmpty ? .missing : .there, "Smart Groups", link("smart-groups")),
            step(
                "An SDK profile", names(facts.profiles, "name"), facts.profiles.isEmpty ? .missing : .there,
                "SDK Profiles", link("profiles")),
            step(
                "The app, with the SDK profile", names(facts.apps, "bundleId"),
                facts.apps.contains { !$0["profiles"].list.isEmpty } ? .there : .missing,
                "Applications › Native › Internal", NativeKind.uploaded.path),
            step(
                "The app is assigned to the smart group",
                facts.assigned.isEmpty ? "No app is assigned to one yet." : names(facts.assigned, "Name"),
                facts.assigned.isEmpty ? .missing : .there, "Applications › Native › Internal",
                NativeKind.uploaded.path),
            step(
                "Require MDM Enrollment is disabled", "\(isOff ? "Disabled" : "Enabled") by \(from).",
                isOff ? .there : .missing, "Content › Applications › Content Locker › General",
                "/console/settings/content-locker?group=\(URLText.escaped(facts.code))"),
        ]
    }

    /// What stands in the app.
    private var app: [Table.Row] {
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
    private var trial: [Table.Row] {
        [
            step(
                "The user has signed in on a device without previous data", names(facts.enrolled, "friendlyName"),
                facts.enrolled.isEmpty ? .missing : .there, "Devices", devicesLink),
            step(
                "The app has fetched its SDK profile", names(facts.fetched, "friendlyName"),
                facts.fetched.isEmpty ? .missing : .there, "Devices", devicesLink),
            step(
                "The app is submitted, with server URL, Group ID and credentials in the review notes", "", .yours,
                "Deploy for App Review", "/docs/DeployForAppReview"),
        ]
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
