import Foundation
import Testing

@testable import ConsolePlatform

/// Ciphers of old PKCS#12 files, by vectors of others.
struct LegacyBlockCipherTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test(
        arguments: [
            ("ffffffffffffffff", "278b27e42e2f0d49", 0xffff_ffff_ffff_ffff),
            ("3000000000000000", "30649edf9be7d2c2", 0x1000_0000_0000_0001),
            ("88bca90e90875a7f0f79c384627bafb2", "2269552ab0f85ca6", 0),
        ] as [(String, String, UInt64)])
    func `RC2 decrypts the vectors of RFC 2268`(key: String, cipher: String, plain: UInt64) throws {
        let block = try #require(UInt64(cipher, radix: 16))
        #expect(RC2(key: Self.bytes(key)).decrypt(block) == plain)
    }

    @Test(arguments: [
        ("0123456789abcdef23456789abcdef01456789abcdef0123", "8df618d832c5f494"),
        ("0123456789abcdef23456789abcdef01", "ba6f44a3c1a4341d"),
    ])
    func `Triple DES decrypts what openssl encrypts with three keys and with two`(key: String, cipher: String) throws {
        let block = try #require(UInt64(cipher, radix: 16))
        let plain = Array("TripleDS".utf8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(TripleDES(key: Self.bytes(key)).decrypt(block) == plain)
    }

    @Test func `Blocks that were chained are taken apart`() {
        let cipher = TripleDES(key: Self.bytes("0123456789abcdef23456789abcdef01456789abcdef0123"))
        let plain = cipher.decrypt(Self.bytes("63752f5ca726fb3b094d51d1777dcf4d"), from: [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(plain == Array("TripleDSTripleDS".utf8))
        #expect(cipher.decrypt([], from: [0, 1, 2, 3, 4, 5, 6, 7]).isEmpty)
    }
}
