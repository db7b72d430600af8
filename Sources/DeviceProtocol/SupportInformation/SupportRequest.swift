public import Foundation

/// A question for the help desk of a device (DeviceServices, section 21).
public struct SupportRequest: Hashable, Sendable {
    /// `request.Uid`.
    public var device: DeviceIdentifier
    /// `request.DeviceType`, `2` for iOS.
    public var deviceType: String?

    /// Makes the request a client would send.
    public init(device: DeviceIdentifier) {
        self.device = device
        deviceType = "2"
    }

    /// Reads the JSON form.
    ///
    /// Throws a `MessageError` that names the field which is missing or of the wrong kind.
    public init(json data: Data) throws(MessageError) {
        let body = try JSONObjectReader(data)
        guard let request = try body.object("request") else { throw body.wrong("request", "is missing") }
        device = try request.requiredIdentifier("Uid")
        deviceType = request.optionalText("DeviceType")
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try ["request": ["DeviceType": deviceType, "Uid": device.value].compactMapValues { $0 }].sortedJSON()
    }
}
