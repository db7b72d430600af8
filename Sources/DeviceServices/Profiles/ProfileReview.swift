import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Something in a payload that cannot be sent to clients (AdminAPI, "Validation").
struct ProfileFinding: Hashable, Sendable {
    /// Position of the payload in the list, from 0.
    let position: Int
    /// Its type.
    let payload: String
    /// The setting at fault; nil for the payload as a whole.
    let key: String?
    /// The value as written, shortened; never a secret.
    let value: String
    /// The accepted values, as a noun phrase.
    let allowed: String

    /// The finding as a sentence.
    var message: String {
        let place = [payload, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        let subject = place.isEmpty ? "payloads[\(position)]" : "payloads[\(position)]: \(place)"
        return "\(subject) must be \(allowed), not \(value.isEmpty ? "empty" : value)."
    }
}

/// Payloads as an administrator wants them, in the form that clients read best, with remarks about them.
struct ProfileReview: Sendable {
    /// Levels a setting may be nested, as in environment files.
    private static let depthLimit = 16

    /// The payloads, validated, with their positions; those with findings are left out.
    private(set) var accepted: [(position: Int, payload: ProfilePayload)] = []
    /// Values that are not allowed.
    private(set) var findings: [ProfileFinding] = []
    /// The settings of the profile's group; nil while it has none.
    var settings: GroupSettings?

    /// Nothing yet.
    init() {}

    /// The payloads, validated; those with findings are left out.
    var payloads: [ProfilePayload] { accepted.map(\.payload) }

    /// Allowed values that are probably a mistake, each with a sentence.
    var warnings: [String] { ProfileWarnings.of(payloads, for: settings) }

    /// Adds something that is not allowed.
    mutating func add(_ finding: ProfileFinding) {
        findings.append(finding)
    }

    /// Adds a payload, validated.
    mutating func add(_ payload: ProfilePayload, at position: Int) {
        var (normalized, faults) = payload.checked()
        if faults.isEmpty {
            faults = ProfileCertificates.faults(in: normalized) + ProfileCompliance.faults(in: normalized)
        }
        findings += faults.map {
            ProfileFinding(
                position: position, payload: $0.payload, key: $0.key, value: $0.value, allowed: $0.allowed)
        }
        if faults.isEmpty { accepted.append((position, normalized)) }
    }

    /// Adds a payload from JSON: an object of `PayloadType` and settings.
    mutating func add(_ json: JSONValue, at position: Int) {
        guard case .object(let members) = json else {
            return add(
                ProfileFinding(position: position, payload: "", key: nil, value: json.kindName, allowed: "an object"))
        }
        let type = members.last { $0.name == "PayloadType" }?.value
        guard case .string(let name)? = type, (1...255).contains(name.unicodeScalars.count) else {
            return add(
                ProfileFinding(
                    position: position, payload: "", key: "PayloadType", value: type?.kindName ?? "missing",
                    allowed: "a payload type of 1 to 255 characters"))
        }
        var payload = ProfilePayload(type: name)
        for member in members where member.name != "PayloadType" {
            set(member.name, to: member.value, in: &payload, at: position)
        }
        add(payload, at: position)
    }

    /// Sets a setting of a payload, unless no property list or environment file could hold it.
    mutating func set(_ name: String, to json: JSONValue, in payload: inout ProfilePayload, at position: Int) {
        let allowed: String
        do {
            let value = try PropertyListValue(json: json, field: name)
            guard let obstacle = Self.obstacle(in: value, isSecret: payload.isSecret(name)) else {
                payload.settings[name] = value
                return
            }
            allowed = obstacle
        } catch {
            allowed = "a value a property list can hold (\(error))"
        }
        add(
            ProfileFinding(
                position: position, payload: payload.type, key: name, value: json.kindName, allowed: allowed))
    }

    /// The accepted values; nil if the value is valid.
    private static func obstacle(in value: PropertyListValue, isSecret: Bool, depth: Int = 0) -> String? {
        guard depth < depthLimit else { return "nested at most \(depthLimit) levels deep" }
        switch value {
        case .real(let number): return number.isFinite ? nil : "a finite number"
        case .string(ProfilePayload.hidden): return isSecret ? "the secret itself, or left out" : nil
        case .array(let values):
            return values.lazy.compactMap { obstacle(in: $0, isSecret: isSecret, depth: depth + 1) }.first
        case .dictionary(let members):
            return members.values.lazy.compactMap { obstacle(in: $0, isSecret: isSecret, depth: depth + 1) }.first
        default: return nil
        }
    }

    /// The payloads.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` with every finding.
    func checked() throws -> [ProfilePayload] {
        guard let first = findings.first else { return payloads }
        let more = findings.count > 1 ? " There are \(findings.count - 1) more." : ""
        throw ConsoleError(
            .unprocessable, "The profile is not valid: \(first.message)\(more)", details: findings.map(\.message))
    }
}
