import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// What apps report of how they are used: counts as charts, and the events one by one (AdminAPI, "Analytics").
struct AnalyticsPages: Sendable {
    /// Events on a page.
    private static let size = 50
    /// Where the pages are.
    static let path = "/console/analytics"
    private static let route = "/_mock/analytics"

    /// Adds the pages.
    func addPages(to door: PageDoor) {
        door.page(Self.path, list)
        door.get("\(Self.path).ndjson") { visit in
            try await visit.api.answer(
                ConsoleCall(.get, "\(Self.route)/download\(AnalyticsFilters(visit).query)"))
        }
        door.form("\(Self.path)/chosen", deleteChosen)
        door.form("\(Self.path)/delete", delete)
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let filters = AnalyticsFilters(visit)
        var page = ConsolePage("SDK Analytics")
        page.lead = "What apps report of how they are used, the latest first."
        let group = try await GroupChoice.filter(visit, label: "Organization group")
        let found: JSON
        let counts: JSON
        do {
            found = try await visit.api.get(
                "\(Self.route)\(filters.query(and: "page=\(visit.page)&pageSize=\(Self.size)"))")
            counts = visit.page == 0 ? try await visit.api.get("\(Self.route)/counts\(filters.counting)") : .none
        } catch let error as ConsoleError where [.badRequest, .notFound, .conflict].contains(error.code) {
            page.parts = [
                .form(filters.form(group, refusedFor: error.message)), .note(Note(text: error.message, tone: .bad)),
            ]
            return page
        }
        page.parts = [.form(filters.form(group, refusedFor: ""))] + visit.listCommand(Self.route)
        page.actions = actions(filters, found, visit)
        var parts: [Part] = [.table(table(filters, found, visit))]
        if (counts.counted.integer ?? 0) > 0 {
            parts = AnalyticsCharts(counts, visit).parts + [.heading("Events")] + parts
        }
        var section = Section("", id: "events", parts: parts)
        // Later pages would move under whoever reads them.
        if visit.page == 0 { section = section.live("request") }
        page.parts.append(.section(section))
        return page
    }

    private func actions(_ filters: AnalyticsFilters, _ found: JSON, _ visit: Visit) -> [Action] {
        guard (found.total.integer ?? 0) > 0 else { return [] }
        var actions: [Action] = [.link("Download listed", "\(Self.path).ndjson\(filters.query)")]
        if visit.may(.write, .devices) {
            actions.append(
                .post(
                    "Delete listed", "\(Self.path)/delete\(filters.query)",
                    asking: filters.isNarrow ? "Delete all events that these filters find?" : "Delete all events?",
                    isDangerous: true))
        }
        return actions
    }

    private func table(_ filters: AnalyticsFilters, _ found: JSON, _ visit: Visit) -> Table {
        let empty =
            filters.isNarrow
            ? EmptyState(
                title: "No event is like that", advice: "Take a filter away to see more.", link: Self.path,
                linkText: "Show all")
            : EmptyState(
                title: "No events yet",
                advice: "Apps send them once the SDK profile of their group turns analytics on.",
                link: "/console/settings/app-settings", linkText: "Settings")
        let mayFollow = visit.may(.read, .console)
        var table = Table(
            "Events", columns: ["Occurred", "Event", "Value", "App", "Device", "Received"],
            rows: found.items.list.map { AnalyticsRow.row($0, mayFollow: mayFollow) }, empty: empty)
        table.pager = visit.pager(total: found.total.integer ?? 0, size: Self.size)
        if visit.may(.write, .devices) {
            table.bulkPath = "\(Self.path)/chosen"
            table.bulk = [
                BulkAction(
                    label: "Delete", value: "delete", confirmation: "Delete the chosen events?", isDangerous: true)
            ]
        }
        return table
    }

    @Sendable private func deleteChosen(_ visit: Visit) async throws -> Outcome {
        let ids = visit.form.all("key")
        guard !ids.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one event.") }
        let query = "?ids=\(URLText.escaped(ids.joined(separator: ",")))"
        return .stay(Self.said(try await visit.api.send(.delete, "\(Self.route)\(query)")))
    }

    /// Deletes what the filters find.
    @Sendable private func delete(_ visit: Visit) async throws -> Outcome {
        let filters = AnalyticsFilters(visit)
        let query = filters.isNarrow ? filters.query : "?all=true"
        return .done(Self.said(try await visit.api.send(.delete, "\(Self.route)\(query)")), at: Self.path)
    }

    private static func said(_ answer: JSON) -> String {
        let count = answer.deleted.integer ?? 0
        return count == 1 ? "One event was deleted." : "\(Figure.text(count)) events were deleted."
    }
}

/// An analytics event in a list.
enum AnalyticsRow {
    /// The row of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - mayFollow: Whether whoever reads it may see the request that brought it.
    /// - Returns: The row.
    static func row(_ event: JSON, mayFollow: Bool) -> Table.Row {
        let device = event.device.text
        let type = AnalyticsFilters.types.first { $0.value == event.type.text }?.label ?? event.type.text
        let request = mayFollow ? "/console/journal?changed=analytics%2F\(event.id.text)" : nil
        return Table.Row(
            cells: [
                .time(event.occurredAt.time), .text(event.name.text).with(detail: type),
                .code(event["value"].text).with(title: event.valueType.text),
                .code(event.bundleId.text).with(detail: event.bundleVersion.text),
                .code(DeviceShown.short(device)).with(title: device)
                    .linked(device.isEmpty ? nil : DeviceShown.path(device)).with(detail: event.user.text),
                .time(event.receivedAt.time).linked(request),
            ], key: event.id.text, name: "\(event.name.text) of \(event.occurredAt.text)")
    }
}
