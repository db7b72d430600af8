import ConsoleModel
import ConsolePlatform

/// Looks for a few letters in what routes list, as far as somebody may read it.
struct ThingFinder: Sendable {
    let visit: Visit
    let text: String
    /// The most of each kind.
    let limit: Int

    /// Devices by identifier, name, model or OS version.
    func devices() async -> [Found] {
        await items(.devices, "/_mock/devices", ["text": text, "pageSize": size], "items").map { device in
            let udid = device["udid"].text
            let name = device["friendlyName"].text
            return found(name.isEmpty ? udid : name, "Device \(udid.prefix(8))", "devices", udid)
        }
    }

    /// Enrollment users by user name, first name or last name.
    func users() async -> [Found] {
        async let byName = users("username")
        async let byFirst = users("firstname")
        async let byLast = users("lastname")
        var all: [Found] = []
        for user in await byName + byFirst + byLast where !all.contains(user) { all.append(user) }
        return all
    }

    private func users(_ parameter: String) async -> [Found] {
        await items(.users, "/api/system/users/search", [parameter: text, "pagesize": size], "Users").map { user in
            let person = user["DisplayName"].text
            return found(
                user["UserName"].text, person.isEmpty ? "User" : "User, \(person)", "users",
                user["Id"]["Value"].text)
        }
    }

    /// Organization groups by name, or by their whole code.
    func groups() async -> [Found] {
        async let byName = groups("name")
        async let byCode = groups("groupid")
        var all = await byCode
        for group in await byName where !all.contains(group) { all.append(group) }
        return all
    }

    private func groups(_ parameter: String) async -> [Found] {
        await items(
            .organizationGroups, "/api/system/groups/search", [parameter: text, "pagesize": size], "LocationGroups"
        ).map { group in
            let code = group["GroupId"].text
            return found(group["Name"].text, code.isEmpty ? "Group" : "Group \(code)", "groups", code)
        }
    }

    /// Applications by name or bundle identifier.
    func applications() async -> [Found] {
        await items(.applications, "/_mock/applications", ["text": text, "pageSize": size], "items").map { app in
            Found(
                title: app["name"].text, kind: "App \(app["version"].text)", path: NativeAppPages.path(of: app))
        }
    }

    /// Smart groups by name.
    func smartGroups() async -> [Found] {
        await items(.smartGroups, "/api/mdm/smartgroups/search", ["name": text, "pagesize": size], "SmartGroups").map {
            found($0["Name"].text, "Smart group", "smart-groups", $0["SmartGroupID"].text)
        }
    }

    /// SDK profiles by name.
    func profiles() async -> [Found] {
        await items(.profiles, "/_mock/profiles", ["name": text, "pageSize": size], "items").map { profile in
            found(profile["name"].text, "SDK profile", "profiles", profile["uuid"].text)
        }
    }

    // MARK: Parts

    private var size: String { String(limit) }

    private func found(_ title: String, _ kind: String, _ folder: String, _ name: String) -> Found {
        Found(title: title, kind: kind, path: "/console/\(folder)/\(URLText.escaped(name))")
    }

    /// What a route lists; nothing if it may not be read, or cannot be at the moment.
    private func items(
        _ area: AdminPermission.Area, _ path: String, _ query: KeyValuePairs<String, String?>, _ member: String
    ) async -> [JSON] {
        guard visit.may(.read, area) else { return [] }
        return (try? await visit.api.get(path, query))?[member].list ?? []
    }
}
