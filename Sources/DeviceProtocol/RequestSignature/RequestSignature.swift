import Crypto
import Foundation

/// Making and checking the signature of a request (DeviceServices, section 4.2.3).
///
/// The key is the UTF-8 form of the HMAC token exactly as issued; it is not decoded first.
public enum RequestSignature {
    /// The authentication group of requests signed with a key built into the client.
    ///
    /// Autodiscovery and logs of an app without an identity use it (DeviceServices, section 4.2.8).
    public static let builtInGroup = "com.air-watch.mdm.6.4"

    /// The signature of a text in base64, on a single line.
    public static func compute(_ stringToSign: String, key: String, algorithm: SignatureAlgorithm) -> String {
        let key = SymmetricKey(data: Array(key.utf8))
        let message = Array(stringToSign.utf8)
        return switch algorithm {
        case .hmacSHA256: Data(HMAC<SHA256>.authenticationCode(for: message, using: key)).base64EncodedString()
        case .hmacSHA1: Data(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key)).base64EncodedString()
        }
    }

    /// An HMAC token made ready for checking many signatures: its blocks are hashed once.
    public struct Key: Sendable {
        /// For SHA-256, the default.
        fileprivate let sha256: HMAC<SHA256>
        /// For SHA-1, which few apps choose.
        fileprivate let bytes: SymmetricKey

        /// The key of an HMAC token.
        public init(_ token: String) {
            bytes = SymmetricKey(data: Array(token.utf8))
            sha256 = HMAC<SHA256>(key: bytes)
        }
    }

    /// Whether a signature in base64 belongs to a request; compared in constant time.
    ///
    /// False for anything that is not base64 of the algorithm's length.
    public static func isValid(
        _ signature: String, for request: CanonicalRequest, key: Key, algorithm: SignatureAlgorithm
    ) -> Bool {
        guard let code = bytes(of: signature, algorithm: algorithm) else { return false }
        switch algorithm {
        case .hmacSHA256:
            var mac = key.sha256
            mac.update(data: request.bytesToSign)
            return mac.finalize() == code
        case .hmacSHA1:
            return HMAC<Insecure.SHA1>.isValidAuthenticationCode(
                code, authenticating: request.bytesToSign, using: key.bytes)
        }
    }

    /// Whether a signature in base64 belongs to a text; compared in constant time.
    ///
    /// False for anything that is not base64 of the algorithm's length.
    public static func isValid(
        _ signature: String, for stringToSign: String, key: String, algorithm: SignatureAlgorithm
    ) -> Bool {
        guard let code = bytes(of: signature, algorithm: algorithm) else { return false }
        let key = SymmetricKey(data: Array(key.utf8))
        let message = Array(stringToSign.utf8)
        return switch algorithm {
        case .hmacSHA256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        case .hmacSHA1: HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: message, using: key)
        }
    }

    /// The bytes of a signature, or nothing unless it is base64 of the algorithm's length.
    static func bytes(of signature: String, algorithm: SignatureAlgorithm) -> Data? {
        guard signature.utf8.count == algorithm.signatureLength,
            let code = Data(base64Encoded: signature), code.count == algorithm.byteCount
        else { return nil }
        return code
    }
}
