import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// Event notifications: where events of devices are reported, and what became of each delivery.
struct NotificationRoom: ConsoleRoom {
    /// The address of the list.
    static let path = "/console/event-notifications"

    var places: [Place] {
        [
            Place(
                "Event Notifications", Self.path, in: "Groups & Settings", area: .console,
                keywords: ["System › Advanced › API › Event Notifications", "Webhook", "Target", "Signature"]),
            Place(
                "Event Notifications › Deliveries", DeliveryPages.path, in: "", area: .console,
                keywords: ["Webhook", "Redeliver", "Queue"]),
        ]
    }

    func addPages(to door: PageDoor) {
        NotificationPages.add(to: door)
        DeliveryPages.add(to: door)
    }

    /// The tabs of the room.
    static func tabs(_ current: String) -> [ConsolePage.Tab] {
        ConsolePage.tabs(
            path, current: current, ["Notifications": "", "Deliveries": "deliveries", "Queue": "queue"])
    }
}
