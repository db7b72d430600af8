import Crypto
import CryptoExtras
public import Foundation

/// The encrypted form of commands (DeviceServices, section 13.4).
///
/// AES-256 in CBC mode with PKCS#7 padding; the key is the first 32 bytes of the HMAC token in UTF-8.
public enum CommandEnvelope {
    /// The number of bytes of an initialization vector.
    public static let vectorLength = 16

    /// Encrypts a property list as `base64(IV):base64(ciphertext)`.
    ///
    /// A random initialization vector is drawn unless one is given. Throws a `MessageError` for a token of fewer than
    /// 32 bytes and for a vector that is not of 16 bytes.
    public static func seal(_ plaintext: Data, token: String, vector: Data? = nil) throws(MessageError) -> Data {
        guard let key = key(of: token) else { throw MessageError("HMAC token has fewer than 32 bytes") }
        let vector = vector ?? Data((0..<vectorLength).map { _ in UInt8.random(in: .min ... .max) })
        guard vector.count == vectorLength,
            let parameter = try? AES._CBC.IV(ivBytes: vector),
            let ciphertext = try? AES._CBC.encrypt(plaintext, using: key, iv: parameter)
        else { throw MessageError("initialization vector must have 16 bytes") }
        return Data("\(vector.base64EncodedString()):\(ciphertext.base64EncodedString())".utf8)
    }

    /// Decrypts a body, or nothing if it is not of the encrypted form or the token is not the right one.
    ///
    /// A client takes the body as plain text in that case.
    public static func open(_ body: Data, token: String) -> Data? {
        let halves = body.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count == 2, let key = key(of: token),
            let vector = Data(base64Encoded: Data(halves[0])), vector.count == vectorLength,
            let ciphertext = Data(base64Encoded: Data(halves[1])), !ciphertext.isEmpty, ciphertext.count % 16 == 0,
            let parameter = try? AES._CBC.IV(ivBytes: vector)
        else { return nil }
        return try? AES._CBC.decrypt(ciphertext, using: key, iv: parameter)
    }

    /// The key of a token, or nothing if the token is too short.
    private static func key(of token: String) -> SymmetricKey? {
        let bytes = Array(token.utf8.prefix(32))
        return bytes.count == 32 ? SymmetricKey(data: bytes) : nil
    }
}
