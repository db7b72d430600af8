import ConsoleModel
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What an environment of a sandbox cannot reach, and who may see what one has been given.
struct SandboxBoundaryTests {
    /// A console with a customer that has something of each kind to refer to.
    private func withVictim(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - path: global/victim
                    type: Customer
                    settings: {authenticationTypes: [usernameAndPassword], requireMDMEnrollment: false}
                    users: [{username: vera, password: pw}]
                    userGroups: [{name: Staff}]
                    smartGroups: [{name: Lab}]
                    profiles: [{name: Theirs, payloads: [{PayloadType: LoggingSettingsV2, LoggingLevel: 3}]}]
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            try await body(console)
        }
    }

    private func make(_ environment: String, _ console: TestConsole) async throws -> TestResponse {
        let json = String(decoding: try JSONEncoder().encode(["environment": environment]), as: UTF8.self)
        return try await console.admin(.post, "/_mock/sandboxes", text: json)
    }

    @Test(arguments: [
        "!x path: global/victim", "!!str path: global/victim", "path: global/acme\n    !x path: global/victim",
        "!x path: global",
    ])
    func `A key with a tag is the key that it is written as`(path: String) async throws {
        try await withVictim { console in
            let before = try await console.count("SELECT COUNT(*) FROM enrollmentUser")
            let answer = try await make(
                """
                version: 2
                organizationGroups:
                  - {path: global/acme, name: Acme, type: Customer}
                  - \(path)
                    users: [{username: planted, password: pw}]
                """, console)
            let planted = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT code FROM organizationGroup JOIN enrollmentUser ON groupId = organizationGroup.id
                        WHERE username = 'planted'
                        """)
            }
            #expect(!planted.contains("victim") && !planted.contains("global"), "\(answer.text)")
            if answer.status != .created {
                #expect(answer.status.code == 422, "\(answer.text)")
                #expect(try await console.count("SELECT COUNT(*) FROM enrollmentUser") == before)
            }
        }
    }

    @Test(arguments: [
        "settings: {defaultProfile: {group: global/victim, name: Theirs}}",
        "smartGroups: [{name: S, criteria: {organizationGroups: [global/victim]}}]",
        "smartGroups: [{name: S, criteria: {userGroups: [{group: global/victim, name: Staff}]}}]",
        "smartGroups: [{name: S, criteria: {users: [{group: global/victim, name: vera}]}}]",
        "userGroups: [{name: U, members: [{group: global/victim, name: vera}]}]",
        "users: [{username: u, password: p, enrollmentGroup: global/victim}]",
    ])
    func `What lies outside is as if it were not there`(part: String) async throws {
        try await withVictim { console in
            func environment(_ part: String) -> String {
                "version: 2\norganizationGroups:\n  - path: global/acme\n    name: Acme\n    \(part)\n"
            }
            let there = try await make(environment(part), console)
            let nowhere = try await make(environment(part.replacing("global/victim", with: "global/nowhere")), console)
            #expect(there.status.code == 422 && nowhere.status.code == 422, "\(there.text) \(nowhere.text)")
            let texts = try [there, nowhere].map { try $0.json()["message"] as? String ?? "" }
            #expect(texts[0].replacing("victim", with: "nowhere") == texts[1], "\(texts)")
        }
    }

    @Test func `Credentials are shown to those who could make such an account`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let path = "sandboxes/\(sandbox.id)"
            let shown = try MadeSandbox(try await console.api.mock(.get, path))
            #expect(shown.adminToken == sandbox.adminToken && shown.password == sandbox.password)
            let inside = try await console.api(.apiOnly, of: sandbox.id)
            let theirs = try await inside.mock(.get, path)
            #expect(theirs.status == .ok, "\(theirs.text)")
            let secrets = [sandbox.adminToken, sandbox.adminPassword, sandbox.tenantCode].compactMap(\.self)
            #expect(secrets.count == 3 && !secrets.contains { theirs.text.contains($0) }, "\(theirs.text)")
            #expect(try await inside.mock(.post, "\(path)/reset").status == .forbidden)
            let above = try await console.api(.apiOnly)
            #expect(try MadeSandbox(try await above.mock(.post, "sandboxes")).adminToken != nil, "its maker gets them")
            let reset = try await above.mock(.post, "\(path)/reset")
            #expect(reset.status == .ok && !secrets.contains { reset.text.contains($0) }, "\(reset.text)")
        }
    }

    @Test func `With another password the token of a sandbox's administrator is over`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let own = try await console.send(
                .get, "/_mock/administrators", headers: sandbox.headers)
            let items = try #require(try own.json()["items"] as? [[String: Any]], "\(own.text)")
            let uuid = try #require(items.first { $0["username"] as? String == sandbox.adminUser }?["uuid"] as? String)
            let changed = try await console.send(
                .put, "/_mock/administrators/\(uuid)/password", headers: sandbox.headers,
                text: #"{"password": "another one"}"#)
            #expect(changed.status.code < 300, "\(changed.text)")
            let after = try await console.send(.get, "/_mock/devices", headers: sandbox.headers)
            #expect(after.status == .unauthorized, "\(after.text)")
        }
    }
}
