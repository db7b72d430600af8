import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// One payload of an SDK profile: a form made of what its type says about its settings.
enum PayloadPage {
    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        let base = "\(ProfileFrame.path)/{profile}"
        door.page("\(base)/payload") { try await page($0) }
        door.form("\(base)/payload") { try await save($0) }
        door.form("\(base)/payload/remove") { visit in
            let type = visit.form["type"]
            try await send(type, .null, visit, version: nil)
            return .done("\(SettingWords.payload(type)) was removed.", at: back(visit))
        }
    }

    /// The type that the address asks for: the one typed, or else the one chosen.
    private static func type(_ visit: Visit) -> String {
        [visit.query.text("other"), visit.query.text("type")].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        let name = type(visit)
        guard !name.isEmpty else { throw ConsoleError(.badRequest, "Say which payload: type is missing.") }
        let form = try await form(name, frame, visit)
        let isNew = !form.current.exists
        var page = ConsolePage(form.type.title)
        page.badges = isNew ? [.badge("New", .warning)] : []
        page.lead = form.type.summary
        page.crumbs = [.init("SDK Profiles", ProfileFrame.path), .init(frame.name, frame.base)]
        page.parts = [.facts([Fact("PayloadType", .code(name), isCopied: true)])]
        guard frame.mayWrite else {
            page.parts.append(.facts(form.facts()))
            return page
        }
        var edit = Form("\(frame.base)/payload", button: isNew ? "Add Payload" : "Save")
        edit.isColumned = true
        edit.fields =
            [
                Field("type", "", .hidden, value: name),
                Field("version", "", .hidden, value: frame.profile.version.text),
            ] + form.fields() + [form.furtherField]
        page.parts.append(.form(edit))
        if !isNew {
            page.actions = [
                .post(
                    "Remove", "\(frame.base)/payload/remove", values: ["type": name],
                    asking: "Remove \(form.type.title)?", isDangerous: true)
            ]
            page.parts.append(.code(CodeBlock(title: "As JSON", text: form.current.pretty, isFolded: true)))
        }
        return page
    }

    private static func form(_ name: String, _ frame: ProfileFrame, _ visit: Visit) async throws -> PayloadForm {
        let type = try await PayloadType.one(name, visit)
        var form = PayloadForm(type: type, current: frame.payload(name))
        if type.settings.contains(where: { $0.kind == .geofenceAreas }) {
            form.geofences = try await GeofencePages.offered(visit)
        }
        if type.settings.contains(where: { $0.kind == .image }) {
            // A role may see a profile of a group above, whose images it may not list.
            let images = try await visit.api.find("/_mock/groups/\(URLText.escaped(frame.profile.group.text))/images")
            form.images = images.items.list.map(\.name.text)
        }
        return form
    }

    private static func save(_ visit: Visit) async throws -> Outcome {
        let frame = try await ProfileFrame(visit)
        let name = visit.form["type"]
        guard !name.isEmpty else { throw ConsoleError(.badRequest, "Say which payload: type is missing.") }
        let form = try await form(name, frame, visit)
        let settings = JSONValue.object(try form.changes(visit.form))
        try await send(name, settings, visit, version: visit.form.nonEmpty("version").flatMap { Int($0) })
        return .done("\(form.type.title) was saved.", at: frame.base)
    }

    private static func send(_ type: String, _ settings: JSONValue, _ visit: Visit, version: Int?) async throws {
        try await visit.api.send(
            .patch, "\(ProfileFrame.route)/\(visit.segment("profile"))",
            .members([
                "payloads": .object([JSONMember(name: type, value: settings)]),
                "version": version.map { .integer($0) },
            ]))
    }

    private static func back(_ visit: Visit) -> String { "\(ProfileFrame.path)/\(visit.segment("profile"))" }
}
