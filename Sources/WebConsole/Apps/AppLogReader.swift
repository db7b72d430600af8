import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// A log to read in place, with a search in it and its lines numbered.
struct AppLogReader: Sendable {
    /// Lines on a page.
    private static let size = 500
    /// The most bytes that are read in place.
    private static let limit = 1_000_000

    /// Adds the page and what is done with it.
    func addPages(to door: PageDoor) {
        let base = "\(AppLogPages.path)/{id}"
        door.page(base, page)
        door.get("\(base)/text") { visit in
            try await visit.api.answer(ConsoleCall(.get, "/_mock/logs/\(visit.segment("id"))/text"))
        }
        door.form("\(base)/delete") { visit in
            try await visit.api.send(.delete, "/_mock/logs/\(visit.segment("id"))")
            return .done("The log was deleted.", at: AppLogPages.path)
        }
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let log = try await visit.api.get("/_mock/logs/\(visit.segment("id"))")
        let base = "\(AppLogPages.path)/\(visit.segment("id"))"
        var page = ConsolePage("Log of \(log.bundleId.text)")
        page.crumbs = [.init("App Logs", AppLogPages.path)]
        page.badges = [AppLogPages.level(log.level.text)]
        page.actions = [.link("Show as text", "\(base)/text")]
        if visit.may(.write, .devices) {
            page.actions.append(.post("Delete", "\(base)/delete", asking: "Delete this log?", isDangerous: true))
        }
        page.parts = [.facts(facts(log, visit))]
        guard (log.byteCount.integer ?? 0) <= Self.limit else {
            page.parts.append(.note(Note(text: "The log is too long to be read here. Show it as text instead.")))
            return page
        }
        page.parts += try await text(visit)
        return page
    }

    private func facts(_ log: JSON, _ visit: Visit) -> [Fact] {
        let device = log.device.nonEmpty ?? log.claimedDevice.text
        return [
            Fact("Received", .time(log.receivedAt.time)),
            Fact(
                "App",
                .code(log.bundleId.text).linked(
                    NativeAppPages.link(bundle: log.bundleId.text, version: log.appVersion.text, for: visit))),
            Fact("App version", .text(log.appVersion.text)), Fact("Type", .text(log.type.text.capitalized)),
            Fact("Device", .code(device).linked(log.device.exists ? DeviceShown.path(device) : nil)),
            Fact("User", .text(log.user.text)), Fact("Organization group", .text(log.group.text)),
            Fact("Size", DeviceShown.bytes(log.byteCount)),
        ]
    }

    /// The lines that are asked for.
    private func text(_ visit: Visit) async throws -> [Part] {
        let call = ConsoleCall(.get, "/_mock/logs/\(visit.segment("id"))/text")
        let data = try await visit.api.data(of: try await visit.api.answer(call))
        let find = visit.query.text("find") ?? ""
        let level = visit.query.text("level") ?? ""
        let all = String(decoding: data, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        let lines = all.map { AppLogLine(number: $0 + 1, text: String($1)) }.filter { line in
            (find.isEmpty || line.text.lowercased().contains(find.lowercased()))
                && (level.isEmpty || line.level == level)
        }
        var form = Form(visit.path, button: "Search")
        form.isSearch = true
        form.fields = [
            Field("find", "Search in this log", value: find),
            .choice(
                "level", "Lines", [("", "All")] + AppLogFilters.levels.map { ($0, $0.capitalized) }, value: level),
        ]
        let rows = lines.dropFirst(visit.page * Self.size).prefix(Self.size).map(\.row)
        let isNarrow = !find.isEmpty || !level.isEmpty
        var table = Table(
            "Lines", columns: ["Line", "Level", "Text"], rows: Array(rows),
            empty: EmptyState(
                title: isNarrow ? "No line is like that" : "The log is empty",
                advice: isNarrow ? "Search for less, or show all lines." : "", link: isNarrow ? visit.path : "",
                linkText: "Show all lines"))
        table.look = .lines
        table.pager = visit.pager(total: lines.count, size: Self.size)
        let count = lines.count == 1 ? "1 line" : "\(Figure.text(lines.count)) lines"
        return [.form(form), .text("\(count)\(isNarrow ? " found" : "")."), .table(table)]
    }
}

/// A line of a log.
struct AppLogLine: Sendable {
    /// Its number, from 1.
    let number: Int
    /// What it says.
    let text: String
    /// Its level, by the first word of its beginning that names one; empty if none does.
    let level: String

    /// A line, whose level is read from it.
    init(number: Int, text: String) {
        self.number = number
        self.text = text
        let words = text.prefix(120).lowercased().split { !$0.isLetter }
        level = words.lazy.compactMap { Self.words[String($0)] }.first ?? ""
    }

    /// Levels by the words that programs write for them.
    private static let words = [
        "error": "error", "fatal": "error", "critical": "error", "fault": "error", "warning": "warning",
        "warn": "warning", "info": "information", "information": "information", "notice": "information",
        "debug": "debug", "verbose": "debug", "trace": "debug",
    ]

    /// The line as a row.
    var row: Table.Row {
        Table.Row(cells: [.number(number), level.isEmpty ? .text("") : AppLogPages.level(level), .code(text)])
    }
}
