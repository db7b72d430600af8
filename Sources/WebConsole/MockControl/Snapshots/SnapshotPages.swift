import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Everything kept under a name, and the way back to the environment file (Snapshots).
struct SnapshotPages: Sendable {
    private static let pageSize = 100

    /// Adds the page and its forms.
    func addPages(to door: PageDoor) {
        door.page("/console/snapshots", show)
        door.form("/console/snapshots/take") { visit in
            let name = visit.form["name"]
            guard !name.isEmpty else { throw ConsoleError(.badRequest, "name is missing.") }
            try await visit.api.send(
                visit.form.isOn("replace") ? .put : .post, "/_mock/snapshots/\(URLText.escaped(name))")
            return .stay("The snapshot \(name) was taken.")
        }
        door.form("/console/snapshots/{name}/restore") { visit in
            let answer = try await visit.api.send(
                .post, "/_mock/snapshots/\(visit.segment("name"))/restore", Self.order(visit))
            return .stay("The console is as it was in the snapshot \(visit.capture("name")). \(Self.told(answer))")
        }
        door.form("/console/snapshots/{name}/delete") { visit in
            try await visit.api.send(.delete, "/_mock/snapshots/\(visit.segment("name"))")
            return .stay("The snapshot \(visit.capture("name")) was deleted.")
        }
        door.form("/console/snapshots/reset") { visit in
            let answer = try await visit.api.send(.post, "/_mock/reset", Self.order(visit))
            return .stay("The console is as its environment file says. \(Self.told(answer))")
        }
    }

    private static func order(_ visit: Visit) -> JSONValue {
        .members(["keepJournal": .bool(visit.form.isOn("keepJournal"))])
    }

    private static func told(_ answer: JSON) -> String {
        "It took \(answer.milliseconds.text) ms; the journal \(answer.keepsJournal.isTrue ? "was kept" : "is empty")."
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Snapshots")
        page.lead = "Everything kept under a name: go back to it in milliseconds, or to the environment file."
        let snapshots: JSON
        do {
            snapshots = try await visit.api.get(
                "/_mock/snapshots", ["page": String(visit.page), "pageSize": String(Self.pageSize)])
        } catch let error as ConsoleError where error.code == .forbidden {
            page.parts = [.note(Note(text: error.message, tone: .warning))]
            return page
        }
        let mayWrite = visit.may(.write, .console)
        var table = Table(
            "Snapshots", columns: ["Name", "Taken", "Size", "Files", "Version"],
            rows: snapshots.items.list.map { row($0, mayWrite) },
            empty: EmptyState(
                title: "No snapshots yet",
                advice: "Bring the console into the state that your tests begin with, then take one."))
        table.pager = visit.pager(total: snapshots.total.integer ?? 0, size: Self.pageSize)
        page.parts = [.table(table)]
        if mayWrite { page.parts += [.section(Section("Take one", id: "take", parts: [.form(take)])), reset] }
        return page
    }

    private func row(_ snapshot: JSON, _ mayWrite: Bool) -> Table.Row {
        let name = snapshot.name.text
        let path = "/console/snapshots/\(URLText.escaped(name))"
        return .init(
            cells: [
                .code(name), .time(snapshot.takenAt.time),
                .text(JournalPages.size(snapshot.bytes.integer ?? 0)), .number(snapshot.files.integer),
                .text(snapshot.version.text),
            ],
            actions: mayWrite
                ? [
                    .post(
                        "Restore", "\(path)/restore",
                        asking: "Go back to \(name)? What happened since is lost, and the journal is emptied."),
                    .post(
                        "Restore, keep journal", "\(path)/restore", values: ["keepJournal": "true"],
                        asking: "Go back to \(name)? What happened since is lost."),
                    .post("Delete", "\(path)/delete", asking: "Delete the snapshot \(name)?", isDangerous: true),
                ] : [])
    }

    private var take: Form {
        Form(
            "/console/snapshots/take", button: "Take a snapshot",
            fields: [
                Field("name", "Name").required().with(hint: "Letters, digits, dots, dashes and underscores."),
                .flag("replace", "In place of one of that name", false),
            ])
    }

    private var reset: Part {
        var form = Form(
            "/console/snapshots/reset", button: "Reset the console",
            fields: [.flag("keepJournal", "Keep the journal", false)])
        form.hint =
            "Goes back to the environment file with which the console started; clocks, faults and scenarios are gone."
        form.confirmation = "Reset the whole console to its environment file? What happened since is lost."
        form.isDangerous = true
        return .section(Section("Reset", id: "reset", parts: [.form(form)]))
    }
}
