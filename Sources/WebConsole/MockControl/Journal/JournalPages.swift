import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Every request with its answer (MockControl, "Journal").
struct JournalPages: Sendable {
    /// Entries on a page.
    private static let pageSize = 100

    /// Adds the pages.
    func addPages(to door: PageDoor) {
        door.page("/console/journal", list)
        door.get("/console/journal.har") { try await Self.download("har", $0) }
        door.get("/console/journal.ndjson") { try await Self.download("ndjson", $0) }
        door.form("/console/journal/empty", empty)
        JournalEntryPage().addPages(to: door)
    }

    private static func download(_ ending: String, _ visit: Visit) async throws -> Response {
        try await visit.api.answer(ConsoleCall(.get, "/_mock/journal.\(ending)\(JournalFilters(visit).query)"))
    }

    @Sendable private func empty(_ visit: Visit) async throws -> Outcome {
        let answer = try await visit.api.send(.delete, "/_mock/journal\(JournalFilters(visit).query)")
        let count = answer.deleted.integer ?? 0
        return .done(
            count == 1 ? "One entry was deleted." : "\(Figure.text(count)) entries were deleted.",
            at: "/console/journal")
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let filters = JournalFilters(visit)
        var journal = JSON.none
        var problem: String?
        do {
            journal = try await visit.api.get(
                "/_mock/journal\(filters.query(page: visit.page, size: Self.pageSize))")
        } catch let error as ConsoleError where [.badRequest, .notFound, .conflict].contains(error.code) {
            problem = error.message
        }
        var page = ConsolePage("Journal")
        page.lead = "Every request of devices and of the admin REST API with its answer, the latest first."
        page.tabs = tabs(filters)
        page.actions = actions(filters, visit)
        let group = try await GroupChoice.filter(visit, label: "Organization group")
        page.parts = [.form(filters.form(group, refusedFor: problem))]
        if let problem { page.parts.append(.note(Note(text: problem, tone: .bad))) }
        if problem == nil { page.parts += visit.listCommand("/_mock/journal") + found(journal, filters, visit) }
        return page
    }

    /// Questions that are asked often.
    private func tabs(_ filters: JournalFilters) -> [ConsolePage.Tab] {
        let queries: KeyValuePairs = [
            "All": "", "Refused": "?status=4xx,5xx", "Devices": "?path=/deviceservices/**",
            "Admin API": "?path=/api/**",
            "Connections": "?kind=connection",
        ]
        let current = filters.query.replacing("%2F", with: "/").replacing("%2C", with: ",")
        return queries.map { .init(title: $0, path: "/console/journal\($1)", isCurrent: $1 == current) }
    }

    private func actions(_ filters: JournalFilters, _ visit: Visit) -> [Action] {
        var actions: [Action] = [
            .link("Download HAR", "/console/journal.har\(filters.query)"),
            .link("Download NDJSON", "/console/journal.ndjson\(filters.query)"),
        ]
        if visit.may(.write, .console) {
            actions.append(
                .post(
                    filters.isNarrow ? "Delete what is found" : "Empty the journal",
                    "/console/journal/empty\(filters.query)",
                    asking: filters.isNarrow
                        ? "Delete all entries that these filters find?" : "Delete all entries of the journal?",
                    isDangerous: true))
        }
        return actions
    }

    private func found(_ journal: JSON, _ filters: JournalFilters, _ visit: Visit) -> [Part] {
        var parts: [Part] = []
        let notice = journal.notice.text
        if !notice.isEmpty { parts.append(.note(Note(text: notice, tone: .warning))) }
        let total = journal.total.integer ?? 0
        let figures = [
            Figure(name: filters.isNarrow ? "found" : "entries", value: Figure.text(total)),
            Figure(name: "of memory", value: Self.size(journal.bytes.integer ?? 0)),
            Figure(name: "evicted", value: Figure.text(journal.evicted.integer ?? 0)),
        ]
        var table = Table(
            "Requests", columns: ["Status", "Request", "Group", "Device", "User", "Took", "When"],
            rows: journal.items.list.map { .init(cells: Self.cells($0)) },
            empty: filters.isNarrow
                ? EmptyState(
                    title: "No request is like that", advice: "Take a filter away to see more.",
                    link: "/console/journal", linkText: "Show all")
                : EmptyState(
                    title: "No requests yet",
                    advice: "Sign in with an app, or send a request: it is listed here as soon as it is answered.",
                    code: "curl \(visit.origin)/api/system/info"))
        table.pager = visit.pager(total: total, size: Self.pageSize)
        let section = Section("", id: "requests", parts: parts + [.figures(figures), .table(table)])
        return [.section(section.live(onFirstPageOf: visit, "request", "connection"))]
    }

    private static func cells(_ entry: JSON) -> [Cell] {
        let path = "/console/journal/\(entry.id.text)"
        return [
            status(entry).linked(path),
            Cell.code(title(entry)).linked(path).with(title: entry.route.text)
                .with(detail: entry.refusal.message.nonEmpty ?? entry.fault.nonEmpty.map { "Fault: \($0)" } ?? ""),
            .text(entry.group.text),
            DeviceShown.identifier(entry.device.text).linked(device(entry)).with(detail: entry.bundleId.text),
            .text(entry.user.nonEmpty ?? entry.administrator.text), .text(duration(entry)), .time(entry.at.time),
        ]
    }

    /// Method and path; of a connection what went wrong.
    static func title(_ entry: JSON) -> String {
        if let kind = entry.incident.kind.nonEmpty { return "Connection: \(incident(kind))" }
        return "\(entry.method.text) \(entry.path.text)"
    }

    private static func incident(_ kind: String) -> String {
        switch kind {
        case "handshake": "TLS handshake failed"
        case "plainOnSecure": "plain HTTP on the port for HTTPS"
        case "secureOnPlain": "TLS on the port for plain HTTP"
        case "unreadable": "no HTTP"
        case "brokenFrames": "broken frames of HTTP/2"
        default: kind
        }
    }

    /// The status of an answer, by what it means.
    static func status(_ entry: JSON) -> Cell {
        let status = entry.status.integer ?? 0
        let tone: Tone =
            switch status {
            case 200..<400: .good
            case 400..<500: .warning
            default: .bad
            }
        return .badge(status == 0 ? "No answer" : String(status), tone)
    }

    /// The page of the device of an entry; nil if it has none.
    static func device(_ entry: JSON) -> String? {
        entry.device.nonEmpty.map { "/console/devices/\(URLText.escaped($0))" }
    }

    /// How long it took.
    static func duration(_ entry: JSON) -> String {
        guard let time = entry.milliseconds.number else { return "" }
        if time >= 1000 { return "\(Double(Int(time / 10)) / 100)\u{A0}s" }
        return "\(Double(Int(time * 10)) / 10)\u{A0}ms"
    }

    /// A number of bytes for people.
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(Figure.text(bytes)) bytes"
        case ..<10_000_000: "\(Figure.text(bytes / 1000)) KB"
        default: "\(Figure.text(bytes / 1_000_000)) MB"
        }
    }
}
