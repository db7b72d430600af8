import Crypto
public import Foundation

/// The two algorithms of request signatures (DeviceServices, section 4.2.1).
public enum SignatureAlgorithm: String, Hashable, Codable, Sendable, CaseIterable {
    /// HMAC with SHA-256, the default.
    case hmacSHA256 = "HMAC-SHA256"
    /// HMAC with SHA-1, at an app's choice.
    case hmacSHA1 = "HMAC-SHA1"

    /// The algorithm that an `AW-AUTH-SIGNATURE-METHOD` header names, in any case, or nothing.
    public init?(headerValue: String) {
        guard let match = Self.allCases.first(where: { $0.rawValue.equalsIgnoringCase(headerValue) }) else {
            return nil
        }
        self = match
    }

    /// The number of bytes of a digest, and of a signature before base64.
    public var byteCount: Int {
        switch self {
        case .hmacSHA256: 32
        case .hmacSHA1: 20
        }
    }

    /// The number of characters of a signature in base64.
    public var signatureLength: Int {
        (byteCount + 2) / 3 * 4
    }

    /// The digest of a body that is in memory as a whole.
    public func digest<Bytes: DataProtocol>(of bytes: Bytes) -> Data {
        var digest = BodyDigest(self)
        digest.update(bytes)
        return digest.finalize()
    }
}

/// The digest of a body that arrives in pieces.
public struct BodyDigest: Sendable {
    /// One of both hash functions at work.
    private enum State: Sendable {
        /// SHA-256.
        case sha256(SHA256)
        /// SHA-1.
        case sha1(Insecure.SHA1)
    }

    /// The hash so far.
    private var state: State

    /// Whether no byte was added yet.
    public private(set) var isEmpty = true

    /// Starts a digest.
    public init(_ algorithm: SignatureAlgorithm) {
        state =
            switch algorithm {
            case .hmacSHA256: .sha256(SHA256())
            case .hmacSHA1: .sha1(Insecure.SHA1())
            }
    }

    /// Adds a piece of the body.
    public mutating func update<Bytes: DataProtocol>(_ bytes: Bytes) {
        for region in bytes.regions {
            region.withUnsafeBytes { update(bufferPointer: $0) }
        }
    }

    /// Adds a piece of the body.
    public mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        isEmpty = false
        switch state {
        case .sha256(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha256(hash)
        case .sha1(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha1(hash)
        }
    }

    /// The digest of what was added; adding more afterwards is allowed.
    public func finalize() -> Data {
        switch state {
        case .sha256(let hash): Data(hash.finalize())
        case .sha1(let hash): Data(hash.finalize())
        }
    }
}
