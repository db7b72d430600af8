import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// What manages a device: MDM profiles on it, and the keys it has in escrow.
enum DeviceManagementPage {
    /// The last segment of its address.
    static let tab = "management"
    private static let size = 100

    /// Adds the page and its forms.
    static func addPages(to door: PageDoor, below base: String) {
        door.page("\(base)/\(tab)") { try await page($0) }
        door.form("\(base)/mdm-profiles/{profile}/report") { try await report($0) }
        door.form("\(base)/escrow/delete") { visit in
            let answer = try await DeviceCaller(visit).send(.delete, "/escrow")
            let count = answer.deleted.integer ?? 0
            return .stay(count == 1 ? "One key was deleted." : "\(count) keys were deleted.")
        }
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let profiles = try await frame.records("mdm-profiles", visit, size: size)
        let keys = try await visit.api.get("\(frame.route)/escrow")
        let mayChange = visit.may(.write, .devices)
        var table = table(profiles, frame, mayReport: mayChange)
        table.pager = visit.pager(total: profiles.total.integer ?? 0, size: size)
        var parts: [Part] = [
            .section(
                Section(
                    "MDM Profiles", id: "mdm-profiles",
                    parts: [
                        .text("There is no management client here: what one would report is said with the buttons."),
                        .table(table),
                    ]
                ).live("event"))
        ]
        var escrow = Section("Keys in escrow", id: "escrow", parts: [.table(Self.keys(keys))])
        if mayChange, !keys.items.list.isEmpty {
            escrow.actions = [
                .post(
                    "Delete keys", "\(frame.base)/escrow/delete",
                    asking: "Delete these keys? The next app that asks finds none, and resets its data.",
                    isDangerous: true)
            ]
        }
        parts.append(.section(escrow.live("event", "request")))
        return frame.page(tab, parts)
    }

    private static func table(_ found: JSON, _ frame: DeviceFrame, mayReport: Bool) -> Table {
        let rows = found.items.list.map { profile in
            let path = "\(frame.base)/mdm-profiles/\(URLText.escaped(profile.uuid.text))/report"
            return Table.Row(
                cells: [
                    .text(profile.name.text).with(detail: "version \(profile.version.text)"),
                    .text(profile.group.text), status(profile.status.text), .flag(profile.isAssigned.isTrue),
                    .text(words(profile.command.text)).with(detail: words(of: profile.orderedAt.time)),
                    .text(profile.installedVersion.text), .time(profile.reportedAt.time),
                ],
                actions: mayReport
                    ? [
                        .post("Report as installed", path, values: ["status": "Installed"]),
                        .post("Report as removed", path, values: ["status": "Removed"]),
                    ] : [])
        }
        return Table(
            "MDM Profiles",
            columns: ["Profile", "Organization group", "Status", "Assigned", "Order", "Installed version", "Reported"],
            rows: rows,
            empty: EmptyState(
                title: "No MDM profiles for this device",
                advice: "Those of its smart groups stand here, and those that were ordered onto it."))
    }

    private static func status(_ word: String) -> Cell {
        let tone: Tone =
            switch word {
            case "Installed": .good
            case "PendingInstall", "PendingRemoval": .busy
            default: .plain
            }
        return .badge(words(word), tone)
    }

    /// A word of the API, such as `PendingInstall`, as people read it.
    private static func words(_ word: String) -> String {
        var text = ""
        for character in word {
            if character.isUppercase, !text.isEmpty { text.append(" ") }
            text.append(text.isEmpty ? character : Character(character.lowercased()))
        }
        return text
    }

    private static func words(of time: Timestamp?) -> String { ShownTime(time)?.text ?? "" }

    private static func keys(_ found: JSON) -> Table {
        let rows = found.items.list.map { key in
            Table.Row(cells: [
                .text(key.usage.text), .text(key.algorithm.text).with(detail: "\(key.keyLength.text) characters"),
                .text(key.user.text), .code(key.bundleId.text), .time(key.storedAt.time),
                .number(key.retrievals.integer), .time(key.retrievedAt.time),
            ])
        }
        return Table(
            "Keys in escrow", columns: ["Usage", "Algorithm", "User", "App", "Stored", "Fetched", "Last fetched"],
            rows: rows,
            empty: EmptyState(
                title: "No keys in escrow", advice: "Apps store one at their start if their profile asks for it."))
    }

    private static func report(_ visit: Visit) async throws -> Outcome {
        let call = DeviceCaller(visit)
        let status = visit.form["status"]
        try await call.send(
            .put, "/mdm-profiles/\(visit.segment("profile"))", .members(["status": .string(status)]))
        return .stay("The profile is reported as \(status.lowercased()).")
    }
}
