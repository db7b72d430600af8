import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Commands and messages of the admin API (AdminDevices, "Commands").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/{id}/commands` | orders a command |
/// | POST | `/api/mdm/devices/commands` | the same by an alternate id |
/// | POST | `/api/mdm/devices/commands/bulk` | the same of many devices |
/// | POST | `/api/mdm/devices/{id}/commands/{command}` | the same, version 2 |
/// | POST | `/api/mdm/devices/commands/{command}` | the same of a list of uuids, version 2 |
/// | POST | `/api/mdm/devices/{id}/clearpasscode` | orders that command |
/// | POST | `/api/mdm/devices/{id}/messages/push`, `email`, `sms` | orders a message |
/// | POST | `/api/mdm/devices/messages/push` and so on | the same by an alternate id |
/// | POST | `/api/mdm/devices/messages/bulkpush` and so on | the same of many devices |
struct DeviceCommandAdminController {
    /// `errorCode` of version 2 for an unknown device.
    private static let missingUUID = 5061
    /// Characters of the MDM command of a `CustomMdmCommand`.
    private static let xmlLimit = 16_384
    /// Characters of a message.
    private static let messageLimit = 4096

    let store: DeviceChangeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mdm/devices/{id}/commands") { try await command($0, DeviceLocator(path: $0)) }
        routes.post("/api/mdm/devices/commands") { try await command($0, DeviceLocator($0.query)) }
        routes.post("/api/mdm/devices/commands/bulk", bulk)
        routes.on(.post, "/api/mdm/devices/{id}/commands/{command}", [2: named])
        routes.on(.post, "/api/mdm/devices/commands/{command}", [2: listed])
        routes.post("/api/mdm/devices/{id}/clearpasscode") { call in
            try await order(DeviceOrder(.clearPasscode), [DeviceLocator(path: call)], call)
        }
        for channel in DeviceOrder.Channel.allCases {
            routes.post("/api/mdm/devices/{id}/messages/\(channel.rawValue)") { call in
                try await order(message(call, by: channel), [DeviceLocator(path: call)], call)
            }
            routes.post("/api/mdm/devices/messages/\(channel.rawValue)") { call in
                try await order(message(call, by: channel), [DeviceLocator(call.query)], call)
            }
            routes.post("/api/mdm/devices/messages/bulk\(channel.rawValue)") { try await bulkMessage($0, by: channel) }
        }
    }

    private func command(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let command = try DeviceCommand(name: call.query.value("command"))
        var xml: String?
        if command == .customMDMCommand {
            xml = try await call.fields().requiredText("CommandXml", maximum: Self.xmlLimit)
        }
        return try await order(DeviceOrder(command, xml: xml), [locator], call)
    }

    @Sendable private func bulk(_ call: AdminCall) async throws -> AdminAnswer {
        let command = try DeviceCommand(name: call.query.value("command"), among: DeviceCommand.bulk)
        return try await each(DeviceOrder(command), try await call.fields(), call)
    }

    @Sendable private func named(_ call: AdminCall) async throws -> AdminAnswer {
        let order = try named(call, try await call.fields())
        return try await self.order(order, [DeviceLocator(path: call, number: Self.missingUUID)], call)
    }

    /// The command in the path, with its settings from the body; a PIN that unlocks the device is a secret, and not
    /// stored.
    private func named(_ call: AdminCall, _ fields: AdminFields) throws -> DeviceOrder {
        let command = try DeviceCommand(name: try call.context.pathParameter("command"))
        let note = try fields.text("message", maximum: Self.messageLimit)
        guard command == .customMDMCommand else { return DeviceOrder(command, note: note) }
        let xml = try ["CommandXml", "command_xml"].compactMap { try fields.text($0, maximum: Self.xmlLimit) }.first
        return DeviceOrder(command, xml: xml, note: note)
    }

    @Sendable private func listed(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let order = try named(call, fields)
        let uuids = try fields.texts("device_uuids") ?? []
        guard (1...10_000).contains(uuids.count) else {
            throw ConsoleError(.badRequest, "device_uuids has to be a list of 1 to 10000 uuids.")
        }
        let locators = uuids.map { DeviceLocator(.uuid, $0, number: Self.missingUUID) }
        return try await self.order(order, locators, call)
    }

    private func bulkMessage(_ call: AdminCall, by channel: DeviceOrder.Channel) async throws -> AdminAnswer {
        let fields = try await call.fields()
        return try await each(try message(fields, by: channel), fields, call)
    }

    private func message(_ call: AdminCall, by channel: DeviceOrder.Channel) async throws -> DeviceOrder {
        try message(try await call.fields(), by: channel)
    }

    private func message(_ fields: AdminFields, by channel: DeviceOrder.Channel) throws -> DeviceOrder {
        let others: [String: String?] =
            switch channel {
            case .email:
                [
                    "toAddress": try fields.text("ToAddress"), "subject": try fields.text("Subject", maximum: 1000),
                    "isHtmlBody": try fields.bool("IsHtmlBody").map { String($0) },
                ]
            case .push: ["messageType": try fields.text("MessageType")]
            case .sms: ["phoneNumber": try fields.text("PhoneNumber")]
            }
        return DeviceOrder(
            message: try fields.requiredText("MessageBody", maximum: Self.messageLimit), by: channel,
            application: try fields.text("Application"), others: others)
    }

    private func order(
        _ order: DeviceOrder, _ locators: [DeviceLocator], _ call: AdminCall
    ) async throws -> AdminAnswer {
        try await store.order(order, of: locators, by: call.identity)
        return .empty(.accepted)
    }

    /// Orders of each device of a bulk body; the devices that were refused are in the answer.
    private func each(_ order: DeviceOrder, _ fields: AdminFields, _ call: AdminCall) async throws -> AdminAnswer {
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try fields.bulkValues().map { DeviceLocator(kind, $0) }
        let refusals = try await store.order(order, ofEach: locators, by: call.identity)
        return .body(AdminBulkResult(of: locators.count, refusals), root: "BulkResponse", status: .accepted)
    }
}
