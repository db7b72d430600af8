import ConsoleHTTP
import ConsolePlatform

/// The bodies of commands that have addresses of their own.
enum DeviceOrderBody: Sendable {
    case deviceLog, stopDeviceLog
    case changePasscode, containerPasscode
    case findDevice, startAirPlay
    case managedSettings

    /// Minutes that a device may be asked to log for.
    private static let logMinutes: ClosedRange<Int64> = 0...10_080
    /// Characters of a passcode.
    private static let passcodeLimit = 255

    /// Reads a body.
    ///
    /// - Parameter fields: Its members.
    /// - Returns: The order; passcodes are secrets, and not in it.
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    func order(_ fields: AdminFields) throws -> DeviceOrder {
        switch self {
        case .deviceLog: return try Self.log(fields)
        case .stopDeviceLog:
            // Logging ends, and what was logged is sent.
            return DeviceOrder(named: "StopDeviceLog", request: .logs(level: -1, seconds: 0))
        case .changePasscode:
            _ = try fields.requiredText("Passcode", maximum: Self.passcodeLimit)
            let isOfWork = try fields.bool("WorkPasscode") ?? false
            return DeviceOrder(named: "ChangePasscode", settings: ["workPasscode": String(isOfWork)])
        case .containerPasscode:
            _ = try fields.requiredText("Passcode", maximum: Self.passcodeLimit)
            return DeviceOrder(named: "ContainerPasscode")
        case .findDevice:
            let names = [
                "platform": "Platform", "application": "Application", "repetitions": "NumberOfRepetitions",
                "gap": "GapBetweenRepetitions",
            ]
            return DeviceOrder(
                .findDevice, note: try fields.text("Message", maximum: 4096),
                settings: try names.compactMapValues { try fields.text($0) })
        case .startAirPlay:
            let names = [
                "destination": "DestinationName", "destinationId": "DestinationDeviceId", "scanTime": "ScanTime",
            ]
            _ = try fields.text("Password")
            return DeviceOrder(.startAirPlay, settings: try names.compactMapValues { try fields.text($0) })
        case .managedSettings: return try Self.settings(fields)
        }
    }

    /// The apps on the device get `UploadLogs`; levels above 3 are those of other systems, and count as 3.
    private static func log(_ fields: AdminFields) throws -> DeviceOrder {
        let source = try fields.integer("DeviceLogSource", in: 0...100) ?? 0
        let level = try fields.integer("DeviceLogLevel", in: 0...100) ?? 0
        let minutes = try fields.integer("DeviceLogDuration", in: logMinutes) ?? 0
        return DeviceOrder(
            named: "RequestDeviceLog",
            settings: ["source": String(source), "level": String(level), "durationMinutes": String(minutes)],
            request: .logs(level: min(level, 3), seconds: minutes * 60))
    }

    private static func settings(_ fields: AdminFields) throws -> DeviceOrder {
        let names = ["Bluetooth", "VoiceRoamingAllowed", "DataRoamingAllowed", "PersonalHotspotAllowed"]
        var settings: [String: String] = [:]
        for name in names { settings[name] = try fields.bool(name).map(String.init) }
        guard !settings.isEmpty else {
            throw ConsoleError(.badRequest, "The body has to have one of \(names.joined(separator: ", ")).")
        }
        return DeviceOrder(named: "ManagedSettings", settings: settings)
    }
}
