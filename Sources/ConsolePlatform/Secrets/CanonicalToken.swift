import Foundation

/// The one spelling of a JWT: that in which this console hands it out.
///
/// base64 ignores bits of the last digit, and some decoders take padding and line breaks: one signature then has many
/// spellings, each of which would be another token for whoever keeps tokens by their text.
package enum CanonicalToken {
    /// Bytes of an HMAC-SHA256 signature.
    private static let signatureLength = 32

    /// Whether a text is three parts in base64url without padding, each the only spelling of its bytes, the last of them
    /// a signature.
    package static func isSpelledAsIssued(_ token: String) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        let bytes = parts.compactMap { decoded($0) }
        return bytes.count == 3 && bytes[2].count == signatureLength
    }

    /// The bytes of a part; nil if it is not the only spelling of them.
    private static func decoded(_ part: Substring) -> Data? {
        let isURLSafe = part.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isURLSafe, !part.isEmpty else { return nil }
        let text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded), bytes.base64EncodedString() == padded else { return nil }
        return bytes
    }
}
