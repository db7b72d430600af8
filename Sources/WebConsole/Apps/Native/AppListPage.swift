import ConsoleModel
import ConsolePlatform

/// The list of the apps of a kind, with filters that stay in the address.
enum AppListPage {
    private static let size = 50
    private static let filters = ["name", "bundleId", "status", "platform", "group"]

    /// The page.
    static func page(_ kind: NativeKind, _ visit: Visit) async throws -> ConsolePage {
        let code = visit.query.text("group") ?? ""
        let answer = try await visit.api.get(
            "/api/mam/apps/search",
            [
                "applicationtype": kind.rawValue, "applicationname": visit.query.text("name"),
                "bundleid": visit.query.text("bundleId"), "status": visit.query.text("status"),
                "platform": visit.query.text("platform"),
                "locationgroupid": code.isEmpty ? nil : try await GroupChoice.id(code, visit),
                "orderby": "applicationname", "page": String(visit.page), "pagesize": String(size),
            ])
        let found = ListAnswer(answer, "Application", size: size)
        let isNarrowed = filters.contains { visit.query.text($0) != nil }
        var table = Table(
            "\(kind.rawValue) apps",
            columns: [
                "App", "Version", "Platform", "Organization group", "Status", "Assignment groups", "Installed",
            ], rows: found.items.map { row(kind, $0) }, empty: empty(kind, isNarrowed: isNarrowed, visit))
        table.pager = visit.pager(total: found.total, size: size)
        let section = Section("", id: "apps", parts: [.table(table)]).live("event", "request")
        var page = ConsolePage(kind.rawValue, parts: [.form(try await form(visit))])
        page.parts += visit.listCommand("/api/mam/apps/search") + [.section(section)]
        page.crumbs = [.init("Native", NativeAppPages.path)]
        page.lead = lead(kind)
        page.tabs = NativeKind.tabs(kind)
        if kind.canChange, visit.may(.write, .applications) {
            page.actions = [.link("Add Application", "\(kind.path)/new")]
        }
        return page
    }

    private static func lead(_ kind: NativeKind) -> String {
        switch kind {
        case .uploaded: "Apps that were uploaded, each version by itself; devices get them by smart groups."
        case .listed: "Apps that everybody gets from a store, known by their number there or their bundle identifier."
        case .purchased: "Apps of which licenses were purchased; a real console learns of them from the store."
        }
    }

    private static func form(_ visit: Visit) async throws -> Form {
        func value(_ name: String) -> String { visit.query.text(name) ?? "" }
        var form = Form(visit.path, button: "Filter")
        form.isSearch = true
        form.fields = [
            Field("name", "Search List", value: value("name")).with(placeholder: "in the name"),
            Field("bundleId", "Bundle identifier", value: value("bundleId")),
            .choice(
                "status", "Status", [("", "All")] + AppFrame.statuses.map { ($0, $0) }, value: value("status")),
            .choice("platform", "Platform", [("", "All")] + NativePlatform.choices, value: value("platform")),
        ]
        if visit.may(.read, .organizationGroups) { form.fields.append(try await GroupChoice.filter(visit)) }
        return form
    }

    private static func empty(_ kind: NativeKind, isNarrowed: Bool, _ visit: Visit) -> EmptyState {
        if isNarrowed {
            return EmptyState(
                title: "No app matches", advice: "Take a filter away, or clear all of them.", link: kind.path,
                linkText: "Clear filters")
        }
        guard kind.canChange else {
            return EmptyState(
                title: "No purchased apps yet", advice: "Let licenses be purchased, as a test needs them.",
                link: "/search?find=%2F_mock%2Fapplications%2Fpurchased", linkText: "The route")
        }
        let mayWrite = visit.may(.write, .applications)
        return EmptyState(
            title: "No \(kind.rawValue.lowercased()) apps yet",
            advice: kind == .uploaded
                ? "Upload an IPA, then assign it to a smart group: its devices get the SDK profile."
                : "Add one by its number in the store, then assign it to a smart group.",
            link: mayWrite ? "\(kind.path)/new" : "", linkText: "Add Application")
    }

    private static func row(_ kind: NativeKind, _ app: JSON) -> Table.Row {
        let groups = app["SmartGroups"].list.map { $0["Name"].text }
        return Table.Row(cells: [
            .text(app["ApplicationName"].text).linked("\(kind.path)/\(app["Id"]["Value"].text)")
                .with(detail: app["BundleId"].text).with(icon: AppFrame.icon(app["LargeIconUri"].text)),
            .text(app["ActualFileVersion"].text), .text(NativePlatform.title(app["Platform"].text)),
            .text(app["RootLocationGroupName"].text), AppFrame.status(app["Status"].text),
            .text(groups.joined(separator: ", ")).with(title: groups.isEmpty ? "Assigned to nobody" : ""),
            .text("\(app["InstalledDeviceCount"].text) of \(app["AssignedDeviceCount"].text)"),
        ])
    }
}
