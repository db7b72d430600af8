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
        let (payload, faults) = checked()
        if let first = faults.first { throw first }
        return payload
    }

    /// The payload with what is allowed in the exact type of the wire, and everything that is not, by name of setting.
    public func checked() -> (payload: ProfilePayload, faults: [ProfileValidationError]) {
        guard !type.isEmpty else {
            return (
                self, [ProfileValidationError(payload: type, key: "PayloadType", value: "", allowed: "a payload type")]
            )
        }
        let schema = PayloadSchema.named(type)
        var result = self
        var faults: [ProfileValidationError] = []
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            if let key = schema?.key(name) {
                if let normalized = key.kind.normalized(value) {
                    result.settings[name] = normalized
                } else {
                    faults += self.faults(of: value, for: key)
                }
            } else if let fault = envelopeFault(name, value) {
                faults.append(fault)
            }
        }
        return (result, faults)
    }

    /// What is wrong with a value that is not allowed; a secret is not repeated.
    private func faults(of value: PropertyListValue, for key: PayloadKey) -> [ProfileValidationError] {
        if key.kind == .geofenceAreas { return GeofenceArea.faults(value, payload: type, key: key.name) }
        if key.kind == .certificates { return CertificateText.faults(value, payload: type, key: key.name) }
        let isHidden = key.isSecret && value != .string("")
        return [
            ProfileValidationError(
                payload: type, key: key.name, value: isHidden ? Self.hidden : value.shortText, allowed: key.kind.allowed
            )
        ]
    }

    /// What is wrong with an envelope key of the wrong kind.
    private func envelopeFault(_ name: String, _ value: PropertyListValue) -> ProfileValidationError? {
        let allowed: String
        switch name {
        case "PayloadType" where value != .string(type): allowed = "\(type), or nothing"
        case "PayloadVersion" where value.integerValue == nil && value.stringValue == nil:
            allowed = "an integer or a string"
        case _ where Self.envelopeTexts.contains(name) && value.stringValue == nil: allowed = "a string"
        default: return nil
        }
        return ProfileValidationError(payload: type, key: name, value: value.shortText, allowed: allowed)
    }

    /// The dictionary that stands in a profile.
    var dictionary: PropertyListValue {
        .dictionary(settings.merging(["PayloadType": .string(type)]) { $1 })
    }
}

extension PropertyListValue {
    /// The value as a short text for messages.
    public var shortText: String {
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
