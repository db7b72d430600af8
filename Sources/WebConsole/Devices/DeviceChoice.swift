import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Something that is done with devices chosen in the list; what it is to be exactly, and whether, is asked on a page.
enum DeviceChoice: String, CaseIterable, Sendable {
    case query, lock, profile, tag, untag, group, enterpriseWipe, deviceWipe, delete

    /// What it is called.
    private var title: String {
        switch self {
        case .query: "Query"
        case .lock: "Lock"
        case .profile: "Send profile"
        case .tag: "Add tag"
        case .untag: "Remove tag"
        case .group: "Change Organization Group"
        case .enterpriseWipe: "Enterprise Wipe"
        case .deviceWipe: "Device Wipe"
        case .delete: "Delete Device"
        }
    }

    private var isDangerous: Bool { [.enterpriseWipe, .deviceWipe, .delete].contains(self) }

    /// What becomes of the devices.
    private var consequence: String {
        switch self {
        case .query: "Each device is asked for its state; the order is kept in the event log."
        case .lock: "Every app on these devices gets the command to lock."
        case .profile: "Every app on these devices gets the profile as a command."
        case .tag: "Smart groups that ask for the tag follow at once."
        case .untag: "Smart groups that ask for the tag lose the devices at once."
        case .group: "Smart groups, apps and profiles follow at once; the devices stay enrolled."
        case .enterpriseWipe: "Enterprise data is taken off these devices, and their credentials end at once."
        case .deviceWipe: "These devices are erased, and their credentials end at once."
        case .delete: "These devices are forgotten with their apps and credentials; what they have sent stays."
        }
    }

    /// The button below the list.
    var button: BulkAction { BulkAction(label: title, value: rawValue, isDangerous: isDangerous) }

    /// Takes the chosen rows to the page that asks what exactly, or does at once what needs no question.
    static func chosen(_ visit: Visit) async throws -> Outcome {
        let ids = visit.form.all("key").filter { Int64($0) != nil }
        guard let action = DeviceChoice(rawValue: visit.form["action"]) else {
            throw ConsoleError(.badRequest, "Choose what is to be done.")
        }
        guard !ids.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one device.") }
        switch action {
        case .query, .lock: return .stay(try await action.perform(ids, visit))
        default:
            let list = ids.joined(separator: ",")
            return .answer(ConsoleGate.seeOther("/console/devices/chosen?action=\(action.rawValue)&ids=\(list)"))
        }
    }

