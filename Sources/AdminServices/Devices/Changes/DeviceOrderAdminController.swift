import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Commands that have addresses of their own (AdminDevices, "Commands with an address of their own").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/commands/requestdevicelog` | asks for logs |
/// | POST | `/api/mdm/devices/commands/stopdevicelog` | ends that |
/// | POST | `/api/mdm/devices/commands/changepasscode` | changes the passcode of a device |
/// | POST | `/api/mdm/devices/{id}/commands/changepasscode` | the same by the id |
/// | POST | `/api/mdm/devices/commands/containerpasscode` | changes the passcode of the work container |
/// | POST | `/api/mdm/devices/commands/finddevice` | makes a sound; version 2 takes a list of uuids |
/// | POST | `/api/mdm/devices/{id}/commands/finddevice` | the same by the id |
/// | POST | `/api/mdm/devices/{id}/commands/startairplay` | starts AirPlay |
/// | POST | `/api/mdm/devices/commands/scheduleosupdate` | schedules an update; version 2 takes a list of uuids |
/// | POST | `/api/mdm/devices/commands/bulk/scheduleosupdate` | the same of many devices |
/// | POST | `/api/mdm/devices/managedsettings` | sets what a phone may do |
/// | POST | `/api/mdm/devices/admin-actions/{adminAction}` | orders an action of the agent for many devices |
struct DeviceOrderAdminController {
    /// `errorCode` for an unknown device of an action of the agent.
    private static let missingUUID = 5061

    let store: DeviceChangeStore
    /// Answers version 2 of some addresses.
    private var named: DeviceCommandAdminController { DeviceCommandAdminController(store: store) }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let commands = "/api/mdm/devices/commands"
        let own = "/api/mdm/devices/{id}/commands"
        add(.deviceLog, "\(commands)/requestdevicelog", to: routes)
        add(.stopDeviceLog, "\(commands)/stopdevicelog", to: routes)
        add(.changePasscode, "\(commands)/changepasscode", to: routes)
        routes.post("\(own)/changepasscode") { try await order(.changePasscode, DeviceLocator(path: $0), $0) }
        add(.containerPasscode, "\(commands)/containerpasscode", to: routes)
        add(.managedSettings, "/api/mdm/devices/managedsettings", to: routes)
        routes.on(.post, "\(commands)/finddevice", [1: find, 2: { try await named.listed($0, "FindDevice") }])
        for (word, body, name) in [
            ("finddevice", DeviceOrderBody.findDevice, "FindDevice"),
            ("startairplay", DeviceOrderBody.startAirPlay, "StartAirPlay"),
        ] {
            let later: AdminHandler = { try await named.named($0, name) }
            routes.on(
                .post, "\(own)/\(word)", uuidFrom: 2,
                [1: { try await order(body, DeviceLocator(path: $0), $0) }, 2: later, 3: later])
        }
        routes.on(
            .post, "\(commands)/scheduleosupdate",
            [1: scheduleUpdate, 2: { try await named.listed($0, "ScheduleOsUpdate") }])
        routes.post("\(commands)/bulk/scheduleosupdate", scheduleUpdates)
        routes.post("/api/mdm/devices/admin-actions/{adminAction}", act)
    }

    /// Adds a command for the device that the query names.
    private func add(_ body: DeviceOrderBody, _ path: RouterPath, to routes: AdminRoutes) {
        routes.post(path) { try await order(body, DeviceLocator($0.query), $0) }
    }

    private func order(
        _ body: DeviceOrderBody, _ locator: DeviceLocator, _ call: AdminCall
    ) async throws -> AdminAnswer {
        try await store.order(try body.order(try await call.fields()), of: [locator], by: call.identity)
        return .empty(.accepted)
    }

    /// Version 1 names one device in the query; clients of version 2 that name no version send a list of uuids.
    @Sendable private func find(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        if call.query.text("id") == nil, fields.has("device_uuids") {
            return try await named.listed(fields, "FindDevice", call)
        }
        let order = try DeviceOrderBody.findDevice.order(fields)
        try await store.order(order, of: [try DeviceLocator(call.query)], by: call.identity)
        return .empty(.accepted)
    }

    /// The body of version 1 lists keys of updates.
    @Sendable private func scheduleUpdate(_ call: AdminCall) async throws -> AdminAnswer {
        if call.query.text("id") == nil {
            let fields = try await call.fields()
            guard !fields.has("device_uuids") else { return try await named.listed(fields, "ScheduleOsUpdate", call) }
        }
        let locator = try DeviceLocator(call.query)
        guard let version = call.query.text("osupdateproductversion") else {
            throw ConsoleError(.badRequest, "osupdateproductversion is missing: the version to update to.")
        }
        var settings = ["productVersion": String(version.prefix(64))]
        settings["installAction"] = try UpdateAction(call.query).rawValue
        let keys = try await call.texts(maximum: 100)
        settings["productKeys"] = keys.isEmpty ? nil : keys.joined(separator: ", ")
        let order = DeviceOrder(.scheduleOSUpdate, settings: settings)
        try await store.order(order, of: [locator], by: call.identity)
        return .empty(.accepted)
    }

    @Sendable private func scheduleUpdates(_ call: AdminCall) async throws -> AdminAnswer {
        let settings = ["installAction": try UpdateAction(call.query).rawValue]
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        let order = DeviceOrder(.scheduleOSUpdate, settings: settings)
        let refusals = try await store.order(order, ofEach: locators, by: call.identity)
        return .body(AdminBulkResult(of: locators.count, refusals), root: "BulkResponse", status: .accepted)
    }

    /// All of the devices get the action, or none.
    @Sendable private func act(_ call: AdminCall) async throws -> AdminAnswer {
        let action = try call.context.pathParameter("adminAction")
        guard (1...64).contains(action.utf8.count),
            action.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
        else {
            throw ConsoleError(
                .unprocessable, "The action has to have 1 to 64 letters, digits, hyphens and underscores.")
        }
        let fields = try await call.fields()
        let devices = try (fields.objects("assigned_devices") ?? []).map { try $0.requiredText("device_uuid") }
        guard (1...10_000).contains(devices.count) else {
            throw fields.wrong("assigned_devices", "has to be a list of 1 to 10000 devices")
        }
        var settings = ["action": action]
        let metadata = try fields.object("metadata")?.all ?? []
        for member in metadata.prefix(50) {
            settings["metadata.\(member.name)"] = try fields.object("metadata")?.text(member.name)
        }
        let order = DeviceOrder(named: "AdminAction", settings: settings)
        let locators = devices.map { DeviceLocator(.uuid, $0, number: Self.missingUUID) }
        try await store.order(order, of: locators, by: call.identity)
        return .empty(.accepted)
    }
}

/// What a device does about an update of its system, by the words of the API.
private enum UpdateAction: String, CaseIterable {
    case standard = "Default"
    case downloadOnly = "DownloadOnly"
    case notifyOnly = "NotifyOnly"
    case installASAP = "InstallASAP"
    case installLater = "InstallLater"
    case installForceRestart = "InstallForceRestart"

    /// The action in a query: a word in any letter case, or its number.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ query: QueryParameters) throws {
        let text = query.text("installaction") ?? ""
        let number = Int(text) ?? -1
        let action =
            Self.allCases.indices.contains(number)
            ? Self.allCases[number] : Self.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        guard let action else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(
                .badRequest, "installaction is \"\(text.prefix(40))\"; it has to be one of \(words).")
        }
        self = action
    }
}
