import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Terms of use of organization groups: their versions, and who accepted them.
struct TermsOfUseRoom: ConsoleRoom {
    /// The address of the versions.
    static let path = "/console/terms-of-use"
    private static let size = 50

    var places: [Place] {
        [
            Place(
                "Terms of Use", Self.path, in: "Groups & Settings", area: .organizationGroups,
                keywords: ["System › Terms of Use", "EULA", "Acceptance", "Agreement"]),
            Place(
                "Terms of Use › Acceptances", TermsAcceptancePages.path, in: "", area: .organizationGroups,
                keywords: ["EULA", "Accepted", "Rejected"]),
        ]
    }

    func addPages(to door: PageDoor) {
        door.page(Self.path, list)
        door.form("\(Self.path)/new", create)
        door.page("\(Self.path)/{group}/{terms}", one)
        door.form("\(Self.path)/{group}/{terms}/delete") { visit in
            try await visit.api.send(
                .delete, "/_mock/groups/\(visit.segment("group"))/terms-of-use/\(visit.segment("terms"))")
            return .done(
                "The terms are in force no more; what users decided stays.", at: Self.address(visit.capture("group")))
        }
        TermsAcceptancePages.add(to: door)
    }

    /// The address of the list of a group.
    private static func address(_ group: String) -> String { "\(path)?group=\(URLText.escaped(group))" }

    /// The tabs of the room.
    static func tabs(_ current: String) -> [ConsolePage.Tab] {
        ConsolePage.tabs(path, current: current, ["Versions": "", "Acceptances": "acceptances"])
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let group = try await GroupChoice.asked(visit)
        let isInherited = visit.query.text("inherited") == "true"
        let answer = try await visit.api.get(
            "/_mock/groups/\(URLText.escaped(group))/terms-of-use",
            [
                "inherited": isInherited ? "true" : nil, "page": String(visit.page), "pageSize": String(Self.size),
            ])
        let found = ListAnswer(answer)
        let isWriter = visit.may(.write, .organizationGroups)
        var table = Table(
            "Versions of terms of use", columns: ["Version", "Apps", "State", "Organization Group", "Made"],
            rows: found.items.map(row),
            empty: EmptyState(
                title: "No terms of use",
                advice: "Once a group has some, apps show them to users who sign in."))
        table.pager = visit.pager(total: found.total, size: found.size)
        var choice = Form(Self.path, button: "Show")
        choice.isSearch = true
        choice.fields = [
            try await GroupChoice.field(visit, chosen: group),
            .flag("inherited", "With those of the groups above", isInherited),
        ]
        var page = ConsolePage("Terms of Use", parts: [.form(choice), .table(table)])
        page.lead = "What users have to accept before they use apps. A new version has to be accepted again."
        page.tabs = Self.tabs("")
        if isWriter { page.parts.append(.section(Self.adding(group))) }
        return page
    }

    private func row(_ terms: JSON) -> Table.Row {
        let apps = terms.applications.list.map(\.text)
        let group = terms.groupId.text
        let path = "\(Self.path)/\(URLText.escaped(group))/\(terms.eulaContentId.text)"
        return Table.Row(cells: [
            .text("Version \(terms.version.text)").linked(path),
            .text(apps.isEmpty ? "All apps" : apps.joined(separator: ", ")),
            terms.isInForce.isTrue ? .badge("In force", .good) : .badge("Not in force"),
            .text(group), .time(terms.createdAt.time),
        ])
    }

    private static func adding(_ group: String) -> Section {
        var form = Form("\(path)/new", button: "Put into force")
        form.hint = "For the same apps it is the next version of the same terms."
        form.fields = [
            Field("group", "", .hidden, value: group),
            Field("content", "Text", .area).required().with(hint: "HTML, such as <p>Be kind.</p>"),
            Field("applications", "Apps").with(
                hint: "Bundle identifiers with commas between them; empty for all apps."),
        ]
        return Section("New version for \(group)", id: "add", parts: [.form(form)])
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        let apps = visit.form["applications"].split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let made = try await visit.api.send(
            .post, "/_mock/groups/\(URLText.escaped(visit.form["group"]))/terms-of-use",
            .members([
                "content": .string(visit.form.exactly("content")),
                "applications": apps.isEmpty ? nil : .array(apps.map { .string($0) }),
            ]))
        return .stay("Version \(made.version.text) is in force.")
    }

    /// One version with its text.
    @Sendable private func one(_ visit: Visit) async throws -> ConsolePage {
        let group = visit.capture("group")
        let terms = try await version(visit)
        let base = "\(Self.path)/\(URLText.escaped(group))"
        var page = ConsolePage("Version \(terms.version.text)")
        page.crumbs = [.init("Terms of Use", Self.address(group))]
        page.badges = [terms.isInForce.isTrue ? .badge("In force", .good) : .badge("Not in force")]
        let apps = terms.applications.list.map(\.text)
        page.parts = [
            .facts([
                Fact("Organization group", .text(group)),
                Fact("Apps", .text(apps.isEmpty ? "All apps" : apps.joined(separator: ", "))),
                Fact("Made", .time(terms.createdAt.time)),
                Fact("Content id", .code(terms.eulaContentId.text)), Fact("UUID", .code(terms.uuid.text)),
            ]),
            .code(CodeBlock(title: "Text, as apps get it", text: terms.content.text)),
        ]
        page.actions = [
            .link("Acceptances", "\(TermsAcceptancePages.path)?eulaContentId=\(terms.eulaContentId.text)")
        ]
        if visit.may(.write, .organizationGroups), terms.isInForce.isTrue {
            page.actions.append(
                .post(
                    "Take out of force", "\(base)/\(terms.uuid.text)/delete",
                    asking: "Take these terms out of force? What users decided stays.", isDangerous: true))
        }
        return page
    }

    /// The version that the address names; the route has lists only.
    private func version(_ visit: Visit) async throws -> JSON {
        for index in 0..<20 {
            let answer = try await visit.api.get(
                "/_mock/groups/\(visit.segment("group"))/terms-of-use",
                ["page": String(index), "pageSize": "100"])
            let found = ListAnswer(answer)
            if let one = found.items.first(where: { $0.eulaContentId.text == visit.capture("terms") }) { return one }
            if (index + 1) * found.size >= found.total { break }
        }
        throw ConsoleError(.notFound, "The group has no such version of terms of use.")
    }
}
