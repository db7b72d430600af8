import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// What people keep about a device: notes, and custom attributes (AdminDeviceDetails).
enum DeviceNotePage {
    /// The last segment of its address.
    static let tab = "notes"
    private static let size = 50

    /// Adds the page and its forms.
    static func addPages(to door: PageDoor, below base: String) {
        door.page("\(base)/\(tab)") { try await page($0) }
        door.form("\(base)/notes/add") { visit in
            let note = JSONValue.members(["Note": .string(visit.form.exactly("Note"))])
            try await visit.api.send(.post, try await route(visit, "notes"), note)
            return .stay("The note was added.")
        }
        door.form("\(base)/notes/{note}/delete") { visit in
            try await visit.api.send(.delete, try await route(visit, "notes/\(visit.segment("note"))"))
            return .stay("The note was deleted.")
        }
        door.form("\(base)/attributes/set") { try await change($0, .put, saying: "was set") }
        door.form("\(base)/attributes/delete") { try await change($0, .delete, saying: "was taken away") }
    }

    /// A route of the admin REST API below the device that the address names.
    private static func route(_ visit: Visit, _ rest: String) async throws -> String {
        let device = try await visit.api.get("/_mock/devices/\(visit.segment("udid"))")
        return "/api/mdm/devices/\(device.id.text)/\(rest)"
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let route = "/api/mdm/devices/\(frame.device.id.text)"
        let notes = ListAnswer(
            try await visit.api.get(
                "\(route)/notes", ["page": String(visit.page), "pagesize": String(size)]), "DeviceNotes", size: size)
        let attributes = try await visit.api.get("\(route)/customattributes")["CustomAttributes"].list
        let mayChange = visit.may(.write, .devices)
        var table = table(notes, frame, mayChange: mayChange)
        table.pager = visit.pager(total: notes.total, size: size)
        var note = Section("Notes", id: "notes", parts: [.table(table)])
        var attribute = Section(
            "Custom attributes", id: "attributes", parts: [.table(Self.table(attributes, frame, mayChange: mayChange))])
        if mayChange {
            var form = Form("\(frame.base)/notes/add", button: "Add note")
            form.fields = [Field("Note", "Note", .area).required()]
            note.parts.append(.form(form))
            attribute.parts.append(.form(attributeForm(frame)))
        }
        return frame.page(tab, [.section(note), .section(attribute)])
    }

    private static func table(_ notes: ListAnswer, _ frame: DeviceFrame, mayChange: Bool) -> Table {
        let rows = notes.items.map { note in
            let path = "\(frame.base)/notes/\(note["Id"]["Value"].text)/delete"
            return Table.Row(
                cells: [.time(note["CreatedOn"].time), .text(note["Note"].text)],
                actions: mayChange ? [.post("Delete", path, asking: "Delete this note?", isDangerous: true)] : [])
        }
        return Table(
            "Notes", columns: ["Written", "Note"], rows: rows,
            empty: EmptyState(title: "No notes", advice: "What is to be remembered of this device stands here."))
    }

    private static func table(_ attributes: [JSON], _ frame: DeviceFrame, mayChange: Bool) -> Table {
        let rows = attributes.map { attribute in
            let names = ["Name": attribute["Name"].text, "ApplicationGroup": attribute["ApplicationGroup"].text]
            return Table.Row(
                cells: [
                    .code(attribute["Name"].text), .text(attribute["Value"].text),
                    .text(attribute["ApplicationGroup"].text),
                ],
                actions: mayChange
                    ? [
                        .post(
                            "Delete", "\(frame.base)/attributes/delete", values: names,
                            asking: "Take this attribute away?", isDangerous: true)
                    ] : [])
        }
        return Table(
            "Custom attributes", columns: ["Name", "Value", "Application group"], rows: rows,
            empty: EmptyState(
                title: "No custom attributes", advice: "Searches of the admin REST API find devices by them."))
    }

    private static func attributeForm(_ frame: DeviceFrame) -> Form {
        var form = Form("\(frame.base)/attributes/set", button: "Set attribute")
        form.isInline = true
        form.fields = [
            Field("Name", "Name").required(), Field("Value", "Value").required(),
            Field("ApplicationGroup", "Application group"),
        ]
        return form
    }

    private static func change(_ visit: Visit, _ method: HTTPRequest.Method, saying words: String) async throws
        -> Outcome
    {
        let form = visit.form
        let attribute = JSONValue.members([
            "Name": .string(form["Name"]), "Value": method == .put ? .string(form["Value"]) : nil,
            "ApplicationGroup": form.nonEmpty("ApplicationGroup").map { .string($0) },
        ])
        try await visit.api.send(
            method, try await route(visit, "customattributes"), .members(["CustomAttributes": .array([attribute])]))
        return .stay("The attribute \(form["Name"]) \(words).")
    }
}
