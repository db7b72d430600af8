import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Adds public apps: by what a search of the store finds, or by what somebody types.
enum PublicAppPages {
    private static let path = NativeKind.listed.path
    private static let size = 20
    /// Fields that the result of a search fills in.
    private static let filled = [
        "ApplicationName", "Platform", "ExternalId", "BundleId", "ApplicationUrl", "AppVersion",
    ]

    /// Adds the page and its form.
    static func add(to door: PageDoor) {
        door.page("\(path)/new") { try await new($0) }
        door.form("\(path)/new/save") { visit in
            let code = visit.form["group"]
            let group = code.isEmpty ? nil : try await GroupChoice.id(code, visit)
            var members = filled.compactMap { name in
                visit.form.nonEmpty(name).map { JSONMember(name: name, value: .string($0)) }
            }
            if let group { members.append(JSONMember(name: "LocationGroupId", value: .string(group))) }
            let app = try await visit.api.send(.post, NativeKind.listed.route, .object(members))
            return .done(
                "\(app["ApplicationName"].text) was added. Assign it to a smart group, so that devices get it.",
                at: "\(path)/\(app["Id"]["Value"].text)/assignment")
        }
    }

    private static func new(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Add Application")
        page.crumbs = [.init("Native", NativeAppPages.path), .init(NativeKind.listed.rawValue, path)]
        page.lead =
            "A real console asks the store; this one finds the public apps that it knows, and believes the rest."
        guard visit.may(.write, .applications) else {
            page.parts = [.note(Note(text: "Your role may look at apps, and add none."))]
            return page
        }
        page.parts = [.section(try await search(visit)), .section(try await form(visit))]
        return page
    }

    private static func search(_ visit: Visit) async throws -> Section {
        let find = visit.query.text("find") ?? ""
        var form = Form("\(path)/new", button: "Search")
        form.isSearch = true
        form.fields = [Field("find", "Name", value: find)]
        var section = Section("Search App Store", id: "search", parts: [.form(form)])
        guard !find.isEmpty else { return section }
        let answer = try await visit.api.get(
            "/api/mam/apps/applestore/search",
            ["appname": find, "page": String(visit.page), "pagesize": String(size)])
        let found = ListAnswer(answer, "Application", size: size)
        var table = Table(
            "Found", columns: ["App", "Bundle identifier", "Number in the store", "Version"],
            rows: found.items.map(row),
            empty: EmptyState(
                title: "No public app is called so", advice: "Type what is known of it into the fields below."))
        table.pager = visit.pager(total: found.total, size: size)
        section.parts.append(.table(table))
        return section
    }

    private static func row(_ app: JSON) -> Table.Row {
        let values = [
            "ApplicationName": app["ApplicationName"].text, "ExternalId": app["ExternalId"].text,
            "BundleId": app["BundleId"].text, "ApplicationUrl": app["ApplicationUrl"].text,
            "Platform": NativePlatform(app["Platform"].text)?.name ?? "", "AppVersion": app["Version"].text,
        ]
        let query = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(URLText.escaped($0.value))" }.joined(separator: "&")
        return Table.Row(
            cells: [
                .text(app["ApplicationName"].text).with(detail: app["Description"].text),
                .code(app["BundleId"].text), .text(app["ExternalId"].text), .text(app["Version"].text),
            ], actions: [.link("Fill in", "\(path)/new?\(query)#add")])
    }

    private static func form(_ visit: Visit) async throws -> Section {
        func field(_ name: String, _ label: String) -> Field {
            Field(name, label, value: visit.query.text(name) ?? "")
        }
        var form = Form("\(path)/new/save", button: "Add")
        if visit.may(.read, .organizationGroups) {
            form.fields.append(try await GroupChoice.field(visit, chosen: try await GroupChoice.asked(visit)))
        }
        form.fields += [
            .choice(
                "Platform", "Platform", NativePlatform.choices,
                value: visit.query.text("Platform") ?? NativePlatform.apple.name),
            field("ApplicationName", "Name").with(hint: "Left empty, it is the bundle identifier."),
            field("ExternalId", "Number in the store").with(placeholder: "361309726")
                .with(hint: "Apple's adam id, which also stands in the address of the page in the store."),
            field("BundleId", "Bundle identifier").with(placeholder: "com.example.app")
                .with(hint: "Needed for Android, and without a number."),
            field("ApplicationUrl", "Page in the store")
                .with(placeholder: "https://apps.apple.com/app/name/id361309726"),
            field("AppVersion", "Version"),
        ]
        return Section("Add", id: "add", parts: [.form(form)])
    }
}
