/// Something a simulated device does.
public enum SimulationAction: Hashable, Sendable, CustomStringConvertible {
    /// Installs the app anew and starts it.
    case firstLaunch
    /// Starts the app in a new process.
    case relaunch
    /// Comes back to the foreground after so many seconds of the device's clock.
    case foreground(away: Int)
    /// Leaves the foreground.
    case background
    case beacon
    /// Writes so many bytes of log and sends them.
    case log(bytes: Int)
    /// Asks for commands and carries them out.
    case commands
    /// Counts so many events and sends them.
    case analytics(events: Int)
    /// Signs in again, which replaces the credentials.
    case reenroll
    /// Somebody else takes the device and signs in.
    case changeUser
    /// Logs out, which un-enrolls the device.
    case unenroll
    /// Does nothing for so many seconds.
    case wait(seconds: Int)

    /// The name of an action in a script.
    public enum Name: String, CaseIterable, Sendable {
        case firstLaunch, relaunch, foreground, background, beacon, log, commands, analytics, reenroll, changeUser
        case unenroll, wait
    }

    /// Its name.
    public var name: Name {
        switch self {
        case .firstLaunch: .firstLaunch
        case .relaunch: .relaunch
        case .foreground: .foreground
        case .background: .background
        case .beacon: .beacon
        case .log: .log
        case .commands: .commands
        case .analytics: .analytics
        case .reenroll: .reenroll
        case .changeUser: .changeUser
        case .unenroll: .unenroll
        case .wait: .wait
        }
    }

    /// Its name.
    public var description: String { name.rawValue }

    /// The action of a name and its one setting; nil for what has none takes the default.
    init(_ name: Name, _ setting: Int? = nil) {
        switch name {
        case .firstLaunch: self = .firstLaunch
        case .relaunch: self = .relaunch
        case .foreground: self = .foreground(away: setting ?? 60)
        case .background: self = .background
        case .beacon: self = .beacon
        case .log: self = .log(bytes: setting ?? 1024)
        case .commands: self = .commands
        case .analytics: self = .analytics(events: setting ?? 5)
        case .reenroll: self = .reenroll
        case .changeUser: self = .changeUser
        case .unenroll: self = .unenroll
        case .wait: self = .wait(seconds: setting ?? 1)
        }
    }
}

extension SimulationAction.Name {
    /// The name and values of its only setting; nil if it has none.
    var setting: (key: String, range: ClosedRange<Int>)? {
        switch self {
        case .foreground: ("away", 0...31_536_000)
        case .log: ("bytes", 1...100_000_000)
        case .analytics: ("events", 1...100_000)
        case .wait: ("seconds", 0...86_400)
        default: nil
        }
    }
}
