import Crypto
import Foundation
import SwiftASN1

/// What lies in a PKCS#12 file, opened with its password (RFC 7292).
///
/// Read by hand: the reader of swift-nio-ssl stops the process at a file without a key, or whose key belongs to none of
/// its certificates, and a file may ask for any number of rounds (<doc:Decision0014>).
struct PKCS12File {
    /// Certificates in DER, in the order of the file.
    private(set) var certificates: [Data] = []
    /// Private keys in PKCS#8.
    private(set) var keys: [Data] = []
    /// Rounds that were taken so far.
    private var spent = 0

    /// How deep bags may lie in bags.
    private static let maximumDepth = 4
    private static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
    private static let encryptedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 6]

    /// Opens a file.
    ///
    /// - Throws: ``PasswordLockError``.
    init(_ file: Data, password: String) throws {
        do {
            let parts = Array(try BER.parse(Array(file)).parts)
            guard parts.count >= 2 else { throw PasswordLockError.malformed }
            let content = try Self.content(parts[1])
            guard content.kind == Self.data else { throw PasswordLockError.unknown("a public key") }
            let bytes = try content.node.octets()
            let ways = PKCS12Password.ways(of: password)
            let mac = parts.count > 2 ? try PKCS12Authentication(parts[2], spending: &spent) : nil
            guard let password = try ways.first(where: { try mac?.fits(bytes, $0) ?? true }) else {
                throw PasswordLockError.wrongPassword
            }
            for part in try BER.parse(bytes).parts { try read(part, password) }
        } catch is ASN1Error {
            throw PasswordLockError.malformed
        }
    }

    /// Type and value of a `ContentInfo`.
    private static func content(_ node: ASN1Node) throws -> (kind: ASN1ObjectIdentifier, node: ASN1Node) {
        let parts = Array(try node.parts)
        guard parts.count >= 2 else { throw PasswordLockError.malformed }
        return (try ASN1ObjectIdentifier(berEncoded: parts[0]), try parts[1].tagged(0))
    }

    private mutating func read(_ part: ASN1Node, _ password: PKCS12Password) throws {
        let content = try Self.content(part)
        switch content.kind {
        case Self.data: try readBags(BER.parse(content.node.octets()), password, depth: 1)
        case Self.encryptedData:
            let parts = Array(try content.node.parts)
            guard parts.count >= 2 else { throw PasswordLockError.malformed }
            let locked = Array(try parts[1].parts)
            guard locked.count >= 3 else { throw PasswordLockError.malformed }
            let bags = try PasswordLock(locked[1]).open(locked[2].octets(), with: password, spending: &spent)
            try readBags(BER.parse(bags), password, depth: 1)
        default: throw PasswordLockError.unknown("\(content.kind)")
        }
    }

    private mutating func readBags(_ bags: ASN1Node, _ password: PKCS12Password, depth: Int) throws {
        guard depth <= Self.maximumDepth else { throw PasswordLockError.malformed }
        for bag in try bags.parts {
            let (kind, value) = try Self.content(bag)
            switch kind {
            case [1, 2, 840, 113549, 1, 12, 10, 1, 1]: keys.append(Data(value.encodedBytes))
            case [1, 2, 840, 113549, 1, 12, 10, 1, 2]:
                keys.append(Data(try Self.unlocked(value, password, spending: &spent)))
            case [1, 2, 840, 113549, 1, 12, 10, 1, 3]:
                let (kind, certificate) = try Self.content(value)
                guard kind == [1, 2, 840, 113549, 1, 9, 22, 1] else { continue }
                certificates.append(Data(try certificate.octets()))
            case [1, 2, 840, 113549, 1, 12, 10, 1, 6]: try readBags(value, password, depth: depth + 1)
            default: continue
            }
        }
    }

    /// The key in an `EncryptedPrivateKeyInfo`.
    static func unlocked(
        _ node: ASN1Node, _ password: PKCS12Password, spending spent: inout Int
    ) throws -> [UInt8] {
        let parts = Array(try node.parts)
        guard parts.count == 2 else { throw PasswordLockError.malformed }
        return try PasswordLock(parts[0]).open(parts[1].octets(), with: password, spending: &spent)
    }
}

/// The checksum of a file, which only its password makes (RFC 7292, section 4).
private struct PKCS12Authentication {
    private let algorithm: ASN1ObjectIdentifier
    private let digest: [UInt8]
    private let salt: [UInt8]
    private let rounds: Int

    init(_ node: ASN1Node, spending spent: inout Int) throws {
        let parts = Array(try node.parts)
        guard parts.count >= 2 else { throw PasswordLockError.malformed }
        let info = Array(try parts[0].parts)
        guard info.count == 2, let first = try info[0].parts.first(where: { _ in true }) else {
            throw PasswordLockError.malformed
        }
        algorithm = try ASN1ObjectIdentifier(berEncoded: first)
        digest = try info[1].octets()
        salt = try parts[1].octets()
        rounds = try PasswordLock.rounds(parts.count > 2 ? parts[2] : nil, spending: &spent)
    }

    /// Whether a password makes the same of the content.
    func fits(_ content: [UInt8], _ password: PKCS12Password) throws -> Bool {
        switch algorithm {
        case [1, 3, 14, 3, 2, 26]: fits(content, password, Insecure.SHA1.self)
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: fits(content, password, SHA256.self)
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: fits(content, password, SHA384.self)
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: fits(content, password, SHA512.self)
        case [1, 2, 840, 113549, 2, 5]: fits(content, password, Insecure.MD5.self)
        default: throw PasswordLockError.unknown("\(algorithm)")
        }
    }

    private func fits<Hash: HashFunction>(_ content: [UInt8], _ password: PKCS12Password, _ hash: Hash.Type) -> Bool {
        let key = password.derive(
            .authentication, count: Hash.Digest.byteCount, salt: salt, rounds: rounds, Hash.self)
        return HMAC<Hash>.isValidAuthenticationCode(
            digest, authenticating: content, using: SymmetricKey(data: key))
    }
}
