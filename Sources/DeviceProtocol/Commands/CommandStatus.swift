/// The status in a message to the command processor (DeviceServices, section 13.3).
public enum CommandStatus: Int, Hashable, Codable, Sendable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// The command was carried out.
    case acknowledged = 1
    /// The command failed; the identifier of the command may be empty.
    case error = 2
    /// The command could not be read.
    case commandFormatError = 3
    /// Ready for a command.
    case idle = 4
    /// Not ready for a command.
    case notNow = 5
}
