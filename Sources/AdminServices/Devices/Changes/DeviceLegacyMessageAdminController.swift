import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Old addresses of messages, which name the channel in the body (AdminDevices, "Messages").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/{id}/sendmessage` | orders a message |
/// | POST | `/api/mdm/devices/udid/{value}/sendmessage` and so on | the same by another id |
/// | POST | `/api/mdm/devices/messages/{value}/message` | the same |
/// | POST | `/api/mdm/devices/messages/message` | the same by an alternate id |
struct DeviceLegacyMessageAdminController {
    /// Kinds of id that have a path of their own.
    private static let pathKinds: [DeviceLocator.Kind] = [.udid, .serialNumber, .macAddress]

    let store: DeviceChangeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mdm/devices/{id}/sendmessage") { try await send($0, DeviceLocator(path: $0)) }
        for kind in Self.pathKinds {
            routes.post("/api/mdm/devices/\(kind.rawValue.lowercased())/{value}/sendmessage") { call in
                try await send(call, DeviceLocator(kind, try call.context.pathParameter("value")))
            }
        }
        routes.post("/api/mdm/devices/messages/{value}/message") { call in
            try await send(call, DeviceLocator(path: try call.context.pathParameter("value")))
        }
        routes.post("/api/mdm/devices/messages/message") { try await send($0, DeviceLocator($0.query)) }
    }

    private func send(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let word = try fields.text("MessageType") ?? ""
        let channel = word.isEmpty ? .push : DeviceOrder.Channel(rawValue: word.lowercased())
        guard let channel else { throw fields.wrong("MessageType", "has to be Push, Email or SMS") }
        let order = DeviceOrder(
            message: try fields.requiredText("MessageBody", maximum: 4096), by: channel,
            application: try fields.text("ApplicationName") ?? fields.text("Application"))
        try await store.order(order, of: [locator], by: call.identity)
        return .empty(.accepted)
    }
}
