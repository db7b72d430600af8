import DeviceProtocol
import Foundation
import Testing

/// A test vector of DeviceServices, section 4.2.7.
struct SignatureVector: Sendable, CustomTestStringConvertible {
    static let uid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    static let token = "k3Jx0m9QvT7sLwZr2YbN5uEaHdGf8CpI6oKtVnRqXy1"
    static let group = "com.example.fieldnotes"
    static let date = "2024-03-05T10:20:30"

    let name: String
    let method: String
    let target: String
    let body: Data?
    let tail: String
    let signature: String

    var testDescription: String { name }

    var headers: [(name: String, value: String)] {
        [
            ("Host", "uem.example.test"), ("Content-Type", "application/json; charset=utf-8"), ("DATE", Self.date),
            ("AW-AUTH-SIGNATURE-VERSION", "1"), ("AW-AUTH-REALM", "device"), ("aw-auth-group-id", Self.group),
            ("aw-device-uid", Self.uid), ("AW-AUTH-SIGNATURE-METHOD", "HMAC-SHA256"),
        ]
    }

    var request: CanonicalRequest {
        CanonicalRequest(
            method: method, headers: headers,
            resource: CanonicalRequest.resource(authority: "uem.example.test", target: target),
            contentDigest: body.map { .digest(SignatureAlgorithm.hmacSHA256.digest(of: $0)) } ?? .none)
    }

    var expectedString: String {
        "\(method)\n\n\napplication/json; charset=utf-8\n\(Self.date)\n\n\n\n\n\naw-device-uid:\(Self.uid)\nuem.example.test\(tail)"
    }

    static let all = [
        SignatureVector(
            name: "V1", method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(uid)/user", body: nil,
            tail: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(uid)/user",
            signature: "u7gxJ8Uf6b6zpWyyYL7xSYoc3yVqxyOtI/D6YmBDA2s="),
        SignatureVector(
            name: "V2", method: "POST",
            target: "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/"
                + "7D0E52B4-93C1-4F0B-8B0A-2E6D5C4F1A90?token=tok-1",
            body: nil,
            tail: "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/"
                + "7d0e52b4-93c1-4f0b-8b0a-2e6d5c4f1a90",
            signature: "dFQhywRyxoitbqc1deLsDp7Uwnuu9GqHRZT1MfSb9t8="),
        SignatureVector(
            name: "V3", method: "POST", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(uid)/eula/accepteula",
            body: Data(#"{"EulaContentId":42}"#),
            tail: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(uid)/eula/accepteula"
                + "5KOb0jVIEkM0XNGFXxUaZDTs9+KhpQLb1BkCNG15Dt4=",
            signature: "hTrCTko/m8P49JDhQ1BAzofMetu2s/5FyyxIPPsigBo="),
    ]
}

/// Request signatures: vectors (DeviceServices, section 4.2.7).
struct SignatureVectorTests {
    @Test(arguments: SignatureVector.all)
    func `The string to sign is that of the specification`(vector: SignatureVector) {
        #expect(vector.request.stringToSign == vector.expectedString)
    }

    @Test(arguments: SignatureVector.all)
    func `The signature is that of the specification`(vector: SignatureVector) {
        let text = vector.request.stringToSign
        #expect(RequestSignature.compute(text, key: SignatureVector.token, algorithm: .hmacSHA256) == vector.signature)
        #expect(
            RequestSignature.isValid(vector.signature, for: text, key: SignatureVector.token, algorithm: .hmacSHA256))
    }

    @Test(arguments: SignatureVector.all)
    func `The signer makes the same signature`(vector: SignatureVector) throws {
        let device = try #require(DeviceIdentifier(SignatureVector.uid))
        let signer = RequestSigner(device: device, group: SignatureVector.group, key: SignatureVector.token)
        let added = signer.headers(
            method: vector.method, authority: "uem.example.test", target: vector.target,
            headers: [("Content-Type", "application/json; charset=utf-8")], body: vector.body,
            date: Date(timeIntervalSince1970: 1_709_634_030))
        let authorization = added.first { $0.name == "AUTHORIZATION" }?.value
        #expect(authorization == "\(SignatureVector.uid):\(vector.signature)")
        #expect(added.first { $0.name == "DATE" }?.value == SignatureVector.date)
    }

