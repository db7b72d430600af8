import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Making sandboxes (Sandboxes).
struct SandboxMakingTests {
    /// The SDK profile of an app as text.
    private func profile(of device: SimulatedClient) async throws -> String {
        String(describing: try await device.fetchProfile())
    }

    @Test func `One request makes all a client needs, and everything in the answer works`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let device = try await console.device(in: sandbox)
            #expect(try await device.user().userName == "tester")
            try await device.sendBeacon(device.beacon())
            #expect(try await profile(of: device).contains("LoggingLevel"))
            let own = try await console.send(.get, "/_mock/devices", headers: sandbox.headers).json()
            #expect(own["total"] as? Int == 1)
            let caller = APICaller(
                console: console, username: sandbox.adminUser, password: try #require(sandbox.adminPassword),
                tenantCode: try #require(sandbox.tenantCode))
            let found = try await caller.object("mdm/devices?searchby=Udid&id=\(SandboxWorld.identifier)")
            #expect(found["UserName"] as? String == "tester")
            let shown = try MadeSandbox(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)"))
            #expect(shown.devices == 1 && shown.adminToken == sandbox.adminToken && shown.password == sandbox.password)
            let ids = [sandbox.ids.group, sandbox.ids.user, sandbox.ids.smartGroup, sandbox.ids.application]
            #expect(ids.allSatisfy { $0 != nil } && sandbox.ids.profile != nil)
            #expect(sandbox.http == "http://localhost" && sandbox.baseUrls.http == "http://\(sandbox.id).localhost")
            #expect(sandbox.groupId == sandbox.id && sandbox.bundleId == "com.example.demo")
        }
    }

    @Test func `The body says what differs from the template`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox(
                #"""
                {"name": "Login", "bundleId": "com.acme.mail", "user": "ada", "password": "short", "ttlSeconds": 60,
                 "profile": {"LoggingSettingsV2": {"LoggingLevel": 3}, "CustomSettingsV2": {"CustomSettings": "{}"}},
                 "settings": {"emailDomains": ["acme.example"]}}
                """#)
            #expect(sandbox.name == "Login" && sandbox.user == "ada" && sandbox.password == "short")
            #expect(sandbox.emailDomains == "acme.example" && sandbox.expiresAt != nil)
            let device = try await console.device(in: sandbox)
            let profile = try await profile(of: device)
            #expect(profile.contains("CustomSettings") && profile.contains("AnalyticsSettingsV2"))
            let names = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db, sql: "SELECT name FROM organizationGroup WHERE id = ?", arguments: [sandbox.ids.group])
            }
            #expect(names == ["Login"])
        }
    }

    @Test func `An environment becomes a sandbox as often as one likes, with all its references`() async throws {
        try await withConsole { console in
            let environment = """
                version: 2
                organizationGroups:
                  - {path: global, name: Global, type: Global, id: 7}
                  - path: global/acme
                    uuid: 7caa0000-5f19-4b51-8187-000000000001
                    name: Acme
                    type: Customer
                    settings: {authenticationTypes: [usernameAndPassword], requireMDMEnrollment: false}
                    users: [{username: ada, password: pw}]
                    smartGroups: [{name: Lab, criteria: {organizationGroups: [global/acme/lab]}}]
                    profiles: [{name: P, payloads: [{PayloadType: LoggingSettingsV2, LoggingLevel: 3}]}]
                    applications:
                      - {bundleId: com.acme.mail, name: Mail, version: '1', profile: P, assignments: [{smartGroup: Lab}]}
                  - {path: global/acme/lab}
                """
            let body = String(
                decoding: try JSONSerialization.data(withJSONObject: ["environment": environment]), as: UTF8.self)
            let first = try await console.sandbox(body)
            let second = try await console.sandbox(body)
            for sandbox in [first, second] {
                #expect(sandbox.groupId == "\(sandbox.id)-acme" && sandbox.user == "ada")
                #expect(sandbox.groups["lab"] == "\(sandbox.id)-lab" && sandbox.groups["global"] == sandbox.id)
                var device = try console.device(bundle: "com.acme.mail")
                try await device.logIn(username: "ada", password: "pw", organizationGroup: "\(sandbox.id)-lab")
                #expect(try await profile(of: device).contains("LoggingLevel"))
            }
            let types = try await console.count("SELECT COUNT(*) FROM organizationGroup WHERE type = 'Customer'")
            #expect(types == 4)
        }
    }

    @Test(arguments: [
        (#"{"nmae": "x"}"#, 400, "nmae"), (#"{"ttlSeconds": 0}"#, 400, "ttlSeconds"),
        (#"{"ttlSeconds": "soon"}"#, 400, "ttlSeconds"),
        (#"{"bundleId": "a b"}"#, 400, "bundleId"), (#"[]"#, 400, "object"), (#"{"user": ""}"#, 400, "user"),
        (#"{"profile": {"LoggingSettingsV2": 4}}"#, 400, "profile"), (#"{"environment": 7}"#, 400, "environment"),
        (#"{"environment": "version: 2", "user": "x"}"#, 400, "user"), (#"{"environment": "{"}"#, 422, "YAML"),
        (#"{"environment": "version: 2\norganizationGroups: []"}"#, 422, "at least one group"),
        (#"{"environment": "version: 2\norganizationGroups: [{path: a}, {path: b}]"}"#, 422, "lie in one"),
        (#"{"settings": {"noSuchSetting": 1}}"#, 422, "noSuchSetting"), (#"{"group": "nowhere"}"#, 404, "nowhere"),
        (#"{"group": "demo"}"#, 403, "customers do not lie in one another"),
    ])
    func `What cannot be made is refused with a reason, and leaves nothing`(body: String, status: Int, reason: String)
        async throws
    {
        try await withConsole { console in
            let groups = try await console.count("SELECT COUNT(*) FROM organizationGroup")
            let answer = try await console.admin(.post, "/_mock/sandboxes", text: body)
            #expect(answer.status.code == status && answer.text.contains(reason), "\(answer.status) \(answer.text)")
            #expect(try await console.count("SELECT COUNT(*) FROM organizationGroup") == groups)
            #expect(try await console.count("SELECT COUNT(*) FROM sandbox") == 0)
        }
    }

    @Test func `There are as many as the configuration allows`() async throws {
        try await withConsole([\.sandboxesCount: "2"]) { console in
            let first = try await console.sandbox()
            _ = try await console.sandbox()
            let refused = try await console.admin(.post, "/_mock/sandboxes")
            #expect(refused.status == .conflict && refused.text.contains("sandboxes.count"))
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(first.id)").status == .noContent)
            _ = try await console.sandbox()
            let page = try await console.adminJSON("/_mock/sandboxes?pageSize=1&page=1")
            #expect(page["total"] as? Int == 2 && (page["items"] as? [Any])?.count == 1)
        }
    }

    @Test func `Passwords of the console's own making have a fast hash, chosen ones a cheap one, others the usual`()
        async throws
    {
        try await withConsole([\.scryptCost: "5", \.sandboxesPasswordCost: "3"]) { console in
            let made = try await console.sandbox()
            let chosen = try await console.sandbox(#"{"password": "pw"}"#)
            let hashes = try await console.parts.core.database.read { db in
                try [made, chosen].map { sandbox in
                    try String.fetchOne(
                        db, sql: "SELECT passwordHash FROM enrollmentUser WHERE id = ?", arguments: [sandbox.ids.user])
                }
            }
            #expect(hashes[0]?.hasPrefix("$sha256$") == true && hashes[1]?.hasPrefix("$scrypt$ln=3,") == true)
            #expect((made.password?.count ?? 0) >= 32)
            let hasher = console.parts.model.hasher
            let hash = hasher.hash(generated: "secret")
            #expect(PasswordHasher.isHash(hash) && hash != hasher.hash(generated: "secret"))
            #expect(try await hasher.verify("secret", against: hash))
            #expect(try await !hasher.verify("secret2", against: hash))
            for broken in ["$sha256$", "$sha256$AAAA$AAAA", "$sha256$x$y$z", hash + "$"] {
                #expect(!PasswordHasher.isHash(broken))
                #expect(try await !hasher.verify("secret", against: broken))
            }
        }
    }
}
