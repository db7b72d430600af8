package import ConsolePlatform

/// Who changes something.
package enum Actor: Hashable, Sendable {
    /// An administrator, by user name.
    case administrator(String)
    /// An enrollment user at the self-service portal, by user name.
    case user(String)
    /// A device, by identifier.
    case device(String)
    /// The program's own command line.
    case commandLine
    /// The console itself.
    case system

    /// The kind under which the event log files it.
    var kind: String {
        switch self {
        case .administrator: "administrator"
        case .user: "user"
        case .device: "device"
        case .commandLine: "commandLine"
        case .system: "system"
        }
    }

    /// Who exactly.
    var name: String {
        switch self {
        case .administrator(let name), .user(let name), .device(let name): name
        case .commandLine: "mockuem"
        case .system: "system"
        }
    }
}

/// An event, reported after it was committed.
package struct ConsoleEvent: Hashable, Sendable {
    /// What happened.
    let action: EventAction
    /// Kind of the thing it happened to, such as `device`, `enrollmentUser` or `application`.
    let subjectKind: String
    /// The name of that thing for people.
    let subject: String
    /// Id of the organization group it happened in.
    let groupID: Int64?
    /// When.
    let at: Timestamp
    /// Id of the device it happened to; its identifier may be that of several.
    let deviceID: Int64?

    /// Made of its parts.
    package init(
        action: EventAction, subjectKind: String, subject: String, groupID: Int64?, at: Timestamp,
        deviceID: Int64? = nil
    ) {
        self.action = action
        self.subjectKind = subjectKind
        self.subject = subject
        self.groupID = groupID
        self.at = at
        self.deviceID = deviceID
    }
}
