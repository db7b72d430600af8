import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Consoles of their own for tests (Sandboxes).
struct SandboxPages: Sendable {
    private static let pageSize = 50

    /// Adds the pages and their forms.
    func addPages(to door: PageDoor) {
        door.page("/console/sandboxes", list)
        door.form("/console/sandboxes/make") { visit in
            let made = try await visit.api.send(.post, "/_mock/sandboxes", try Self.order(visit.form))
            return .secret(
                FaultPages.line(made), saying: "The sandbox \(made.id.text) was made; this is its ready file.")
        }
        door.page("/console/sandboxes/{id}", show)
        door.form("/console/sandboxes/{id}/credentials") { visit in
            let sandbox = try await visit.api.get("/_mock/sandboxes/\(visit.segment("id"))")
            guard sandbox.adminToken.exists else {
                throw ConsoleError(.forbidden, "Credentials are for administrators who may change the console.")
            }
            return .secret(FaultPages.line(sandbox), saying: "This is the ready file of \(sandbox.id.text).")
        }
        door.form("/console/sandboxes/{id}/reset") { visit in
            try await visit.api.send(.post, "/_mock/sandboxes/\(visit.segment("id"))/reset")
            return .stay("The sandbox \(visit.capture("id")) is as it was made.")
        }
        door.form("/console/sandboxes/{id}/delete") { visit in
            try await visit.api.send(.delete, "/_mock/sandboxes/\(visit.segment("id"))")
            return .done("The sandbox \(visit.capture("id")) was removed.", at: "/console/sandboxes")
        }
    }

    /// What a form asks for; empty fields leave it to the template.
    private static func order(_ form: FormValues) throws -> JSONValue {
        var members = ["name", "group", "environment", "bundleId", "user", "password"].compactMap { name in
            form.nonEmpty(name).map { JSONMember(name: name, value: .string($0)) }
        }
        if let seconds = form.nonEmpty("ttl") {
            guard let number = Int(seconds) else {
                throw ConsoleError(.badRequest, "Lasts has to be a number of seconds.")
            }
            members.append(JSONMember(name: "ttlSeconds", value: .integer(number)))
        }
        return .object(members)
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let sandboxes = try await visit.api.get(
            "/_mock/sandboxes", ["page": String(visit.page), "pageSize": String(Self.pageSize)])
        let mayWrite = visit.may(.write, .console)
        var table = Table(
            "Sandboxes", columns: ["Sandbox", "Name", "Base URL", "Devices", "Made", "Used", "Expires"],
            rows: sandboxes.items.list.map { row($0, mayWrite) },
            empty: EmptyState(
                title: "No sandboxes", advice: "A sandbox is a console of its own: make one for each test.",
                code: !mayWrite
                    ? ""
                    : "curl -X POST -H \"Authorization: Bearer $TOKEN\" \(visit.origin)/_mock/sandboxes"))
        table.pager = visit.pager(total: sandboxes.total.integer ?? 0, size: Self.pageSize)
        var page = ConsolePage("Sandboxes")
        page.lead = "A console of its own for each test: made with a click, removed without a trace."
        let section = Section("", id: "sandboxes", parts: [.table(table)])
        page.parts = [.section(section.live(onFirstPageOf: visit, "event", "request"))]
        if mayWrite {
            let group = try await GroupChoice.field(visit, label: "Organization group", open: "Yours")
            page.parts.append(.section(Section("Make one", id: "make", parts: [.form(form(group))])))
        }
        return page
    }

    private func row(_ sandbox: JSON, _ mayWrite: Bool) -> Table.Row {
        let id = sandbox.id.text
        return .init(
            cells: [
                Cell.code(id).linked("/console/sandboxes/\(URLText.escaped(id))"),
                .text(sandbox.name.text == id ? "" : sandbox.name.text),
                .code(sandbox.baseUrls.http.text), .number(sandbox.devices.integer),
                .time(sandbox.createdAt.time), .time(sandbox.usedAt.time), .time(sandbox.expiresAt.time),
            ], actions: mayWrite ? actions(id) : [])
    }

    private func actions(_ id: String) -> [Action] {
        let path = "/console/sandboxes/\(URLText.escaped(id))"
        return [
            .post("Reset", "\(path)/reset", asking: "Make \(id) as it was? Its devices and records are gone."),
            .post("Delete", "\(path)/delete", asking: "Remove \(id) with everything in it?", isDangerous: true),
        ]
    }

    private func form(_ group: Field) -> Form {
        var ttl = Field("ttl", "Lasts", .number).with(hint: "Seconds; until it is removed if empty.")
        ttl.range = 1...31_536_000
        return Form(
            "/console/sandboxes/make", button: "Make a sandbox",
            fields: [
                Field("name", "Name").with(hint: "Its id if empty."),
                group, ttl,
                Field("bundleId", "App").with(hint: "Bundle identifier; com.example.demo if empty."),
                Field("user", "User").with(hint: "Who signs in; tester if empty."),
                Field("password", "Password", .password).with(hint: "A new one if empty."),
                Field("environment", "Environment", .area).with(
                    hint: "An environment as YAML or JSON, in place of app, user and password."),
            ])
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        let sandbox = try await visit.api.get("/_mock/sandboxes/\(visit.segment("id"))")
        var page = ConsolePage(sandbox.name.text)
        page.crumbs = [.init("Sandboxes", "/console/sandboxes")]
        // Without a name of its own it is called by its id.
        if sandbox.name.text != sandbox.id.text { page.badges = [.badge(sandbox.id.text)] }
        if visit.may(.write, .console) {
            page.actions =
                [.post("Show credentials", "/console/sandboxes/\(visit.segment("id"))/credentials")]
                + actions(sandbox.id.text)
        }
        page.parts = [
            .section(
                Section(
                    "What to type", id: "type",
                    parts: [
                        .facts([
                            Fact("Server URL", .code(sandbox.baseUrls.http.text), isCopied: true),
                            Fact("Server URL, TLS", .code(sandbox.baseUrls.https.text), isCopied: true),
                            Fact("Group ID", .code(sandbox.groupId.text), isCopied: true),
                            Fact("User", .code(sandbox.user.text), isCopied: true),
                            Fact("App", .code(sandbox.bundleId.text), isCopied: true),
                            Fact("Administrator", .code(sandbox.adminUser.text), isCopied: true),
                        ])
                    ])),
            .section(
                Section(
                    "Facts", id: "facts",
                    parts: [
                        .facts([
                            Fact("Devices", .number(sandbox.devices.integer)),
                            Fact("Made", .time(sandbox.createdAt.time)),
                            Fact("Used", .time(sandbox.usedAt.time)), Fact("Expires", .time(sandbox.expiresAt.time)),
                            Fact(
                                "Requests",
                                Cell.text("Journal").linked(
                                    "/console/journal?group=\(URLText.escaped(sandbox.groupId.text))")),
                        ])
                    ])),
        ]
        return page
    }
}
