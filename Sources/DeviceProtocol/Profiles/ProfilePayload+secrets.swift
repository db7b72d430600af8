/// Settings that are shown only to administrators who may change a profile (AdminAPI, "SDK profiles").
extension ProfilePayload {
    /// Stands for a value that is not shown.
    public static let hidden = "(hidden)"

    /// Words in the names of settings of apps whose texts are taken for secrets.
    static let secretWords = [
        "password", "passwd", "passphrase", "secret", "token", "privatekey", "apikey", "credential",
    ]

    /// Whether a setting is a secret: known settings say so themselves, others by a word in their name.
    public func isSecret(_ name: String) -> Bool {
        PayloadSchema.named(type)?.key(name)?.isSecret ?? Self.soundsSecret(name)
    }

    /// The payload with another value for each secret that is not empty; nil leaves them out.
    public func replacingSecrets(with replacement: PropertyListValue?) -> ProfilePayload {
        var payload = self
        for (name, value) in settings {
            payload.settings[name] = value.replacingSecrets(isSecret: isSecret(name), with: replacement)
        }
        return payload
    }

    /// Whether a name has one of the words, letter case and separators ignored.
    fileprivate static func soundsSecret(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
        return secretWords.contains { letters.contains($0) }
    }
}

extension PropertyListValue {
    /// The value, or what stands for it: of containers, the texts and data in them.
    fileprivate func replacingSecrets(isSecret: Bool, with replacement: PropertyListValue?) -> PropertyListValue? {
        switch self {
        case .string(let text) where isSecret && !text.isEmpty: replacement
        case .data(let data) where isSecret && !data.isEmpty: replacement
        case .array(let values):
            .array(values.compactMap { $0.replacingSecrets(isSecret: isSecret, with: replacement) })
        case .dictionary(let members):
            .dictionary(
                members.reduce(into: [:]) { result, member in
                    result[member.key] = member.value.replacingSecrets(
                        isSecret: isSecret || ProfilePayload.soundsSecret(member.key), with: replacement)
                })
        default: self
        }
    }
}
