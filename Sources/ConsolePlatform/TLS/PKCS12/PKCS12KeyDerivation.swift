import Crypto
import Foundation

/// What the derivation of RFC 7292, appendix B, makes of a password.
enum PKCS12KeyPurpose: UInt8 {
    case key = 1
    case vector = 2
    case authentication = 3
}

/// A password as PKCS#12 files take it.
struct PKCS12Password: Sendable {
    /// As PBES2 takes it.
    let text: [UInt8]
    /// In UTF-16 with a NUL behind it, as everything older takes it; nothing for no password at all.
    let wide: [UInt8]

    /// A password.
    init(_ text: String) {
        self.text = Array(text.utf8)
        wide = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] } + [0, 0]
    }

    /// No password.
    private init() {
        (text, wide) = ([], [])
    }

    /// The ways to take a password, the usual one first: an empty one may also be none.
    static func ways(of text: String) -> [PKCS12Password] {
        text.isEmpty ? [PKCS12Password(text), PKCS12Password()] : [PKCS12Password(text)]
    }

    /// Derives bytes (RFC 7292, appendix B.2).
    ///
    /// - Parameters:
    ///   - purpose: What they are for.
    ///   - count: How many.
    ///   - salt: The salt.
    ///   - rounds: How often the hash is taken.
    ///   - hash: The hash.
    /// - Returns: The bytes.
    func derive<Hash: HashFunction>(
        _ purpose: PKCS12KeyPurpose, count: Int, salt: [UInt8], rounds: Int, _ hash: Hash.Type
    ) -> [UInt8] {
        let block = Hash.blockByteCount
        let diversifier = [UInt8](repeating: purpose.rawValue, count: block)
        var input = Self.filled(salt, block) + Self.filled(wide, block)
        var bytes: [UInt8] = []
        while true {
            var digest = Array(Hash.hash(data: diversifier + input))
            for _ in stride(from: 1, to: rounds, by: 1) { digest = Array(Hash.hash(data: digest)) }
            bytes += digest
            guard bytes.count < count else { return Array(bytes.prefix(count)) }
            let addend = Self.filled(digest, block).prefix(block)
            for start in stride(from: 0, to: input.count, by: block) {
                var carry = 1
                for index in stride(from: block - 1, through: 0, by: -1) {
                    carry += Int(input[start + index]) + Int(addend[index])
                    input[start + index] = UInt8(carry & 255)
                    carry >>= 8
                }
            }
        }
    }

    /// Bytes repeated up to the end of a block; nothing for nothing.
    private static func filled(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let length = (bytes.count + block - 1) / block * block
        return (0..<length).map { bytes[$0 % bytes.count] }
    }
}
