import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Which SDK profile is the default of a group: inherited, none, or one that its apps can have.
enum PolicyDefaultForm {
    /// The section of a page of policies.
    ///
    /// - Throws: What the routes throw.
    static func section(_ page: PolicyCatalogue.Page, _ standing: GroupDefault, _ visit: Visit) async throws -> Section
    {
        var section = Section("Default SDK Profile", id: "default-profile", parts: [.table(table(standing))])
        if visit.may(.write, .organizationGroups) {
            section.parts.append(.form(try await form(page, standing, visit)))
        }
        section.parts.append(
            .note(
                Note(
                    text: """
                        Apps get it that are given the default; an app with an SDK profile of its own gets that one. Force \
                        Token For App Authentication and what else enrollment asks for is set under Enrollment.
                        """, link: "/console/settings/enrollment?group=\(URLText.escaped(standing.code))",
                    linkText: "Devices & Users › General › Enrollment")))
        return section
    }

    private static func table(_ standing: GroupDefault) -> Table {
        let rows = standing.chain.map { link in
            Table.Row(cells: [
                .text(link.profile.name.text).linked("/console/profiles/\(link.profile.uuid.text)"),
                .text(link.group), .number(link.profile.version.integer),
                .text(
                    link.profile.payloads.list.map { SettingWords.payload($0.PayloadType.text) }.joined(separator: ", ")
                ),
                .number(link.profile.usedBy.applicationCount.integer),
            ])
        }
        return Table(
            "Default SDK profiles, the nearest first",
            columns: ["SDK Profile", "Set by", "Version", "Payloads", "Apps with it as their own"], rows: rows,
            empty: EmptyState(
                title: "No default SDK profile",
                advice: "Save a policy above and one is made, or choose one of the profiles that exist."))
    }

    private static func form(
        _ page: PolicyCatalogue.Page, _ standing: GroupDefault, _ visit: Visit
    ) async throws -> Form {
        let usable = try await visit.api.get("/_mock/profiles", ["usableIn": standing.code, "pageSize": "500"])
        let profiles = usable.items.list.map { ($0.uuid.text, "\($0.name.text) (\($0.group.text))") }
        var form = Form("\(page.path)/default-profile", button: "Change")
        form.isInline = true
        form.fields = [
            Field("group", "", .hidden, value: standing.code),
            .choice(
                "defaultProfile", "Default of \(standing.code)", [("", "Inherit"), ("none", "None")] + profiles,
                value: standing.override),
        ]
        return form
    }

    /// Makes a profile the default of a group.
    ///
    /// - Throws: What the route throws.
    static func choose(_ visit: Visit) async throws -> Outcome {
        let group = visit.form["group"]
        let chosen = visit.form.nonEmpty("defaultProfile")
        try await visit.api.send(
            .patch, "/_mock/groups/\(URLText.escaped(group))/settings",
            .object([JSONMember(name: "defaultProfile", value: chosen.map { .string($0) } ?? .null)]))
        return .stay("The default SDK profile of \(group) was changed.")
    }
}
