import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// An SDK profile as apps read it, by itself or on a device.
enum ProfilePreviewPage {
    /// Adds the page.
    static func add(to door: PageDoor) {
        door.page("\(ProfileFrame.path)/{profile}/preview") { try await page($0) }
    }

    /// The most devices to choose from; where there are more, an identifier is typed.
    private static let choices = 200

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        let group = visit.query.text("group")
        var choice = Form("\(frame.base)/preview", button: "Show")
        choice.isSearch = true
        choice.fields = [
            try await GroupChoice.field(
                visit, label: "Images and geofences of", open: "\(frame.profile.group.text), its own group",
                chosen: group ?? "")
        ]
        let shown = try await visit.api.get("\(frame.route)/preview", ["format": "json", "group": group])
        var parts: [Part] = [.form(choice), .facts([Fact("Media type", .code(shown.mediaType.text))])]
        let problems = shown.problems.list.map(\.text)
        if !problems.isEmpty {
            parts.append(.note(Note(text: "Some of it cannot be sent as it is.", tone: .warning, details: problems)))
        }
        parts += try await propertyList(frame, shown, group, visit)
        parts.append(.section(try await device(frame, visit)))
        return frame.page("preview", parts)
    }

    private static func propertyList(
        _ frame: ProfileFrame, _ shown: JSON, _ group: String?, _ visit: Visit
    ) async throws -> [Part] {
        do {
            let call = ConsoleCall(.get, "\(frame.route)/preview", ["format": "xml", "group": group])
            let data = try await visit.api.data(of: try await visit.api.answer(call))
            return [.code(CodeBlock(text: String(decoding: data, as: UTF8.self)))]
        } catch let error as ConsoleError where error.code == .unprocessable {
            // The profile has what XML cannot hold, and goes out in binary.
            return [.note(Note(text: error.message)), .code(CodeBlock(text: shown.propertyList.pretty))]
        }
    }

    /// What an app on a device gets: from this profile, from another, or nothing.
    private static func device(_ frame: ProfileFrame, _ visit: Visit) async throws -> Section {
        var section = Section("On a device", id: "device", parts: [])
        guard visit.may(.read, .devices) else {
            section.parts = [.empty(EmptyState(title: "Your role does not see devices"))]
            return section
        }
        let device = visit.query.text("device") ?? ""
        let bundle = visit.query.text("bundleId") ?? frame.profile.usedBy.applications.list.first?.bundleId.text ?? ""
        // Where there are too many to choose from, nothing is to be listed.
        let first = try await visit.api.get("/_mock/devices", ["pageSize": "1"])
        let isCut = first.total.integer ?? 0 > Self.choices
        let found = isCut ? first : try await visit.api.get("/_mock/devices", ["pageSize": String(Self.choices)])
        let known = found.items.list
        guard !known.isEmpty else {
            section.parts = [
                .empty(
                    EmptyState(
                        title: "No devices yet", advice: "When one has signed in, what it gets is shown here.",
                        link: "/console", linkText: "Let a simulated device arrive"))
            ]
            return section
        }
        var form = Form("\(frame.base)/preview", button: "Preview")
        form.isSearch = true
        form.fields = [
            ChoiceOffer(
                options: known.map { ($0.udid.text, "\(DeviceShown.title($0)) (\($0.groupId.text))") },
                total: found.total.integer ?? 0
            )
            .field("device", "Device", chosen: device, asking: "The identifier of a device"),
            Field("bundleId", "App", value: bundle).required(),
        ]
        section.parts = [.form(form)]
        if !device.isEmpty, !bundle.isEmpty { section.parts += try await fetched(device, bundle, frame, visit) }
        return section
    }

    private static func fetched(
        _ device: String, _ bundle: String, _ frame: ProfileFrame, _ visit: Visit
    ) async throws -> [Part] {
        let shown = try await visit.api.get(
            "/_mock/devices/\(URLText.escaped(device))/profile", ["bundleId": bundle, "format": "json"])
        let page = "/console/devices/\(URLText.escaped(device))/profile?bundleId=\(URLText.escaped(bundle))"
        guard shown.outcome.text == "profile" else {
            return [
                .note(
                    Note(
                        text: "The app gets an empty body: \(shown.outcome.text).", tone: .warning, link: page,
                        linkText: "Why"))
            ]
        }
        let payloads = shown.payloads.list.map { payload in
            let name = payload.payload.text
            return Table.Row(cells: [
                .text(SettingWords.payload(name)).with(detail: name),
                payload.profile.text == frame.name
                    ? .badge("This profile", .good) : .text(payload.profile.text), .text(payload.group.text),
                .number(payload.profileVersion.integer),
            ])
        }
        return [
            .table(
                Table(
                    "Payloads the app gets", columns: ["Payload", "From", "Value from", "Version"], rows: payloads,
                    empty: EmptyState(title: "A profile without payloads"))),
            .code(CodeBlock(title: "What the app reads", text: shown.propertyList.pretty, isFolded: true)),
            .actions([.link("Why it gets this", page)]),
        ]
    }
}