    /// The page that asks.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        guard let action = DeviceChoice(rawValue: visit.query.text("action") ?? "") else {
            throw ConsoleError(.notFound, "There is no such action.")
        }
        let found = try await visit.api.get(
            "/_mock/devices", ["ids": visit.query.text("ids") ?? "", "pageSize": "100"])
        let devices = found.items.list
        var page = ConsolePage(action.title)
        page.crumbs = [.init("List View", "/console/devices")]
        page.lead = action.consequence
        let rows = devices.map { device in
            Table.Row(
                cells: [
                    DeviceShown.name(device), .text(device.user.text), .text(device.groupName.text),
                    DeviceShown.enrollment(device),
                ])
        }
        let empty = EmptyState(
            title: "No devices chosen", advice: "Choose devices in the list.", link: "/console/devices",
            linkText: "List View")
        page.parts = [
            .table(
                Table(
                    "Chosen devices", columns: ["Device", "User", "Organization group", "Enrollment status"],
                    rows: rows,
                    empty: empty))
        ]
        if !devices.isEmpty, visit.may(.write, .devices) {
            page.parts.append(.form(try await action.form(devices.map(\.id.text), visit)))
        }
        return page
    }

    /// The form that does it.
    private func form(_ ids: [String], _ visit: Visit) async throws -> Form {
        var form = Form("/console/devices/chosen/send", button: "\(title) (\(ids.count))")
        form.isDangerous = isDangerous
        form.fields = [
            Field("action", "", .hidden, value: rawValue), Field("ids", "", .hidden, value: ids.joined(separator: ",")),
        ]
        switch self {
        case .profile:
            form.fields.append(try await DeviceShown.profileField(visit))
        case .tag, .untag:
            form.fields.append(
                try await DeviceShown.tags(visit).field("tag", "Tag", asking: "The name of a tag"))
        case .group:
            form.fields.append(try await GroupChoice.field(visit, label: "Organization group"))
        default:
            // The page asks, and its box: a third question would say nothing new.
            if isDangerous {
                form.fields.append(.flag("isSure", "I am sure", false))
            }
        }
        return form
    }

    /// Does it.
    static func send(_ visit: Visit) async throws -> Outcome {
        guard let action = DeviceChoice(rawValue: visit.form["action"]) else {
            throw ConsoleError(.badRequest, "Choose what is to be done.")
        }
        guard !action.isDangerous || visit.form.isOn("isSure") else {
            throw ConsoleError(.unprocessable, "\"I am sure\" has to be ticked.")
        }
        let ids = visit.form["ids"].split(separator: ",").map(String.init)
        return .done(try await action.perform(ids, visit), at: "/console/devices")
    }

    /// Calls the routes.
    ///
    /// - Returns: What was done, in a sentence.
    private func perform(_ ids: [String], _ visit: Visit) async throws -> String {
        let api = visit.api
        switch self {
        case .query: return try await each(ids, "/commands?command=DeviceQuery", .post, api)
        case .lock: return try await bulk(ids, "/api/mdm/devices/commands/bulk?command=LockDevice", api)
        case .enterpriseWipe: return try await bulk(ids, "/api/mdm/devices/commands/bulk?command=EnterpriseWipe", api)
        case .deviceWipe: return try await each(ids, "/commands?command=DeviceWipe", .post, api)
        case .delete: return try await bulk(ids, "/api/mdm/devices/bulk", api)
        case .group:
            let group = URLText.escaped(try await Self.groupID(visit.form["group"], api))
            return try await each(ids, "/commands/changeorganizationgroup/\(group)", .put, api)
        case .profile:
            let devices = try await api.get("/_mock/devices", ["ids": ids.joined(separator: ","), "pageSize": "100"])
            let answer = try await api.send(
                .post, "/_mock/commands",
                .members([
                    "requestType": .string("InstallProfile"), "profile": .string(visit.form["profile"]),
                    "devices": .array(devices.items.list.map { .string($0.udid.text) }),
                ]))
            return "\(answer.queued.text) commands are queued."
        case .tag, .untag:
            let tag = URLText.escaped(try await Self.tagID(visit.form["tag"], api))
            let verb = self == .tag ? "adddevices" : "removedevices"
            return try await bulk(ids, "/api/mdm/tags/\(tag)/\(verb)", api)
        }
    }

    /// One call for all; devices that are refused are told of.
    private func bulk(_ ids: [String], _ path: String, _ api: ConsoleInterface) async throws -> String {
        let values = JSONValue.members(["Value": .array(ids.map { .string($0) })])
        let answer = try await api.send(.post, path, .members(["BulkValues": values]))
        let reasons = answer.Faults.Fault.list.isEmpty ? answer.Faults.list : answer.Faults.Fault.list
        return sentence(of: ids.count, refused: reasons.map { $0.Message.nonEmpty ?? $0.message.text })
    }

    /// A call for each device.
    private func each(
        _ ids: [String], _ path: String, _ method: HTTPRequest.Method, _ api: ConsoleInterface
    ) async throws -> String {
        var reasons: [String] = []
        for id in ids {
            do {
                try await api.send(method, "/api/mdm/devices/\(URLText.escaped(id))\(path)")
            } catch let error as ConsoleError where error.code != .forbidden {
                reasons.append(error.message)
            }
        }
        return sentence(of: ids.count, refused: reasons)
    }

    /// What was done and what was refused.
    private func sentence(of count: Int, refused reasons: [String]) -> String {
        let done = count - reasons.count
        let devices = done == 1 ? "1 device" : "\(done) devices"
        guard let first = reasons.first else { return "\(title): \(devices)." }
        return "\(title): \(devices); \(reasons.count) refused: \(first)"
    }

    /// The id of the group with a code.
    static func groupID(_ code: String, _ api: ConsoleInterface) async throws -> String {
        let found = try await api.get("/api/system/groups/search", ["groupid": code], version: 2)
        guard let id = found.OrganizationGroups[0].Uuid.nonEmpty, !code.isEmpty else {
            throw ConsoleError(.notFound, "There is no organization group \"\(code)\".")
        }
        return id
    }

    /// The id of the tag with a name.
    private static func tagID(_ name: String, _ api: ConsoleInterface) async throws -> String {
        let found = try await api.get("/api/mdm/tags/search", ["name": name]).Tags.list
        guard let tag = found.first(where: { $0.TagName.text.lowercased() == name.lowercased() }), !name.isEmpty,
            let id = tag.Uuid.nonEmpty ?? tag.Id.Value.nonEmpty
        else { throw ConsoleError(.notFound, "There is no tag \"\(name)\".") }
        return id
    }
}
