import DeviceProtocol
import Foundation
import Testing

/// Request signatures: headers (DeviceServices, section 4.2.1).
struct SignedRequestHeadersTests {
    static let signature = "u7gxJ8Uf6b6zpWyyYL7xSYoc3yVqxyOtI/D6YmBDA2s="

    static func parse(_ changes: [String: String?] = [:]) -> Result<SignedRequestHeaders, SignatureHeaderError> {
        var headers: [String: String] = [
            "authorization": "ABC:\(signature)", "aw-auth-group-id": "com.example.fieldnotes",
        ]
        for (name, value) in changes { headers[name] = value }
        return Result { () throws(SignatureHeaderError) in try SignedRequestHeaders { headers[$0] } }
    }

    @Test
    func `Defaults are SHA-256, version 1 and the device realm`() throws {
        let headers = try Self.parse().get()
        #expect(headers.deviceText == "ABC" && headers.device.value == "abc")
        #expect(headers.authenticationGroup == "com.example.fieldnotes")
        #expect(headers.algorithm == .hmacSHA256 && headers.signature == Self.signature && headers.date == nil)
    }

    @Test
    func `Everything may be said, in any case`() throws {
        let headers = try Self.parse([
            "aw-auth-signature-method": "hmac-SHA1", "aw-auth-signature-version": "1", "aw-auth-realm": "Device",
            "date": "anything at all", "authorization": "a.b:3nybhbi3iqa8ino29wqQcBydtNk=",
        ]).get()
        #expect(headers.algorithm == .hmacSHA1 && headers.date == "anything at all" && headers.deviceText == "a.b")
    }

    @Test(
        arguments: [
            ("authorization", nil, "AUTHORIZATION"), ("authorization", "", "AUTHORIZATION"),
            ("authorization", "abc", "AUTHORIZATION"), ("authorization", ":\(signature)", "AUTHORIZATION"),
            ("authorization", "abc:", "AUTHORIZATION"), ("authorization", "abc:x:\(signature)", "AUTHORIZATION"),
            ("authorization", "Basic abc:\(signature)", "AUTHORIZATION"),
            ("authorization", "abc:\(signature) ", "AUTHORIZATION"),
            ("authorization", "abc:\(signature)=", "AUTHORIZATION"), ("authorization", "Bearer abc", "AUTHORIZATION"),
            ("authorization", "abc:3nybhbi3iqa8ino29wqQcBydtNk=", "AUTHORIZATION"),
            ("aw-auth-group-id", nil, "aw-auth-group-id"), ("aw-auth-group-id", "", "aw-auth-group-id"),
            ("aw-auth-group-id", String(repeating: "x", count: 256), "aw-auth-group-id"),
            ("aw-auth-signature-method", "MD5", "METHOD"), ("aw-auth-signature-method", "", "METHOD"),
            ("aw-auth-signature-version", "2", "VERSION"), ("aw-auth-signature-version", "", "VERSION"),
            ("aw-auth-realm", "user", "REALM"),
        ] as [(String, String?, String)])
    func `What is malformed is refused with the header's name`(name: String, value: String?, mention: String) {
        guard case .failure(let error) = Self.parse([name: value]) else {
            Issue.record("was taken")
            return
        }
        #expect(error.reason.contains(mention))
        #expect(!error.reason.contains(Self.signature))
    }

    @Test
    func `Only the first colon divides; the built-in group is known`() throws {
        #expect(SignedRequestHeaders.builtInGroup == "com.air-watch.mdm.6.4")
        #expect(
            try Self.parse(["aw-auth-group-id": String(repeating: "x", count: 255)]).get().authenticationGroup.count
                == 255)
    }
}

