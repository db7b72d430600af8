import DeviceProtocol
import Foundation

extension FuzzTarget {
    /// A request as text, read as one: its headers, and what is signed of it.
    static var signatures: FuzzTarget {
        FuzzTarget(
            name: "signatures",
            function: { start, count in
                let request = TextRequest(input(start, count))
                FuzzTarget.check(request)
                _ = request.headers.first.map { SignatureDate.parse($0.value) }
                if let signed = try? SignedRequestHeaders(headers: request.value) {
                    require(
                        signed.deviceText.lowercased() == signed.device.value, "the device is the one that was sent")
                    require(
                        signed.signature.utf8.count == signed.algorithm.signatureLength, "a signature has its length")
                    let text = request.canonical(request.headers).stringToSign
                    _ = RequestSignature.isValid(signed.signature, for: text, key: "key", algorithm: signed.algorithm)
                }
                return 0
            }, seeds: { seedRequests.map { Data($0.utf8) } })
    }

    private static func check(_ request: TextRequest) {
        let names = Set(request.headers.map { lowercased($0.name) })
        let text = request.canonical(request.headers).stringToSign
        if names.count == request.headers.count {
            let reversed = request.canonical(request.headers.reversed()).stringToSign
            require(reversed == text, "the order of headers does not matter")
        }
        let otherCase = request.headers.map { (name: lowercased($0.name), value: $0.value) }
        require(request.canonical(otherCase).stringToSign == text, "the case of names does not matter")
        guard let device = DeviceIdentifier("3f1c9a5d"), names.allSatisfy({ !$0.hasPrefix("aw-auth") }),
            !names.contains("authorization")
        else { return }
        sign(request, as: device)
    }

    /// What a client signs is found right.
    private static func sign(_ request: TextRequest, as device: DeviceIdentifier) {
        let signer = RequestSigner(device: device, group: "com.example.demo", key: "key")
        let added = signer.headers(
            method: request.method, authority: request.authority, target: request.target, headers: request.headers,
            body: nil, date: Date(timeIntervalSince1970: 1_709_634_030))
        var sent = request
        sent.headers += added
        guard let signed = try? SignedRequestHeaders(headers: sent.value) else {
            return require(false, "what a client signs is read: \(sent)")
        }
        let own = sent.headers.filter { lowercased($0.name) != "authorization" }
        require(
            RequestSignature.isValid(
                signed.signature, for: sent.canonical(own).stringToSign, key: "key", algorithm: signed.algorithm),
            "what a client signs is found right: \(sent)")
    }

    /// Letters of ASCII in lower case; nothing else changes case.
    fileprivate static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static let seedRequests = [
        """
        GET /deviceservices/awmdmsdk/v1/platform/2/uid/3f1c/user uem.example.test
        Host: uem.example.test
        Content-Type: application/json; charset=utf-8
        DATE: 2024-03-05T10:20:30
        AW-AUTH-SIGNATURE-VERSION: 1
        AW-AUTH-REALM: device
        aw-auth-group-id: com.example.fieldnotes
        aw-device-uid: 3f1c
        AW-AUTH-SIGNATURE-METHOD: HMAC-SHA256
        AUTHORIZATION: 3f1c:u7gxJ8Uf6b6zpWyyYL7xSYoc3yVqxyOtI/D6YmBDA2s=
        """,
        """
        post https://other.test/path?token=tok-1 uem.example.test:8443
        DATE: 03/05/2024 10:20:30
        aw-auth-signature-method: hmac-sha1
        aw-auth-group-id: g
        authorization: a:AAAAAAAAAAAAAAAAAAAAAAAAAAA=
        aw-content-hash: x
        if-match: "a"
        """, "HEAD * h\nRange: bytes=0-1\nrange: bytes=2-3\nAW-a: 1\naw-A: 2",
    ]
}

/// A request written as lines: method, target and authority, then headers.
struct TextRequest {
    let method: String
    let target: String
    let authority: String
    var headers: [(name: String, value: String)]

    /// Reads lines; what is missing is empty.
    init(_ data: Data) {
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        method = words.first ?? ""
        target = words.dropFirst().first ?? ""
        authority = words.dropFirst(2).first ?? ""
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The first value of a header, by its name in lower case.
    func value(_ name: String) -> String? {
        headers.first { FuzzTarget.lowercased($0.name) == name }?.value
    }

    /// What is signed, with given headers.
    func canonical(_ headers: [(name: String, value: String)]) -> CanonicalRequest {
        CanonicalRequest(
            method: method, headers: headers,
            resource: CanonicalRequest.resource(authority: authority, target: target), contentDigest: .none)
    }
}
