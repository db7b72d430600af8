import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// A request with its answer: why, what went over the wire, what it changed.
struct JournalEntryPage: Sendable {
    /// Adds the page and what can be done with an entry.
    func addPages(to door: PageDoor) {
        door.page("/console/journal/{id}", show)
        door.form("/console/journal/{id}/replay", replay)
    }

    @Sendable private func replay(_ visit: Visit) async throws -> Outcome {
        let answer = try await visit.api.send(.post, "/_mock/journal/\(visit.segment("id"))/replay")
        let text = "Sent once more. It was answered \(answer.statusBefore.text) then, \(answer.status.text) now."
        return .done(text, at: "/console/journal/\(answer.entry.nonEmpty ?? visit.segment("id"))")
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        let route = "/_mock/journal/\(visit.segment("id"))"
        let entry = try await visit.api.get(route)
        let why = try await visit.api.find("\(route)/why")
        let isRequest = !entry.incident.exists
        var page = ConsolePage(JournalPages.title(entry))
        page.crumbs = [.init("Journal", "/console/journal")]
        page.badges = [JournalPages.status(entry)]
        page.actions = actions(entry, visit)
        if why.refused.isTrue { page.parts += WhyParts.parts(why) }
        if let advice = entry.incident.advice.nonEmpty, !why.refused.isTrue {
            page.parts.append(.note(Note(text: advice, tone: .warning)))
        }
        page.parts.append(.section(Section("Facts", id: "facts", parts: [.facts(facts(entry))])))
        page.parts += changes(entry)
        page.parts.append(message("Request", "request", entry.request, entry))
        if entry.status.integer != 0 { page.parts.append(message("Answer", "answer", entry.response, entry)) }
        if isRequest { page.parts.append(try await curl(route, visit)) }
        return page
    }

    private func actions(_ entry: JSON, _ visit: Visit) -> [Action] {
        var actions: [Action] = []
        if let device = entry.device.nonEmpty {
            actions.append(.link("All of this device", "/console/journal?device=\(URLText.escaped(device))"))
        }
        if visit.may(.write, .console), !entry.incident.exists {
            actions.append(.post("Replay", "/console/journal/\(entry.id.text)/replay"))
        }
        return actions
    }

    /// The command that sends it again.
    private func curl(_ route: String, _ visit: Visit) async throws -> Part {
        let answer = try await visit.api.answer(ConsoleCall(.get, "\(route)/curl"))
        let text = String(decoding: try await visit.api.data(of: answer), as: UTF8.self)
        return .section(Section("As curl", id: "curl", parts: [.code(CodeBlock(text: text))]))
    }

    private func facts(_ entry: JSON) -> [Fact] {
        let tls = [entry.tls.version.text, entry.tls.alpn.text, entry.tls.sni.text].filter { !$0.isEmpty }
        let journal = "/console/journal?"
        let facts = [
            Fact("When", .time(entry.at.time)), Fact("Took", .text(JournalPages.duration(entry))),
            Fact("Address asked", .code(entry.url.text), isCopied: true), Fact("Route", .code(entry.route.text)),
            Fact("Device", Cell.code(entry.device.text).linked(JournalPages.device(entry))),
            Fact(
                "App",
                Cell.code(entry.bundleId.text).linked(
                    entry.bundleId.nonEmpty.map { "\(journal)bundleId=\(URLText.escaped($0))" })),
            Fact(
                "User",
                Cell.text(entry.user.text).linked(entry.user.nonEmpty.map { "\(journal)user=\(URLText.escaped($0))" })),
            Fact(
                "Organization group",
                Cell.text(entry.groupName.text).with(detail: entry.group.text).linked(
                    entry.group.nonEmpty.map { "\(journal)group=\(URLText.escaped($0))" })),
            Fact("Administrator", .text(entry.administrator.text)), Fact("Client", .code(entry.address.text)),
            Fact("Protocol", .text(entry.httpVersion.text)),
            Fact("TLS", .text(tls.joined(separator: ", "))),
            Fact("Request id", .code(entry.requestId.text), isCopied: true),
            Fact("Fault", Cell.text(entry.fault.text).linked(entry.fault.exists ? "/console/faults" : nil)),
            Fact(
                "Replay of",
                Cell.text(entry.replayOf.nonEmpty.map { "Entry \($0)" } ?? "")
                    .linked(entry.replayOf.nonEmpty.map { "/console/journal/\($0)" })),
            Fact("Cause", .text(entry.incident.cause.text)), Fact("Alert", .code(entry.incident.alert.text)),
        ]
        // What does not concern it is left out, such as TLS of plain HTTP.
        return facts.filter { !$0.cell.isEmpty }
    }

    /// Rows it changed, a line for each column.
    private func changes(_ entry: JSON) -> [Part] {
        let rows = entry.changes.list.flatMap { change -> [Table.Row] in
            let name = "\(change["table"].text)/\(change.id.text)"
            let row = Cell.code(name).linked("/console/journal?changed=\(URLText.escaped(name))")
            let names = (change.before.members + change.after.members).map(\.name)
            let columns = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
            let kind = Cell.badge(change.kind.text, change.kind.text == "delete" ? .warning : .plain)
            guard !columns.isEmpty else { return [.init(cells: [row, kind, .text(""), .text(""), .text("")])] }
            return columns.map { column in
                .init(cells: [
                    row, kind, .code(column), .text(change.before[column].text), .text(change.after[column].text),
                ])
            }
        }
        guard !rows.isEmpty else { return [] }
        let table = Table(
            "Rows it changed", columns: ["Row", "What", "Column", "Before", "After"], rows: rows,
            empty: EmptyState(title: "Nothing changed"))
        var parts: [Part] = [.table(table)]
        if let more = entry.moreChanges.nonEmpty { parts.append(.text("\(more) further rows are not listed.")) }
        return [.section(Section("What it changed", id: "changes", parts: parts))]
    }

    /// A message: header fields, what the body says, and the bytes.
    private func message(_ title: String, _ id: String, _ message: JSON, _ entry: JSON) -> Part {
        let fields = message.headers.list
        let type = fields.first { $0.name.text.lowercased() == "content-type" }?["value"].text ?? ""
        let line =
            id == "request" ? "\(entry.method.text) \(entry.target.text)" : "Status \(entry.status.text)"
        let head = ([line] + fields.map { "\($0.name.text): \($0["value"].text)" }).joined(separator: "\n")
        var parts: [Part] = [.code(CodeBlock(text: head))]
        if let failure = message.failure.nonEmpty { parts.append(.note(Note(text: failure, tone: .bad))) }
        if message.redacted.isTrue {
            parts.append(.text("Secrets were left out: where [redacted] stands, something else was sent."))
        }
        if message.unread.isTrue { parts.append(.text("There was a body, which was answered without reading it.")) }
        if let body = JournalBody(message.body, type: type) { parts += Self.parts(body) }
        return .section(Section(title, id: id, parts: parts))
    }

    private static func parts(_ body: JournalBody) -> [Part] {
        let size = JournalPages.size(body.byteCount) + (body.isTruncated ? ", the journal has only the first" : "")
        guard let decoded = body.decoded else { return [.code(CodeBlock(title: "Body: \(size)", text: body.raw))] }
        return [
            .code(CodeBlock(title: "Body: \(decoded.form), \(size)", text: decoded.text)),
            .code(CodeBlock(title: "As it was sent", text: body.raw, isFolded: true)),
        ]
    }
}
