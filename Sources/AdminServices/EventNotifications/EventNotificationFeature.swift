package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import Logging
package import ServiceLifecycle

/// Event notifications: their targets, waiting deliveries, and the service that sends them (AdminNotifications).
///
/// ``NotificationOutbox``, which exists before the database, queues waiting deliveries.
package struct EventNotificationFeature: Feature {
    /// The notifications; environment files contain them.
    let store: EventNotificationStore
    /// Sends what waits.
    let sender: NotificationSender
    private let deliveries: NotificationDeliveryStore
    private let client: OutgoingClient
    private let limits: Limits

    /// Makes the stores and the sender, which does not run yet.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Has the key that secrets are sealed with.
    ///   - bell: Wakes the sender; the one of the outbox.
    ///   - policy: Where deliveries may go.
    ///   - limits: How long they may take, and how often be sent elsewhere.
    ///   - trust: Whose certificates are taken.
    ///   - attempts: Attempts after which a delivery is given up.
    ///   - network: Sends them.
    ///   - userAgent: The sender that they name.
    ///   - logger: Where the sender reports.
    package init(
        _ core: Core, _ model: Model, bell: NotificationBell, policy: OutgoingPolicy, limits: OutgoingLimits,
        trust: OutgoingTrust, attempts: Int64, network: OutgoingNetwork, userAgent: String, logger: Logger
    ) {
        store = EventNotificationStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random,
            secrets: model.keys.secrets, bell: bell)
        deliveries = NotificationDeliveryStore(
            database: core.database, events: core.events, clock: core.clock, notifications: store,
            retry: NotificationRetry(maximumAttempts: attempts, random: core.random), bell: bell)
        client = OutgoingClient(policy: policy, network: network, limits: limits, trust: trust)
        sender = NotificationSender(
            store: deliveries, courier: NotificationCourier(client: client, userAgent: userAgent), clock: core.clock,
            bell: bell, logger: logger)
        self.limits = core.limits
    }

    /// Sends until the console stops.
    package var services: [any Service] { [sender] }

    /// Environment files contain the notifications.
    package var environment: [any EnvironmentSection] { [EventNotificationEnvironmentSection(store: store)] }

    /// Deliveries that failed are tried again; the sender is woken, and nobody waits for it.
    package var due: [DueWork] { [deliveries.due] }

    /// Adds its routes: notifications of the admin REST API, and their deliveries, queue and secrets for testers.
    package func addRoutes(to doors: Doors) {
        EventNotificationAdminController(store: store, client: client, origin: doors.origin)
            .addRoutes(to: doors.admin.routes(.console))
        NotificationDeliveryMockController(
            store: deliveries, sender: sender,
            records: .deliveries(deliveries.archive, pageLimit: limits.page), pageLimit: limits.page,
            bodyLimit: limits.message
        ).addRoutes(to: doors.admin.mock(.console))
        NotificationSecretMockController(store: store).addRoutes(to: doors.admin.mock(.console, access: .write))
    }
}
