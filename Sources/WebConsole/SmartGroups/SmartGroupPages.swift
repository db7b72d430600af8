import ConsoleModel
import ConsolePlatform

/// The list of smart groups, and one with its members.
enum SmartGroupPages {
    private static let path = SmartGroupRoom.path
    private static let size = 50

    /// The list.
    static func list(_ visit: Visit) async throws -> ConsolePage {
        let code = visit.query.text("group") ?? ""
        let group = code.isEmpty ? nil : try await GroupChoice.id(code, visit)
        let answer = try await visit.api.get(
            "\(SmartGroupRoom.route)/search",
            [
                "name": visit.query.text("find"), "organizationgroupid": group, "orderby": "name",
                "page": String(visit.page), "pagesize": String(size),
            ])
        let found = ListAnswer(answer, "SmartGroups", size: size)
        let isWriter = visit.may(.write, .smartGroups)
        let isNarrowed = visit.query.text("find") != nil || !code.isEmpty
        var table = Table(
            "Smart groups", columns: ["Name", "Managed by", "Devices", "Assignments", "Exclusions"],
            rows: found.items.map(row), empty: empty(isNarrowed, isWriter))
        table.pager = visit.pager(total: found.total, size: size)
        var search = Form(path, button: "Find")
        search.isSearch = true
        search.fields = [Field("find", "Name", value: visit.query.text("find") ?? "")]
        if visit.may(.read, .organizationGroups) { search.fields.append(try await GroupChoice.filter(visit)) }
        let section = Section("", id: "smart-groups", parts: [.table(table)]).live(onFirstPageOf: visit, "event")
        var page = ConsolePage("Smart Groups", parts: [.form(search)])
        page.parts += visit.listCommand("\(SmartGroupRoom.route)/search") + [.section(section)]
        page.lead =
            "Sets of devices by criteria, which follow every change at once; apps and profiles are given to them."
        if isWriter { page.actions = [.link("Add Smart Group", "\(path)/new")] }
        return page
    }

    private static func empty(_ isNarrowed: Bool, _ isWriter: Bool) -> EmptyState {
        if isNarrowed {
            return EmptyState(
                title: "No smart group matches", advice: "Take a filter away.", link: path, linkText: "Clear filters")
        }
        return EmptyState(
            title: "No smart groups yet", advice: "Apps and profiles are given to the devices of one.",
            link: isWriter ? "\(path)/new" : "", linkText: "Add Smart Group")
    }

    private static func row(_ group: JSON) -> Table.Row {
        Table.Row(cells: [
            .text(group["Name"].text).linked("\(path)/\(group["SmartGroupID"].text)"),
            .text(group["ManagedByOrganizationGroupName"].text), .number(group["Devices"].integer),
            .number(group["Assignments"].integer), .number(group["Exclusions"].integer),
        ])
    }

    /// One smart group.
    static func one(_ visit: Visit) async throws -> ConsolePage {
        let group = try await SmartGroupBuilder.details(visit)
        let base = "\(path)/\(visit.segment("id"))"
        var page = ConsolePage(group["Name"].text)
        page.crumbs = [.init("Smart Groups", path)]
        page.lead = "Managed by \(group["ManagedByOrganizationGroupName"].text)."
        if visit.may(.write, .smartGroups) {
            page.actions = [
                .link("Edit", "\(base)/edit"),
                .post(
                    "Delete", "\(base)/delete", asking: "Delete the smart group \(group["Name"].text)?",
                    isDangerous: true),
            ]
        }
        page.parts = [
            .figures([
                Figure(name: "devices", value: group["Devices"].text),
                Figure(name: "assignments", value: group["Assignments"].text),
                Figure(name: "exclusions", value: group["Exclusions"].text),
            ]),
            .section(Section("Criteria", id: "criteria", parts: [criteria(group)])),
            .section(try await members(visit)), .section(try await apps(visit)),
        ]
        return page
    }

    private static func criteria(_ group: JSON) -> Part {
        var facts = SmartGroupValues.lists.map { list in
            Fact(
                list.label,
                .text(group[list.name].list.map { SmartGroupValues.word($0, of: list.name) }.joined(separator: ", ")))
        }
        facts.append(
            Fact(
                "Operating systems",
                .text(
                    group["OperatingSystems"].list.map { version in
                        [version["DeviceType"].text, sign(version["Operator"].text), version["Value"].text]
                            .filter { !$0.isEmpty }.joined(separator: " ")
                    }.joined(separator: "; "))))
        let shown = facts.filter { !$0.isEmpty }
        if group["CriteriaType"].text == "UserDevice" {
            return .facts([Fact("Type", .text("Chosen devices and users only"))] + shown)
        }
        return shown.isEmpty
            ? .text("None: every enrolled device of the managing group and of those below it.") : .facts(shown)
    }

    /// An operator as a sign.
    private static func sign(_ word: String) -> String {
        SmartGroupValues.operators.first { $0.value == word }?.sign ?? word
    }

    private static func members(_ visit: Visit) async throws -> Section {
        let answer = try await visit.api.get(
            "\(SmartGroupRoom.route)/\(visit.segment("id"))/devices",
            ["page": String(visit.page), "pagesize": String(size)])
        let found = ListAnswer(answer, "Devices", size: size)
        var paths: [String: String] = [:]
        if visit.may(.read, .devices), !found.items.isEmpty {
            let ids = found.items.map { $0["Id"].text }.joined(separator: ",")
            for device in try await visit.api.get("/_mock/devices", ["ids": ids, "pageSize": String(size)]).items.list {
                paths[device.id.text] = DeviceShown.path(device.udid.text)
            }
        }
        let rows = found.items.map { device in
            Table.Row(cells: [
                .text(device["Name"].text).linked(paths[device["Id"].text]), .text(device["Username"].text),
                .text(device["Platform"].text), .text(device["Model"].text), .text(device["OSVersion"].text),
                .text(DeviceShown.ownership(device["Ownership"].text)),
            ])
        }
        var table = Table(
            "Members", columns: ["Device", "User", "Platform", "Model", "OS version", "Ownership"], rows: rows,
            empty: EmptyState(
                title: "No device is a member",
                advice: "Only enrolled devices are; the tab Smart Groups of a device says why it is not in one."))
        table.pager = visit.pager(total: found.total, size: size)
        return Section("Members", id: "members", parts: [.table(table)]).live("event")
    }

    private static func apps(_ visit: Visit) async throws -> Section {
        let apps = try await visit.api.get("\(SmartGroupRoom.route)/\(visit.segment("id"))/apps")
        let mayRead = visit.may(.read, .applications)
        let rows = apps.list.map { app in
            Table.Row(cells: [
                .text(app["applicationName"].text).linked(
                    mayRead ? "\(NativeAppPages.path)?app=\(app["id"].text)" : nil),
                .code(app["bundleId"].text), .text(app["version"].text),
                .text(app["platform"].text), .text(app["managedBy"].text),
            ])
        }
        let table = Table(
            "Assigned apps", columns: ["App", "Bundle identifier", "Version", "Platform", "Managed by"], rows: rows,
            empty: EmptyState(
                title: "No apps", advice: "The tab Assignment of an app gives it to the devices of a smart group.",
                link: mayRead ? NativeKind.uploaded.path : "", linkText: "Internal apps"))
        return Section("Assigned apps", id: "apps", parts: [.table(table)])
    }
}
