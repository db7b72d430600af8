import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Versions of an SDK profile: the list, and one with its differences to another.
enum ProfileVersionPages {
    /// Adds the pages and the form.
    static func add(to door: PageDoor) {
        let base = "\(ProfileFrame.path)/{profile}/versions"
        door.page(base) { try await list($0) }
        door.page("\(base)/{version}") { try await page($0) }
        door.form("\(base)/{version}/restore") { visit in
            let route = "\(ProfileFrame.route)/\(visit.segment("profile"))/versions/\(visit.segment("version"))/restore"
            let profile = try await visit.api.send(.post, route)
            return .done(
                "The payloads of version \(visit.capture("version")) are those of version \(profile.version.text).",
                at: "\(ProfileFrame.path)/\(visit.segment("profile"))/versions")
        }
    }

    private static func list(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        let found = ListAnswer(
            try await visit.api.get("\(frame.route)/versions", ["page": String(visit.page), "pageSize": "50"]))
        let rows = found.items.map { version in
            let number = version.version.text
            let isCurrent = version.isCurrent.isTrue
            return Table.Row(
                cells: [
                    .text("Version \(number)").linked("\(frame.base)/versions/\(number)"),
                    isCurrent ? .badge("In force", .good) : .text(""), .time(version.createdAt.time),
                    .text(version.payloadTypes.list.map { SettingWords.payload($0.text) }.joined(separator: ", ")),
                ], actions: frame.mayWrite && !isCurrent ? [restore(frame, number)] : [])
        }
        var table = Table(
            "Versions", columns: ["Version", "", "Made", "Payloads"], rows: rows,
            empty: EmptyState(title: "No versions"))
        table.pager = visit.pager(total: found.total, size: found.size)
        return frame.page("versions", [.table(table)])
    }

    private static func restore(_ frame: ProfileFrame, _ number: String) -> Action {
        .post(
            "Restore", "\(frame.base)/versions/\(number)/restore",
            asking: "Make the payloads of version \(number) those of a new version?")
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        let route = "\(frame.route)/versions/\(visit.segment("version"))"
        let version = try await visit.api.get(route)
        let number = version.version.text
        let other = visit.query.text("to") ?? frame.profile.version.text
        let difference = try await visit.api.get("\(route)/diff", ["to": other])
        var page = ConsolePage("Version \(number) of \(frame.name)")
        page.badges = version.isCurrent.isTrue ? [.badge("In force", .good)] : []
        page.crumbs = [
            .init("SDK Profiles", ProfileFrame.path), .init(frame.name, frame.base),
            .init("Versions", "\(frame.base)/versions"),
        ]
        var choice = Form("\(frame.base)/versions/\(number)", button: "Compare")
        choice.isSearch = true
        var field = Field("to", "With version", .number, value: other)
        field.range = 1...(frame.profile.version.integer ?? 1)
        choice.fields = [field]
        let types = try await PayloadType.all(visit)
        let changes = Section(
            "From version \(number) to version \(other)", id: "differences",
            parts: [.form(choice), .table(table(difference, types))])
        page.parts = [
            .facts([Fact("Made", .time(version.createdAt.time))]), .section(changes),
            .code(CodeBlock(title: "Payloads of version \(number)", text: version.payloads.pretty, isFolded: true)),
        ]
        if frame.mayWrite, !version.isCurrent.isTrue { page.actions = [restore(frame, number)] }
        return page
    }

    private static func table(_ difference: JSON, _ types: [PayloadType]) -> Table {
        let rows = difference.differences.list.map { one in
            let name = one.payload.text
            let type = types.first { $0.type == String(name.prefix { $0 != " " }) }
            let setting = type?.settings.first { $0.name == one.key.text }
            return Table.Row(cells: [
                .text(type?.title ?? name).with(detail: name),
                .text(setting?.label ?? one.key.text).with(detail: setting == nil ? "" : one.key.text),
                badge(one.change.text), .text(words(one.before, setting)), .text(words(one.after, setting)),
            ])
        }
        return Table(
            "Differences", columns: ["Payload", "Setting", "Change", "Before", "After"], rows: rows,
            empty: EmptyState(title: "No differences", advice: "Both versions have the same payloads."))
    }

    private static func badge(_ change: String) -> Cell {
        let tone: Tone =
            switch change {
            case "added": .good
            case "removed": .bad
            default: .plain
            }
        return .badge(change, tone)
    }

    private static func words(_ value: JSON, _ setting: PayloadSetting?) -> String {
        let text = setting.map { $0.words(value) } ?? (value.text.isEmpty ? value.asLine : value.text)
        return text.count > 400 ? "\(text.prefix(400))…" : text
    }
}
