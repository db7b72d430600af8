/// What hangs on devices, lists of it, and what clients choose from, in the admin REST API.
extension ConsoleRouters {
    /// Adds notes, attributes, apps, users, lists, policies and picklists.
    func addDeviceDetails(to routes: AdminRoutes, _ directory: DeviceDirectoryStore, _ details: DeviceDetailStore) {
        let users = userAdministration
        DeviceHoldingAdminController(directory: directory, details: details, origin: origin) { id in
            try await users.overview(of: id).map { DeviceUserBody(try UserBody($0)) }
        }
        .addRoutes(to: routes)
        DeviceNoteAdminController(
            store: DeviceNoteStore(database: parts.database, events: parts.events, clock: parts.clock)
        ).addRoutes(to: routes)
        DeviceAttributeAdminController(
            store: DeviceAttributeStore(database: parts.database, events: parts.events, clock: parts.clock)
        ).addRoutes(to: routes)
        DeviceListAdminController(store: directory).addRoutes(to: routes)
        CompliancePolicyAdminController(store: parts.complianceRules).addRoutes(to: routes)
        PicklistAdminController().addRoutes(to: routes)
    }
}
