extension ConsoleRouters {
    /// Tags, made and changed by administrators.
    var tags: TagAdministrationStore {
        TagAdministrationStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
    }

    /// Tags of the admin REST API, and those of devices.
    func addTags(to routes: AdminRoutes, devices: AdminRoutes, groups: AdminRoutes) {
        TagAdminController(store: tags, origin: origin).addRoutes(to: routes)
        DeviceTagAdminController(store: tags).addRoutes(to: devices)
        GroupTagAdminController(store: tags, groups: parts.groups).addRoutes(to: groups)
    }
}
