/// Who changes something.
enum Actor: Hashable, Sendable {
    /// An administrator, by user name.
    case administrator(String)
    /// A device, by identifier.
    case device(String)
    /// The program's own command line.
    case commandLine
    /// The console itself.
    case system

    /// What the event log files it under.
    var kind: String {
        switch self {
        case .administrator: "administrator"
        case .device: "device"
        case .commandLine: "commandLine"
        case .system: "system"
        }
    }

    /// Who exactly.
    var name: String {
        switch self {
        case .administrator(let name), .device(let name): name
        case .commandLine: "mockuem"
        case .system: "system"
        }
    }
}

/// What happened, told after it was committed.
struct ConsoleEvent: Hashable, Sendable {
    /// What happened, such as `beacon.received`, `device.enrolled` or `credential.revoked`.
    let action: String
    /// Kind of the thing it happened to, such as `device`, `enrollmentUser` or `application`.
    let subjectKind: String
    /// Which thing, by a name a person knows.
    let subject: String
    /// Id of the organization group it happened in.
    let groupID: Int64?
    /// When.
    let at: Timestamp
}
