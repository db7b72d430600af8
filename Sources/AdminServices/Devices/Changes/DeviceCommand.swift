import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A command of the admin API, by its name there (AdminDevices, "Commands").
enum DeviceCommand: String, CaseIterable, Sendable {
    case lock = "Lock"
    case lockDevice = "LockDevice"
    case enterpriseWipe = "EnterpriseWipe"
    case deviceWipe = "DeviceWipe"
    case deviceQuery = "DeviceQuery"
    case clearPasscode = "ClearPasscode"
    case syncDevice = "SyncDevice"
    case findDevice = "FindDevice"
    case startAirPlay = "StartAirPlay"
    case stopAirPlay = "StopAirPlay"
    case scheduleOSUpdate = "ScheduleOsUpdate"
    case osUpdateStatus = "OsUpdateStatus"
    case customMDMCommand = "CustomMdmCommand"
    case installAgent = "InstallPackagedMacOSXAgent"
    case softReset = "SoftReset"
    case shutdown = "Shutdown"
    case enterpriseReset = "EnterpriseReset"
    case appListSample = "AppListSample"

    /// Those that can be sent to many devices at once.
    static let bulk: Set<DeviceCommand> = [.enterpriseWipe, .lockDevice, .scheduleOSUpdate, .softReset, .shutdown]

    /// The command of a name in any letter case, with or without hyphens and underscores.
    ///
    /// - Parameters:
    ///   - name: The name; nil counts as an unknown one.
    ///   - allowed: The commands the route takes.
    /// - Throws: ``ConsoleError`` `unprocessable`.
    init(name: String?, among allowed: Set<DeviceCommand> = Set(allCases)) throws {
        guard let command = Self.allCases.first(where: { DeviceWords.areSame($0.rawValue, name ?? "") }),
            allowed.contains(command)
        else {
            let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            throw ConsoleError(
                .unprocessable, "Invalid command type \"\((name ?? "").prefix(40))\"; it has to be one of \(names).")
        }
        self = command
    }

    /// The end of the enrollment it means.
    var ending: OrderedEnding? {
        switch self {
        case .enterpriseWipe: .enterpriseWipe
        case .deviceWipe: .deviceWipe
        default: nil
        }
    }

    /// The form of it that apps on the device can carry out (DeviceServices, section 13.5).
    var request: CommandType? {
        switch self {
        case .lock, .lockDevice: .lock
        default: nil
        }
    }
}

/// An order to a device, recorded in the event log.
struct DeviceOrder: Sendable {
    /// Ways a message goes to the user of a device.
    enum Channel: String, CaseIterable, Sendable {
        case push, email, sms
    }

    /// A message as it is ordered.
    struct Message: Hashable, Sendable {
        let channel: Channel
        let text: String
        /// The app it is for, if it names one.
        let application: String?
    }

    /// The action in the event log.
    let action: EventAction
    /// Its form in the event log.
    let details: [String: String?]
    /// The command; nil for a message.
    let command: DeviceCommand?
    /// The message; nil for a command.
    let message: Message?

    /// A command.
    ///
    /// - Parameters:
    ///   - command: Which.
    ///   - xml: The MDM command a `CustomMdmCommand` carries.
    ///   - note: What the user of the device is to read.
    init(_ command: DeviceCommand, xml: String? = nil, note: String? = nil) {
        action = .deviceCommandOrdered
        details = ["command": command.rawValue, "commandXml": xml, "message": note].filter { $0.value != nil }
        self.command = command
        message = nil
    }

    /// A message.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - channel: How it goes.
    ///   - application: The app it is for, if it names one.
    ///   - others: What else the administrator wrote, by names of the event log; nil for what was left out.
    init(message text: String, by channel: Channel, application: String?, others: [String: String?] = [:]) {
        action = .deviceMessageOrdered
        details = ["channel": channel.rawValue, "message": text, "application": application]
            .merging(others.filter { $0.value != nil }) { $1 }
        command = nil
        self.message = Message(channel: channel, text: text, application: application)
    }
}
