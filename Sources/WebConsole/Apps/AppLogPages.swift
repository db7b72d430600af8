import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird

/// What apps log: the list, downloads and deletion (Admin API, "Logs").
struct AppLogPages: Sendable {
    /// Logs on a page.
    private static let size = 50
    /// Where the pages are.
    static let path = "/console/app-logs"

    /// Adds the pages.
    func addPages(to door: PageDoor) {
        door.page(Self.path, list)
        door.get("\(Self.path).tar") { visit in
            try await visit.api.answer(ConsoleCall(.get, "/_mock/logs/download\(AppLogFilters(visit).query)"))
        }
        door.form("\(Self.path)/chosen", chosen)
        door.form("\(Self.path)/delete", delete)
        door.form("\(Self.path)/purge", purge)
        AppLogReader().addPages(to: door)
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let filters = AppLogFilters(visit)
        var found = JSON.none
        var problem = ""
        do {
            found = try await visit.api.get(
                "/_mock/logs\(filters.query(and: "page=\(visit.page)&pageSize=\(Self.size)"))")
        } catch let error as ConsoleError where [.badRequest, .notFound, .tooManyRequests].contains(error.code) {
            problem = error.message
        }
        var page = ConsolePage("App Logs")
        page.lead = "What apps have logged and sent, the latest first."
        let group = try await GroupChoice.filter(visit, label: "Organization group")
        page.parts = [.form(filters.form(group, refusedFor: problem))]
        guard problem.isEmpty else {
            page.parts.append(.note(Note(text: problem, tone: .bad)))
            return page
        }
        page.actions = actions(filters, found, visit)
        page.parts += visit.listCommand("/_mock/logs")
        let parts = try await quota(filters, visit) + [.table(table(filters, found, visit))]
        page.parts.append(
            .section(Section("", id: "logs", parts: parts).live(onFirstPageOf: visit, "request")))
        if visit.may(.write, .devices) { page.parts.append(.section(purging(filters))) }
        return page
    }

    /// The form that removes old logs.
    private func purging(_ filters: AppLogFilters) -> Section {
        let group = filters["group"]
        var form = Form("\(Self.path)/purge", button: "Purge old logs")
        form.fields = [
            Field("group", "", .hidden, value: group),
            Field("olderThanDays", "Older than days", .number).with(hint: "Empty: as the setting of each group says."),
        ]
        form.fields[1].range = 0...3650
        form.isInline = true
        form.isDangerous = true
        form.confirmation = group.isEmpty ? "Purge old logs of all groups?" : "Purge old logs of \(group)?"
        var section = Section("Purge", id: "purge", parts: [.form(form)])
        let asked = group.isEmpty ? "" : "?group=\(URLText.escaped(group))"
        section.actions = [.link("Settings of logs", "/console/settings/logging\(asked)")]
        return section
    }

    /// Removes old logs.
    @Sendable private func purge(_ visit: Visit) async throws -> Outcome {
        let days = visit.form.nonEmpty("olderThanDays").map { Int($0).map(JSONValue.integer) ?? .string($0) }
        let group = visit.form.nonEmpty("group").map { JSONValue.string($0) }
        let answer = try await visit.api.send(
            .post, "/_mock/logs/purge", .members(["olderThanDays": days, "group": group]))
        let size = JournalPages.size(answer.bytes.integer ?? 0)
        return .stay("\(Self.said(answer)) Purged: \(size) of text.")
    }

    private func actions(_ filters: AppLogFilters, _ found: JSON, _ visit: Visit) -> [Action] {
        var actions: [Action] = []
        if let app = NativeAppPages.link(bundle: filters["bundleId"], for: visit) {
            actions.append(.link("The app", app))
        }
        guard (found.total.integer ?? 0) > 0 else { return actions }
        actions.append(.link("Download listed", "\(Self.path).tar\(filters.query)"))
        if visit.may(.write, .devices) {
            actions.append(
                .post(
                    "Delete listed", "\(Self.path)/delete\(filters.query)",
                    asking: filters.isNarrow ? "Delete all logs that these filters find?" : "Delete all logs?",
                    isDangerous: true))
        }
        return actions
    }

