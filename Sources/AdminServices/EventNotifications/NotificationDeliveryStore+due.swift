import ConsoleModel
import GRDB

/// What time does to deliveries.
extension NotificationDeliveryStore {
    /// Those that failed are tried again.
    var due: DueWork {
        DueWork("notification due") { span in
            """
            notificationDelivery WHERE state = 'pending' AND \(span.condition("groupId"))
            AND \(span.condition(moment: "nextAttemptAt"))
            """
        } settle: { [bell] _ in
            bell.ring()
        }
    }
}
