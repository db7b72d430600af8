import ConsoleModel
import ConsolePlatform

/// How a device stands with every rule.
enum DeviceCompliancePage {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await visit.api.get("\(frame.route)/compliance")
        var facts = [
            Fact("Status", DeviceShown.compliance(found.status.text)), Fact("Since", .time(found.since.time)),
            Fact("Set by hand", .flag(found.isSetByHand.isTrue)),
        ]
        if found.isAwaitingReport.isTrue { facts.append(Fact("Waits for", .badge("A beacon", .busy))) }
        var section = Section("Compliance", id: "compliance", parts: [.facts(facts)])
        section.parts += ComplianceWords.waiting(found) + [.table(rules(found))]
        if visit.may(.write, .devices) {
            let isBlocked = found.status.text == "Blocked"
            section.actions = [
                isBlocked
                    ? .post("Release", "\(frame.base)/release")
                    : .post(
                        "Block", "\(frame.base)/block", asking: "Block this device until it is released?",
                        isDangerous: true)
            ]
        }
        section = section.live("event", "request")
        var reports = Section("What apps report", id: "reported", parts: [.table(reported(found))])
        reports = reports.live("event", "request")
        return frame.page("compliance", [.section(section), .section(reports)])
    }

    private static func rules(_ found: JSON) -> Table {
        let rows = found.rules.list.map { rule in
            Table.Row(
                cells: [
                    .text(rule.name.nonEmpty ?? rule.profile.text).with(detail: rule.explanation.text),
                    .text(ComplianceWords.kind(rule.kind.text)), outcome(rule.outcome.text), .text(rule["value"].text),
                    .text(ComplianceWords.action(rule.action.text)), .text(rule.group.text), .time(rule.since.time),
                ])
        }
        return Table(
            "Rules", columns: ["Rule", "Kind", "Outcome", "Value", "Action", "Organization group", "Since"], rows: rows,
            empty: EmptyState(
                title: "No rules in force", advice: "Compliance rules of its group and of those above it stand here."))
    }

    private static func outcome(_ word: String) -> Cell {
        switch word {
        case "holds": .badge("Holds", .good)
        case "broken": .badge("Broken", .bad)
        case "unknown": .badge("Unknown", .busy)
        case "notApplicable": .badge("Not applicable")
        default: .badge(word)
        }
    }

    private static func reported(_ found: JSON) -> Table {
        let rows = found.reported.list.map { report in
            Table.Row(
                cells: [
                    .code(report.bundleId.text), .code(report.policyIdentifier.text),
                    DeviceShown.compliance(report.status.text), .time(report.since.time),
                ])
        }
        return Table(
            "What apps report", columns: ["App", "Policy", "Status", "Since"], rows: rows,
            empty: EmptyState(title: "No reports", advice: "Apps report policies that they evaluate themselves."))
    }
}

/// The user of a device.
enum DeviceUserPage {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        guard let name = frame.device.user.nonEmpty else {
            let empty = EmptyState(
                title: "No user", advice: "Check the device out to somebody, or let an app on it sign in.",
                link: frame.base, linkText: "Summary")
            return frame.page("user", [.empty(empty)])
        }
        let found = try await visit.api.get("/api/system/users/search", ["username": name])
        let user = found.Users.list.first { $0.UserName.text == name } ?? found.Users[0]
        let facts = [
            Fact("User name", .text(name)), Fact("First name", .text(user.FirstName.text)),
            Fact("Last name", .text(user.LastName.text)), Fact("Email address", .text(user.Email.text)),
            Fact("Organization group", .text(user.Group.nonEmpty ?? user.LocationGroupId.text)),
            Fact("Status", user.Status.exists ? .flag(user.Status.isTrue, yes: "Active", no: "Inactive") : .text("")),
        ]
        let others = try await visit.api.get("/_mock/devices", ["user": name, "pageSize": "50"])
        let rows = others.items.list.map { device in
            Table.Row(
                cells: [
                    DeviceShown.name(device), .text(device.model.text), DeviceShown.enrollment(device),
                    .time(device.lastSeenAt.time),
                ])
        }
        let table = Table(
            "Devices of this user", columns: ["Device", "Model", "Enrollment status", "Last seen"], rows: rows,
            empty: EmptyState(title: "No devices"))
        return frame.page(
            "user",
            [.facts(facts), .section(Section("Devices of this user", id: "devices", parts: [.table(table)]))])
    }
}
