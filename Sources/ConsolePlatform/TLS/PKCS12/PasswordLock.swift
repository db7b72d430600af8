import Crypto
import CryptoExtras
import Foundation
import SwiftASN1

/// Why a locked file does not open.
enum PasswordLockError: Error {
    /// The password is another one.
    case wrongPassword
    /// It is locked with something that is not known here.
    case unknown(String)
    /// It would take too long.
    case tooManyRounds
    /// It is not what it should be.
    case malformed
}

/// How a part of a file is locked with a password: an algorithm of PKCS#12 or PBES2 (RFC 7292, appendix C; RFC 8018).
struct PasswordLock {
    /// The most rounds of all derivations of a file, so that it cannot say how long it is worked on.
    static let maximumRounds = 2_000_000

    private let identifier: ASN1ObjectIdentifier
    private let parameters: ASN1Node?

    /// Reads an `AlgorithmIdentifier`.
    init(_ node: ASN1Node) throws {
        var parts = try node.parts.makeIterator()
        guard let first = parts.next() else { throw PasswordLockError.malformed }
        identifier = try ASN1ObjectIdentifier(berEncoded: first)
        parameters = parts.next()
    }

    /// Opens what is locked.
    ///
    /// - Parameters:
    ///   - bytes: What is locked.
    ///   - password: The password.
    ///   - spent: Rounds that the file has taken so far.
    /// - Returns: What was locked.
    /// - Throws: ``PasswordLockError``.
    func open(_ bytes: [UInt8], with password: PKCS12Password, spending spent: inout Int) throws -> [UInt8] {
        let plain =
            identifier == Self.pbes2
            ? try openLater(bytes, password, &spent) : try openEarlier(bytes, password, &spent)
        guard let last = plain.last, (1...16).contains(last), plain.count >= last,
            plain.suffix(Int(last)).allSatisfy({ $0 == last })
        else { throw PasswordLockError.wrongPassword }
        return Array(plain.dropLast(Int(last)))
    }

    /// Number of rounds, within what is done for a file.
    static func rounds(_ node: ASN1Node?, spending spent: inout Int) throws -> Int {
        guard let node else { return 1 }
        let rounds = try Int(berEncoded: node)
        guard rounds >= 1 else { throw PasswordLockError.malformed }
        guard rounds <= maximumRounds - spent else { throw PasswordLockError.tooManyRounds }
        spent += rounds
        return rounds
    }

    /// A cipher by the derivation of PKCS#12.
    private func openEarlier(
        _ bytes: [UInt8], _ password: PKCS12Password, _ spent: inout Int
    ) throws -> [UInt8] {
        let keyBytes: [ASN1ObjectIdentifier: (count: Int, isRC2: Bool)] = [
            [1, 2, 840, 113549, 1, 12, 1, 3]: (24, false), [1, 2, 840, 113549, 1, 12, 1, 4]: (16, false),
            [1, 2, 840, 113549, 1, 12, 1, 5]: (16, true), [1, 2, 840, 113549, 1, 12, 1, 6]: (5, true),
        ]
        guard let kind = keyBytes[identifier] else { throw PasswordLockError.unknown("\(identifier)") }
        let parts = try parameters.map { Array(try $0.parts) } ?? []
        guard parts.count == 2, bytes.count % 8 == 0 else { throw PasswordLockError.malformed }
        let salt = try parts[0].octets()
        let rounds = try Self.rounds(parts[1], spending: &spent)
        func derive(_ purpose: PKCS12KeyPurpose, _ count: Int) -> [UInt8] {
            password.derive(purpose, count: count, salt: salt, rounds: rounds, Insecure.SHA1.self)
        }
        let (key, vector) = (derive(.key, kind.count), derive(.vector, 8))
        return kind.isRC2
            ? RC2(key: key).decrypt(bytes, from: vector) : TripleDES(key: key).decrypt(bytes, from: vector)
    }

