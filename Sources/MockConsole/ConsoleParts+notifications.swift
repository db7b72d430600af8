import Logging

/// What tells others of events: who listens, what waits, and who sends it.
struct NotificationParts: Sendable {
    let store: EventNotificationStore
    let deliveries: NotificationDeliveryStore
    let client: OutgoingClient
    let sender: NotificationSender

    /// Makes the stores and the sender, which does not run yet.
    init(
        _ configuration: ConsoleConfiguration.Notifications, events: EventLogStore, secrets: SecretBox,
        database: Database, bell: NotificationBell, surroundings: Surroundings
    ) {
        let (clock, random) = (surroundings.clock, surroundings.random)
        store = EventNotificationStore(
            database: database, events: events, clock: clock, random: random, secrets: secrets, bell: bell)
        deliveries = NotificationDeliveryStore(
            database: database, events: events, clock: clock, notifications: store,
            retry: NotificationRetry(maximumAttempts: configuration.attempts, random: random), bell: bell)
        client = OutgoingClient(
            policy: configuration.policy, network: surroundings.network, limits: configuration.limits,
            trust: configuration.trust)
        sender = NotificationSender(
            store: deliveries,
            courier: NotificationCourier(client: client, userAgent: "MockUEM/\(MockUEMVersion.current)"), clock: clock,
            bell: bell, logger: surroundings.logger)
    }

    /// Turns changes into deliveries; made before the database, whose units of work end with it.
    static func outbox(
        _ bell: NotificationBell, bound: Int, events: EventLogStore, surroundings: Surroundings
    ) -> NotificationOutbox {
        let table = BoundedTable(name: "notificationDelivery", bound: bound)
        return NotificationOutbox(
            clock: surroundings.clock, random: surroundings.random, bell: bell,
            retention: NotificationRetention(table: table, events: events, clock: surroundings.clock))
    }
}
