public import Foundation

/// A client's message that it is no longer enrolled, in its second form (DeviceServices, section 23).
public struct UnenrollmentMessage: Hashable, Sendable {
    /// `messageType` of the message.
    public static let messageType = "awmdmsdk"
    /// `action` of the message.
    public static let action = "unenroll"

    /// Makes the message.
    public init() {}

    /// Reads the JSON form; throws for any other type or action.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        for (name, expected) in [("messageType", Self.messageType), ("action", Self.action)] {
            guard try fields.requiredText(name) == expected else {
                throw fields.wrong(name, "must be \(expected)")
            }
        }
    }

    /// The JSON form.
    public func encoded() -> Data {
        Data(#"{"action":"\#(Self.action)","messageType":"\#(Self.messageType)"}"#.utf8)
    }
}
