import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// The list of notifications, and one.
enum NotificationPages {
    private static let path = NotificationRoom.path
    private static let route = "/api/system/eventnotifications"
    private static let own = "/_mock/event-notifications"
    private static let size = 50

    /// Adds the pages and their forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await list($0) }
        door.page("\(path)/new") { try await NotificationForm.page("Add Event Notification", .none, $0) }
        door.form("\(path)/new/save") { visit in
            let made = try await visit.api.send(.post, route, try await NotificationForm.body(visit, isNew: true))
            return .done(
                "The notification \(visit.form["TargetName"]) was added.", at: "\(path)/\(made["Value"].text)")
        }
        let one = "\(path)/{id}"
        door.page(one) { try await page($0) }
        door.page("\(one)/edit") { visit in
            try await NotificationForm.page("Edit Event Notification", try await details(visit), visit)
        }
        door.form("\(one)/save") { visit in
            let body = try await NotificationForm.body(visit, isNew: false)
            try await visit.api.send(.put, "\(route)/\(visit.segment("id"))", body)
            return .done("The notification was saved.", at: "\(path)/\(visit.segment("id"))")
        }
        door.form("\(one)/delete") { visit in
            try await visit.api.send(.delete, "\(route)/\(visit.segment("id"))")
            return .done("The notification was deleted, and what waited for it cancelled.", at: path)
        }
        addSecrets(to: door)
    }

    /// What is done with the target of one.
    private static func addSecrets(to door: PageDoor) {
        door.form("\(path)/{id}/test") { visit in
            let answer = try await visit.api.send(.post, "\(own)/\(visit.segment("id"))/test")
            if answer.success.isTrue { return .stay("The target answered \(answer.status.text).") }
            throw ConsoleError(.unprocessable, "The test did not succeed: \(answer.error.text)")
        }
        door.form("\(path)/{id}/secret") { visit in
            let answer = try await visit.api.get("\(own)/\(visit.segment("id"))/secret")
            return .secret(answer.secret.text, saying: "Receivers verify signatures with this secret.")
        }
        door.form("\(path)/{id}/new-secret") { visit in
            let answer = try await visit.api.send(.post, "\(own)/\(visit.segment("id"))/secret")
            return .secret(answer.secret.text, saying: "There is another secret; the old one has ended.")
        }
    }

    /// The notification that the address names.
    private static func details(_ visit: Visit) async throws -> JSON {
        try await visit.api.get("\(route)/\(visit.segment("id"))")
    }

    private static func list(_ visit: Visit) async throws -> ConsolePage {
        let answer = try await visit.api.get(
            "\(route)/search",
            [
                "targetname": visit.query.text("find"), "status": visit.query.text("status"),
                "page": String(visit.page), "pagesize": String(size),
            ])
        let items = answer["EventNotifications"].list
        let isWriter = visit.may(.write, .console)
        let isNarrowed = visit.query.text("find") != nil || visit.query.text("status") != nil
        var table = Table(
            "Event notifications", columns: ["Target", "URL", "Status", "Format", "Events"], rows: items.map(row),
            empty: isNarrowed
                ? EmptyState(
                    title: "No notification matches", advice: "Take a filter away.", link: path,
                    linkText: "Clear filters")
                : EmptyState(
                    title: "No event notifications yet",
                    advice: "It reports enrollments, wipes and changes of devices to another program.",
                    link: isWriter ? "\(path)/new" : "", linkText: "Add Event Notification"))
        table.pager = visit.pager(total: answer["TotalResults"].integer ?? items.count, size: size)
        var search = Form(path, button: "Find")
        search.isSearch = true
        search.fields = [
            Field("find", "Target", value: visit.query.text("find") ?? ""),
            .choice(
                "status", "Status", [("", "All"), ("Active", "Active"), ("Inactive", "Inactive")],
                value: visit.query.text("status") ?? ""),
        ]
        var page = ConsolePage("Event Notifications", parts: [.form(search)])
        page.parts += visit.listCommand("\(route)/search") + [.table(table)]
        page.lead = "System › Advanced › API › Event Notifications: programs that are told of events of devices."
        page.tabs = NotificationRoom.tabs("")
        if isWriter { page.actions = [.link("Add Event Notification", "\(path)/new")] }
        return page
    }

    private static func row(_ one: JSON) -> Table.Row {
        Table.Row(cells: [
            .text(one["TargetName"].text).linked("\(path)/\(one["Id"]["Value"].text)"),
            .code(one["TargetUrl"].text), status(one), .text(NotificationForm.format(one)), .text(events(one)),
        ])
    }

    private static func status(_ one: JSON) -> Cell {
        one["IsActive"].isTrue ? .badge("Active", .good) : .badge("Inactive")
    }

    /// The events it is told of, in words.
    private static func events(_ one: JSON) -> String {
        let words = NotificationForm.events.filter { one["DeviceEvents"][$0.value].isTrue }
        let attributes = NotificationForm.attributes.filter {
            one["DeviceEvents"]["DeviceAttributes"][$0.value].isTrue
        }
        return (words + attributes).map(\.label).joined(separator: ", ")
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let one = try await details(visit)
        let base = "\(path)/\(visit.segment("id"))"
        var page = ConsolePage(one["TargetName"].text)
        page.crumbs = [.init("Event Notifications", path)]
        page.badges = [status(one)]
        if visit.may(.write, .console) {
            page.actions = [
                .link("Edit", "\(base)/edit"), .post("Test Connection", "\(base)/test"),
                .post("Show secret", "\(base)/secret"),
                .post("New secret", "\(base)/new-secret", asking: "The old secret ends at once. Go on?"),
                .post(
                    "Delete", "\(base)/delete", asking: "Delete the notification, and cancel what waits for it?",
                    isDangerous: true),
            ]
        }
        let deliveries = ListAnswer(
            try await visit.api.get(
                "/_mock/notification-deliveries", ["notification": one["Id"]["Value"].text, "pageSize": "10"]))
        var section = Section(
            "Latest deliveries", id: "deliveries", parts: [.table(DeliveryPages.table(deliveries.items, visit))])
        section.actions = [
            .link("All deliveries", "\(DeliveryPages.path)?notification=\(one["Id"]["Value"].text)")
        ]
        page.parts = [
            .facts([
                Fact("Target URL", .code(one["TargetUrl"].text), isCopied: true),
                Fact("User name", .text(one["Username"].text)), Fact("Format", .text(NotificationForm.format(one))),
                Fact("Events", .text(events(one))),
                Fact("Organization group", .text(try await group(one, visit))),
                Fact("UUID", .code(one["Uuid"].text), isCopied: true),
            ]),
            .section(section.live("event")),
        ]
        return page
    }

    /// Name of the group of one.
    private static func group(_ one: JSON, _ visit: Visit) async throws -> String {
        let id = one["organizationGroupId"].text
        guard visit.may(.read, .organizationGroups) else { return id }
        return try await visit.api.group(id)["Name"].nonEmpty ?? id
    }
}
