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
    case syncSensors = "SyncSensors"
    case syncWorkflows = "SyncWorkflows"
    case userList = "UserList"
    case rotateFileVaultKey = "RotateFileVaultKey"
    case rotateDEPAdministratorPassword = "RotateDEPAdminPassword"
    case resetBIOSPassword = "ResetBiosPassword"
    case installSeededSCEPProfile = "InstallSeededScepProfile"
    case deleteUser = "delete-user"
    case enableActivationLock = "enable-activation-lock"
    case logOutUser = "logout-user"
    case refreshESIM = "refresh-esim"
    case suspendBitLocker = "suspend-bitlocker"
    case resumeBitLocker = "resume-bitlocker"
    case setRecoveryLock = "SetRecoveryLock"

    /// Those that can be sent to many devices at once.
    static let bulk: Set<DeviceCommand> = [.enterpriseWipe, .lockDevice, .scheduleOSUpdate, .softReset, .shutdown]

    /// Those that version 1 of the routes does not know.
    private static let late: Set<DeviceCommand> = [
        .deleteUser, .enableActivationLock, .logOutUser, .refreshESIM, .suspendBitLocker, .resumeBitLocker,
        .setRecoveryLock,
    ]

    /// The commands that a version of the routes takes.
    ///
    /// Version 3 was made for two commands whose settings changed, and takes no others.
    static func commands(ofVersion version: Int) -> Set<DeviceCommand> {
        switch version {
        case ...1: Set(allCases).subtracting(late)
        case 2: Set(allCases).subtracting([.setRecoveryLock])
        default: [.setRecoveryLock, .deviceWipe]
        }
    }

    /// The command of a name in any letter case, with or without hyphens and underscores.
    ///
    /// - Parameters:
    ///   - name: The name; nil counts as an unknown one.
    ///   - allowed: The commands the route takes.
    /// - Throws: ``ConsoleError`` `unprocessable`.
    init(name: String?, among allowed: Set<DeviceCommand>) throws {
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
    var request: AppRequest? {
        switch self {
        case .lock, .lockDevice: AppRequest(.lock)
        default: nil
        }
    }
}

/// A command for the apps on a device.
struct AppRequest: Hashable, Sendable {
    /// The command.
    let type: CommandType
    /// Its settings, by the names clients know.
    let settings: [String: PropertyListValue]

    /// A command with settings.
    init(_ type: CommandType, _ settings: [String: PropertyListValue] = [:]) {
        (self.type, self.settings) = (type, settings)
    }

    /// Asks for logs of a level, for a period in seconds; 0 for those that exist.
    static func logs(level: Int64, seconds: Int64) -> AppRequest {
        AppRequest(.uploadLogs, ["LogLevel": .integer(level), "LogPeriod": .integer(seconds)])
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
    /// The end of the enrollment it means; nil for none.
    let ending: OrderedEnding?
    /// The message; nil for a command.
    let message: Message?
    /// What the apps on the device can carry out of it; nil for nothing.
    let request: AppRequest?
    /// The lock that it puts on the device; nil for none.
    var lock: DeviceLockOrder?

    /// A command.
    ///
    /// - Parameters:
    ///   - command: Which.
    ///   - xml: The MDM command a `CustomMdmCommand` carries.
    ///   - note: What the user of the device is to read.
    ///   - settings: Other settings for the event log, without secrets.
    init(_ command: DeviceCommand, xml: String? = nil, note: String? = nil, settings: [String: String] = [:]) {
        action = .deviceCommandOrdered
        let own = ["command": command.rawValue, "commandXml": xml, "message": note].compactMapValues { $0 }
        details = own.merging(settings) { $1 }
        (ending, request) = (command.ending, command.request)
        message = nil
    }

    /// A command that has an address of its own, and no name in the others.
    ///
    /// - Parameters:
    ///   - name: Its name in the event log.
    ///   - settings: Its settings for the event log, without secrets.
    ///   - request: What the apps on the device can carry out of it.
    init(named name: String, settings: [String: String] = [:], request: AppRequest? = nil) {
        action = .deviceCommandOrdered
        details = settings.merging(["command": name]) { $1 }
        self.request = request
        (ending, message) = (nil, nil)
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
        (ending, request) = (nil, nil)
        self.message = Message(channel: channel, text: text, application: application)
    }
}
