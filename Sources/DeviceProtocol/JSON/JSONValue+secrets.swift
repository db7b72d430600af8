/// Texts in payloads of profiles that are shown only to administrators who may change them (AdminProfiles, "Secrets").
extension JSONValue {
    /// Words of MDM payloads beside those of SDK profiles.
    private static let secretWords = ["presharedkey", "sharedkey", "encryptionkey", "challenge", "certificatedata"]

    /// The value with ``ProfilePayload/hidden`` for each text, not empty, whose name, or the name of what it stands
    /// in, sounds like a secret.
    public func hidingSecrets(named name: String = "") -> JSONValue {
        hidingSecrets(isSecret: Self.soundsSecret(name))
    }

    private func hidingSecrets(isSecret: Bool) -> JSONValue {
        switch self {
        case .string(let text): isSecret && !text.isEmpty ? .string(ProfilePayload.hidden) : self
        case .array(let elements): .array(elements.map { $0.hidingSecrets(isSecret: isSecret) })
        case .object(let members):
            .object(
                members.map { member in
                    let value = member.value.hidingSecrets(isSecret: isSecret || Self.soundsSecret(member.name))
                    return JSONMember(name: member.name, value: value)
                })
        case .null, .bool, .number: self
        }
    }

    private static func soundsSecret(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
        return ProfilePayload.secretWords.contains { letters.contains($0) }
            || secretWords.contains { letters.contains($0) }
    }
}