    /// How much room the logs of a group take; nothing while no group is chosen.
    private func quota(_ filters: AppLogFilters, _ visit: Visit) async throws -> [Part] {
        guard !filters["group"].isEmpty, visit.may(.read, .organizationGroups) else {
            return [.text("Choose an organization group to see its log quota.")]
        }
        let quota = try await visit.api.find("/_mock/groups/\(URLText.escaped(filters["group"]))/log-quota")
        guard quota.exists else { return [] }
        let tone: Tone = quota.isFull.isTrue ? .bad : quota.isWarning.isTrue ? .warning : .plain
        let used = JournalPages.size(quota.usedBytes.integer ?? 0)
        let room = quota.quotaBytes.integer.map { "of \(JournalPages.size($0))" } ?? "without a limit"
        var parts: [Part] = [
            .figures([
                Figure(
                    name: "of logs", value: used, detail: "\(room), counted", moment: ShownTime(quota.countedAt.time),
                    tone: tone),
                Figure(name: "refused", value: Figure.text(quota.refusals.integer ?? 0)),
            ])
        ]
        if quota.isFull.isTrue {
            parts.append(
                .note(Note(text: "There is no room for further logs of this group. Delete some.", tone: .bad)))
        }
        return parts
    }

    private func table(_ filters: AppLogFilters, _ found: JSON, _ visit: Visit) -> Table {
        let empty =
            filters.isNarrow
            ? EmptyState(
                title: "No log is like that", advice: "Take a filter away to see more.", link: Self.path,
                linkText: "Show all")
            : EmptyState(
                title: "No logs yet", advice: "Request them from a device on its tab Apps, or let the app send them.",
                link: "/console/devices", linkText: "List View")
        var table = Table(
            "App logs", columns: ["Received", "App", "Type", "Level", "Device", "User", "Size"],
            rows: found.items.list.map(row), empty: empty)
        table.pager = visit.pager(total: found.total.integer ?? 0, size: Self.size)
        table.bulkPath = "\(Self.path)/chosen"
        table.bulk = [BulkAction(label: "Download", value: "download")]
        if visit.may(.write, .devices) {
            table.bulk.append(
                BulkAction(
                    label: "Delete", value: "delete", confirmation: "Delete the chosen logs?", isDangerous: true))
        }
        return table
    }

    private func row(_ log: JSON) -> Table.Row {
        let device = log.device.nonEmpty ?? log.claimedDevice.text
        return Table.Row(
            cells: [
                .time(log.receivedAt.time).linked("\(Self.path)/\(log.id.text)"),
                Cell.code(log.bundleId.text).with(detail: log.appVersion.text), .text(log.type.text.capitalized),
                Self.level(log.level.text),
                DeviceShown.identifier(device)
                    .linked(log.device.exists ? DeviceShown.path(device) : nil)
                    .with(detail: log.verified.text == "false" ? "not verified" : ""),
                .text(log.user.text), DeviceShown.bytes(log.byteCount),
            ], key: log.id.text, name: "log \(log.id.text) of \(log.bundleId.text)")
    }

    /// A level as a badge.
    static func level(_ level: String) -> Cell {
        let tone: Tone =
            switch level {
            case "error": .bad
            case "warning": .warning
            default: .plain
            }
        return .badge(level.capitalized, tone)
    }

    /// Downloads or deletes chosen logs.
    @Sendable private func chosen(_ visit: Visit) async throws -> Outcome {
        let ids = visit.form.all("key")
        guard !ids.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one log.") }
        let query = "?ids=\(URLText.escaped(ids.joined(separator: ",")))"
        guard visit.form["action"] == "delete" else {
            return .answer(try await visit.api.answer(ConsoleCall(.get, "/_mock/logs/download\(query)")))
        }
        return .stay(Self.said(try await visit.api.send(.delete, "/_mock/logs\(query)")))
    }

    /// Deletes what the filters find.
    @Sendable private func delete(_ visit: Visit) async throws -> Outcome {
        let filters = AppLogFilters(visit)
        let query = filters.isNarrow ? filters.query : "?all=true"
        return .done(Self.said(try await visit.api.send(.delete, "/_mock/logs\(query)")), at: Self.path)
    }

    private static func said(_ answer: JSON) -> String {
        let count = answer.deleted.integer ?? 0
        return count == 1 ? "One log was deleted." : "\(Figure.text(count)) logs were deleted."
    }
}
