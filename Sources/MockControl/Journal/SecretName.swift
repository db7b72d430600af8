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

    /// Names of secrets as a whole: in others such a word means something else, such as a pinned certificate.
    private static let names: Set<String> = [
        "pin", "pincode", "userpin", "devicepin", "newpin", "oldpin", "currentpin", "confirmpin", "unlockpin", "apppin",
        "loginpin", "enrollmentpin", "smspin", "wipepin", "bypasscode", "sig",
    ]

    /// What at least one of stands in every such name, as it is looked for in bytes.
    static let needles = NeedleSet([
        "pass", "pwd", "secret", "token", "key", "credential", "tenant", "authorization", "assertion", "samlresp",
        "challenge", "certificate", "payloadcontent", "jwt", "pin", "sig",
    ])

    /// Names of header fields that most requests and answers have, in lower case: none is one of a secret.
    static let plainFields: Set<String> = [
        "accept", "accept-encoding", "accept-language", "aw-auth-authorization-type", "aw-auth-group-id",
        "aw-auth-realm", "aw-auth-signature-method", "aw-auth-signature-version", "aw-device-uid", "cache-control",
        "connection", "content-encoding", "content-length", "content-type", "date", "etag", "expires", "host",
        "last-modified", "pragma", "server", "transfer-encoding", "user-agent", "vary", "x-aw-version",
        "x-content-type-options", "x-request-id",
    ]

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
    static func kind(_ name: some Collection<UInt8>) -> Kind? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count) { letters in
            var count = 0
            for byte in name where byte != 0x5F && byte != 0x2D && byte != 0x2E && byte != 0x20 {
                letters.initializeElement(at: count, to: byte.lowercased)
                count += 1
            }
            return kind(letters: UnsafeBufferPointer(rebasing: letters[..<count]))
        }
    }

    private static func kind(letters: UnsafeBufferPointer<UInt8>) -> Kind? {
        var end = 0
        for word in words { end = max(end, Self.end(of: word, in: letters) ?? 0) }
        guard end > 0 else { return isWholeName(letters) ? .exact : nil }
        // A push token is an address of a device, no secret.
        if letters.starts(with: "apns".utf8) || letters.starts(with: "push".utf8) { return nil }
        if letters.elementsEqual("payloadcontent".utf8) { return .singleText }
        let rest = letters[end...]
        if rest.isEmpty { return .exact }
        return properties.contains(String(decoding: rest, as: UTF8.self)) ? nil : .texts
    }

    private static func isWholeName(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
        if letters.suffix(3).elementsEqual("jwt".utf8) { return true }
        return letters.count <= 16 && names.contains(String(decoding: letters, as: UTF8.self))
    }

    /// Where a word ends in a name, the last time it stands there.
    private static func end(of word: [UInt8], in letters: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = letters.count - word.count
        while start >= 0 {
            // Most places are told apart by their first byte.
            if letters[start] == word[0], letters[start...].starts(with: word) { return start + word.count }
            start -= 1
        }
        return nil
    }
}
