import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Tags: a list with a form for a new one, and each with its devices.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/tags` | the list |
/// | POST | `/console/tags/new` | adds one |
/// | GET | `/console/tags/{tag}` | one, with the devices that have it |
/// | POST | `/console/tags/{tag}/edit` | renames it |
/// | POST | `/console/tags/{tag}/delete` | deletes it |
enum TagPages {
    /// Where the pages are.
    static let path = "/console/tags"
    private static let route = "/api/mdm/tags"
    private static let size = 100

    /// Adds the pages and their forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await list($0) }
        door.form("\(path)/new") { visit in
            let group = try await GroupChoice.id(visit.form["newGroup"], visit)
            try await visit.api.send(
                .post, "\(route)/addtag",
                .members([
                    "TagName": .string(visit.form["TagName"]), "TagType": .string("1"),
                    "LocationGroupId": .string(group),
                ]))
            return .stay("The tag \(visit.form["TagName"]) was added.")
        }
        door.page("\(path)/{tag}") { try await one($0) }
        door.form("\(path)/{tag}/edit") { visit in
            try await visit.api.send(
                .post, "\(route)/\(visit.segment("tag"))/update",
                .members(["TagName": .string(visit.form["TagName"])]))
            return .stay("The tag is called \(visit.form["TagName"]) now.")
        }
        door.form("\(path)/{tag}/delete") { visit in
            try await visit.api.send(.delete, "\(route)/\(visit.segment("tag"))")
            return .done("The tag was deleted, and no device has it any more.", at: path)
        }
    }

    private static func list(_ visit: Visit) async throws -> ConsolePage {
        let code = visit.query.text("group") ?? ""
        let group = code.isEmpty ? nil : try await GroupChoice.id(code, visit)
        let answer = try await visit.api.get(
            "\(route)/search",
            [
                "name": visit.query.text("find"), "organizationgroupid": group, "orderby": "TagName",
                "page": String(visit.page), "pagesize": String(size),
            ])
        let found = ListAnswer(answer, "Tags", size: size)
        let isWriter = visit.may(.write, .smartGroups)
        let groups = try await groupNames(visit)
        let rows = found.items.map { tag in
            let name = tag["TagName"].text
            return Table.Row(cells: [
                .text(name).linked("\(path)/\(tag["Uuid"].text)"),
                .text(groups[tag["LocationGroupId"].text] ?? tag["LocationGroupId"].text),
                .time(tag["DateTagged"].time),
                .text("Devices").linked("/console/devices?tag=\(URLText.escaped(name))"),
            ])
        }
        var table = Table(
            "Tags", columns: ["Tag", "Organization group", "Made", "On"], rows: rows,
            empty: EmptyState(
                title: "No tags", advice: isWriter ? "Add one below: smart groups can ask for it." : ""))
        table.pager = visit.pager(total: found.total, size: size)
        var search = Form(path, button: "Find", fields: [Field("find", "Name", value: visit.query.text("find") ?? "")])
        search.isSearch = true
        if visit.may(.read, .organizationGroups) { search.fields.append(try await GroupChoice.filter(visit)) }
        let section = Section("", id: "tags", parts: [.table(table)]).live("event")
        var page = ConsolePage("Tags", parts: [.form(search), .section(section)])
        page.lead = "Words that are put on devices. A device can have those of its group and of the groups above it."
        if isWriter {
            var form = Form("\(path)/new", button: "Add Tag")
            form.fields = [
                Field("TagName", "Name").required(),
                try await GroupChoice.field(visit, name: "newGroup", chosen: code),
            ]
            form.isInline = true
            page.parts.append(.section(Section("Add", id: "add", parts: [.form(form)])))
        }
        return page
    }

    /// Names of groups by their ids, as far as somebody may see them.
    private static func groupNames(_ visit: Visit) async throws -> [String: String] {
        guard visit.may(.read, .organizationGroups) else { return [:] }
        let pairs = try await GroupChoice.listed(visit)["LocationGroups"].list.map {
            ($0["Id"]["Value"].text, $0["Name"].text)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func one(_ visit: Visit) async throws -> ConsolePage {
        let tag = try await visit.api.get("\(route)/\(visit.segment("tag"))")
        let name = tag["TagName"].text
        let answer = try await visit.api.get("\(route)/\(visit.segment("tag"))/devices")
        let devices = answer["Device"].list
        let rows = devices.prefix(size).map { device in
            Table.Row(cells: [
                .text(device["FriendlyName"].nonEmpty ?? "Device \(device["DeviceId"].text)")
                    .linked("/console/devices?tag=\(URLText.escaped(name))"),
                .time(device["DateTagged"].time), .time(device["DeviceLastSeen"].time),
            ])
        }
        let table = Table(
            "Devices with the tag", columns: ["Device", "Tagged", "Last seen"], rows: rows,
            empty: EmptyState(
                title: "No device has it", advice: "Choose devices in the list, then “Add tag”.",
                link: "/console/devices", linkText: "List View"))
        var section = Section("Devices (\(Figure.text(devices.count)))", id: "devices", parts: [.table(table)])
        section.actions = [.link("Show in List View", "/console/devices?tag=\(URLText.escaped(name))")]
        var page = ConsolePage(name, parts: [.section(section.live("event"))])
        page.crumbs = [.init("Tags", path)]
        guard visit.may(.write, .smartGroups) else { return page }
        let base = "\(path)/\(visit.segment("tag"))"
        page.actions = [
            .post(
                "Delete", "\(base)/delete",
                asking: "Delete the tag \(name)? Devices lose it, and smart groups that ask for it have none of them.",
                isDangerous: true)
        ]
        var form = Form("\(base)/edit", button: "Rename")
        form.fields = [Field("TagName", "Name", value: name).required()]
        form.isInline = true
        page.parts.append(.section(Section("Rename", id: "rename", parts: [.form(form)])))
        return page
    }
}
