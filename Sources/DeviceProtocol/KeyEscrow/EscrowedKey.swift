public import Foundation

/// A key given back from escrow (DeviceServices, section 22.2).
///
/// Not to be logged: it holds the key in the clear.
public struct EscrowedKey: Hashable, Codable, Sendable {
    /// `Base64EncodedKey`, as it was stored.
    public var key: String

    /// The name on the wire.
    private enum CodingKeys: String, CodingKey {
        case key = "Base64EncodedKey"
    }

    /// Makes an answer.
    public init(key: String) {
        self.key = key
    }

    /// The JSON form.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
