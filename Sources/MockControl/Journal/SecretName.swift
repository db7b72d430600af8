/// Names of what the journal leaves out: by words in them, whatever letter case and separators they are written with.
enum SecretName {
    /// How sure a name is.
    enum Kind: Sendable {
        /// Its texts and numbers are secrets.
        case exact
        /// Its texts are secrets; a number says something about one.
        case texts
        /// A text is a secret; a list of that name is something else.
        case singleText
    }

    /// Words that make a name one of a secret.
    private static let words: [[UInt8]] = [
        "password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "apikey", "privatekey", "sharedkey",
        "hmackey", "encryptionkey", "encodedkey", "recoverykey", "securitykey", "credential", "tenantcode",
        "authorizationcode", "assertion", "samlresponse", "challenge", "certificatedata", "authenticationcertificate",
        "payloadcontent",
    ].map { Array($0.utf8) }

    /// What at least one of stands in every such name, as it is looked for in bytes.
    static let needles = [
        "pass", "pwd", "secret", "token", "key", "credential", "tenant", "authorization", "assertion", "samlresp",
        "challenge", "certificate", "payloadcontent",
    ].compactMap(TextNeedle.init)

    /// What may follow such a word in the name of something that is no secret: `TokenType`.
    private static let properties: Set<String> = [
        "type", "types", "lifetime", "timeout", "expiry", "expires", "expiresin", "expiration", "expirationdate",
        "source",
        "uuid", "id", "ids", "length", "history", "age", "mode", "policy", "policies", "policiesv2", "settings",
        "change",
        "changed", "changes", "required", "enabled", "profile", "date", "count", "url", "uri", "endpoint", "status",
        "state", "size", "algorithm", "usage", "kind", "name", "quota", "present", "compliant", "graceperiod",
        "complexity", "attempts", "quality", "at", "createdat", "deletedat", "updatedat",
    ]

    /// What a name is a secret by; nil if it is none.
    static func kind(_ name: some Sequence<UInt8>) -> Kind? {
        var letters: [UInt8] = []
        for byte in name where byte != 0x5F && byte != 0x2D && byte != 0x2E && byte != 0x20 {
            letters.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        }
        return kind(letters: letters)
    }

    private static func kind(letters: [UInt8]) -> Kind? {
        var end = 0
        for word in words { end = max(end, Self.end(of: word, in: letters) ?? 0) }
        guard end > 0 else { return nil }
        // A push token is an address of a device, no secret.
        if letters.starts(with: "apns".utf8) || letters.starts(with: "push".utf8) { return nil }
        if letters.elementsEqual("payloadcontent".utf8) { return .singleText }
        let rest = letters[end...]
        if rest.isEmpty { return .exact }
        return properties.contains(String(decoding: rest, as: UTF8.self)) ? nil : .texts
    }

    /// Where a word ends in a name, the last time it stands there.
    private static func end(of word: [UInt8], in letters: [UInt8]) -> Int? {
        var start = letters.count - word.count
        while start >= 0 {
            // Most places are told apart by their first byte.
            if letters[start] == word[0], letters[start...].starts(with: word) { return start + word.count }
            start -= 1
        }
        return nil
    }
}
