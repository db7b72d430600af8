public import Foundation

/// A key given into escrow (DeviceServices, section 22.1).
///
/// Not to be logged: it holds the key in the clear.
public struct KeyStoreRequest: Hashable, Sendable {
    /// How many characters a key may have; the key of an SDK client has 44.
    public static let maximumKeyLength = 8192

    /// `Uid`.
    public var device: DeviceIdentifier
    /// `DeviceType`, `2` for iOS.
    public var deviceType: String?
    /// `EnrollmentUserId`, `-1` for the user of the device.
    public var enrollmentUserID: String
    /// `DeviceKeyUsage`.
    public var usage: DeviceKeyUsage
    /// `Algorithm`.
    public var algorithm: DeviceKeyAlgorithm
    /// `KeySize`: how many characters the key has, as the client counted them.
    public var keySize: Int?
    /// `Base64EncodedKey`.
    public var key: String

    /// Makes the request a client would send.
    public init(device: DeviceIdentifier, usage: DeviceKeyUsage = .sdk, key: String) {
        self.device = device
        self.usage = usage
        self.key = key
        deviceType = "2"
        enrollmentUserID = "-1"
        algorithm = .aes256
        keySize = key.count
    }

    /// Reads the JSON form.
    ///
    /// Throws a `MessageError` that names the field which is missing, of the wrong kind or too long; never the key.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        device = try fields.requiredIdentifier("Uid")
        deviceType = fields.optionalText("DeviceType")
        enrollmentUserID = fields.optionalText("EnrollmentUserId") ?? "-1"
        usage = try fields.keyUsage("DeviceKeyUsage")
        let name = try fields.requiredText("Algorithm")
        guard let algorithm = DeviceKeyAlgorithm.allCases.first(where: { $0.rawValue.equalsIgnoringCase(name) }) else {
            let names = DeviceKeyAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
            throw fields.wrong("Algorithm", "must be one of \(names)")
        }
        self.algorithm = algorithm
        keySize = fields.optionalInteger("KeySize")
        guard case .string(let key) = fields.value("Base64EncodedKey") else {
            throw fields.wrong("Base64EncodedKey", "must be a string")
        }
        guard key.utf8.count <= Self.maximumKeyLength else {
            throw fields.wrong("Base64EncodedKey", "is longer than \(Self.maximumKeyLength) characters")
        }
        // Other clients break base64 into lines (section 1.5).
        guard let bytes = Data(base64Encoded: String(key.filter { !$0.isNewline })), !bytes.isEmpty else {
            throw fields.wrong("Base64EncodedKey", "must be base64 of at least one byte")
        }
        self.key = key
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try Body(
            algorithm: algorithm, base64EncodedKey: key, deviceKeyUsage: usage.rawValue, deviceType: deviceType,
            enrollmentUserId: enrollmentUserID, keySize: keySize, uid: device
        ).sortedJSON()
    }

    /// The object on the wire.
    private struct Body: Encodable {
        /// The purpose of the key.
        let algorithm: DeviceKeyAlgorithm
        /// The key.
        let base64EncodedKey: String
        /// The data that it protects.
        let deviceKeyUsage: Int
        /// Kind of device.
        let deviceType: String?
        /// Whose it is.
        let enrollmentUserId: String
        /// Characters of the key.
        let keySize: Int?
        /// The device.
        let uid: DeviceIdentifier

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case algorithm = "Algorithm"
            case base64EncodedKey = "Base64EncodedKey"
            case deviceKeyUsage = "DeviceKeyUsage"
            case deviceType = "DeviceType"
            case enrollmentUserId = "EnrollmentUserId"
            case keySize = "KeySize"
            case uid = "Uid"
        }
    }
}

extension JSONObjectReader {
    /// The usage of a key in a member that must be there.
    func keyUsage(_ name: String) throws(MessageError) -> DeviceKeyUsage {
        guard let number = try integer(name), let usage = DeviceKeyUsage(rawValue: number) else {
            throw wrong(name, "must be 1 (content) or 2 (SDK)")
        }
        return usage
    }
}
