extension ConsoleRouters {
    /// The admin REST API of a real console.
    ///
    /// - Parameter routes: Where routes about an area go.
    func addInterface(_ routes: (AdminPermission.Area) -> AdminRoutes) {
        SystemAdminController(consoleVersion: configuration.consoleVersion, origin: origin)
            .addRoutes(to: routes(.console))
        addApplications(to: routes(.applications))
        addUsers(to: routes(.users))
        addGroups(to: routes(.organizationGroups))
        addSmartGroups(to: routes(.smartGroups))
        addDevices(to: routes(.devices))
        addNotifications(to: routes(.console))
    }
}
