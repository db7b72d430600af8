import ConsoleModel
import ConsolePlatform

/// The organization groups an administrator may choose from.
enum GroupChoice {
    /// How many are offered; whoever has more types a code.
    static let limit = 500

    /// The groups as the route lists them; their numbers of devices and users may be old.
    static func listed(_ visit: Visit) async throws -> JSON {
        try await visit.api.remembered("/api/system/groups/search", ["pagesize": String(limit), "orderby": "Name"])
    }

    private static func options(_ answer: JSON) -> [(value: String, label: String)] {
        answer["LocationGroups"].list.map { group in
            let code = group["GroupId"].text
            return (code.isEmpty ? group["Uuid"].text : code, "\(group["Name"].text) (\(code))")
        }
    }

    /// The groups, and how many there are in all.
    static func offer(_ visit: Visit) async throws -> ChoiceOffer {
        guard visit.may(.read, .organizationGroups) else { return ChoiceOffer(options: [], total: 0) }
        let answer = try await listed(visit)
        return ChoiceOffer(options: options(answer), total: answer["Total"].integer ?? 0)
    }

    /// A field to choose a group; its code is typed where there are too many.
    ///
    /// - Parameters:
    ///   - visit: Who is to choose.
    ///   - name: Name of the field.
    ///   - label: What it is called.
    ///   - open: What it says if none is chosen; nil if one has to be.
    ///   - chosen: Code of the group that is chosen; empty for the one of ``asked(_:)``, if one has to be.
    /// - Returns: The field.
    /// - Throws: What the route throws.
    static func field(
        _ visit: Visit, name: String = "group", label: String = "Organization Group", open: String? = nil,
        chosen: String = ""
    ) async throws -> Field {
        let offer = try await offer(visit)
        var chosen = chosen
        if chosen.isEmpty, open == nil { chosen = try await asked(visit) }
        return offer.field(name, label, open: open, chosen: chosen, asking: "The code of a group")
    }

    /// The same, which may be left open.
    static func filter(_ visit: Visit, name: String = "group", label: String = "Organization Group") async throws
        -> Field
    {
        try await field(visit, name: name, label: label, open: "All", chosen: visit.query.text(name) ?? "")
    }

    /// Code of the group whose things a page shows: the one asked for, or else the one of whoever asks.
    static func asked(_ visit: Visit) async throws -> String {
        if let code = visit.query.text("group"), !code.isEmpty { return code }
        guard visit.may(.read, .organizationGroups) else { return "" }
        let own = try await visit.api.remembered("/api/system/groups/\(visit.identity.groupID)", [:])
        return own["GroupId"].text
    }

    /// The id of a group by its code; the text itself if there is none.
    static func id(_ code: String, _ visit: Visit) async throws -> String {
        let answer = try await visit.api.remembered("/api/system/groups/search", ["groupid": code])
        return answer["LocationGroups"][0]["Uuid"].nonEmpty ?? code
    }
}
