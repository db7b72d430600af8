import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Certificates for pushing, read from what people have: files that openssl has made.
struct PushCertificateFileTests {
    private static func data(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

    /// The sentence a file is refused with.
    private static func refusal(_ data: Data, _ password: String? = PushFixtures.password) -> String {
        do {
            let file = try PushCertificateFile(data, password: password)
            return "taken: \(file.certificate.subject)"
        } catch {
            return (error as? ConsoleError)?.message ?? "\(error)"
        }
    }

    @Test(arguments: [
        PushFixtures.modern, PushFixtures.legacy, PushFixtures.ber, PushFixtures.tripledes, PushFixtures.twokey,
        PushFixtures.aes128, PushFixtures.chain, PushFixtures.nomac, PushFixtures.unlocked,
    ])
    func `PKCS#12 opens however openssl locks it, and the certificate of the key is taken`(base64: String) throws {
        let file = try PushCertificateFile(try Self.data(base64), password: "secret")
        let certificate = file.certificate
        #expect(file.hasKey)
        #expect(certificate.subject.contains("Apple Push Services: com.example.demo"))
        #expect(certificate.topics == ["com.example.demo", "com.example.demo.voip"])
        #expect(certificate.environments == [.production])
        #expect(certificate.validFrom == Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(certificate.validUntil == Timestamp(iso8601: "2036-01-01T00:00:00Z"))
        #expect(certificate.serialNumber == "1000")
        #expect(certificate.issuer == "CN=Apple Worldwide Developer Relations Test")
        #expect(certificate.thumbprint.count == 40)
    }

    @Test func `An RSA key in a file of Keychain's form opens; what is not marked goes by its name`() throws {
        let certificate = try PushCertificateFile(try Self.data(PushFixtures.rsa), password: "secret").certificate
        #expect(certificate.topics == ["com.example.demo"])
        #expect(certificate.environments == [.production, .development])
    }

    @Test func `Passwords that are empty or not ASCII open what they lock`() throws {
        #expect(try PushCertificateFile(try Self.data(PushFixtures.empty), password: "").hasKey)
        #expect(try PushCertificateFile(try Self.data(PushFixtures.empty), password: nil).hasKey)
        #expect(try PushCertificateFile(try Self.data(PushFixtures.umlaut), password: "Schlüssel").hasKey)
    }

    @Test(arguments: [
        PushFixtures.modern, PushFixtures.legacy, PushFixtures.nomac, PushFixtures.twokey, PushFixtures.aes128,
    ])
    func `A wrong password and none at all are told apart`(base64: String) throws {
        let data = try Self.data(base64)
        for wrong in ["Secret", "secret ", ""] {
            #expect(Self.refusal(data, wrong) == "The password does not open the PKCS#12.")
        }
        #expect(Self.refusal(data, nil).contains("is locked with a password"))
    }

    @Test func `What is missing is named, and nothing stops the process`() throws {
        // A reader that takes key and certificate for granted stops at these.
        #expect(Self.refusal(try Self.data(PushFixtures.nocerts)) == "The PKCS#12 has no certificate.")
        let keyless = try PushCertificateFile(try Self.data(PushFixtures.nokeys), password: "secret")
        #expect(!keyless.hasKey && keyless.certificate.isFor("com.example.demo"))
        let mismatch = Data((PushPEM.certificate + PushPEM.otherKey).utf8)
        #expect(Self.refusal(mismatch).contains("private key that belongs to none of its certificates"))
    }

    @Test func `A lock that is not known, and one that takes too long, are refused with what they are`() throws {
        #expect(
            Self.refusal(try Self.data(PushFixtures.camellia)).contains("not known here (1.2.392.200011.61.1.1.1.4)"))
        let rounds = Self.refusal(try Self.data(PushFixtures.rounds))
        #expect(rounds == "The PKCS#12 asks for more than 2000000 rounds of its password.")
        #expect(Self.refusal(Data((PushPEM.certificate + PushPEM.scryptKey).utf8)).contains("not known here"))
    }

