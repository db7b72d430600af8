import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// What a device has sent, or was sent to it, beside what has a tab of its own; named by the last part of its route.
enum DeviceSentRecord: String, CaseIterable, Sendable {
    case samples, analytics
    case dataUsage = "data-usage"
    case pushTokens = "push-tokens"
    case messages
    case pinReports = "pin-reports"

    /// What it is called.
    var title: String {
        switch self {
        case .samples: "Device samples"
        case .analytics: "Analytics events"
        case .dataUsage: "Data usage"
        case .pushTokens: "Push tokens"
        case .messages: "Messages"
        case .pinReports: "Pin reports"
        }
    }

    /// What it is, in a sentence.
    var hint: String {
        switch self {
        case .samples:
            "Measurements that apps sent: battery, memory, network, and what telecom data the group collects."
        case .analytics: "What apps report of how they are used."
        case .dataUsage: "What apps report of the data they used; kept where the group collects telecom data."
        case .pushTokens: "Push tokens that apps on it have had, each from one change to the next."
        case .messages: "Messages of administrators to its user. Nothing is sent anywhere."
        case .pinReports:
            "Reports of hosts whose key was not pinned. The device is a claim: the sender is not verified."
        }
    }

    /// What to do where there are none.
    var advice: String {
        switch self {
        case .samples, .analytics: "Apps send them once the SDK profile of their group turns analytics on."
        case .dataUsage: "Apps send it; it is kept where the setting Telecom Data of the group is enabled."
        case .pushTokens: "An app has one in its beacons once its user allows notifications."
        case .messages: "Programs send them through the admin REST API."
        case .pinReports: "An app sends one if a host shows another key than the pinned ones."
        }
    }

    /// Names of the columns.
    var columns: [String] {
        switch self {
        case .samples: ["Taken", "Kind", "Sample", "App", "User", "Received"]
        case .analytics: ["Occurred", "Event", "Value", "App", "Device", "Received"]
        case .dataUsage: ["Received", "Report", "App", "User"]
        case .pushTokens: ["Since", "Until", "Token", "App", "User"]
        case .messages: ["Sent", "Channel", "Text", "App", "Recipient", "Sent by"]
        case .pinReports: ["Received", "Host", "Claimed device"]
        }
    }

    /// The row of one.
    func row(_ record: JSON, mayFollow: Bool) -> Table.Row {
        switch self {
        case .samples:
            let sample = record.sample.members.map { "\($0): \(Self.words($1))" }.joined(separator: ", ")
            return Table.Row(cells: [
                .time(record.sampledAt.time), .text(record.kind.text), .code(Self.short(sample)),
                .code(record.bundleId.text), .text(record.user.text), .time(record.receivedAt.time),
            ])
        case .analytics:
            let row = AnalyticsRow.row(record, mayFollow: mayFollow)
            return Table.Row(cells: row.cells)
        case .dataUsage:
            return Table.Row(cells: [
                .time(record.receivedAt.time), .code(Self.short(record.report.text)), .code(record.bundleId.text),
                .text(record.user.text),
            ])
        case .pushTokens:
            return Table.Row(cells: [
                .time(record.since.time),
                record.until.exists ? .time(record.until.time) : .badge("In force", .good),
                .code(record.token.text), .code(record.bundleId.text), .text(record.user.text),
            ])
        case .messages:
            return Table.Row(cells: [
                .time(record.sentAt.time), .text(record.channel.text),
                .text(record["text"].text).with(detail: record.push.reason.text),
                .code(record.bundleId.nonEmpty ?? record.application.text), .text(record.recipient.text),
                .text(record.sender.text),
            ])
        case .pinReports:
            return Table.Row(cells: [
                .time(record.receivedAt.time), .code(record.host.text), .code(record.claimedDevice.text),
            ])
        }
    }

    /// A text, number or truth value as it is, anything else as JSON.
    private static func words(_ json: JSON) -> String {
        json.nonEmpty ?? json.value.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "null"
    }

    /// The beginning of a long text.
    private static func short(_ text: String) -> String { text.count > 600 ? "\(text.prefix(600))…" : text }
}

/// The tab with these records: one kind at a time, which the address names.
enum DeviceSentPage {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let shown = DeviceSentRecord(rawValue: visit.query.text("show") ?? "") ?? .samples
        let base = "\(frame.base)/records"
        let choice = DeviceSentRecord.allCases.map { Action.link($0.title, "\(base)?show=\($0.rawValue)") }
        let found = try await frame.records(shown.rawValue, visit)
        let mayFollow = visit.may(.read, .console)
        var table = Table(
            shown.title, columns: shown.columns, rows: found.items.list.map { shown.row($0, mayFollow: mayFollow) },
            empty: EmptyState(title: "No \(shown.title.lowercased()) yet", advice: shown.advice))
        table.pager = visit.pager(total: found.total.integer ?? 0, size: 50)
        var section = Section(shown.title, id: "records", parts: [.text(shown.hint), .table(table)])
        if shown == .analytics {
            section.actions = [
                .link("SDK Analytics", "\(AnalyticsPages.path)?device=\(URLText.escaped(frame.device.udid.text))")
            ]
        }
        let command = visit.listCommand("\(frame.route)/\(shown.rawValue)")
        return frame.page("records", [.actions(choice)] + command + [.section(section.live("event", "request"))])
    }
}
