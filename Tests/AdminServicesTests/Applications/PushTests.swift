import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// How apps are pushed to, set by administrators (AdminApplications, "Pushing").
struct PushTests {
    /// Path of the demo app.
    private static func path(_ console: TestConsole, _ bundle: String = "com.example.demo") async throws -> String {
        let uuid = try await console.parts.value(
            "SELECT uuid FROM application WHERE bundleId = '\(bundle)' ORDER BY id DESC", String.self)
        return "/_mock/applications/\(try #require(uuid))/push"
    }

    private static func upload(
        _ certificate: String, _ console: TestConsole, _ more: String = #","password":"secret""#
    ) async throws -> TestResponse {
        let text = certificate.replacingOccurrences(of: "\n", with: "\\n")
        return try await console.admin(
            .post, "\(try await path(console))/certificates", text: #"{"certificate":"\#(text)"\#(more)}"#)
    }

    private static func code(_ body: [String: Any]) -> String? {
        (body["push"] as? [String: Any])?["code"] as? String
    }

    @Test func `An app says nothing of APNs at first`() async throws {
        try await withConsole { console in
            let body = try await console.adminJSON(try await Self.path(console))
            #expect(body["supportsApns"] as? Bool == false)
            #expect(body["environment"] as? String == "production")
            #expect((body["certificates"] as? [Any])?.isEmpty == true)
            #expect(Self.code(body) == "notSupported")
            #expect((body["warnings"] as? [String])?.isEmpty == true)
        }
    }

    @Test func `The first certificate switches APNs on, for the server it is for; nothing secret is shown`()
        async throws
    {
        try await withConsole { console in
            let answer = try await Self.upload(PushFixtures.legacy, console)
            #expect(answer.status == .ok, "\(answer.text)")
            let body = try answer.json()
            #expect(body["supportsApns"] as? Bool == true && body["environment"] as? String == "production")
            #expect(Self.code(body) == "possible")
            let certificate = try #require((body["certificates"] as? [[String: Any]])?.first)
            #expect(certificate["environment"] as? String == "production")
            #expect(certificate["topics"] as? [String] == ["com.example.demo", "com.example.demo.voip"])
            #expect(certificate["validUntil"] as? String == "2036-01-01T00:00:00.000Z")
            #expect(certificate["uploadedAt"] as? String == "2026-03-05T10:20:30.000Z")
            #expect((certificate["thumbprint"] as? String)?.count == 40)
            #expect(!answer.text.lowercased().contains("password") && !answer.text.contains("PRIVATE"))
            #expect(try await console.adminJSON(try await Self.path(console))["supportsApns"] as? Bool == true)
        }
    }

    @Test func `The key and its password are kept nowhere, and the event log names the certificate`() async throws {
        try await withConsole { console in
            _ = try await Self.upload(PushPEM.certificate + PushPEM.lockedKey, console)
            let stored = try await console.parts.value("SELECT certificate FROM pushCertificate", Data.self)
            let der = try PushCertificateFile(text: PushPEM.certificate, password: nil).certificate
            #expect(stored == der.der)
            let change = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'application.updated' ORDER BY id DESC", String.self)
            let text = try #require(change)
            #expect(text.contains(der.thumbprint) && text.contains("supportsApns"))
            #expect(!text.contains("secret"))
        }
    }

    @Test func `A certificate is used for the server that is chosen`() async throws {
        try await withConsole { console in
            _ = try await Self.upload(PushFixtures.modern, console)
            let path = try await Self.path(console)
            let chosen = try await console.admin(.patch, path, text: #"{"environment":"Development"}"#)
            #expect(Self.code(try chosen.json()) == "noCertificate")
            let second = try await Self.upload(PushFixtures.development, console)
            let body = try second.json()
            #expect(body["environment"] as? String == "development" && Self.code(body) == "possible")
            let environments = (body["certificates"] as? [[String: Any]])?.map { $0["environment"] as? String }
            #expect(environments == ["production", "development"])
            let off = try await console.admin(.patch, path, text: #"{"supportsApns":false}"#).json()
            #expect(Self.code(off) == "notSupported")
            #expect(off["warnings"] as? [String] == ["supportsApns is false, so no certificate is used."])
            let third = try await Self.upload(PushFixtures.modern, console)
            #expect(try third.json()["supportsApns"] as? Bool == false)
        }
    }

    @Test func `A certificate that has expired, is for another app or another server is taken with a warning`()
        async throws
    {
        try await withConsole { console in
            let expired = try await Self.upload(PushFixtures.expired, console).json()
            #expect((expired["warnings"] as? [String])?.first?.contains("expired at 2025-01-01") == true)
            #expect(Self.code(expired) == "certificateExpired")
            let other = try await Self.upload(PushFixtures.other, console).json()
            #expect(
                other["warnings"] as? [String] == [
                    "The production certificate is for com.example.other, not for com.example.demo."
                ])
            #expect(Self.code(other) == "wrongTopic")
            let more = #","password":"secret","environment":"production""#
            let development = try await Self.upload(PushFixtures.development, console, more).json()
            #expect(Self.code(development) == "wrongEnvironment")
        }
    }

    @Test(arguments: [
        (PushFixtures.modern, #","password":"wrong""#, "The password does not open the PKCS#12."),
        (PushFixtures.modern, "", "locked with a password; send it beside the certificate"),
        (PushFixtures.nokeys, #","password":"secret""#, "no private key beside the certificate"),
        (PushPEM.certificate, "", "no private key beside the certificate"),
        (PushFixtures.nocerts, #","password":"secret""#, "has no certificate"), ("aGVsbG8=", "", "is no certificate"),
        ("%%%", "", "neither PEM nor base64"), (PushPEM.certificate, #","server":"x""#, "server is not known, only"),
        (PushPEM.certificate, #","environment":"test""#, "environment has to be production or development"),
        (PushPEM.certificate, #","password":7"#, "password: must be a string"),
    ])
    func `An upload that cannot be taken is 400 with the reason, and nothing changes`(
        certificate: String, more: String, reason: String
    ) async throws {
        try await withConsole { console in
            let answer = try await Self.upload(certificate, console, more)
            try expectRefusal(answer, 400, number: 400, saying: reason)
            let body = try await console.adminJSON(try await Self.path(console))
            #expect((body["certificates"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `A certificate can be taken away, once`() async throws {
        try await withConsole { console in
            _ = try await Self.upload(PushFixtures.modern, console)
            let path = "\(try await Self.path(console))/certificates/production"
            #expect(try await console.admin(.delete, path).status == .noContent)
            let again = try await console.admin(.delete, path)
            try expectRefusal(again, 404, number: 404, saying: "no production certificate")
            let body = try await console.adminJSON(try await Self.path(console))
            #expect(Self.code(body) == "noCertificate")
            let odd = try await console.admin(.delete, "\(try await Self.path(console))/certificates/test")
            #expect(odd.status == .badRequest || odd.status == .notFound)
        }
    }

    @Test func `An unknown app is 404, one that Apple does not reach 400, and bodies are checked`() async throws {
        try await withConsole { console in
            let unknown = try await console.admin(.get, "/_mock/applications/4711/push")
            #expect(unknown.status == .notFound)
            let path = try await Self.path(console)
            for (text, reason) in [
                (#"{"supportsApns":"yes"}"#, "supportsApns has to be true or false"),
                (#"{"topic":"x"}"#, "topic is not known, only supportsApns, environment"), ("[]", "cannot be read"),
            ] {
                let answer = try await console.admin(.patch, path, text: text)
                try expectRefusal(answer, 400, number: 400, saying: reason)
            }
            try await console.execute("UPDATE application SET platform = 'Android'")
            let android = try await console.admin(.patch, path, text: #"{"supportsApns":true}"#)
            try expectRefusal(android, 400, number: 400, saying: "this one is for Android")
        }
    }

    @Test func `Another version of an app is pushed to as the one before`() async throws {
        try await withConsole { console in
            _ = try await console.api.install(in: 7)
            let first = try await Self.path(console, "com.example.fresh")
            _ = try await console.admin(.patch, first, text: #"{"supportsApns":true,"environment":"development"}"#)
            _ = try await console.api.install(IPAFixture(bundle: "com.example.fresh", version: "9.0"), in: 7)
            let second = try await Self.path(console, "com.example.fresh")
            #expect(first != second)
            let body = try await console.adminJSON(second)
            #expect(body["supportsApns"] as? Bool == true && body["environment"] as? String == "development")
        }
    }
}
