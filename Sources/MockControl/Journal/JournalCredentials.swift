import HTTPTypes

/// Header fields that are credentials, without what is secret in them (MockControl, "Secrets").
enum JournalCredentials {
    /// Words that begin credentials, and are no device.
    private static let schemes: Set<String> = [
        "basic", "bearer", "token", "digest", "negotiate", "ntlm", "apikey", "api-key", "key", "jwt", "oauth", "hmac",
        "hoba", "mutual", "scram-sha-256", "aws4-hmac-sha256", "password", "secret",
    ]
    /// Bytes that signatures have: those of SHA-1 and of all kinds of SHA-2, and of MD5.
    private static let signatureBytes: Set<Int> = [16, 20, 28, 32, 48, 64]

    /// The value of `Authorization` or `Proxy-Authorization`; nil if there is no secret in it.
    ///
    /// The signature of a device is no secret: it is good for this one request, and says nothing of the key.
    static func redacted(_ field: HTTPField) -> String? {
        let value = field.value
        if field.name == .authorization, isPlainSignature(value) { return nil }
        let word = value.prefix { $0 != " " && $0 != "\t" && $0 != ":" }
        let rest = value[word.endIndex...]
        let separator = rest.prefix { $0 == " " || $0 == "\t" || $0 == ":" }
        if ["basic", "bearer"].contains(word.lowercased()) {
            return separator.endIndex == value.endIndex ? nil : "\(word)\(separator)\(JournalRedaction.mark)"
        }
        if field.name == .authorization, isSignature(value, of: word) { return nil }
        return value.allSatisfy(\.isWhitespace) ? nil : JournalRedaction.mark
    }

    /// Whether a value is certainly `{device}:{signature}`: hexadecimal digits of an identifier, and padded base64.
    ///
    /// Most are, and the others take longer to tell from credentials.
    private static func isPlainSignature(_ value: String) -> Bool {
        let bytes = value.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let (device, text) = (bytes[..<colon], bytes[bytes.index(after: colon)...])
        guard [32, 40].contains(device.count), device.allSatisfy(\.isHexadecimal) else { return false }
        // 32 and 20 bytes: HMAC-SHA-256 and HMAC-SHA-1.
        return [44, 28].contains(text.count) && text.last == UInt8(ascii: "=")
            && text.dropLast().allSatisfy(\.isOfBase64)
    }

    /// Whether a value is `{device}:{signature}`.
    private static func isSignature(_ value: String, of device: Substring) -> Bool {
        guard !schemes.contains(device.lowercased()), let sent = SentSignature([.authorization: value]) else {
            return false
        }
        return sent.device != nil && sent.form != .unreadable && signatureBytes.contains(sent.bytes.count)
    }

    /// The value of `Cookie`: names stay.
    static func redacted(cookies value: String) -> String? {
        let pairs = value.split(separator: ";", omittingEmptySubsequences: false).map(redacted(pair:))
        let redacted = pairs.joined(separator: ";")
        return redacted == value ? nil : redacted
    }

    /// The value of `Set-Cookie`: name and attributes stay.
    static func redacted(setCookie value: String) -> String? {
        let pair = value.prefix { $0 != ";" }
        let redacted = redacted(pair: pair) + value[pair.endIndex...]
        return redacted == value ? nil : redacted
    }

    /// A cookie without its value; one without a name may be a value.
    private static func redacted(pair: Substring) -> String {
        if let equals = pair.firstIndex(of: "=") {
            let value = pair[pair.index(after: equals)...]
            return value.allSatisfy(\.isWhitespace) ? String(pair) : "\(pair[...equals])\(JournalRedaction.mark)"
        }
        return pair.allSatisfy(\.isWhitespace)
            ? String(pair) : "\(pair.prefix(while: \.isWhitespace))\(JournalRedaction.mark)"
    }
}

extension UInt8 {
    /// Whether it is a hexadecimal digit.
    fileprivate var isHexadecimal: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(lowercased) }
    /// Whether it is a digit of base64, other than its padding.
    fileprivate var isOfBase64: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(lowercased) || self == 0x2B || self == 0x2F
    }
}