/// Request signatures: dates.
struct SignatureDateTests {
    @Test(arguments: [
        ("2024-03-05T10:20:30", 1_709_634_030.0), ("03/05/2024 10:20:30", 1_709_634_030),
        ("1970-01-01T00:00:00", 0), ("2000-02-29T23:59:59", 951_868_799), ("1969-12-31T23:59:59", -1),
        ("9999-12-31T23:59:59", 253_402_300_799), ("0001-01-01T00:00:00", -62_135_596_800),
    ])
    func `Both forms are read as UTC`(text: String, seconds: Double) throws {
        let date = try #require(SignatureDate.parse(text))
        #expect(date.timeIntervalSince1970 == seconds)
        if text.contains("T") { #expect(SignatureDate.format(date) == text) }
    }

    @Test(arguments: [
        "", "2024-03-05", "2024-03-05T10:20:30Z", "2024-03-05 10:20:30", "2024-13-05T10:20:30",
        "2024-02-30T10:20:30",
        "2023-02-29T00:00:00", "1900-02-29T00:00:00", "2024-03-05T24:00:00", "2024-03-05T10:60:30",
        "2024-03-05T10:20:60", "0000-01-01T00:00:00", "Tue, 05 Mar 2024 10:20:30 GMT", "3/5/2024 10:20:30",
        "13/05/2024 10:20:30", "-024-03-05T10:20:30", "２024-03-05T10:20", "2024-03-05T10:20:3٠",
    ])
    func `Other texts are not dates`(text: String) {
        #expect(SignatureDate.parse(text) == nil)
    }

    @Test
    func `Days of four centuries agree with an independent count`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: -80_000, to: 80_000, by: 997) {
            let date = Date(timeIntervalSince1970: Double(day * 86_400))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = SignatureDate.format(date)
            #expect(text.prefix(10).split(separator: "-").map { Int($0) } == [parts.year, parts.month, parts.day])
            #expect(SignatureDate.parse(text) == date)
        }
    }

    @Test
    func `Fractions are cut off and far dates are moved to the edge`() {
        #expect(SignatureDate.format(Date(timeIntervalSince1970: 1.99)) == "1970-01-01T00:00:01")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59")
        #expect(SignatureDate.format(.distantFuture).hasPrefix("4001-"))
        #expect(SignatureDate.format(Date(timeIntervalSince1970: 1e18)) == "9999-12-31T23:59:59")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: -.infinity)) == "0001-01-01T00:00:00")
    }
}

/// Request signatures: signer.
struct RequestSignerTests {
    static func headers(
        _ method: String, _ headers: [(name: String, value: String)] = [], body: Data? = nil,
        algorithm: SignatureAlgorithm = .hmacSHA256
    ) throws -> [(name: String, value: String)] {
        let device = try #require(DeviceIdentifier("abc"))
        let signer = RequestSigner(device: device, group: "g", key: "k", algorithm: algorithm)
        return signer.headers(
            method: method, authority: "h:1", target: "/a?b", headers: headers, body: body,
            date: Date(timeIntervalSince1970: 0))
    }

    @Test
    func `What the request has already is not added again`() throws {
        let given = [
            (name: "date", value: "d"), (name: "AW-Device-Uid", value: "u"), (name: "content-type", value: "c"),
        ]
        let names = try Self.headers("POST", given).map { $0.name.lowercased() }
        #expect(
            names == [
                "aw-auth-signature-version", "aw-auth-realm", "aw-auth-signature-method", "aw-auth-group-id",
                "authorization",
            ])
    }

    @Test
    func `A content type is added to a POST only`() throws {
        #expect(try Self.headers("POST").contains { $0 == ("Content-Type", "application/x-www-form-urlencoded") })
        #expect(try !Self.headers("GET").contains { $0.name == "Content-Type" })
    }

    @Test(arguments: SignatureAlgorithm.allCases, [nil, Data("x")])
    func `What is signed is verified from the headers alone`(algorithm: SignatureAlgorithm, body: Data?) throws {
        let all = try Self.headers("POST", body: body, algorithm: algorithm)
        let signed = try SignedRequestHeaders { name in all.first { $0.name.lowercased() == name }?.value }
        let request = CanonicalRequest(
            method: "post",
            headers: all.map { ($0.name.uppercased().replacing("AW-DEVICE", with: "aw-device"), $0.value) },
            resource: CanonicalRequest.resource(authority: "H:1", target: "/A"),
            contentDigest: body.map { .digest(signed.algorithm.digest(of: $0)) } ?? .none)
        #expect(signed.algorithm == algorithm && signed.date == "1970-01-01T00:00:00")
        #expect(
            RequestSignature.isValid(signed.signature, for: request.stringToSign, key: "k", algorithm: signed.algorithm)
        )
    }
}
