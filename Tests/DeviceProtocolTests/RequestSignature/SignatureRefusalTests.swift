import DeviceProtocol
import Foundation
import Testing

/// Every refusal of the headers of a signed request on its own, with its exact reason.
struct SignatureRefusalTests {
    static let good256 = Data(repeating: 0xA5, count: 32).base64EncodedString()
    static let good1 = Data(repeating: 0xA5, count: 20).base64EncodedString()

    static func reason(_ changes: [String: String?]) -> String? {
        guard case .failure(let error) = SignedRequestHeadersTests.parse(changes) else { return nil }
        return error.reason
    }

    @Test(arguments: ["1.0", "01", " 1", "1 ", "0", "one"])
    func `A version other than 1 is refused`(version: String) {
        #expect(Self.reason(["aw-auth-signature-version": version]) == "AW-AUTH-SIGNATURE-VERSION must be 1")
    }

    @Test(arguments: ["", "devices", "devic", " device", "device ", "user"])
    func `A realm other than device is refused`(realm: String) {
        #expect(Self.reason(["aw-auth-realm": realm]) == "AW-AUTH-REALM must be device")
    }

    @Test(arguments: ["DEVICE", "Device", "dEVICE"])
    func `The realm is known in any case`(realm: String) {
        #expect(Self.reason(["aw-auth-realm": realm]) == nil)
    }

