import ConsoleModel
import ConsolePlatform

/// What a device sent and what happened to it: logs, places, the event log and its requests.
enum DeviceRecordPages {
    /// Its logs.
    static func logs(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await frame.records("logs", visit)
        let rows = found.items.list.map { log in
            Table.Row(
                cells: [
                    .time(log.receivedAt.time).linked("\(AppLogPages.path)/\(log.id.text)"), .code(log.bundleId.text),
                    .text(log.appVersion.text), .text(log.type.text),
                    AppLogPages.level(log.level.text), DeviceShown.bytes(log.byteCount),
                ])
        }
        let empty = EmptyState(
            title: "No logs yet", advice: "Request them on the tab Apps, or let the app send them.",
            link: "\(frame.base)/apps", linkText: "Request Logs")
        return list(
            frame, "logs",
            Table(
                "Logs", columns: ["Received", "App", "App version", "Type", "Level", "Size"], rows: rows, empty: empty),
            found, visit)
    }

    /// Where it was.
    static func locations(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await frame.records("locations", visit)
        let rows = found.items.list.map { place in
            Table.Row(
                cells: [
                    .time(place.receivedAt.time), .time(place.sampledAt.time), .code(place.latitude.text),
                    .code(place.longitude.text), .text(place.altitude.nonEmpty.map { "\($0) m" } ?? ""),
                    .text(place.speed.nonEmpty.map { "\($0) m/s" } ?? ""), .code(place.bundleId.text),
                ])
        }
        let empty = EmptyState(
            title: "No places yet",
            advice: "They come with beacons and GPS samples, and are kept where the group collects them.")
        return list(
            frame, "locations",
            Table(
                "Locations",
                columns: ["Received", "Determined", "Latitude", "Longitude", "Altitude", "Speed", "App"], rows: rows,
                empty: empty), found, visit)
    }

    /// What happened to it.
    static func events(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await visit.api.get(
            "/_mock/events",
            [
                "subject": frame.device.udid.text, "subjectKind": "device", "page": String(visit.page),
                "pageSize": "50",
            ])
        let rows = found.items.list.map { event in
            Table.Row(
                cells: [
                    .time(event.at.time).linked("\(EventPages.path)?ids=\(event.id.text)"), .code(event.action.text),
                    .text(DeviceShown.short(event.actor.text)).with(detail: event.actorKind.text),
                    .text(EventPages.change(event)),
                ])
        }
        let empty = EmptyState(title: "No events", advice: "Rows that are older than the event log keeps are gone.")
        return list(
            frame, "events",
            Table("Event Log", columns: ["Time", "Action", "By", "What changed"], rows: rows, empty: empty),
            found, visit)
    }

    /// What it asked the console.
    static func requests(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let found = try await visit.api.get(
            "/_mock/journal",
            ["device": frame.device.udid.text, "page": String(visit.page), "pageSize": "50"])
        let rows = found.items.list.map { entry in
            Table.Row(
                cells: [
                    .time(entry.at.time), DeviceShown.answer(entry.status.integer),
                    .code("\(entry.method.text) \(entry.path.text)").linked("/console/journal/\(entry.id.text)")
                        .with(detail: entry.refusal.message.text),
                    .code(entry.bundleId.text), .text(JournalPages.duration(entry)),
                ])
        }
        let empty = EmptyState(
            title: "No requests of this device", advice: "The journal holds the latest ones of all devices.")
        var page = list(
            frame, "requests",
            Table("Requests", columns: ["Time", "Status", "Request", "App", "Duration"], rows: rows, empty: empty),
            found,
            visit)
        if let notice = found.notice.nonEmpty { page.parts.insert(.note(Note(text: notice)), at: 0) }
        if visit.may(.write, .devices) { page.actions = [DeviceStandIn.link(frame)] }
        return page
    }

    /// A live list with its pages.
    private static func list(
        _ frame: DeviceFrame, _ tab: String, _ table: Table, _ found: JSON, _ visit: Visit
    ) -> ConsolePage {
        var table = table
        table.pager = visit.pager(total: found.total.integer ?? 0, size: 50)
        var section = Section("", id: tab, parts: [.table(table)])
        section = section.live(onFirstPageOf: visit, "event", "request")
        return frame.page(tab, [.section(section)])
    }
}
