import Foundation

/// A payload of a profile: a type and its settings.
public struct ProfilePayload: Hashable, Sendable {
    /// `PayloadType`.
    public var type: String
    /// The settings by their names on the wire, envelope keys such as `PayloadUUID` among them.
    public var settings: [String: PropertyListValue]

    /// Takes a type and settings as they are.
    public init(type: String, settings: [String: PropertyListValue] = [:]) {
        self.type = type
        self.settings = settings
    }

    /// The informational keys that every payload may carry as strings (SDKProfile, section 1).
    static let envelopeTexts = [
        "PayloadType", "PayloadDisplayName", "PayloadDescription", "PayloadIdentifier", "PayloadOrganization",
        "PayloadUUID",
    ]

    /// The payload with every known setting in the exact type of the wire.
    ///
    /// Settings that the type does not know, and types that clients do not know, are kept as they are. Throws for an
    /// empty type and for the first setting, by name, that is not allowed.
    public func validated() throws(ProfileValidationError) -> ProfilePayload {
        guard !type.isEmpty else {
            throw ProfileValidationError(payload: type, key: "PayloadType", value: "", allowed: "a payload type")
        }
        let schema = PayloadSchema.named(type)
        var result = self
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            if let key = schema?.key(name) {
                guard let normalized = key.kind.normalized(value) else {
                    throw key.kind == .geofenceAreas
                        ? GeofenceArea.fault(value, payload: type, key: name)
                        : ProfileValidationError(
                            payload: type, key: name, value: value.shortText, allowed: key.kind.allowed)
                }
                result.settings[name] = normalized
            } else {
                try checkEnvelope(name, value)
            }
        }
        return result
    }

    /// Refuses an envelope key of the wrong kind.
    private func checkEnvelope(_ name: String, _ value: PropertyListValue) throws(ProfileValidationError) {
        let allowed: String
        switch name {
        case "PayloadType" where value != .string(type): allowed = "\(type), or nothing"
        case "PayloadVersion" where value.integerValue == nil && value.stringValue == nil:
            allowed = "an integer or a string"
        case _ where Self.envelopeTexts.contains(name) && value.stringValue == nil: allowed = "a string"
        default: return
        }
        throw ProfileValidationError(payload: type, key: name, value: value.shortText, allowed: allowed)
    }

    /// The dictionary that stands in a profile.
    var dictionary: PropertyListValue {
        .dictionary(settings.merging(["PayloadType": .string(type)]) { $1 })
    }
}

extension PropertyListValue {
    /// The value as a short text for messages.
    var shortText: String {
        switch self {
        case .string(let text): text.unicodeScalars.count <= 100 ? text : String(text.unicodeScalars.prefix(100)) + "…"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .data(let data): "\(data.count) bytes"
        case .date(let date): CivilTime(date)?.iso ?? "a date"
        case .array(let values): "an array of \(values.count)"
        case .dictionary(let members): "a dictionary of \(members.count)"
        }
    }
}
