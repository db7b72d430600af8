extension ConsoleRouters {
    /// The admin REST API of a real console.
    ///
    /// - Parameter routes: Where routes about an area go.
    func addInterface(_ routes: (AdminPermission.Area) -> AdminRoutes) {
        SystemAdminController(consoleVersion: configuration.consoleVersion, origin: origin)
            .addRoutes(to: routes(.console))
        addApplications(to: routes(.applications))
        addStoreApplications(to: routes(.applications))
        addUsers(to: routes(.users))
        addGroups(to: routes(.organizationGroups))
        addSmartGroups(to: routes(.smartGroups))
        addDevices(to: routes(.devices))
        addAdministratorInterface(to: routes(.administrators))
        addRegistrations(to: routes(.users))
        addTags(to: routes(.smartGroups), devices: routes(.devices), groups: routes(.organizationGroups))
        addGroupDetails(to: routes(.organizationGroups), devices: routes(.devices))
        addMDMProfiles(to: routes(.profiles), devices: routes(.devices))
        UnservedRoutes().addRoutes(to: routes)
        addNotifications(to: routes(.console))
    }
}
