import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The beacons of a device, and one with what differs from the one before.
enum DeviceBeaconPages {
    /// The list.
    static func list(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await frame.records("beacons", visit)
        let items = found.items.list
        let rows = items.enumerated().map { index, beacon in
            let before = items.dropFirst(index + 1).first { $0.bundleId == beacon.bundleId }
            return row(beacon, before: before, frame)
        }
        let empty = EmptyState(
            title: "No beacons yet", advice: "An app sends one when it starts, and from time to time.")
        var table = Table(
            "Beacons",
            columns: ["Received", "App", "App version", "OS version", "Compromised", "Compliance", "Differences"],
            rows: rows,
            empty: empty)
        table.pager = visit.pager(total: found.total.integer ?? 0, size: 50)
        var section = Section("", id: "beacons", parts: [.table(table)])
        section = section.live(onFirstPageOf: visit, "event", "request")
        return frame.page("beacons", [.section(section)])
    }

    private static func row(_ beacon: JSON, before: JSON?, _ frame: DeviceFrame) -> Table.Row {
        let differing = before.map { differences(from: $0.report, to: beacon.report).map(\.name) }
        let names = differing.map { names in
            names.isEmpty
                ? "none"
                : names.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
                    .prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
        }
        return Table.Row(
            cells: [
                .time(beacon.receivedAt.time).linked("\(frame.base)/beacons/\(beacon.id.text)"),
                .code(beacon.bundleId.text), .text(beacon.report.payLoad.AWVersion.text),
                .text(beacon.report.payLoad.OsVersion.text),
                beacon.isCompromised.isTrue ? .badge("Compromised", .bad) : .text("No"),
                DeviceShown.compliance(beacon.complianceStatus.text), .text(names ?? ""),
            ])
    }

    /// One beacon.
    static func one(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let beacon = try await visit.api.get("/_mock/beacons/\(visit.segment("id"))")
        guard beacon.device.text == frame.device.udid.text else {
            throw ConsoleError(.notFound, "This device has no such beacon.")
        }
        let before = try await previous(beacon, frame, visit)
        var parts: [Part] = [.facts(facts(beacon))]
        let title = "What differs from the one before"
        if let before {
            let link = Action.link("The one before", "\(frame.base)/beacons/\(before.id.text)")
            var section = Section(title, id: "differences", parts: [.table(table(before.report, beacon.report))])
            section.actions = [link]
            parts.append(.section(section))
        } else {
            let empty = EmptyState(title: "There is none before", advice: "This is the first that is kept of the app.")
            parts.append(.section(Section(title, id: "differences", parts: [.empty(empty)])))
        }
        parts.append(.code(CodeBlock(title: "As the app sent it", text: beacon.raw.text)))
        parts.append(.code(CodeBlock(title: "Decoded", text: beacon.report.pretty, isFolded: true)))
        var page = frame.page("beacons", parts)
        page.crumbs.append(.init("Beacons", "\(frame.base)/beacons"))
        return page
    }

    /// The beacon of the same app before one; nil if none is kept.
    private static func previous(_ beacon: JSON, _ frame: DeviceFrame, _ visit: Visit) async throws -> JSON? {
        guard let time = beacon.receivedAt.time, let id = beacon.id.integer else { return nil }
        let end = Timestamp(milliseconds: time.milliseconds + 1)
        let found = try await visit.api.get(
            "\(frame.route)/beacons",
            ["bundleId": beacon.bundleId.text, "to": end.description, "pageSize": "20"])
        return found.items.list.first { ($0.id.integer ?? id) < id }
    }

    private static func facts(_ beacon: JSON) -> [Fact] {
        [
            Fact("Received", .time(beacon.receivedAt.time)), Fact("App", .code(beacon.bundleId.text)),
            Fact("User", .text(beacon.userName.text).with(detail: beacon.email.text)),
            Fact("Enrollment status", .text(beacon.enrollmentStatus.text)),
            Fact("Compliance", DeviceShown.compliance(beacon.complianceStatus.text)),
            Fact("Compromised", beacon.isCompromised.isTrue ? .badge("Compromised", .bad) : .text("No")),
            Fact(
                "Place",
                .text([beacon.latitude.text, beacon.longitude.text].filter { !$0.isEmpty }.joined(separator: ", "))),
            Fact("Compliance data", .text(beacon.complianceDataProblem.text)),
        ]
    }

    private static func table(_ before: JSON, _ now: JSON) -> Table {
        let rows = differences(from: before, to: now).map { difference in
            Table.Row(cells: [.code(difference.name), .text(difference.before), .text(difference.now)])
        }
        return Table(
            "Differences", columns: ["Field", "Before", "Now"], rows: rows,
            empty: EmptyState(title: "Nothing differs", advice: "All fields are as in the beacon before."))
    }

    /// A field that is not what it was.
    struct Difference: Hashable {
        let name: String
        let before: String
        let now: String
    }

    /// Fields in which two reports differ, by their names.
    static func differences(from before: JSON, to now: JSON) -> [Difference] {
        let (old, new) = (flat(before), flat(now))
        return Set(old.keys).union(new.keys).sorted().compactMap { name in
            guard old[name] != new[name] else { return nil }
            return Difference(name: name, before: old[name] ?? "", now: new[name] ?? "")
        }
    }

    /// The values of a report by the way to them.
    private static func flat(_ json: JSON, at name: String = "") -> [String: String] {
        func inside(_ part: String) -> String { name.isEmpty ? part : "\(name).\(part)" }
        var found: [String: String] = [:]
        switch json.value {
        case .object?:
            for (part, value) in json.members { found.merge(flat(value, at: inside(part))) { $1 } }
        case .array?:
            for (index, value) in json.list.enumerated() { found.merge(flat(value, at: inside(String(index)))) { $1 } }
        case nil: break
        default: found[name] = json.text
        }
        return found
    }
}