    private static let pbes2: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 5, 13]
    private static let pbkdf2: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 5, 12]

    /// PBES2: a derivation and a cipher, each said separately.
    private func openLater(
        _ bytes: [UInt8], _ password: PKCS12Password, _ spent: inout Int
    ) throws -> [UInt8] {
        let parts = try parameters.map { Array(try $0.parts) } ?? []
        guard parts.count == 2 else { throw PasswordLockError.malformed }
        let (derivation, cipher) = (try PasswordLock(parts[0]), try PasswordLock(parts[1]))
        let keyBytes: [ASN1ObjectIdentifier: Int] = [
            [2, 16, 840, 1, 101, 3, 4, 1, 2]: 16, [2, 16, 840, 1, 101, 3, 4, 1, 22]: 24,
            [2, 16, 840, 1, 101, 3, 4, 1, 42]: 32, [1, 2, 840, 113549, 3, 7]: 24,
        ]
        guard let count = keyBytes[cipher.identifier] else { throw PasswordLockError.unknown("\(cipher.identifier)") }
        guard let vector = try cipher.parameters?.octets() else { throw PasswordLockError.malformed }
        let isDES = cipher.identifier == [1, 2, 840, 113549, 3, 7]
        let block = isDES ? 8 : 16
        guard vector.count == block, bytes.count % block == 0 else { throw PasswordLockError.malformed }
        let key = try derivation.key(of: count, password, &spent)
        if isDES { return TripleDES(key: key.withUnsafeBytes { Array($0) }).decrypt(bytes, from: vector) }
        return Array(try AES._CBC.decrypt(bytes, using: key, iv: AES._CBC.IV(ivBytes: vector), noPadding: true))
    }

    /// A key by PBKDF2.
    private func key(of count: Int, _ password: PKCS12Password, _ spent: inout Int) throws -> SymmetricKey {
        guard identifier == Self.pbkdf2 else { throw PasswordLockError.unknown("\(identifier)") }
        let parts = try parameters.map { Array(try $0.parts) } ?? []
        guard parts.count >= 2 else { throw PasswordLockError.malformed }
        let functions: [ASN1ObjectIdentifier: KDF.Insecure.PBKDF2.HashFunction] = [
            [1, 2, 840, 113549, 2, 7]: .insecureSHA1, [1, 2, 840, 113549, 2, 8]: .insecureSHA224,
            [1, 2, 840, 113549, 2, 9]: .sha256, [1, 2, 840, 113549, 2, 10]: .sha384,
            [1, 2, 840, 113549, 2, 11]: .sha512,
        ]
        let named = try parts.dropFirst(2).first { $0.identifier == .sequence }.map { try PasswordLock($0).identifier }
        let identifier: ASN1ObjectIdentifier = named ?? [1, 2, 840, 113549, 2, 7]
        guard let function = functions[identifier] else { throw PasswordLockError.unknown("\(identifier)") }
        return try KDF.Insecure.PBKDF2.deriveKey(
            from: password.text, salt: try parts[0].octets(), using: function, outputByteCount: count,
            unsafeUncheckedRounds: try Self.rounds(parts[1], spending: &spent))
    }
}

extension ASN1Node {
    /// What a constructed value consists of.
    ///
    /// - Throws: ``PasswordLockError`` `malformed` for another value.
    var parts: ASN1NodeCollection {
        get throws {
            guard case .constructed(let parts) = content else { throw PasswordLockError.malformed }
            return parts
        }
    }

    /// The bytes of an octet string, in pieces or not, by whatever tag it has.
    func octets() throws -> [UInt8] {
        Array(try ASN1OctetString(berEncoded: self, withIdentifier: identifier).bytes)
    }

    /// What an explicit tag of the context is around.
    func tagged(_ number: UInt) throws -> ASN1Node {
        guard identifier == ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific),
            let inner = try parts.first(where: { _ in true })
        else { throw PasswordLockError.malformed }
        return inner
    }
}
