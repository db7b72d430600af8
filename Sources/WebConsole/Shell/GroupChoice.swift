import ConsoleModel
import ConsolePlatform

/// The organization groups an administrator may choose from.
enum GroupChoice {
    /// How many are offered; whoever has more finds others by their code.
    static let limit = 500

    /// The groups, each as its code, with its name.
    static func groups(_ visit: Visit) async throws -> [(value: String, label: String)] {
        let answer = try await visit.api.remembered(
            "/api/system/groups/search", ["pagesize": String(limit), "orderby": "Name"])
        return answer["LocationGroups"].list.map { group in
            let code = group["GroupId"].text
            return (code.isEmpty ? group["Uuid"].text : code, "\(group["Name"].text) (\(code))")
        }
    }

    /// A field to choose a group.
    static func field(_ visit: Visit, name: String = "group", chosen: String = "") async throws -> Field {
        .choice(name, "Organization Group", try await groups(visit), value: chosen)
    }

    /// The same, which may be left open.
    static func filter(_ visit: Visit, name: String = "group") async throws -> Field {
        .choice(
            name, "Organization Group", [("", "All")] + (try await groups(visit)),
            value: visit.query.text(name) ?? "")
    }

    /// Code of the group whose things a page shows: the one asked for, or else the one of whoever asks.
    static func asked(_ visit: Visit) async throws -> String {
        if let code = visit.query.text("group") { return code }
        guard visit.may(.read, .organizationGroups) else { return "" }
        let own = try await visit.api.get("/api/system/groups/\(visit.identity.groupID)")
        return own["GroupId"].text
    }

    /// The id of a group by its code; the text itself if there is none.
    static func id(_ code: String, _ visit: Visit) async throws -> String {
        let answer = try await visit.api.remembered("/api/system/groups/search", ["groupid": code])
        return answer["LocationGroups"][0]["Uuid"].nonEmpty ?? code
    }
}
