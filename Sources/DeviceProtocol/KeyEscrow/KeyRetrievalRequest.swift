public import Foundation

/// A question for a key in escrow (DeviceServices, section 22.2).
public struct KeyRetrievalRequest: Hashable, Sendable {
    /// `Uid`.
    public var device: DeviceIdentifier
    /// `DeviceType`, `2` for iOS.
    public var deviceType: String?
    /// `EnrollmentUserId`, `-1` for the user of the device.
    public var enrollmentUserID: String
    /// `KeyUsage`, the same as in the path.
    public var usage: DeviceKeyUsage

    /// Makes the request a client would send.
    public init(device: DeviceIdentifier, usage: DeviceKeyUsage = .sdk) {
        self.device = device
        self.usage = usage
        deviceType = "2"
        enrollmentUserID = "-1"
    }

    /// Reads the JSON form.
    ///
    /// Throws a `MessageError` that names the field which is missing or of the wrong kind.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        device = try fields.requiredIdentifier("Uid")
        deviceType = fields.optionalText("DeviceType")
        enrollmentUserID = fields.optionalText("EnrollmentUserId") ?? "-1"
        usage = try fields.keyUsage("KeyUsage")
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try Body(deviceType: deviceType, enrollmentUserId: enrollmentUserID, keyUsage: usage.rawValue, uid: device)
            .sortedJSON()
    }

    /// The object on the wire.
    private struct Body: Encodable {
        /// Kind of device.
        let deviceType: String?
        /// Whose key.
        let enrollmentUserId: String
        /// The data that it protects.
        let keyUsage: Int
        /// The device.
        let uid: DeviceIdentifier

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case deviceType = "DeviceType"
            case enrollmentUserId = "EnrollmentUserId"
            case keyUsage = "KeyUsage"
            case uid = "Uid"
        }
    }
}
