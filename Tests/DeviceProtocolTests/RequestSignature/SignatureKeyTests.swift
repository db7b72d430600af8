import DeviceProtocol
import Foundation
import Testing

/// A key that was made ready says the same as the token it was made of.
struct SignatureKeyTests {
    private static func request(_ body: String?) -> CanonicalRequest {
        CanonicalRequest(
            method: "POST", headers: [("date", "2026-03-05T10:20:30"), ("aw-device-uid", "abc")],
            resource: "localhost/deviceservices/x",
            contentDigest: body.map { .digest(Data($0)) } ?? .none)
    }

    @Test(arguments: SignatureAlgorithm.allCases, ["", "k", String(repeating: "k", count: 200)])
    func `A signature is right under its own key and request, again and again`(
        algorithm: SignatureAlgorithm, token: String
    ) {
        let key = RequestSignature.Key(token)
        let request = Self.request("body")
        let signature = RequestSignature.compute(request.stringToSign, key: token, algorithm: algorithm)
        for _ in 0..<3 {
            #expect(RequestSignature.isValid(signature, for: request, key: key, algorithm: algorithm))
            #expect(RequestSignature.isValid(signature, for: request.stringToSign, key: token, algorithm: algorithm))
        }
        #expect(!RequestSignature.isValid(signature, for: Self.request(nil), key: key, algorithm: algorithm))
        let other = RequestSignature.Key(token + "x")
        #expect(!RequestSignature.isValid(signature, for: request, key: other, algorithm: algorithm))
    }

    @Test(arguments: [
        "", "AAAA", "not base64!", String(repeating: "A", count: 44), String(repeating: "A", count: 5000),
    ])
    func `What is no signature is not right`(text: String) {
        let key = RequestSignature.Key("k")
        for algorithm in SignatureAlgorithm.allCases {
            #expect(!RequestSignature.isValid(text, for: Self.request(nil), key: key, algorithm: algorithm))
        }
    }
}
