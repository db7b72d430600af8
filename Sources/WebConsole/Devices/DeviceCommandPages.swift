import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// The commands for the apps on a device, and the life of one.
enum DeviceCommandPages {
    /// The list.
    static func list(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await frame.records("commands", visit)
        let empty = EmptyState(
            title: "No commands yet", advice: "Send a profile or a custom command, or request logs.", link: frame.base,
            linkText: "Summary")
        var table = Table(
            "Commands", columns: ["Command", "App", "Status", "Queued", "Delivered", "Answered", "Deliveries"],
            rows: found.items.list.map { row($0, frame) }, empty: empty)
        table.pager = visit.pager(total: found.total.integer ?? 0, size: 50)
        var section = Section("", id: "commands", parts: [.table(table)])
        section = section.live(onFirstPageOf: visit, "event", "request")
        return frame.page("commands", [.section(section)])
    }

    private static func row(_ command: JSON, _ frame: DeviceFrame) -> Table.Row {
        Table.Row(
            cells: [
                .text(command.requestType.text).linked("\(frame.base)/commands/\(command.id.text)")
                    .with(detail: command.requery.exists ? "asked for by the app" : ""),
                .code(command.bundleId.text), DeviceShown.command(command.status.text).with(detail: command.error.text),
                .time(command.createdAt.time), .time(command.deliveredAt.time), .time(command.answeredAt.time),
                .number(command.deliveries.integer),
            ])
    }

    /// One command with its life.
    static func one(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let command = try await visit.api.get("/_mock/commands/\(visit.segment("id"))")
        guard command.device.text == frame.device.udid.text else {
            throw ConsoleError(.notFound, "This device has no such command.")
        }
        let isWaiting = ["queued", "notNow"].contains(command.status.text)
        var life = Section("Its life", id: "life", parts: [.timeline(moments(command))])
        life = life.live("event", "request")
        if visit.may(.write, .devices) {
            life.actions = [
                .post(
                    isWaiting ? "Cancel command" : "Delete from the list",
                    "\(frame.base)/commands/\(visit.segment("id"))/delete",
                    asking: isWaiting ? "Cancel this command?" : "Delete this command from the list?",
                    isDangerous: true)
            ]
        }
        var parts: [Part] = [.facts(facts(command)), .section(life)]
        if command.settings.exists {
            parts.append(.code(CodeBlock(title: "Settings, beside RequestType", text: command.settings.pretty)))
        }
        if command.result.exists { parts.append(.code(CodeBlock(title: "Result", text: command.result.pretty))) }
        var page = frame.page("commands", parts)
        page.crumbs.append(.init("Commands", "\(frame.base)/commands"))
        return page
    }

    private static func facts(_ command: JSON) -> [Fact] {
        [
            Fact("Command", .text(command.requestType.text)), Fact("App", .code(command.bundleId.text)),
            Fact("Status", DeviceShown.command(command.status.text)),
            Fact("CommandUUID", .code(command.uuid.text), isCopied: true), Fact("User", .text(command.user.text)),
            Fact("Size", DeviceShown.bytes(command.commandBytes)),
        ]
    }

    private static func moments(_ command: JSON) -> [Moment] {
        let status = command.status.text
        let push = command.push
        var moments = [
            Moment(
                time: .time(command.createdAt.time), title: .text("Queued"),
                detail: push.possible.isTrue ? "It could be pushed." : push.reason.text)
        ]
        if let time = command.deliveredAt.time {
            let count = command.deliveries.integer ?? 1
            moments.append(
                Moment(
                    time: .time(time), title: .text("Delivered"),
                    detail: count > 1 ? "\(count) times; this is the last." : "", tone: .good))
        }
        if let time = command.answeredAt.time {
            let answer = command.result.status.text
            moments.append(
                Moment(
                    time: .time(time), title: .text("Answered"),
                    detail: command.error.nonEmpty ?? (answer.isEmpty ? "" : "The app answers \(answer)."),
                    tone: status == "error" ? .bad : .good))
        }
        if let time = command.finishedAt.time {
            let tone: Tone = status == "acknowledged" ? .good : status == "expired" ? .warning : .bad
            moments.append(Moment(time: .time(time), title: DeviceShown.command(status), tone: tone))
        } else {
            let wait = status == "delivered" ? "Waits for an answer" : "Waits for the app to ask for commands"
            let title = Cell.text(wait).with("It expires", command.expiresAt.time)
            moments.append(Moment(time: .text("Now"), title: title, tone: .busy))
        }
        return moments
    }

    /// Cancels a command that waits, or takes one off the list.
    static func delete(_ visit: Visit) async throws -> Outcome {
        let frame = try await DeviceFrame(visit)
        let path = "/_mock/commands/\(visit.segment("id"))"
        guard try await visit.api.get(path).device.text == frame.device.udid.text else {
            throw ConsoleError(.notFound, "This device has no such command.")
        }
        try await visit.api.send(.delete, path)
        return .done("The command is gone.", at: "\(frame.base)/commands")
    }
}
