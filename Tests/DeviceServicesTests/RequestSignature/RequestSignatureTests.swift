import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Request signatures through the router (DeviceServices, section 4.2; decisions 2, 15 and 17).
struct RequestSignatureTests {
    private func get(_ client: SimulatedClient) -> ClientRequest {
        ClientRequest(method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(client.device)/user")
    }

    @Test(arguments: SignatureAlgorithm.allCases, DeviceRoute.authenticated)
    func `Both algorithms are taken on every route`(algorithm: SignatureAlgorithm, route: DeviceRoute) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try route.request(client), as: client, algorithm: algorithm)
            #expect(signed.header("AW-AUTH-SIGNATURE-METHOD") == algorithm.rawValue)
            #expect(try await console.send(signed).status == route.accepted)
        }
    }

    @Test func `The algorithm that is named decides, SHA-256 if none is`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(get(client), as: client)
            let other = try console.signed(get(client), as: client, algorithm: .hmacSHA1)
            #expect(try await console.send(signed.with("AW-AUTH-SIGNATURE-METHOD", nil)).status == 200)
            #expect(try await console.send(signed.with("AW-AUTH-SIGNATURE-METHOD", "hmac-sha256")).status == 200)
            #expect(try await console.send(other.with("AW-AUTH-SIGNATURE-METHOD", nil)).status == 401)
        }
    }

    @Test func `Credentials of the common group and of the app stand side by side`() async throws {
        try await withConsole { console in
            var client = try console.device()
            for group in [client.commonGroup, client.bundle.value, "a third group"] {
                try await client.logIn(
                    username: "demo", password: "demo", organizationGroup: "demo", authenticationGroup: group)
            }
            #expect(Set(client.tokens.values).count == 3)
            for group in client.tokens.keys {
                #expect(try await console.send(console.signed(get(client), as: client, group: group)).status == 200)
                let named = try console.signed(get(client), as: client, group: group)
                let crossed = named.with("aw-auth-group-id", client.tokens.keys.first { $0 != group })
                #expect(try await console.send(crossed).status == 401)
            }
        }
    }

    @Test func `The group of a credential is found in any letter case, and so are device and header names`()
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(get(client), as: client)
            let signature = try #require(signed.header("Authorization")?.split(separator: ":").last)
            let upper = "\(client.device.value.uppercased()):\(signature)"
            #expect(try await console.send(signed.with("aw-auth-group-id", "COM.EXAMPLE.DEMO")).status == 200)
            #expect(try await console.send(signed.with("Authorization", upper)).status == 200)
            var renamed = signed
            renamed.headers = signed.headers.map { ($0.name.uppercased(), $0.value) }
            #expect(try await console.send(renamed).status == 200)
            renamed.headers = signed.headers.map { ($0.name.lowercased(), $0.value) }
            #expect(try await console.send(renamed).status == 200)
        }
    }

    @Test func `Of two logins for one group the first credential is revoked, the other group's stays`() async throws {
        try await withConsole { console in
            var client = try await console.signedInDevice()
            let old = try console.signed(get(client), as: client)
            try await client.logIn(
                username: "demo", password: "demo", organizationGroup: "demo",
                authenticationGroup: client.commonGroup)
            #expect(try await console.send(old).status == 200)
            try await client.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            let answer = try await console.send(old)
            #expect(answer.status == 403)
            #expect(answer.text.contains("replaced by a later login"))
            for group in [client.commonGroup, client.bundle.value] {
                #expect(try await console.send(console.signed(get(client), as: client, group: group)).status == 200)
            }
        }
    }

    @Test(arguments: [
        "/deviceservices/awmdmsdk/v1/platform/2/uid/%@/user", "/DeviceServices/AWMDMSDK/V1/Platform/2/UID/%@/User",
        "//deviceservices/awmdmsdk//v1/platform/2/uid/%@/user", "/deviceservices/awmdmsdk/v1/platform/2/uid/%@/user/",
        "/deviceservices/awmdmsdk/v1/platform/5/uid/%@/user?b=2&a=1",
        "/deviceservices/awmdmsdk/v1/platform/2/uid/%@/user?",
        "/deviceservices/awmdmsdk/v1/platform/%%32/uid/%@/user",
        "/deviceservices/awmdmsdk/v1/platform/2/uid/%@/user?x=a%%20b+c",
    ])
    func `A signature covers the path as it was sent`(pattern: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = get(client)
            request.target = String(format: pattern.replacingOccurrences(of: "%@", with: client.device.value))
            #expect(try await console.send(request, as: client).status == 200)
            let other = try console.signed(request, as: client, target: "/deviceservices")
            #expect(try await console.send(other).status == 401)
        }
    }

    @Test func `An escaped device in the path is signed escaped`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("a-b", bundle: "com.example.demo")
            var request = get(client)
            let decoded = request.target
            request.target = decoded.replacingOccurrences(of: "a-b", with: "a%2Db")
            #expect(try await console.send(request, as: client).status == 200)
            #expect(try await console.send(console.signed(request, as: client, target: decoded)).status == 401)
        }
    }

    @Test(arguments: [
        (
            "http://uem.example.test:8443",
            ["localhost", "uem.example.test", "uem.example.test:8443", "UEM.example.test"]
        ),
        ("https://uem.example.test", ["localhost", "uem.example.test", "uem.example.test:443"]),
        ("http://uem.example.test", ["localhost", "uem.example.test", "uem.example.test:80"]),
        ("", ["localhost", "LOCALHOST"]),
    ])
    func `The authority may be that of the request or that of the public URL`(url: String, authorities: [String])
        async throws
    {
        try await withConsole([\.publicURL: url]) { console in
            let client = try await console.signedInDevice()
            for authority in authorities {
                let signed = try console.signed(get(client), as: client, authority: authority)
                #expect(try await console.send(signed).status == 200, "\(authority)")
            }
            for authority in ["other.example.test", "localhost:8080", "uem.example.test:1", ""] {
                let signed = try console.signed(get(client), as: client, authority: authority)
                #expect(try await console.send(signed).status == 401, "\(authority)")
            }
        }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `An empty body is signed as none, or by its digest`(algorithm: SignatureAlgorithm) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(get(client), as: client, algorithm: algorithm)
            #expect(try await console.send(signed).status == 200)
            let text = CanonicalRequest(
                method: "GET", headers: signed.headers.filter { $0.name != "AUTHORIZATION" },
                resource: CanonicalRequest.resource(authority: "localhost", target: signed.target),
                contentDigest: .digest(algorithm.digest(of: Data()))
            ).stringToSign
            let signature = RequestSignature.compute(
                text, key: try #require(client.tokens[client.bundle.value]), algorithm: algorithm)
            let other = signed.with("Authorization", "\(client.device):\(signature)")
            #expect(other.header("Authorization") != signed.header("AUTHORIZATION"))
            #expect(try await console.send(other).status == 200)
        }
    }

    @Test func `A content hash header stands in for a body that is not there`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let hash = SignatureAlgorithm.hmacSHA256.digest(of: Data("x".utf8)).base64EncodedString()
            let signed = try console.signed(get(client).with("aw-content-hash", hash), as: client)
            #expect(try await console.send(signed).status == 200)
            #expect(try await console.send(signed.with("aw-content-hash", "other")).status == 401)
            #expect(try await console.send(signed.with("aw-content-hash", nil)).status == 401)
        }
    }

    @Test func `What other platforms send is taken: their device header, type and date`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let request = get(client).with("aw-auth-device-uid", client.device.value).with("deviceType", "5")
                .with("DATE", "03/05/2026 10:20:30")
            let signed = try console.signed(request, as: client)
            #expect(try await console.send(signed).status == 200)
            #expect(try await console.send(signed.with("DATE", "03/05/2026 10:20:31")).status == 401)
            #expect(try await console.send(signed.with("deviceType", "2")).status == 200)
        }
    }

    @Test func `A date of any text is signed as it is while freshness is off`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for date in ["yesterday", "0", "2020-01-01T00:00:00", "Thu, 05 Mar 2026 10:20:30 GMT"] {
                let signed = try console.signed(get(client).with("DATE", date), as: client)
                #expect(try await console.send(signed).status == 200, "\(date)")
            }
        }
    }

    @Test(arguments: [(-300.0, 200), (300, 200), (-301, 401), (301, 401), (0, 200)])
    func `Freshness is a window around the console's clock`(seconds: Double, status: Int) async throws {
        try await withConsole([\.signatureFreshness: "300"]) { console in
            let client = try await console.signedInDevice()
            let date = console.clock.now.date.addingTimeInterval(seconds)
            let signed = try console.signed(get(client), as: client, date: date)
            for _ in 1...3 { #expect(try await console.send(signed).status == status) }
            console.clock.advance(seconds: 602)
            #expect(try await console.send(signed).status == 401)
        }
    }

    @Test(arguments: ["yesterday", "", "2026-03-05", "03/05/2026 10:20"])
    func `A date that is none is refused while freshness is on`(date: String) async throws {
        try await withConsole([\.signatureFreshness: "300"]) { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(get(client).with("DATE", date), as: client)
            #expect(try await console.send(signed).status == 401)
        }
    }
}

