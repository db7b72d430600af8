import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// What users decided about terms of use.
enum TermsAcceptancePages {
    /// The address of the list.
    static let path = "\(TermsOfUseRoom.path)/acceptances"
    private static let route = "/_mock/terms-of-use/acceptances"
    private static let size = 50
    private static let filters = ["group", "device", "user", "bundleId", "decision", "eulaContentId", "from", "to"]

    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await list($0) }
        door.get("\(path)/download") { visit in
            try await visit.api.answer(ConsoleCall(.get, "\(route)/download\(query(visit))"))
        }
        door.form("\(path)/delete") { visit in
            let ids = visit.form.all("key")
            guard !ids.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one decision.") }
            let list = URLText.escaped(ids.joined(separator: ","))
            let count = try await visit.api.send(.delete, "\(route)?ids=\(list)").deleted.text
            return .stay("Decisions deleted: \(count). These users are asked again.")
        }
    }

    /// The filters of the address, as the route takes them.
    private static func query(_ visit: Visit, _ more: [String] = []) -> String {
        let pairs = filters.compactMap { name -> String? in
            guard let value = visit.query.text(name) else { return nil }
            return "\(name)=\(URLText.escaped(["from", "to"].contains(name) ? FilterTime.sent(value) : value))"
        }
        let all = pairs + more
        return all.isEmpty ? "" : "?" + all.joined(separator: "&")
    }

    private static func list(_ visit: Visit) async throws -> ConsolePage {
        let answer = try await visit.api.get(route + query(visit, ["page=\(visit.page)", "pageSize=\(size)"]))
        let found = ListAnswer(answer)
        let rows = found.items.map { row($0) }
        let isNarrowed = filters.contains { visit.query.text($0) != nil }
        var table = Table(
            "Acceptances", columns: ["Decided", "Decision", "User", "Device", "App", "Organization Group", "Content"],
            rows: rows,
            empty: isNarrowed
                ? EmptyState(
                    title: "No decision matches", advice: "Take a filter away.", link: path, linkText: "Clear filters")
                : EmptyState(
                    title: "Nobody has decided yet",
                    advice: "A decision is here once an app has shown terms of use to its user."))
        table.pager = visit.pager(total: found.total, size: size)
        if visit.may(.write, .organizationGroups) {
            table.bulk = [
                BulkAction(
                    label: "Delete", value: "delete", confirmation: "Delete the decisions? The users are asked again.",
                    isDangerous: true)
            ]
            table.bulkPath = "\(path)/delete"
        }
        var page = ConsolePage("Terms of Use")
        page.tabs = TermsOfUseRoom.tabs("acceptances")
        page.actions = [.link("Download", "\(path)/download\(query(visit))")]
        let section = Section("", id: "acceptances", parts: [.table(table)])
        page.parts = [.form(try await form(visit))] + visit.listCommand(route)
        page.parts.append(.section(section.live(onFirstPageOf: visit, "event")))
        return page
    }

    /// A decision as a row.
    static func row(_ one: JSON) -> Table.Row {
        let isAccepted = one.decision.text == "accepted"
        return Table.Row(
            cells: [
                .time(one.decidedAt.time),
                .badge(isAccepted ? "Accepted" : "Rejected", isAccepted ? .good : .bad), .text(one.user.text),
                DeviceShown.identifier(one.device.text).linked(DeviceShown.path(one.device.text)),
                .code(one.bundleId.text), .text(one.group.text), .text(one.eulaContentId.text),
            ], key: one.id.text, name: "the decision of \(one.user.text)")
    }

    private static func form(_ visit: Visit) async throws -> Form {
        var form = Form(path, button: "Filter")
        form.isSearch = true
        func text(_ name: String, _ label: String, _ kind: Field.Kind = .text) -> Field {
            Field(name, label, kind, value: visit.query.text(name) ?? "")
        }
        form.fields = [
            try await GroupChoice.filter(visit), text("user", "User"), text("bundleId", "App"),
            .choice(
                "decision", "Decision", [("", "All"), ("accepted", "Accepted"), ("rejected", "Rejected")],
                value: visit.query.text("decision") ?? ""),
            text("eulaContentId", "Content id", .number),
            FilterTime.field("from", "From (UTC)", value: visit.query.text("from") ?? ""),
            FilterTime.field("to", "Until (UTC)", value: visit.query.text("to") ?? ""),
        ]
        return form
    }
}
