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

    /// Enrollment users by user name, or, if there is room for more, by first name or last name.
    func users() async -> [Found] {
        let byName = await users("username")
        guard byName.count < limit else { return byName }
        async let byFirst = users("firstname")
        async let byLast = users("lastname")
        var all: [Found] = []
        let others = await byFirst + byLast
        for user in byName + others where !all.contains(user) { all.append(user) }
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
        await known(.administrators, "/_mock/administrators", "items", by: "username", asking: "text")
            .map { found($0["username"].text, "Administrator, \($0["role"].text)", "administrators", $0["uuid"].text) }
    }

    /// User groups by name.
    func userGroups() async -> [Found] {
        let route = "/api/system/usergroups/search"
        return await known(.users, route, "UserGroup", by: "UserGroupName", asking: "groupname")
            .map {
                found($0["UserGroupName"].text, "User group", "user-groups", $0["UserGroupId"].text)
            }
    }

    /// Geofences by name.
    func geofences() async -> [Found] {
        await known(.profiles, "/_mock/geofences", "items", by: "name", asking: "name").map {
            found($0["name"].text, "Geofence", "geofences", $0["uuid"].text)
        }
    }

    /// Compliance rules by name.
    func complianceRules() async -> [Found] {
        let route = "/api/mdm/compliancepolicy/search"
        return await known(.devices, route, "CompliancePolicy", by: "Name", asking: "searchtext")
            .map { found($0["Name"].text, "Compliance rule", "compliance", $0["Uuid"].text) }
    }

    /// Tags by name.
    func tags() async -> [Found] {
        let route = "/api/mdm/tags/search"
        return await known(.smartGroups, route, "Tags", by: "TagName", asking: "name").map {
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

    /// Smart groups by name; their members need not be counted for that.
    func smartGroups() async -> [Found] {
        let route = "/api/mdm/smartgroups/search"
        return await known(.smartGroups, route, "SmartGroups", by: "Name", asking: "name").map {
            found($0["Name"].text, "Smart group", "smart-groups", $0["SmartGroupID"].text)
        }
    }

    /// SDK profiles by name.
    func profiles() async -> [Found] {
        await known(.profiles, "/_mock/profiles", "items", by: "name", asking: "name").map {
            found($0["name"].text, "SDK profile", "profiles", $0["uuid"].text)
        }
    }

    // MARK: Parts

    private var size: String { String(limit) }

    private func found(_ title: String, _ kind: String, _ folder: String, _ name: String) -> Found {
        Found(title: title, kind: kind, path: "/console/\(folder)/\(URLText.escaped(name))")
    }

    /// What has the letters in its name, of things that only administrators make.
    ///
    /// The whole list is remembered until the configuration changes; where it is too long, the route is asked.
    ///
    /// - Parameters:
    ///   - area: What has to be readable.
    ///   - path: The route that lists them.
    ///   - member: The member with the list.
    ///   - name: The member of one that has its name.
    ///   - parameter: The parameter that looks for a part of the name.
    /// - Returns: Those whose name is what was typed, then by name those that have it in theirs.
    private func known(
        _ area: AdminPermission.Area, _ path: String, _ member: String, by name: String, asking parameter: String
    ) async -> [JSON] {
        let isMock = path.hasPrefix("/_mock/")
        let pageSize = isMock ? "pageSize" : "pagesize"
        guard visit.may(.read, area),
            let listed = try? await visit.api.remembered(path, [pageSize: String(GroupChoice.limit)])
        else { return [] }
        let all = listed[member].list
        guard listed[isMock ? "total" : "Total"].integer ?? all.count <= all.count else {
            return await items(area, path, [parameter: text, pageSize: size], member)
        }
        let part = text.lowercased()
        let found = all.map { (name: $0[name].text.lowercased(), one: $0) }.filter { $0.name.contains(part) }
            .sorted { ($0.name == part ? "" : $0.name) < ($1.name == part ? "" : $1.name) }
        return found.prefix(limit).map(\.one)
    }

    /// What a route lists; nothing if it may not be read, or cannot be at the moment.
    private func items(
        _ area: AdminPermission.Area, _ path: String, _ query: KeyValuePairs<String, String?>, _ member: String
    ) async -> [JSON] {
        guard visit.may(.read, area) else { return [] }
        return (try? await visit.api.get(path, query))?[member].list ?? []
    }
}