    @Test func `Rounds are counted over all parts of a file`() throws {
        let once = PushPEM.certificate + PushPEM.slowKey
        #expect(try PushCertificateFile(text: once, password: "secret").hasKey)
        let twice = Self.refusal(Data((once + PushPEM.slowKey).utf8))
        #expect(twice == "The private key asks for more than 2000000 rounds of its password.")
    }

    @Test func `PEM has the certificate with its key, locked or not, in any order`() throws {
        for text in [
            PushPEM.certificate + PushPEM.key, PushPEM.key + PushPEM.authority + PushPEM.certificate,
            "Bag Attributes\n" + PushPEM.certificate + PushPEM.lockedKey,
        ] {
            let file = try PushCertificateFile(Data(text.utf8), password: "secret")
            #expect(file.hasKey && file.certificate.isFor("com.example.demo"))
        }
        #expect(try PushCertificateFile(text: PushPEM.rsaCertificate + PushPEM.rsaKey, password: nil).hasKey)
        let locked = Data((PushPEM.certificate + PushPEM.lockedKey).utf8)
        #expect(Self.refusal(locked, "wrong") == "The password does not open the private key.")
        #expect(Self.refusal(locked, nil).contains("The private key is locked with a password"))
        #expect(Self.refusal(Data((PushPEM.certificate + PushPEM.oldKey).utf8)).contains("locked in an old form"))
        #expect(Self.refusal(Data(PushPEM.key.utf8)) == "The PEM has no certificate.")
        let request = "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n"
        #expect(Self.refusal(Data(request.utf8)).contains("CERTIFICATE REQUEST"))
    }

    @Test func `A certificate alone is read, without a key; of a chain the one that issued no other`() throws {
        let chain = try PushCertificateFile(text: PushPEM.authority + PushPEM.certificate, password: nil)
        #expect(!chain.hasKey && chain.certificate.isFor("com.example.demo"))
        let der = try PushCertificateFile(chain.certificate.der, password: nil)
        #expect(der.certificate == chain.certificate && !der.hasKey)
        #expect(try PushCertificateFile(text: der.certificate.pem, password: nil).certificate == chain.certificate)
    }

    @Test func `What is no certificate is refused with a sentence`() {
        #expect(Self.refusal(Data()).contains("is empty"))
        #expect(Self.refusal(Data("hello".utf8)).contains("is no certificate"))
        #expect(Self.refusal(Data(repeating: 0x30, count: 70_000)).contains("at most 65536 are read"))
        #expect(throws: ConsoleError.self) { try PushCertificateFile(text: "not/base64!", password: nil) }
    }

    @Test(arguments: [PushFixtures.unlocked, PushFixtures.nomac])
    func `Damaged files are refused and crash nothing`(base64: String) throws {
        let whole = try Self.data(base64)
        for index in stride(from: 0, to: whole.count, by: 11) {
            var damaged = whole
            damaged[index] ^= 0x55
            #expect(!Self.refusal(damaged).isEmpty)
            #expect(!Self.refusal(whole.prefix(index)).hasPrefix("taken"))
        }
    }

    @Test func `A person is warned of what the service would refuse`() throws {
        let now = try #require(Timestamp(iso8601: "2026-03-05T10:20:30Z"))
        func warnings(_ base64: String, _ environment: PushEnvironment) throws -> [String] {
            try PushCertificateFile(try Self.data(base64), password: "secret").certificate
                .warnings(for: environment, bundle: "com.example.demo", at: now)
        }
        #expect(try warnings(PushFixtures.modern, .production).isEmpty)
        #expect(
            try warnings(PushFixtures.modern, .development) == ["The development certificate is one for production."])
        #expect(
            try warnings(PushFixtures.expired, .production) == [
                "The production certificate expired at 2025-01-01T00:00:00.000Z."
            ])
        #expect(
            try warnings(PushFixtures.other, .production) == [
                "The production certificate is for com.example.other, not for com.example.demo."
            ])
    }
}
