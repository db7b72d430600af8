public import Foundation

/// A command on its way to a client (DeviceServices, section 13.5).
public struct CommandMessage: Hashable, Sendable {
    /// `CommandUUID`.
    public var uuid: String
    /// `Command`: `RequestType` and what it needs; types of one's own go to handlers of the app.
    public var command: [String: PropertyListValue]

    /// Takes an identifier and a command as they are.
    public init(uuid: String, command: [String: PropertyListValue]) {
        self.uuid = uuid
        self.command = command
    }

    /// Makes a command of a type.
    public init(uuid: String, requestType: String, settings: [String: PropertyListValue] = [:]) {
        self.uuid = uuid
        command = settings
        command["RequestType"] = .string(requestType)
    }

    /// `RequestType`, if it is a text.
    public var requestType: String? {
        command["RequestType"]?.stringValue
    }

    /// Makes a command that installs a profile, given as a property list.
    public static func installProfile(uuid: String, payload: Data) -> CommandMessage {
        CommandMessage(
            uuid: uuid, requestType: CommandType.installProfile.rawValue, settings: ["Payload": .data(payload)])
    }

    /// Makes a command that asks for the stored profiles.
    public static func requestProfiles(uuid: String) -> CommandMessage {
        CommandMessage(uuid: uuid, requestType: CommandType.requestProfiles.rawValue)
    }

    /// Makes a command that asks for logs; a period in seconds, zero for at once.
    public static func uploadLogs(uuid: String, level: Int64, period: Int64) -> CommandMessage {
        CommandMessage(
            uuid: uuid, requestType: CommandType.uploadLogs.rawValue,
            settings: ["LogLevel": .integer(level), "LogPeriod": .integer(period)])
    }

    /// Makes a command that locks the session.
    public static func lock(uuid: String) -> CommandMessage {
        CommandMessage(uuid: uuid, requestType: CommandType.lock.rawValue)
    }

    /// Reads a property list as a client does: both keys must be there.
    public init(propertyList data: Data) throws(MessageError) {
        let fields = try PropertyListFields(data)
        guard let uuid = try fields.text("CommandUUID") else {
            throw MessageError("is missing", field: "CommandUUID")
        }
        guard case .dictionary(let command) = fields.value("Command") else {
            throw MessageError("must be a dictionary", field: "Command")
        }
        self.uuid = uuid
        self.command = command
    }

    /// The property list: XML, or binary if XML cannot hold it.
    public func encoded() throws(PropertyListError) -> Data {
        let message = PropertyListValue.dictionary(["CommandUUID": .string(uuid), "Command": .dictionary(command)])
        return try message.encoded(as: message.safestFormat)
    }
}
