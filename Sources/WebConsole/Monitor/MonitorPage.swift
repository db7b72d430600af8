import ConsoleModel
import ConsolePlatform

/// The page of what is happening now: figures, what is in force, and the latest of everything.
struct MonitorPage {
    let visit: Visit
    /// Where apps find the console.
    let serverURL: String
    /// The certificate that clients have to be made to trust; nil if they trust it anyway.
    let trust: TrustAnchor?

    /// Rows of each list.
    private let rows = "8"

    /// The page, its parts asked for at once.
    ///
    /// - Throws: ``ConsoleError`` of the routes.
    func page() async throws -> ConsolePage {
        async let devices = self.devices()
        async let force = inForce()
        async let requests = self.requests()
        async let records = self.records()
        var page = ConsolePage("Monitor")
        page.lead = "What is happening now. Sections are made anew as soon as something arrives."
        let (arrived, hasDevices) = try await devices
        // Until the first device has arrived, its certificate is what stands in its way.
        let trusting = TrustSection.section(trust, isFolded: hasDevices).map { [Part.section($0)] } ?? []
        page.parts = try await arrived + (hasDevices ? [] : trusting) + force + requests + records
        page.parts += hasDevices ? trusting : []
        if hasDevices, visit.may(.write, .devices) { page.actions = [ArrivalPage.button] }
        return page
    }

    // MARK: Devices

    private func devices() async throws -> (parts: [Part], hasDevices: Bool) {
        guard visit.may(.read, .devices) else { return ([], true) }
        async let counting = visit.api.get("/api/mdm/devices/devicecountinfo")
        async let judging = visit.api.get("/_mock/devices", ["compliance": "NonCompliant", "pageSize": "1"])
        async let measuring = visit.api.get("/_mock/groups/\(visit.identity.groupID)/log-quota")
        let counts = try await counting
        let figures =
            MonitorFigures.devices(counts, nonCompliant: try await judging["total"].integer ?? 0)
            + [MonitorFigures.logs(try await measuring)]
        var parts = [Part.figures(figures)]
        let hasDevices = counts["TotalDevices"].integer != 0
        if !hasDevices {
            parts += try await FirstDevice(visit: visit, serverURL: serverURL).parts()
        }
        return ([live(Section("", id: "devices", parts: parts), "request", "event")], hasDevices)
    }

    // MARK: Faults and clocks

    private func inForce() async throws -> [Part] {
        guard visit.may(.read, .console) else { return [] }
        async let disturbing = visit.api.get("/_mock/faults", ["pageSize": "100"])
        async let setting = visit.api.get("/_mock/clocks", ["pageSize": "100"])
        let (faults, clocks) = try await (disturbing, setting)
        var section = Section("In force", id: "in-force", parts: [])
        section.actions = [.link("Faults", "/console/faults"), .link("Clocks", "/console/clocks")]
        let rows =
            faults["items"].list.filter { $0["state"].text == "active" }.map(MonitorRows.fault)
            + clocks["items"].list.map(MonitorRows.clock)
        section.parts =
            rows.isEmpty
            ? [.text("No fault is in force, and every group goes by the clock of the machine.")]
            : [
                .table(
                    Table(
                        "Faults and clocks in force", columns: ["What", "Group", "Detail", "Since"], rows: rows,
                        empty: EmptyState(title: "")))
            ]
        return [live(section, "request", "event")]
    }

    // MARK: Requests

    private func requests() async throws -> [Part] {
        guard visit.may(.read, .console) else { return [] }
        let journal = try await visit.api.get("/_mock/journal", ["pageSize": "12"])
        var section = Section("Latest requests", id: "requests", parts: [])
        section.actions = [.link("Journal", "/console/journal")]
        let empty =
            journal["isOn"].isTrue
            ? EmptyState(
                title: "No requests yet", advice: "Point an app here, or let simulated devices do something:",
                code: "mockuem simulate")
            : EmptyState(title: "The journal is switched off", advice: "journal.enabled is false.")
        section.parts = [
            .table(
                Table(
                    "Latest requests", columns: ["When", "Status", "Request", "Device", "User", "Took"],
                    rows: journal["items"].list.map(MonitorRows.request), empty: empty))
        ]
        return [live(section, "request", "connection")]
    }

    // MARK: Records

    private func records() async throws -> [Part] {
        guard visit.may(.read, .devices) else { return [] }
        async let beacons = visit.api.get("/_mock/beacons", ["pageSize": rows])
        async let logs = visit.api.get("/_mock/logs", ["pageSize": rows])
        async let analytics = visit.api.get("/_mock/analytics", ["pageSize": rows])
        return [
            record(
                "Latest beacons", "beacons", columns: ["When", "Device", "App", "User", "Compliance", "Request"],
                try await beacons, MonitorRows.beacon,
                EmptyState(title: "No beacons yet", advice: "Apps send one after they have signed in.")),
            record(
                "Latest logs", "logs", columns: ["When", "Device", "App", "Level", "Type", "Bytes"],
                try await logs, MonitorRows.log,
                EmptyState(
                    title: "No logs yet",
                    advice: "Apps send them when they are asked to: choose Request Logs on the page of a device.")),
            record(
                "Latest analytics", "analytics", columns: ["When", "Device", "App", "Event", "Value", "Request"],
                try await analytics, MonitorRows.analyticsEvent,
                EmptyState(
                    title: "No analytics yet", advice: "Apps send events if their SDK profile has analytics on.")),
        ]
    }

    private func record(
        _ title: String, _ id: String, columns: [String], _ answer: JSON, _ row: (JSON) -> Table.Row,
        _ empty: EmptyState
    ) -> Part {
        let table = Table(title, columns: columns, rows: answer["items"].list.map(row), empty: empty)
        return live(Section(title, id: id, parts: [.table(table)]), "request")
    }

    /// A section that is made anew, if the reader may hear of what happens.
    private func live(_ section: Section, _ kinds: String...) -> Part {
        var section = section
        if visit.may(.read, .console) { section.liveKinds = kinds.joined(separator: " ") }
        return .section(section)
    }
}
