import Crypto
package import Foundation

/// Hashing and comparing of secrets that are long and random enough not to need a slow hash.
package enum SecretHash {
    /// SHA-256 of a secret: what the database keeps of API keys and tokens.
    package static func sha256(_ secret: String) -> Data {
        Data(SHA256.hash(data: Data(secret.utf8)))
    }

    /// Compares two secrets in a time that does not depend on where they differ.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Data(left.utf8), Data(right.utf8))
    }

    /// The same for bytes.
    package static func areEqual(_ left: Data, _ right: Data) -> Bool {
        let left = Array(SHA256.hash(data: left))
        let right = Array(SHA256.hash(data: right))
        var difference: UInt8 = 0
        for (one, other) in zip(left, right) { difference |= one ^ other }
        return difference == 0
    }
}
