extension ConsoleRouters {
    /// Wipes administrators order.
    var wipes: DeviceWipeStore {
        DeviceWipeStore(
            database: parts.database, ending: parts.ending, events: parts.events, clock: parts.clock,
            table: BoundedTable(
                name: "deviceWipe", bound: configuration.retention.wipes, apart: "status = 'HELD'"))
    }

    /// What belongs to a group, and what became of its devices.
    func addGroupDetails(to routes: AdminRoutes, devices: AdminRoutes) {
        let details = GroupDetailStore(database: parts.database, events: parts.events, clock: parts.clock)
        GroupDetailAdminController(store: details, groups: parts.groups) { [logs = parts.logs] code, groupPath in
            let quota = try await logs.quota(of: code, below: groupPath).quota
            return (quota.used, quota.limit)
        }.addRoutes(to: routes)
        let users = UserAdministrationStore(
            database: parts.database, events: parts.events, hasher: parts.hasher, clock: parts.clock,
            random: parts.random)
        GroupUserAdminController(store: users, groups: parts.groups).addRoutes(to: routes)
        let accounts = AdministratorAccountStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        GroupAdministratorAdminController(store: accounts, groups: parts.groups).addRoutes(to: routes)
        DeviceWipeAdminController(store: wipes).addRoutes(to: routes)
        DeviceAuditAdminController(store: DeviceAuditStore(database: parts.database), origin: origin)
            .addRoutes(to: devices)
    }
}
