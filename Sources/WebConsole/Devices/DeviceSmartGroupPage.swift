import ConsoleModel
import ConsolePlatform

/// The smart groups of a device, and why it is in them or not.
enum DeviceSmartGroupPage {
    private static let size = 50

    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        guard visit.may(.read, .smartGroups) else {
            return frame.page("smart-groups", [.empty(EmptyState(title: "Your role does not see smart groups"))])
        }
        let isAll = visit.query.text("all") == "true"
        let found = try await visit.api.get(
            "\(frame.route)/smart-groups",
            ["all": isAll ? "true" : nil, "page": String(visit.page), "pageSize": String(size)])
        var table = Table(
            "Smart groups", columns: ["Smart group", "Member", "Why", "Criteria", "Managed by"],
            rows: found.items.list.map(row),
            empty: EmptyState(
                title: "In no smart group", advice: "Only enrolled devices are in one.",
                link: isAll ? "" : "\(visit.path)?all=true", linkText: "Why not"))
        table.pager = visit.pager(total: found.total.integer ?? 0, size: size)
        var section = Section("", id: "smart-groups", parts: [.table(table)])
        section = section.live("event", "request")
        var page = frame.page("smart-groups", [.section(section)])
        page.actions = [
            isAll
                ? .link("Only those it is in", visit.path)
                : .link("Also those it is not in", "\(visit.path)?all=true")
        ]
        return page
    }

    private static func row(_ group: JSON) -> Table.Row {
        let criteria = group.criteria.list.map { "\($0.kind.text): \($0.holds.isTrue ? "holds" : "does not hold")" }
        return Table.Row(cells: [
            .text(group.name.text).linked("\(SmartGroupRoom.path)/\(group.id.text)"),
            group.isMember.isTrue ? .badge("Member", .good) : .badge("Not a member"), .text(group.reason.text),
            .text(criteria.joined(separator: "; ")), .text(group.groupId.text),
        ])
    }
}
