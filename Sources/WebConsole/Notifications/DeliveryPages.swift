import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// Deliveries of event notifications: the log, one with its attempts, and what waits.
enum DeliveryPages {
    /// The address of the log.
    static let path = "\(NotificationRoom.path)/deliveries"
    private static let route = "/_mock/notification-deliveries"
    private static let queue = "\(NotificationRoom.path)/queue"
    private static let size = 50
    private static let filters = ["state", "event", "notification", "device", "user", "group", "text", "from", "to"]

    /// Adds the pages and their forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await list($0) }
        door.get("\(path)/download") { visit in
            try await visit.api.answer(ConsoleCall(.get, "\(route)/download\(query(visit))"))
        }
        door.form("\(path)/chosen") { try await chosen($0) }
        door.page("\(path)/{id}") { try await DeliveryPage.page($0) }
        door.form("\(path)/{id}/redeliver") { visit in
            try await visit.api.send(.post, "\(route)/\(visit.segment("id"))/redeliver")
            return .stay("The delivery is queued again.")
        }
        door.form("\(path)/{id}/delete") { visit in
            try await visit.api.send(.delete, "\(route)/\(visit.segment("id"))")
            return .done("The delivery was deleted.", at: path)
        }
        door.page(queue) { try await waiting($0) }
        door.form("\(queue)/run") { visit in
            let all = visit.form.isOn("all") ? "?all=true" : ""
            let done = try await visit.api.send(.post, "/_mock/notification-queue/run\(all)")
            return .stay(
                "Attempts: \(done.attempted.text), delivered: \(done.delivered.text), failed: \(done.failed.text), "
                    + "to be tried again: \(done.retried.text).")
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

    /// Does something with chosen deliveries.
    private static func chosen(_ visit: Visit) async throws -> Outcome {
        let ids = visit.form.all("key")
        guard !ids.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one delivery.") }
        let list = URLText.escaped(ids.joined(separator: ","))
        if visit.form["action"] == "delete" {
            let count = try await visit.api.send(.delete, "\(route)?ids=\(list)").deleted.text
            return .stay("Deliveries deleted: \(count).")
        }
        let count = try await visit.api.send(.post, "\(route)/redeliver?ids=\(list)").redelivered.text
        return .stay("Deliveries queued again: \(count). Those that wait already stay as they are.")
    }

    private static func list(_ visit: Visit) async throws -> ConsolePage {
        let found = ListAnswer(
            try await visit.api.get(route + query(visit, ["page=\(visit.page)", "pageSize=\(size)"])))
        let isNarrowed = filters.contains { visit.query.text($0) != nil }
        var table = table(found.items, visit, isNarrowed: isNarrowed)
        table.pager = visit.pager(total: found.total, size: size)
        if visit.may(.write, .console) {
            table.bulk = [
                BulkAction(label: "Redeliver", value: "redeliver"),
                BulkAction(
                    label: "Delete", value: "delete", confirmation: "Delete the chosen deliveries?", isDangerous: true),
            ]
            table.bulkPath = "\(path)/chosen"
        }
        var page = ConsolePage("Event Notifications")
        page.tabs = NotificationRoom.tabs("deliveries")
        page.actions = [.link("Download", "\(path)/download\(query(visit))")]
        if isNarrowed { page.actions.append(.link("Clear filters", path)) }
        let section = Section("", id: "deliveries", parts: [.table(table)])
        page.parts = [.form(try await form(visit))] + visit.listCommand(route)
        page.parts.append(.section(section.live(onFirstPageOf: visit, "event")))
        return page
    }

    /// Deliveries as a table.
    static func table(_ items: [JSON], _ visit: Visit, isNarrowed: Bool = false) -> Table {
        let rows = items.map { one in
            Table.Row(
                cells: [
                    .time(one.createdAt.time).linked("\(path)/\(one.id.text)"),
                    .text(one.eventType.text).with(title: one.eventId.text), .text(one.targetName.text),
                    state(one).with(detail: one.lastError.text), .number(one.attempts.integer),
                    .text(one.user.text),
                    DeviceShown.identifier(one.device.text).linked(
                        one.device.exists ? DeviceShown.path(one.device.text) : nil),
                ], key: one.id.text, name: "\(one.eventType.text) for \(one.targetName.text)")
        }
        let empty =
            isNarrowed
            ? EmptyState(
                title: "No delivery matches", advice: "Take a filter away.", link: path, linkText: "Clear filters")
            : EmptyState(
                title: "No deliveries yet",
                advice: "There is one for each event of a device that an active notification asks for.")
        return Table(
            "Deliveries", columns: ["Queued", "Event", "Target", "State", "Attempts", "User", "Device"], rows: rows,
            empty: empty)
    }

    /// The state of a delivery.
    static func state(_ one: JSON) -> Cell {
        switch one.state.text {
        case "delivered": .badge("Delivered", .good)
        case "failed": .badge("Failed", .bad)
        case "pending": .badge("Pending", .busy)
        case "cancelled": .badge("Cancelled")
        default: .badge(one.state.text)
        }
    }

    private static func form(_ visit: Visit) async throws -> Form {
        var form = Form(path, button: "Filter")
        form.isSearch = true
        func text(_ name: String, _ label: String, _ kind: Field.Kind = .text) -> Field {
            Field(name, label, kind, value: visit.query.text(name) ?? "")
        }
        let targets = try await visit.api.get("/api/system/eventnotifications/search", ["pagesize": "500"])
        let offer = ChoiceOffer(
            options: targets["EventNotifications"].list.map { ($0["Id"]["Value"].text, $0["TargetName"].text) },
            total: targets["Total"].integer ?? 0)
        form.fields = [
            text("text", "Search"),
            offer.field(
                "notification", "Target", open: "All", chosen: visit.query.text("notification") ?? "",
                asking: "The number of a target"),
            .choice(
                "state", "State",
                [
                    ("", "All"), ("pending", "Pending"), ("delivered", "Delivered"), ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ], value: visit.query.text("state") ?? ""),
            text("event", "Event number", .number), text("user", "User"),
            FilterTime.field("from", "From (UTC)", value: visit.query.text("from") ?? ""),
            FilterTime.field("to", "Until (UTC)", value: visit.query.text("to") ?? ""),
        ]
        return form
    }

    private static func waiting(_ visit: Visit) async throws -> ConsolePage {
        let found = ListAnswer(
            try await visit.api.get(
                "/_mock/notification-queue", ["page": String(visit.page), "pageSize": String(size)]))
        let rows = found.items.map { lane in
            Table.Row(cells: [
                .text(lane.targetName.text).linked("\(NotificationRoom.path)/\(lane.notification.text)")
                    .with(detail: lane.isActive.isTrue ? "" : "inactive"),
                .number(lane.pending.integer), .time(lane.oldestAt.time), .time(lane.nextAttemptAt.time),
                .number(lane.attempts.integer), .text(lane.lastError.text),
            ])
        }
        var table = Table(
            "Targets that have deliveries waiting",
            columns: ["Target", "Waiting", "Oldest event", "Next attempt", "Attempts", "Last error"], rows: rows,
            empty: EmptyState(title: "Nothing waits", advice: "All events were delivered, or there were none."))
        table.pager = visit.pager(total: found.total, size: size)
        var page = ConsolePage("Event Notifications")
        page.tabs = NotificationRoom.tabs("queue")
        if visit.may(.write, .console) {
            page.actions = [
                .post("Run what is due", "\(queue)/run"),
                .post("Run all now", "\(queue)/run", values: ["all": "true"]),
            ]
        }
        page.parts = [.section(Section("", id: "queue", parts: [.table(table)]).live(onFirstPageOf: visit, "event"))]
        return page
    }
}
