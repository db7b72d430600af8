import ConsoleModel
import ConsolePlatform

/// Looks for a few letters in what routes list, as far as somebody may read it.
struct ThingFinder: Sendable {
    let visit: Visit
    let text: String
    /// The most of each kind.
    let limit: Int

    /// Devices by identifier, name, model, OS version or serial number.
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

    /// Organization groups by name, by their whole code, or, as far as a list shows them, by a part of it.
    func groups() async -> [Found] {
        guard visit.may(.read, .organizationGroups), let listed = try? await GroupChoice.listed(visit)
        else { return [] }
        let part = text.lowercased()
        let known = listed["LocationGroups"].list
        var matches =
            known.filter { $0["GroupId"].text.lowercased() == part }
            + known.filter { $0["GroupId"].text.lowercased().contains(part) }
            + known.filter { $0["Name"].text.lowercased().contains(part) }
        // What the list has no room for is asked for.
        if listed["Total"].integer ?? 0 > known.count {
            matches += await groups(["groupid": text, "pagesize": size]) + groups(["name": text, "pagesize": size])
        }
        var all: [Found] = []
        for group in matches where all.count < limit {
            let code = group["GroupId"].text
            let one = found(group["Name"].text, code.isEmpty ? "Group" : "Group \(code)", "groups", code)
            if !all.contains(one) { all.append(one) }
        }
        return all
    }

    private func groups(_ query: KeyValuePairs<String, String?>) async -> [JSON] {
        await items(.organizationGroups, "/api/system/groups/search", query, "LocationGroups")
    }

    /// Administrators by name.
    func administrators() async -> [Found] {
        await items(.administrators, "/_mock/administrators", ["text": text, "pageSize": size], "items").map {
            found($0["username"].text, "Administrator, \($0["role"].text)", "administrators", $0["uuid"].text)
        }
    }

    /// User groups by name.
    func userGroups() async -> [Found] {
        await items(.users, "/api/system/usergroups/search", ["groupname": text, "pagesize": size], "UserGroup").map {
            found($0["UserGroupName"].text, "User group", "user-groups", $0["UserGroupId"].text)
        }
    }

    /// Geofences by name.
    func geofences() async -> [Found] {
        await items(.profiles, "/_mock/geofences", ["name": text, "pageSize": size], "items").map {
            found($0["name"].text, "Geofence", "geofences", $0["uuid"].text)
        }
    }

    /// Compliance rules by name.
    func complianceRules() async -> [Found] {
        let query: KeyValuePairs<String, String?> = ["searchtext": text, "pagesize": size]
        return await items(.devices, "/api/mdm/compliancepolicy/search", query, "CompliancePolicy").map {
            found($0["Name"].text, "Compliance rule", "compliance", $0["Uuid"].text)
        }
    }

    /// Tags by name.
    func tags() async -> [Found] {
        await items(.smartGroups, "/api/mdm/tags/search", ["name": text, "pagesize": size], "Tags").map {
            found($0["TagName"].text, "Tag", "tags", $0["Uuid"].text)
        }
    }

    /// Applications by name or bundle identifier.
    func applications() async -> [Found] {
        await items(.applications, "/_mock/applications", ["text": text, "pageSize": size], "items").map { app in
            Found(
                title: app["name"].text, kind: "App \(app["version"].text)", path: NativeAppPages.path(of: app))
        }
    }

    /// Smart groups by name; the list is remembered, since its members need not be counted for that.
    func smartGroups() async -> [Found] {
        let path = "/api/mdm/smartgroups/search"
        let query: KeyValuePairs<String, String?> = ["pagesize": String(GroupChoice.limit), "orderby": "Name"]
        guard visit.may(.read, .smartGroups), let listed = try? await visit.api.remembered(path, query) else {
            return []
        }
        let known = listed["SmartGroups"].list
        let part = text.lowercased()
        let names = known.map { $0["Name"].text.lowercased() }
        let whole = zip(known, names).filter { $1 == part }
        var matches = (whole + zip(known, names).filter { $1 != part && $1.contains(part) }).map(\.0)
        if listed["Total"].integer ?? 0 > known.count {
            matches = await items(.smartGroups, path, ["name": text, "pagesize": size], "SmartGroups")
        }
        return matches.prefix(limit).map {
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
