/// The data that a key in escrow protects (DeviceServices, section 22).
public enum DeviceKeyUsage: Int, NamedState {
    /// Content of a content app.
    case content = 1
    /// The data of the SDK.
    case sdk = 2

    /// The name for people, in English.
    public var name: String {
        switch self {
        case .content: "Content"
        case .sdk: "SDK"
        }
    }
}

/// Algorithms a key in escrow can be for, by their names on the wire (DeviceServices, section 22.1).
public enum DeviceKeyAlgorithm: String, CaseIterable, Hashable, Codable, Sendable {
    /// Not known.
    case unknown = "Unknown"
    /// None of the others.
    case other = "Other"
    /// AES with 128 bits.
    case aes128 = "AES128"
    /// AES with 192 bits.
    case aes192 = "AES192"
    /// AES with 256 bits, as SDK clients use.
    case aes256 = "AES256"
    /// DES.
    case des = "DES"
    /// Triple DES.
    case tripleDES = "3DES"
}
