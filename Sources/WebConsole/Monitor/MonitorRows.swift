import ConsolePlatform

/// Rows of the lists on the page of what is happening now, each with links to where more is told.
enum MonitorRows {
    /// An entry of the journal.
    static func request(_ entry: JSON) -> Table.Row {
        let path = "/console/journal/\(entry["id"].text)"
        let incident = entry["incident"]
        let what =
            incident.exists ? "connection: \(incident["kind"].text)" : "\(entry["method"].text) \(entry["path"].text)"
        let told = [
            incident["advice"].text, entry["refusal"]["message"].text,
            entry["fault"].nonEmpty.map { "Acted on by \($0)." } ?? "",
        ]
        return Table.Row(cells: [
            .time(entry["at"].time).linked(path), status(entry["status"].integer ?? 0),
            .code(what).linked(path).with(detail: told.filter { !$0.isEmpty }.joined(separator: " ")),
            device(entry["device"].text), .text(entry["user"].nonEmpty ?? entry["administrator"].text),
            .text(JournalPages.duration(entry)),
        ])
    }

    /// A status of an answer.
    private static func status(_ status: Int) -> Cell {
        switch status {
        case 0: .badge("none", .bad)
        case ..<300: .badge(String(status), .good)
        case ..<400: .badge(String(status))
        case ..<500: .badge(String(status), .warning)
        default: .badge(String(status), .bad)
        }
    }

    /// A beacon.
    static func beacon(_ beacon: JSON) -> Table.Row {
        let judged = beacon["complianceStatus"].text
        let compliance: Cell =
            beacon["isCompromised"].isTrue
            ? .badge("Compromised", .bad) : .badge(judged, judged == "Compliant" ? .good : .warning)
        return Table.Row(cells: [
            .time(beacon["receivedAt"].time).linked(page(of: beacon, "beacons")), device(beacon["device"].text),
            .code(beacon["bundleId"].text),
            .text(beacon["user"].text), compliance, journal(of: beacon),
        ])
    }

    /// A log.
    static func log(_ log: JSON) -> Table.Row {
        return Table.Row(cells: [
            .time(log["receivedAt"].time).linked("\(AppLogPages.path)/\(log["id"].text)"),
            device(log["device"].nonEmpty ?? log["claimedDevice"].text),
            .code(log["bundleId"].text), AppLogPages.level(log["level"].text), .text(log["type"].text),
            .number(log["byteCount"].integer),
        ])
    }

    /// An event that an app has counted.
    static func analyticsEvent(_ event: JSON) -> Table.Row {
        Table.Row(cells: [
            .time(event["receivedAt"].time), device(event["device"].text), .code(event["bundleId"].text),
            .text(event["name"].text).with(detail: event["type"].text), .text(event["value"].text), journal(of: event),
        ])
    }

    /// A fault.
    static func fault(_ fault: JSON) -> Table.Row {
        let id = fault["id"].text
        let hits = fault["hits"].integer ?? 0
        let name = Cell.text(fault["name"].nonEmpty ?? fault["preset"].nonEmpty ?? "Fault \(id)")
        return Table.Row(cells: [
            .badge("Fault", .warning).linked("/console/faults"), .text(fault["group"].text),
            name.with(detail: hits == 1 ? "1 hit" : "\(hits) hits", "ends", fault["expiresAt"].time),
            .time(fault["createdAt"].time),
        ])
    }

    /// A clock that was set.
    static func clock(_ clock: JSON) -> Table.Row {
        let isFrozen = clock["mode"].text == "frozen"
        return Table.Row(cells: [
            .badge(isFrozen ? "Clock stopped" : "Clock set", .warning).linked("/console/clocks"),
            .text(clock["groupName"].text).with(detail: clock["group"].text),
            .clock(clock["now"].time, isRunning: !isFrozen)
                .with(detail: "\(clock["offsetSeconds"].text) seconds from the machine"), .text(""),
        ])
    }

    /// A device by the beginning of its identifier, with a link to its page.
    private static func device(_ identifier: String) -> Cell {
        guard identifier.count > 12 else {
            return .code(identifier).linked(identifier.isEmpty ? nil : page(of: identifier))
        }
        return .code("\(identifier.prefix(8))…").with(title: identifier).linked(page(of: identifier))
    }

    private static func page(of device: String) -> String { "/console/devices/\(URLText.escaped(device))" }

    /// The page of a record, which is one of its device; nil for one of no device.
    private static func page(of record: JSON, _ list: String) -> String? {
        record["device"].nonEmpty.map { "\(page(of: $0))/\(list)/\(record["id"].text)" }
    }

    /// A link to the request that brought a row.
    private static func journal(of row: JSON) -> Cell {
        let link = row["journal"].text
        guard link.hasPrefix("/_mock/journal?") else { return .text("") }
        return .text("Request").linked("/console" + link.dropFirst("/_mock".count))
    }
}
