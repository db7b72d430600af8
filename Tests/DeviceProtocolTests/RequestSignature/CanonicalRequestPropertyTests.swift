import DeviceProtocol
import Foundation
import Testing

/// The string to sign written down as plainly as the specification says it.
private struct ReferenceRequest {
    let method: String
    let headers: [(name: String, value: String)]
    let resource: String
    let digest: Data?

    func value(_ name: String) -> String {
        headers.filter { $0.name.lowercased() == name }.map(\.value).joined(separator: ",")
    }

    var text: String {
        let names = [
            "content-encoding", "content-language", "content-type", "date", "if-modified-since", "if-match",
            "if-none-match", "if-unmodified-since", "range",
        ]
        var result = method.uppercased() + "\n"
        for name in names { result += value(name) + "\n" }
        let own = Set(headers.map { $0.name.lowercased() }.filter { $0.hasPrefix("aw-") && !$0.hasPrefix("aw-auth-") })
        for line in own.map({ "\($0):\(value($0))" }).sorted() { result += line + "\n" }
        result += resource.lowercased()
        return result + (digest?.base64EncodedString() ?? value("aw-content-hash"))
    }
}

/// Request signatures: properties.
struct CanonicalRequestPropertyTests {
    static let names = [
        "Content-Type", "content-encoding", "DATE", "Range", "If-Match", "aw-device-uid", "aw-content-hash", "AW-X",
        "aw-auth-group-id", "AW-AUTH-REALM", "Host", "Accept", "aw", "awx", "If-None-Match", "user-agent",
    ]

    @Test(arguments: 0..<200)
    func `The fast way gives the same as the plain way`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let headers = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
            (
                name: Self.names.randomElement(using: &generator) ?? "",
                value: String(UInt32.random(in: 0...999, using: &generator))
            )
        }
        let method = ["GET", "post", "Head", "PUT"].randomElement(using: &generator) ?? ""
        let target = "/Path/\(UInt16.random(in: 0...99, using: &generator))%2F?q=1"
        let digest = Bool.random(using: &generator) ? generator.bytes(32) : nil
        let resource = CanonicalRequest.resource(authority: "Host.test:8443", target: target)
        let request = CanonicalRequest(
            method: method, headers: headers, resource: resource,
            contentDigest: digest.map { .digest($0) } ?? .none)
        let reference = ReferenceRequest(method: method, headers: headers, resource: resource, digest: digest)
        #expect(request.stringToSign == reference.text)
    }

    @Test(arguments: 0..<20)
    func `The order of different headers does not matter`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let headers = Self.names.map { (name: $0, value: "v-\($0)") }
        let shuffled = headers.shuffled(using: &generator)
        let texts = [headers, shuffled].map {
            CanonicalRequest(method: "GET", headers: $0, resource: "h/p", contentDigest: .none).stringToSign
        }
        #expect(texts[0] == texts[1])
    }

    @Test
    func `A change of any part that is signed changes the signature`() {
        func signature(
            _ method: String = "GET", _ value: String = "x", _ resource: String = "h/p", _ digest: UInt8 = 1,
            key: String = "key", algorithm: SignatureAlgorithm = .hmacSHA256
        ) -> String {
            let request = CanonicalRequest(
                method: method, headers: [("Content-Type", value), ("aw-device-uid", value)], resource: resource,
                contentDigest: .digest(Data([digest])))
            return RequestSignature.compute(request.stringToSign, key: key, algorithm: algorithm)
        }
        let signatures = [
            signature(), signature("PUT"), signature("GET", "y"), signature("GET", "x", "h/q"),
            signature("GET", "x", "h/p", 2), signature(key: "Key"), signature(algorithm: .hmacSHA1),
        ]
        #expect(Set(signatures).count == signatures.count)
        #expect(signature("get") == signature())
        #expect(signature("GET", "x", "H/P") == signature())
    }

    @Test
    func `One changed character of a signature spoils it`() {
        let signature = RequestSignature.compute("text", key: "key", algorithm: .hmacSHA256)
        for index in signature.utf8.indices {
            var bytes = Array(signature.utf8)
            let place = signature.utf8.distance(from: signature.startIndex, to: index)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
            let changed = String(decoding: bytes, as: UTF8.self)
            #expect(!RequestSignature.isValid(changed, for: "text", key: "key", algorithm: .hmacSHA256))
        }
    }

    @Test
    func `Hostile headers never end the process`() {
        for data in Hostile.random(300, seed: 71) + Hostile.nested {
            let text = data.text
            _ = try? SignedRequestHeaders { _ in text }
            _ = try? SignedRequestHeaders { $0 == "authorization" ? "a:\(text)" : $0 == "aw-auth-group-id" ? "g" : nil }
            _ = CanonicalRequest.resource(authority: text, target: text)
            _ = SignatureDate.parse(text)
        }
    }
}
