import Hummingbird

extension ConsoleRouters {
    /// Event notifications of the admin REST API.
    func addNotifications(to routes: AdminRoutes) {
        let parts = parts.notifications
        EventNotificationAdminController(store: parts.store, client: parts.client, origin: origin)
            .addRoutes(to: routes)
    }

    /// Their deliveries, queue and secrets.
    func addNotificationAdministration(to groups: AdminRouteGroups) {
        let (parts, limits) = (parts.notifications, configuration.limits)
        NotificationDeliveryAdminController(
            store: parts.deliveries, sender: parts.sender,
            records: .deliveries(parts.deliveries.archive, pageLimit: limits.page), pageLimit: limits.page,
            bodyLimit: limits.message
        ).addRoutes(to: groups.mock(.console))
        NotificationSecretAdminController(store: parts.store).addRoutes(to: groups.mock(.console, access: .write))
    }
}
