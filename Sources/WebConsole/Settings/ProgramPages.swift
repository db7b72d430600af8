import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// What programs sign in with, API keys or OAuth clients: a list with a form for a new one, whose secret is shown once.
struct ProgramPages {
    /// Where the page is.
    let path: String
    /// Where the routes are.
    let route: String
    let title: String
    let lead: String
    /// The member of an answer that has the secret.
    let secret: String
    /// Whether they have an id and a role.
    let hasRole: Bool

    /// API keys.
    static let apiKeys = ProgramPages(
        path: "/console/api-keys", route: "/_mock/api-keys", title: "API Keys",
        lead: "The admin REST API asks for one in aw-tenant-code beside name and password.", secret: "key",
        hasRole: false)
    /// OAuth clients.
    static let oauthClients = ProgramPages(
        path: "/console/oauth-clients", route: "/_mock/oauth-clients", title: "OAuth Clients",
        lead: "Programs that get bearer tokens for the admin REST API with an id and a secret.",
        secret: "clientSecret", hasRole: true)

    /// Adds the page and its forms.
    func add(to door: PageDoor) {
        door.page(path, list)
        door.form("\(path)/new", create)
        door.form("\(path)/{one}/revoke") { [route] visit in
            try await visit.api.send(.post, "\(route)/\(visit.segment("one"))/revoke")
            return .stay("It is accepted no more.")
        }
        door.form("\(path)/{one}/rotate") { [route, secret] visit in
            let answer = try await visit.api.send(.post, "\(route)/\(visit.segment("one"))/rotate")
            return .secret(
                answer[secret].text, saying: "There is another secret; the old one and all tokens have ended.")
        }
        door.form("\(path)/{one}/delete") { [route] visit in
            try await visit.api.send(.delete, "\(route)/\(visit.segment("one"))")
            return .stay("It was deleted.")
        }
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let found = ListAnswer(
            try await visit.api.get(route, ["text": visit.query.text("find"), "page": String(visit.page)]))
        let isWriter = visit.may(.write, .administrators)
        let rows = found.items.map { Table.Row(cells: cells($0), actions: isWriter ? actions($0) : []) }
        let columns =
            ["Name", "Id", "Organization Group"] + (hasRole ? ["Role"] : []) + ["Status", "Requests today", "Made"]
        var table = Table(title, columns: columns, rows: rows, empty: EmptyState(title: "None yet"))
        table.pager = visit.pager(total: found.total, size: found.size)
        var page = ConsolePage(title, parts: [.table(table)])
        page.lead = lead
        if isWriter {
            var form = Form("\(path)/new", button: "Add")
            form.fields = [Field("name", "Name").required(), try await GroupChoice.field(visit)]
            if hasRole { form.fields.append(AdministratorPages.roles("API Only")) }
            page.parts.append(.section(Section("Add", id: "add", parts: [.form(form)])))
        }
        return page
    }

    /// What the list says of one; what somebody types elsewhere stands whole.
    private func cells(_ one: JSON) -> [Cell] {
        let id = one["clientId"].nonEmpty.map { Cell.code($0) } ?? DeviceShown.identifier(one["uuid"].text)
        return [.text(one["name"].text), id, .text(one["group"].text)]
            + (hasRole ? [.text(one["role"].text)] : [])
            + [
                one["isActive"].isTrue ? .badge("Active", .good) : .badge("Inactive", .bad),
                .number(one["requestsToday"].integer), .time(one["createdAt"].time),
            ]
    }

    private func actions(_ one: JSON) -> [Action] {
        let base = "\(path)/\(one["uuid"].text)"
        let end: Action =
            hasRole
            ? .post("New secret", "\(base)/rotate", asking: "The old secret and all tokens end. Go on?")
            : .post("Revoke", "\(base)/revoke", asking: "Revoke the key for good?")
        return [end, .post("Delete", "\(base)/delete", asking: "Delete it?", isDangerous: true)]
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        let answer = try await visit.api.send(
            .post, route,
            .members([
                "name": .string(visit.form["name"]), "group": .string(visit.form["group"]),
                "role": hasRole ? .string(visit.form["role"]) : nil,
            ]))
        let id = hasRole ? " with the id \(answer["clientId"].text)" : ""
        return .secret(answer[secret].text, saying: "\(visit.form["name"]) was made\(id).")
    }
}