/// What the log says of signatures that do not match.
struct SignatureLogTests {
    @Test func `It names the device, and repeats nothing that a stranger has sent`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try DeviceRoute.beacon.request(client), as: client)
            #expect(try await console.send(signed.with("DATE", "2020-01-01T00:00:00")).status == 401)
            let line = try #require(log.lines.first { $0.message.contains("does not match") })
            #expect(line.metadata["device"] == "\(client.device)")
            #expect(line.metadata["expectedStringToSign"] == nil, "Only at level debug: it takes long and is long.")
        }
    }
}

/// The lenient mode: for app developers whose signature does not match yet.
struct LenientSignatureTests {
    @Test func `A signature that does not match is noted and accepted`() async throws {
        try await withWatchedConsole([\.signatureMode: "lenient"]) { console, log in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try DeviceRoute.beacon.request(client), as: client)
            var request = signed.with("DATE", "2020-01-01T00:00:00")
            request.body += Data(" ".utf8)
            #expect(try await console.send(request).status == 200)
            let line = try #require(log.lines.first { $0.message.contains("does not match") })
            #expect(line.metadata["expectedStringToSign"]?.hasPrefix("POST\n\n\napplication/json") == true)
            #expect(
                !log.lines.contains { $0.metadata.values.contains { $0.contains(client.tokens.values.first ?? "?") } })
        }
    }

    @Test func `A credential that is unknown, revoked or malformed is not`() async throws {
        try await withConsole([\.signatureMode: "lenient"]) { console in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try DeviceRoute.beacon.request(client), as: client)
            #expect(try await console.send(signed.with("aw-auth-group-id", "other")).status == 403)
            #expect(try await console.send(signed.with("Authorization", "\(client.device):x")).status == 401)
            #expect(try await console.send(signed.with("Authorization", nil)).status == 401)
            _ = try await console.signedInDevice()
            #expect(try await console.send(signed).status == 403)
            try await console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'")
            #expect(try await console.send(signed.with("DATE", "x")).status == 403)
        }
    }

    @Test func `Another's device is not, and a stale date is not`() async throws {
        try await withConsole([\.signatureMode: "lenient", \.signatureFreshness: "60"]) { console in
            let client = try await console.signedInDevice()
            let request = try DeviceRoute.user.request(client)
            var foreign = try console.signed(request, as: client)
            foreign.target = foreign.target.replacingOccurrences(of: client.device.value, with: "ffff")
            #expect(try await console.send(foreign).status == 404)
            let date = console.clock.now.date.addingTimeInterval(-61)
            #expect(try await console.send(console.signed(request, as: client, date: date)).status == 401)
        }
    }
}
