public import Foundation

/// A request to turn a common identity into an application identity (DeviceServices, section 8).
public struct ApplicationRegistrationRequest: Hashable, Sendable {
    /// `AppBundleIdentifier`.
    public var bundle: BundleIdentifier
    /// `AppInternalIdentifier`.
    public var device: DeviceIdentifier
    /// `Header.ProtocolRevision`, normally `1`.
    public var protocolRevision: String?
    /// `Header.Language`, such as `en-US`.
    public var language: String?
    /// `Header.ProtocolType`, normally `1`.
    public var protocolType: String?
    /// `Header.Mode`, normally `2`.
    public var mode: String?
    /// `Device.Identifier`.
    public var deviceIdentifier: DeviceIdentifier?
    /// `Device.Type`, `2` for iOS.
    public var deviceType: String?
    /// `Device.InternalIdentifier`.
    public var deviceInternalIdentifier: DeviceIdentifier?
    /// `Device.BundleIdentifier`.
    public var deviceBundle: BundleIdentifier?

    /// Makes the request a client would send.
    public init(bundle: BundleIdentifier, device: DeviceIdentifier, language: String = "en-US") {
        self.bundle = bundle
        self.device = device
        self.language = language
        protocolRevision = "1"
        protocolType = "1"
        mode = "2"
        deviceIdentifier = device
        deviceType = "2"
        deviceInternalIdentifier = device
        deviceBundle = bundle
    }

    /// Reads the JSON form; `Header`, `Device` and what is in them may be absent or of any kind.
    ///
    /// Throws a `MessageError` that names the field which is missing, of the wrong kind, or longer than 1024
    /// characters: the app or its device.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        bundle = try fields.requiredIdentifier("AppBundleIdentifier")
        device = try fields.requiredIdentifier("AppInternalIdentifier")
        let header = fields.optionalObject("Header")
        protocolRevision = header?.optionalText("ProtocolRevision")
        language = header?.optionalText("Language")
        protocolType = header?.optionalText("ProtocolType")
        mode = header?.optionalText("Mode")
        let about = fields.optionalObject("Device")
        deviceIdentifier = about?.optionalIdentifier("Identifier")
        deviceType = about?.optionalText("Type")
        deviceInternalIdentifier = about?.optionalIdentifier("InternalIdentifier")
        deviceBundle = about?.optionalIdentifier("BundleIdentifier")
    }

    /// The JSON form.
    public func encoded() throws -> Data {
        try Body(
            appBundleIdentifier: bundle, appInternalIdentifier: device,
            header: [
                "ProtocolRevision": protocolRevision, "Language": language, "ProtocolType": protocolType, "Mode": mode,
            ].compactMapValues { $0 },
            device: [
                "Identifier": deviceIdentifier?.value, "Type": deviceType,
                "InternalIdentifier": deviceInternalIdentifier?.value, "BundleIdentifier": deviceBundle?.value,
            ].compactMapValues { $0 }
        ).sortedJSON()
    }

    /// The object on the wire.
    private struct Body: Encodable {
        /// The app.
        let appBundleIdentifier: BundleIdentifier
        /// The device.
        let appInternalIdentifier: DeviceIdentifier
        /// What is known of the protocol.
        let header: [String: String]
        /// What is known of the device.
        let device: [String: String]

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case appBundleIdentifier = "AppBundleIdentifier"
            case appInternalIdentifier = "AppInternalIdentifier"
            case header = "Header"
            case device = "Device"
        }
    }
}