    @Test(arguments: ["SHA256", "HMAC-SHA-256", "HMACSHA256", " HMAC-SHA256", "HMAC-SHA512", "HMAC-SHA1 ", "hmac"])
    func `An algorithm that is not one of the two is refused`(name: String) {
        #expect(
            Self.reason(["aw-auth-signature-method": name])
                == "AW-AUTH-SIGNATURE-METHOD must be HMAC-SHA256 or HMAC-SHA1")
        #expect(SignatureAlgorithm(headerValue: name) == nil)
    }

    @Test(arguments: [
        ("HMAC-SHA256", SignatureAlgorithm.hmacSHA256), ("hmac-sha256", .hmacSHA256), ("HMAC-SHA1", .hmacSHA1),
        ("Hmac-Sha1", .hmacSHA1),
    ])
    func `The name of an algorithm is known in any case`(name: String, algorithm: SignatureAlgorithm) {
        #expect(SignatureAlgorithm(headerValue: name) == algorithm)
    }

    @Test func `A group has at most 255 characters, whatever their bytes`() {
        let reason = "aw-auth-group-id must have 1 to 255 characters"
        #expect(Self.reason(["aw-auth-group-id": String(repeating: "😀", count: 255)]) == nil)
        #expect(Self.reason(["aw-auth-group-id": String(repeating: "😀", count: 256)]) == reason)
        #expect(Self.reason(["aw-auth-group-id": "e" + String(repeating: "\u{301}", count: 255)]) == reason)
        #expect(Self.reason(["aw-auth-group-id": ""]) == reason && Self.reason(["aw-auth-group-id": nil]) == reason)
    }

    @Test func `An authorization that is missing is told from one that is malformed`() {
        #expect(Self.reason(["authorization": nil]) == "AUTHORIZATION is missing")
        for text in ["", "abc", Self.good256] {
            #expect(
                Self.reason(["authorization": text])
                    == "AUTHORIZATION must be a device identifier, a colon and a signature")
        }
    }

    @Test(arguments: ["", "a b", "a/b", "ä", String(repeating: "x", count: 129), "Basic a", "a\u{0}"])
    func `What stands before the colon must be a device identifier`(device: String) {
        #expect(
            Self.reason(["authorization": "\(device):\(Self.good256)"])
                == "AUTHORIZATION must begin with a device identifier")
    }

    static let badSignatures: [String] = [
        "\(good256.dropLast())", "\(good256.dropLast())A", "=\(good256.dropFirst())", "\(good256)A",
        "\(good256.dropFirst())\n", " \(good256.dropLast())", "-\(good256.dropFirst())", "_\(good256.dropFirst())",
        ":\(good256)", String(repeating: "A", count: 44), "\(String(repeating: "A", count: 42))==",
        String(repeating: "ä", count: 22),
    ]

    @Test(arguments: badSignatures)
    func `What stands behind the colon must be base64 of the right length`(signature: String) {
        #expect(
            Self.reason(["authorization": "abc:\(signature)"])
                == "AUTHORIZATION must end with a signature of 44 base64 characters")
    }

    @Test func `The length of the signature belongs to the algorithm`() {
        #expect(Self.reason(["authorization": "abc:\(Self.good256)"]) == nil)
        #expect(
            Self.reason(["authorization": "abc:\(Self.good256)", "aw-auth-signature-method": "HMAC-SHA1"])
                == "AUTHORIZATION must end with a signature of 28 base64 characters")
        #expect(Self.reason(["authorization": "abc:\(Self.good1)", "aw-auth-signature-method": "HMAC-SHA1"]) == nil)
        #expect(SignatureAlgorithm.hmacSHA256.signatureLength == 44 && SignatureAlgorithm.hmacSHA256.byteCount == 32)
        #expect(SignatureAlgorithm.hmacSHA1.signatureLength == 28 && SignatureAlgorithm.hmacSHA1.byteCount == 20)
    }

    @Test func `Names are asked for in small letters, each of the six`() throws {
        var asked: Set<String> = []
        _ = try SignedRequestHeaders { name in
            asked.insert(name)
            return ["authorization": "A:\(Self.good256)", "aw-auth-group-id": "g", "date": "d"][name]
        }
        #expect(
            asked == [
                "authorization", "aw-auth-group-id", "aw-auth-realm", "aw-auth-signature-method",
                "aw-auth-signature-version", "date",
            ])
    }

    @Test(arguments: ["", "x", "===="])
    func `A signature that is no base64 is never valid`(signature: String) {
        for algorithm in SignatureAlgorithm.allCases {
            #expect(!RequestSignature.isValid(signature, for: "t", key: "k", algorithm: algorithm))
        }
    }

    @Test func `A signature of the other algorithm is never valid`() {
        for (left, right) in [(SignatureAlgorithm.hmacSHA1, SignatureAlgorithm.hmacSHA256), (.hmacSHA256, .hmacSHA1)] {
            let signature = RequestSignature.compute("t", key: "k", algorithm: left)
            #expect(RequestSignature.isValid(signature, for: "t", key: "k", algorithm: left))
            #expect(!RequestSignature.isValid(signature, for: "t", key: "k", algorithm: right))
            #expect(!RequestSignature.isValid(signature, for: "T", key: "k", algorithm: left))
            #expect(!RequestSignature.isValid(signature, for: "t", key: "K", algorithm: left))
        }
    }

    @Test(arguments: [
        (
            SignatureAlgorithm.hmacSHA256, "Jefe", "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (.hmacSHA1, "Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    ])
    func `Signatures are those of the published vectors`(
        algorithm: SignatureAlgorithm, key: String, text: String, hexadecimal: String
    ) throws {
        let signature = RequestSignature.compute(text, key: key, algorithm: algorithm)
        let bytes = try #require(Data(base64Encoded: signature))
        #expect(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == hexadecimal)
    }

    @Test(arguments: [
        (SignatureAlgorithm.hmacSHA256, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        (.hmacSHA1, "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
    ])
    func `Digests of bodies do not depend on how these arrive`(algorithm: SignatureAlgorithm, expected: String) {
        #expect(algorithm.digest(of: Data("abc")).base64EncodedString() == expected)
        var digest = BodyDigest(algorithm)
        #expect(digest.isEmpty)
        digest.update(Data())
        #expect(digest.isEmpty && digest.finalize() == algorithm.digest(of: Data()))
        digest.update(Data("a"))
        #expect(!digest.isEmpty && digest.finalize() == algorithm.digest(of: Data("a")))
        digest.update(Array("bc".utf8))
        digest.update(Data())
        #expect(digest.finalize().base64EncodedString() == expected && digest.finalize().count == algorithm.byteCount)
    }
}

/// Dates of signed requests where calendars are error-prone.
struct SignatureCalendarTests {
    @Test(arguments: [
        (1, 31), (2, 28), (3, 31), (4, 30), (5, 31), (6, 30), (7, 31), (8, 31), (9, 30), (10, 31), (11, 30), (12, 31),
    ])
    func `A month ends on its last day`(month: Int, days: Int) throws {
        let two = month < 10 ? "0\(month)" : "\(month)"
        let last = try #require(SignatureDate.parse("2023-\(two)-\(days)T23:59:59"))
        #expect(SignatureDate.parse("\(two)/\(days)/2023 23:59:59") == last)
        #expect(SignatureDate.parse("2023-\(two)-\(days + 1)T00:00:00") == nil)
        #expect(SignatureDate.parse("\(two)/\(days + 1)/2023 00:00:00") == nil)
        let next = month == 12 ? "2024-01" : month < 9 ? "2023-0\(month + 1)" : "2023-\(month + 1)"
        #expect(SignatureDate.format(last.addingTimeInterval(1)) == "\(next)-01T00:00:00")
    }

    @Test(arguments: [
        ("1600", true), ("1700", false), ("1900", false), ("1904", true), ("1968", true), ("1970", false),
        ("2000", true), ("2023", false), ("2024", true), ("2100", false), ("2400", true), ("0004", true),
        ("0100", false), ("9996", true), ("9999", false),
    ])
    func `February has 29 days in leap years only`(year: String, isLeap: Bool) throws {
        #expect((SignatureDate.parse("\(year)-02-29T12:00:00") != nil) == isLeap)
        #expect((SignatureDate.parse("02/29/\(year) 12:00:00") != nil) == isLeap)
        #expect(SignatureDate.parse("\(year)-02-30T12:00:00") == nil)
        let eve = try #require(SignatureDate.parse("\(year)-02-28T23:59:59"))
        #expect(SignatureDate.format(eve + 1) == (isLeap ? "\(year)-02-29T00:00:00" : "\(year)-03-01T00:00:00"))
    }

    @Test(arguments: [
        ("1969-12-31T23:59:59", -1.0), ("1969-12-31T00:00:00", -86_400), ("1968-02-29T00:00:00", -58_060_800),
        ("1900-01-01T00:00:00", -2_208_988_800), ("1899-12-31T23:59:59", -2_208_988_801),
        ("1601-01-01T00:00:00", -11_644_473_600), ("1582-10-15T00:00:00", -12_219_292_800),
        ("0001-01-01T00:00:01", -62_135_596_799), ("2038-01-19T03:14:08", 2_147_483_648),
        ("2001-01-01T00:00:00", 978_307_200),
    ])
    func `Moments far from now are counted in seconds`(text: String, seconds: Double) {
        #expect(SignatureDate.parse(text)?.timeIntervalSince1970 == seconds)
        #expect(SignatureDate.format(Date(timeIntervalSince1970: seconds)) == text)
        #expect(SignatureDate.format(Date(timeIntervalSince1970: seconds + 0.75)) == text)
    }

    @Test func `Month and day change places between both forms, nothing else does`() throws {
        let date = try #require(SignatureDate.parse("02/03/2004 05:06:07"))
        #expect(SignatureDate.format(date) == "2004-02-03T05:06:07")
        #expect(SignatureDate.parse("02/13/2004 00:00:00") != nil && SignatureDate.parse("13/02/2004 00:00:00") == nil)
    }

    @Test(arguments: [
        "2024-03-05t10:20:30", "2024/03/05T10:20:30", "2024-03-05T10-20-30", "2024-03-05T10:20:3", "24-03-05T10:20:30",
        " 2024-03-05T10:20:30", "2024-03-05T10:20:30 ", "2024-03-05T10:20:30.0", "2024-03-05T10:20:30+00:00",
        "02-13-2004 00:00:00", "02/13/2004T00:00:00", "02/13/04 00:00:00", "2/13/2004 00:00:00", "2024-00-01T00:00:00",
        "2024-01-00T00:00:00", "00/01/2024 00:00:00", "01/00/2024 00:00:00", "01/01/0000 00:00:00",
        "01/01/2024 24:00:00", "+024-03-05T10:20:30", "2024-+3-05T10:20:30",
    ])
    func `A text that is nearly a date is none`(text: String) {
        #expect(SignatureDate.parse(text) == nil)
    }

    @Test func `What cannot be written becomes the nearest moment that can`() {
        #expect(SignatureDate.format(Date(timeIntervalSince1970: 253_402_300_799.9)) == "9999-12-31T23:59:59")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: 253_402_300_800)) == "9999-12-31T23:59:59")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: -62_135_596_800.5)) == "0001-01-01T00:00:00")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59")
        #expect(SignatureDate.format(Date(timeIntervalSince1970: .nan)) == "0001-01-01T00:00:00")
    }
}

/// What a client adds to a request, header by header.
struct RequestSignerHeaderTests {
    @Test(arguments: SignatureAlgorithm.allCases)
    func `All headers of the scheme are added with their values`(algorithm: SignatureAlgorithm) throws {
        let added = try RequestSignerTests.headers("POST", algorithm: algorithm)
        let expected = [
            ("AW-AUTH-SIGNATURE-VERSION", "1"), ("AW-AUTH-REALM", "device"),
            ("AW-AUTH-SIGNATURE-METHOD", algorithm.rawValue), ("aw-auth-group-id", "g"), ("aw-device-uid", "abc"),
            ("DATE", "1970-01-01T00:00:00"), ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        #expect(added.dropLast().map(\.name) == expected.map(\.0))
        #expect(added.dropLast().map(\.value) == expected.map(\.1))
        #expect(added.last?.name == "AUTHORIZATION" && added.last?.value.hasPrefix("abc:") == true)
        #expect(added.last?.value.utf8.count == 4 + algorithm.signatureLength)
    }

    @Test(arguments: ["aw-auth-group-id", "AW-Device-UID", "date", "CONTENT-TYPE"])
    func `A header that is there already keeps its value and is signed`(name: String) throws {
        let plain = try RequestSignerTests.headers("POST")
        let given = try RequestSignerTests.headers("POST", [(name, "mine")])
        #expect(!given.contains { $0.name.lowercased() == name.lowercased() })
        #expect(given.count == plain.count - 1)
        let isSigned = name != "aw-auth-group-id"
        #expect((given.last?.value != plain.last?.value) == isSigned)
    }

    @Test(arguments: [("post", true), ("PoSt", true), ("PUT", false), ("GET", false), ("POSTS", false)])
    func `A type of content is added to a POST in any case`(method: String, isAdded: Bool) throws {
        #expect(try RequestSignerTests.headers(method).contains { $0.name == "Content-Type" } == isAdded)
    }

    @Test func `A body that is empty is signed as none`() throws {
        let none = try RequestSignerTests.headers("PUT").last?.value
        #expect(try RequestSignerTests.headers("PUT", body: Data()).last?.value == none)
        #expect(try RequestSignerTests.headers("PUT", body: Data([0])).last?.value != none)
    }
}