    @Test(arguments: SignatureVector.all)
    func `A signature of another text, key or algorithm is not valid`(vector: SignatureVector) {
        let text = vector.request.stringToSign
        let token = SignatureVector.token
        #expect(!RequestSignature.isValid(vector.signature, for: text + " ", key: token, algorithm: .hmacSHA256))
        #expect(!RequestSignature.isValid(vector.signature, for: text, key: token + "x", algorithm: .hmacSHA256))
        #expect(!RequestSignature.isValid(vector.signature, for: text, key: token, algorithm: .hmacSHA1))
        #expect(!RequestSignature.isValid(vector.signature, for: text, key: "", algorithm: .hmacSHA256))
    }

    @Test(arguments: [
        "", "=", "u7gx", "####", String(repeating: "A", count: 44), String(repeating: "=", count: 44), "ä",
    ])
    func `What is not base64 of the right length is not valid`(signature: String) {
        #expect(!RequestSignature.isValid(signature, for: "text", key: "key", algorithm: .hmacSHA256))
    }

    @Test(arguments: [
        (SignatureAlgorithm.hmacSHA1, "3nybhbi3iqa8ino29wqQcBydtNk="),
        (.hmacSHA256, "97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg="),
    ])
    func `The well-known example of HMAC-SHA1 and HMAC-SHA256 comes out`(
        algorithm: SignatureAlgorithm, signature: String
    ) {
        let text = "The quick brown fox jumps over the lazy dog"
        #expect(RequestSignature.compute(text, key: "key", algorithm: algorithm) == signature)
        #expect(RequestSignature.isValid(signature, for: text, key: "key", algorithm: algorithm))
        #expect(signature.count == algorithm.signatureLength)
    }
}

/// Request signatures: digests.
struct BodyDigestTests {
    @Test(arguments: SignatureAlgorithm.allCases, [1, 7, 64, 1000])
    func `A digest in pieces is the digest of the whole`(algorithm: SignatureAlgorithm, size: Int) {
        let body = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        var digest = BodyDigest(algorithm)
        for start in stride(from: 0, to: body.count, by: size) {
            let piece = body[start..<min(start + size, body.count)]
            if start % 2 == 0 {
                digest.update(piece)
            } else {
                piece.withUnsafeBytes { digest.update(bufferPointer: $0) }
            }
        }
        #expect(digest.finalize() == algorithm.digest(of: body))
        #expect(digest.finalize().count == algorithm.byteCount)
        #expect(!digest.isEmpty)
    }

    @Test
    func `The digest of nothing is known, and known to be empty`() {
        var digest = BodyDigest(.hmacSHA256)
        digest.update(Data())
        #expect(digest.isEmpty)
        #expect(digest.finalize().base64EncodedString() == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        #expect(BodyDigest(.hmacSHA1).finalize().base64EncodedString() == "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")
    }

    @Test
    func `A copy of a digest goes its own way`() {
        var first = BodyDigest(.hmacSHA256)
        first.update(Data("a"))
        var second = first
        second.update(Data("b"))
        #expect(first.finalize() == SignatureAlgorithm.hmacSHA256.digest(of: Data("a")))
        #expect(second.finalize() == SignatureAlgorithm.hmacSHA256.digest(of: Data("ab")))
    }

    @Test(arguments: [
        ("HMAC-SHA256", SignatureAlgorithm.hmacSHA256), ("hmac-sha256", .hmacSHA256), ("Hmac-Sha1", .hmacSHA1),
    ])
    func `Algorithms are named in any case`(text: String, algorithm: SignatureAlgorithm) {
        #expect(SignatureAlgorithm(headerValue: text) == algorithm)
    }

    @Test(arguments: ["", "HMAC", "HMAC-SHA512", "HMAC-SHA256 "])
    func `Other algorithms are not known`(text: String) {
        #expect(SignatureAlgorithm(headerValue: text) == nil)
    }
}
