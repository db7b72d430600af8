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
/// | POST | `/api/mdm/devices/{id}/commands/{command}` | the same, versions 2 and 3 |
/// | POST | `/api/mdm/devices/commands/{command}` | the same of a list of uuids, version 2 |
/// | POST | `/api/mdm/devices/commands/{command}/device/{searchBy}/{value}` | the same by an alternate id, 2 and 3 |
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
        let one: AdminHandler = { try await named($0, try $0.context.pathParameter("command")) }
        routes.on(.post, "/api/mdm/devices/{id}/commands/{command}", [2: one, 3: one])
        routes.on(.post, "/api/mdm/devices/commands/{command}/device/{searchBy}/{value}", [2: found, 3: found])
        routes.on(
            .post, "/api/mdm/devices/commands/{command}",
            [2: { try await listed($0, try $0.context.pathParameter("command")) }])
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
        let command = try DeviceCommand(
            name: call.query.value("command"), among: DeviceCommand.commands(ofVersion: 1))
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

    /// A command for the device in the path, by its uuid or its integer id.
    func named(_ call: AdminCall, _ name: String) async throws -> AdminAnswer {
        let order = try order(name, try await call.fields(), version: call.version)
        return try await self.order(order, [DeviceLocator(path: call, number: Self.missingUUID)], call)
    }

    /// A command for the device with an alternate id in the path.
    @Sendable private func found(_ call: AdminCall) async throws -> AdminAnswer {
        let order = try order(
            try call.context.pathParameter("command"), try await call.fields(), version: call.version)
        let kind = try DeviceLocator.Kind(segment: try call.context.pathParameter("searchBy"))
        let locator = DeviceLocator(kind, try call.context.pathParameter("value"), number: Self.missingUUID)
        let answer = try await self.order(order, [locator], call)
        guard case .activation? = order.lock else { return answer }
        let lock = try await store.locks.activationLock(of: locator, in: call.identity.subtree)
        return .body(ActivationLockAnswer(activation_lock: lock), root: "CommandResponse", status: .accepted)
    }

    /// The command of a name, with its settings from the body; PINs and passwords are secrets, and not stored.
    private func order(_ name: String, _ fields: AdminFields, version: Int) throws -> DeviceOrder {
        let command = try DeviceCommand(name: name, among: DeviceCommand.commands(ofVersion: version))
        let note = try fields.text("message", maximum: Self.messageLimit)
        var xml: String?
        if command == .customMDMCommand {
            xml = try ["CommandXml", "command_xml"].compactMap { try fields.text($0, maximum: Self.xmlLimit) }.first
        }
        var order = DeviceOrder(command, xml: xml, note: note, settings: try DeviceCommandSettings(fields).texts)
        switch command {
        case .enableActivationLock: order.lock = .activation
        case .setRecoveryLock: order.lock = .recovery(try RecoveryLockDraft(fields))
        default: break
        }
        return order
    }

    /// A command for the devices that a body lists by their uuids.
    func listed(_ call: AdminCall, _ name: String) async throws -> AdminAnswer {
        try await listed(try await call.fields(), name, call)
    }

    /// The same, of a body that was read.
    func listed(_ fields: AdminFields, _ name: String, _ call: AdminCall) async throws -> AdminAnswer {
        let order = try order(name, fields, version: 2)
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
