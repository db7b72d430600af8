import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// The event log: who changed what, when, and how it was before and after (AdminAPI, "Event log").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/events` | a page of events, the latest first |
/// | GET | `/console/events/download` | what the filters leave, a JSON object on each line |
enum EventPages {
    /// Where the page is.
    static let path = "/console/events"
    private static let size = 50

    /// Where it is found.
    static let place = Place(
        "Event Log", path, in: "Monitor", area: .console,
        keywords: [
            "Events", "Reports & Analytics Events", "Device Events", "Console Events", "Audit", "Changes", "History",
            "Who changed",
        ])

    /// Adds the pages.
    static func add(to door: PageDoor) {
        door.page(path) { try await page($0) }
        door.get("\(path)/download") { visit in
            try await visit.api.answer(ConsoleCall(.get, "/_mock/events/download\(EventFilters(visit).query)"))
        }
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let filters = EventFilters(visit)
        var found = JSON.none
        var problem = ""
        do {
            found = try await visit.api.get("/_mock/events\(filters.query(page: visit.page, size: size))")
        } catch let error as ConsoleError where [.badRequest, .notFound, .conflict].contains(error.code) {
            problem = error.message
        }
        var page = ConsolePage("Event Log")
        page.lead = "Every change by administrators, users, devices and the console itself, the latest first."
        page.tabs = tabs(filters)
        page.actions = [.link("Download", "\(path)/download\(filters.query)")]
        if filters.isNarrow { page.actions.append(.link("Clear filters", path)) }
        let group = try await GroupChoice.filter(visit, label: "Organization group")
        page.parts = [.form(filters.form(group, refusedFor: problem))]
        guard problem.isEmpty else {
            page.parts.append(.note(Note(text: problem, tone: .bad)))
            return page
        }
        var table = Table(
            "Events", columns: ["When", "Who", "What", "Of what", "Group", "Before", "After"],
            rows: found.items.list.map(row),
            empty: filters.isNarrow
                ? EmptyState(
                    title: "No event is like that", advice: "Take a filter away to see more.", link: path,
                    linkText: "Show all")
                : EmptyState(title: "No events yet", advice: "Whatever is changed from now on stands here."))
        table.pager = visit.pager(total: found.total.integer ?? 0, size: size)
        var section = Section("", id: "events", parts: [.table(table)])
        // Later pages would move under whoever reads them.
        if visit.page == 0 { section = section.live("event") }
        page.parts.append(.section(section))
        return page
    }

    /// Questions that are asked often.
    private static func tabs(_ filters: EventFilters) -> [ConsolePage.Tab] {
        let queries: KeyValuePairs = [
            "All": "", "By administrators": "?actorKind=administrator", "By devices": "?actorKind=device",
            "By the console": "?actorKind=system",
        ]
        return queries.map { .init(title: $0, path: "\(path)\($1)", isCurrent: $1 == filters.query) }
    }

    private static func row(_ event: JSON) -> Table.Row {
        Table.Row(cells: [
            .time(event.at.time).linked("\(path)?ids=\(event.id.text)"),
            Cell.text(DeviceShown.short(event.actor.text)).with(title: event.actor.text)
                .with(detail: EventFilters.word(ofActorKind: event.actorKind.text)),
            .code(event.action.text),
            Cell.text(DeviceShown.short(event.subject.text)).with(title: event.subject.text)
                .with(detail: event.subjectKind.text).linked(subject(event)),
            .text(event.group.text), .text(state(event.before)), .text(state(event.after)),
        ])
    }

    /// Where the thing that was changed is found; nil if there is no such page, or the thing is gone.
    private static func subject(_ event: JSON) -> String? {
        let name = URLText.escaped(event.subject.text)
        guard !event.action.text.hasSuffix(".deleted"), !name.isEmpty else { return nil }
        switch event.subjectKind.text {
        case "device": return "/console/devices/\(name)"
        // Groups of a sandbox are named with what is above them, and gone with it.
        case "organizationGroup": return event.subject.text.contains("/") ? nil : "/console/groups/\(name)"
        case "enrollmentUser", "user": return "/console/users?find=\(name)"
        case "sdkProfile": return "/console/profiles?name=\(name)"
        case "smartGroup": return "/console/smart-groups?find=\(name)"
        case "tag": return "\(TagPages.path)?find=\(name)"
        case "fault": return "/console/faults"
        case "clock": return "/console/clocks"
        case "geofence": return "/console/geofences"
        default: return nil
        }
    }

    /// Columns with their values.
    private static func state(_ values: JSON) -> String {
        values.members.sorted { $0.name < $1.name }
            .map { "\($0.name): \($0.value.text.isEmpty ? "–" : $0.value.text)" }.joined(separator: "; ")
    }

    /// Columns with the values before and after, in one text.
    static func change(_ event: JSON) -> String {
        let names = Set(event.before.members.map(\.name)).union(event.after.members.map(\.name))
        return names.sorted().map { name in
            let (before, after) = (event.before[name].text, event.after[name].text)
            return event.before.exists
                ? "\(name): \(before.isEmpty ? "–" : before) → \(after.isEmpty ? "–" : after)"
                : "\(name): \(after)"
        }
        .joined(separator: "; ")
    }
}
