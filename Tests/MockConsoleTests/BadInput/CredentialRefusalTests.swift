import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Credentials that do not hold, on every route that asks for one (decision 15): 403 only for an unknown or revoked
/// HMAC credential; otherwise 401, and 400 on the command processor.
struct CredentialRefusalTests {
    /// A change of a request that was signed rightly.
    private typealias Tampering = (name: String, change: @Sendable (ClientRequest) -> ClientRequest)

    private static func setting(_ header: String, _ value: String?) -> Tampering {
        ("\(header): \(value?.prefix(60).description ?? "absent")", { $0.with(header, value) })
    }

    private static func tamperings(_ client: SimulatedClient) -> [Tampering] {
        let device = client.device.value
        let zeros = Data(count: 32).base64EncodedString()
        let authorizations: [String?] = [
            nil, "", ":", "x", "\(device)", "\(device):", ":\(zeros)", "\(device):\(zeros)",
            "\(device):\(zeros.dropLast())",
            "\(device):****", "\(device): \(zeros)", "\(device) :\(zeros)", "a b:\(zeros)", "Basic ZGVtbzpkZW1v",
            "Digest \(device):\(zeros)", "\(device):\(zeros):", String(repeating: "f", count: 129) + ":\(zeros)",
        ]
        let headers: [(String, String?)] = [
            ("DATE", "2020-01-01T00:00:00"), ("DATE", nil), ("Content-Type", "text/plain"), ("Content-Type", nil),
            ("aw-device-uid", "ffff"), ("aw-device-uid", nil), ("aw-extra", "1"), ("Content-Encoding", "gzip"),
            ("Range", "bytes=0-1"), ("If-Match", "x"), ("AW-AUTH-SIGNATURE-METHOD", "HMAC-MD5"),
            ("AW-AUTH-SIGNATURE-METHOD", "HMAC-SHA1"), ("AW-AUTH-SIGNATURE-METHOD", ""), ("AW-AUTH-REALM", "user"),
            ("AW-AUTH-SIGNATURE-VERSION", "2"), ("aw-auth-group-id", nil), ("aw-auth-group-id", ""),
            ("aw-auth-group-id", String(repeating: "g", count: 256)),
        ]
        return authorizations.map { setting("Authorization", $0) } + headers.map(setting)
    }

    @Test(arguments: DeviceRoute.authenticated)
    func `A signature that is malformed or does not match`(route: DeviceRoute) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let refusal = try await Refusal(console, log)
            let signed = try console.authenticated(try route.request(client), as: client)
            for tampering in Self.tamperings(client) {
                try await refusal.expect(route.unauthorized, tampering.change(signed), from: route, tampering.name)
            }
            var request = signed
            request.body += Data(" ".utf8)
            try await refusal.expect(route.unauthorized, request, from: route, "a byte more in the body")
        }
    }

    @Test(arguments: DeviceRoute.authenticated)
    func `A credential that is unknown or was revoked is answered 403`(route: DeviceRoute) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let signed = try console.authenticated(try route.request(client), as: client)
            let signature = try #require(signed.header("Authorization")?.split(separator: ":").last)
            var refusal = try await Refusal(console, log)
            try await refusal.expect(403, signed.with("aw-auth-group-id", "com.example.other"), from: route, "group")
            try await refusal.expect(403, signed.with("Authorization", "ffff:\(signature)"), from: route, "device")
            _ = try await console.signedInDevice()
            refusal = try await Refusal(console, log)
            let response = try await refusal.expect(403, signed, from: route, "replaced by a later login")
            #expect(response.text.contains("revoked"))
        }
    }

    @Test(arguments: DeviceRoute.authenticated)
    func `A bearer token that is missing, malformed or tampered with`(route: DeviceRoute) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice(scheme: .bearer)
            let refusal = try await Refusal(console, log)
            let request = try route.request(client)
            for (name, token) in try Self.hostileTokens(try #require(client.accessToken)) {
                let sent = request.with("Authorization", token)
                let response = try await refusal.expect(route.unauthorized, sent, from: route, name)
                let challenge = response.headers["www-authenticate"]
                #expect((challenge?.hasPrefix("Bearer") ?? false) == (route != .processor))
            }
        }
    }

    private static func hostileTokens(_ token: String) throws -> [(name: String, header: String)] {
        let parts = token.split(separator: ".").map(String.init)
        let head = parts[0]
        let claims = parts[1]
        let signature = parts[2]
        func encode(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        }
        let none = encode("{\"alg\":\"none\",\"typ\":\"JWT\"}")
        return [
            ("no token", "Bearer"), ("blank token", "Bearer "), ("text", "Bearer x"), ("dots", "Bearer .."),
            ("two parts", "Bearer \(head).\(claims)"), ("no signature", "Bearer \(head).\(claims)."),
            ("swapped", "Bearer \(claims).\(head).\(signature)"), ("four parts", "Bearer \(token).x"),
            ("alg none", "Bearer \(none).\(claims)."), ("alg none, signed", "Bearer \(none).\(claims).\(signature)"),
            ("other claims", "Bearer \(head).\(encode("{\"sub\":\"ffff\"}")).\(signature)"),
            ("reversed signature", "Bearer \(head).\(claims).\(String(signature.reversed()))"),
            ("overlong", "Bearer \(String(repeating: "a", count: 5000))"), ("blanks", "Bearer   \(token)"),
            ("trailing text", "Bearer \(token) x"), ("quotes", "Bearer \"\(token)\""),
        ]
    }

    @Test(arguments: DeviceRoute.authenticated)
    func `A bearer token that expired, by the console's clock`(route: DeviceRoute) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice(scheme: .bearer)
            let request = try console.authenticated(try route.request(client), as: client)
            console.clock.advance(seconds: 86_399)
            if !route.endsCredential { #expect(try await console.send(request).status == route.accepted) }
            console.clock.advance(seconds: 1)
            let refusal = try await Refusal(console, log)
            let response = try await refusal.expect(route.unauthorized, request, from: route, "expired")
            #expect(response.text.contains("expired"))
        }
    }

    @Test(arguments: RouteAndScheme.all(DeviceRoute.authenticated))
    func `A user who is deactivated ends both kinds of credential`(test: RouteAndScheme) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice(scheme: test.scheme)
            let request = try console.authenticated(try test.route.request(client), as: client)
            let answer = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - path: global/demo
                    users: [{username: demo, active: false}]
                """)
            #expect(answer.status == .ok, "\(answer.text)")
            let refusal = try await Refusal(console, log)
            let status = test.scheme == .signature ? 403 : test.route.unauthorized
            let response = try await refusal.expect(status, request, from: test.route, "deactivated")
            #expect(response.text.contains("revoked"))
        }
    }

    @Test(arguments: DeviceRoute.authenticated)
    func `A signature outside the freshness window is refused, a replay inside it is not`(route: DeviceRoute)
        async throws
    {
        try await withWatchedConsole([\.signatureFreshness: "300"]) { console, log in
            let client = try await console.signedInDevice()
            let request = try route.request(client)
            let signed = try console.authenticated(request, as: client)
            // What ends or replaces the credential can be neither replayed nor followed.
            for _ in 1...2 where !route.endsCredential {
                #expect(try await console.send(signed).status == route.accepted)
            }
            let refusal = try await Refusal(console, log)
            for seconds in [-301.0, 301, 86_400, -86_400] {
                let date = console.clock.now.date.addingTimeInterval(seconds)
                let stale = try console.signed(request, as: client, date: date)
                try await refusal.expect(route.unauthorized, stale, from: route, "\(seconds) s off")
            }
        }
    }
}
