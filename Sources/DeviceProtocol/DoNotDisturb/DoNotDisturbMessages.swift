public import Foundation

/// The request of a client to silence its device, or to end that (DeviceServices, section 18; our own).
public struct DoNotDisturbChange: Hashable, Sendable {
    /// `IsDoNotDisturb`.
    public var isDoNotDisturb: Bool

    /// Takes the wish.
    public init(isDoNotDisturb: Bool) {
        self.isDoNotDisturb = isDoNotDisturb
    }

    /// Reads `{"IsDoNotDisturb": true}`; throws a `MessageError` that names the member.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        switch fields.value("IsDoNotDisturb") {
        case .bool(let value): isDoNotDisturb = value
        case nil: throw fields.wrong("IsDoNotDisturb", "is missing")
        default: throw fields.wrong("IsDoNotDisturb", "must be true or false")
        }
    }

    /// The JSON object.
    public func encoded() throws -> Data {
        try ["IsDoNotDisturb": isDoNotDisturb].sortedJSON()
    }
}

/// Whether a device is silenced, and since when (DeviceServices, section 18; ours).
public struct DoNotDisturbStatus: Hashable, Sendable {
    /// `Success`: whether the group's privacy policy allows to silence devices.
    public var isSuccess: Bool
    /// `IsDoNotDisturb`.
    public var isDoNotDisturb: Bool
    /// `EnabledAt`, in ISO 8601; nil while it is not silenced.
    public var enabledAt: String?
    /// `Reason`, if there was no success.
    public var reason: String?

    /// Takes the parts.
    public init(isSuccess: Bool, isDoNotDisturb: Bool, enabledAt: String?, reason: String? = nil) {
        self.isSuccess = isSuccess
        self.isDoNotDisturb = isDoNotDisturb
        self.enabledAt = enabledAt
        self.reason = reason
    }
}

extension DoNotDisturbStatus: Codable {
    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case isSuccess = "Success"
        case isDoNotDisturb = "IsDoNotDisturb"
        case enabledAt = "EnabledAt"
        case reason = "Reason"
    }

    /// Writes the members; `EnabledAt` is `null` while the device is not silenced.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isSuccess, forKey: .isSuccess)
        try container.encode(isDoNotDisturb, forKey: .isDoNotDisturb)
        try container.encode(enabledAt, forKey: .enabledAt)
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}
