import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// How apps are pushed to, in environment files (EnvironmentFile, "Application").
struct EnvironmentPushTests {
    /// A file with one app.
    private static func app(_ push: String) -> String {
        EnvironmentFixtures.global("applications: [{bundleId: com.example.demo, push: \(push)}]")
    }

    private static func verdict(_ parts: ConsoleParts) async throws -> PushVerdict {
        try await parts.core.database.read { db in
            let record = try #require(try ApplicationRecord.fetchOne(db))
            return try PushSettings(of: record.storedID(), db)
                .verdict(of: record.title, bundle: record.bundleId, at: TestClock.start)
        }
    }

    @Test func `What was uploaded moves with an export, without the key, and changes nothing the second time`()
        async throws
    {
        let export = try await withConsole { console in
            let id = try #require(
                try await console.parts.value(
                    "SELECT id FROM application WHERE bundleId = 'com.example.demo'", Int.self))
            let path = "/_mock/applications/\(id)/push"
            for certificate in [PushFixtures.modern, PushFixtures.development] {
                let answer = try await console.admin(
                    .post, "\(path)/certificates", text: #"{"certificate":"\#(certificate)","password":"secret"}"#)
                #expect(answer.status == .ok, "\(answer.text)")
            }
            _ = try await console.admin(.patch, path, text: #"{"environment":"development"}"#)
            return try await console.admin(.get, "/_mock/environment").text
        }
        #expect(export.contains("-----BEGIN CERTIFICATE-----") && !export.contains("PRIVATE KEY"))
        try await withConsole { console in
            let first = try await console.importEnvironment(export)
            #expect(first.status == .ok, "\(first.text)")
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            let again = try await console.importEnvironment(export, onConflict: "fail").json()
            #expect(again["created"] as? Int == 0 && again["updated"] as? Int == 0)
            let id = try #require(
                try await console.parts.value(
                    "SELECT id FROM application WHERE bundleId = 'com.example.demo'", Int.self))
            let body = try await console.adminJSON("/_mock/applications/\(id)/push")
            #expect(body["environment"] as? String == "development")
            #expect((body["push"] as? [String: Any])?["code"] as? String == "possible")
            #expect((body["certificates"] as? [Any])?.count == 2)
        }
    }

    @Test(arguments: [
        "{certificates: {production: \"\(PushFixtures.legacy)\"}}",
        "{certificates: {production: {certificate: \"\(PushFixtures.legacy)\", password: secret}}}",
        "{certificates: {production: {certificate: \"\(PushFixtures.unlocked)\", password: secret}}}",
    ])
    func `A file may have PKCS#12 with its password`(push: String) async throws {
        try await withParts { parts in
            guard push.contains("password") else {
                await #expect(throws: ConsoleError.self) { try await parts.importYAML(Self.app(push)) }
                return
            }
            try await parts.importYAML(Self.app(push))
            #expect(try await Self.verdict(parts).possible)
        }
    }

    @Test func `The switch is on where a file has push, and an app without it is not pushed to`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.app("{}"))
            #expect(try await Self.verdict(parts).code == "noCertificate")
            try await parts.importYAML(Self.app("{supportsApns: false, environment: development}"))
            #expect(try await Self.verdict(parts).code == "notSupported")
            #expect(try await parts.value("SELECT environment FROM applicationPush", String.self) == "development")
            let summary = try await parts.importYAML(
                EnvironmentFixtures.global("applications: [{bundleId: com.example.demo}]"))
            #expect(summary.updated == 1)
            #expect(try await parts.count("applicationPush") == 0)
        }
    }

    @Test func `A certificate that has expired is imported with a warning`() async throws {
        try await withParts { parts in
            let push = "{certificates: {production: {certificate: \"\(PushFixtures.expired)\", password: secret}}}"
            let summary = try await parts.importYAML(Self.app(push))
            let warning = "com.example.demo: The production certificate expired at 2025-01-01T00:00:00.000Z."
            #expect(summary.warnings == [warning])
            #expect(try await Self.verdict(parts).code == "certificateExpired")
            #expect(try await parts.importYAML(Self.app(push)).warnings == nil)
        }
    }

    @Test(arguments: [
        (
            "{certificates: {production: aGVsbG8=}}",
            "push.certificates.production: cannot be taken: The file is no certificate"
        ),
        ("{certificates: {production: {password: x}}}", "needs the key \"certificate\""),
        ("{certificates: {sandbox: x}}", "has no key \"sandbox\"; it may have production, development"),
        ("{environment: sandbox}", "it must be one of production, development"), ("{supportsApns: 7}", "true or false"),
        ("true", "must be a mapping"),
        (
            "{certificates: {production: {certificate: \"\(PushFixtures.modern)\", password: wrong}}}",
            "The password does not open the PKCS#12."
        ),
    ])
    func `What is wrong is said with its place, and nothing is kept`(push: String, reason: String) async throws {
        try await withParts { parts in
            let before = try await parts.count("application")
            let error = await #expect(throws: ConsoleError.self) { try await parts.importYAML(Self.app(push)) }
            #expect(error?.details.joined().contains(reason) == true, "\(error?.details ?? [])")
            #expect(try await parts.count("application") == before)
        }
    }
}
