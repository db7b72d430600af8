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

/// Who may use the admin routes, and what they see (AdminAPI, "Authentication").
struct AdminAuthenticatorTests {
    private static let doors = ["/api/system/info", "/_mock/devices"]

    private static func status(
        _ console: TestConsole, _ target: String, _ headers: [String: String], code: String? = nil
    ) async throws -> Int {
        var headers = headers
        if let code { headers["aw-tenant-code"] = code }
        return try await console.send(.get, target, headers: headers).status.code
    }

    @Test(arguments: doors) func `The seeded administrator gets in with the seeded tenant code`(door: String)
        async throws
    {
        try await withConsole { console in
            let code = console.console.credentials.tenantCode
            let status = try await Self.status(console, door, TestConsole.basic("admin", "admin"), code: code)
            #expect(status == 200)
            let shouted = try await Self.status(console, door, TestConsole.basic("ADMIN", "admin"), code: code)
            #expect(shouted == 200)
        }
    }

    @Test(arguments: [("/api/system/info", 403), ("/api/v1/system/info", 403), ("/_mock/devices", 200)])
    func `The tenant code may be left out below _mock only`(door: String, status: Int) async throws {
        try await withConsole { console in
            let found = try await Self.status(console, door, TestConsole.basic("admin", "admin"))
            #expect(found == status)
        }
    }

    @Test(arguments: doors, ["wrong", ""]) func `A wrong tenant code is refused everywhere`(door: String, code: String)
        async throws
    {
        try await withConsole { console in
            let answer = try await console.send(
                .get, door,
                headers: TestConsole.basic("admin", "admin").merging(["aw-tenant-code": code]) { $1 })
            #expect(answer.status == .forbidden)
            #expect(try answer.json()["errorCode"] as? Int == 1013)
        }
    }

    @Test func `A revoked tenant code is refused`() async throws {
        try await withConsole { console in
            try await console.parts.core.database.write { try $0.db.execute(sql: "UPDATE apiKey SET revokedAt = 1") }
            let code = console.console.credentials.tenantCode
            let status = try await Self.status(
                console, "/_mock/devices", TestConsole.basic("admin", "admin"), code: code)
            #expect(status == 403)
        }
    }

    @Test(
        arguments: doors,
        [
            "", "Basic", "Basic ", "Basic *", "Basic YWRtaW4=", "Basic /w==", "Basic OmFkbWlu", "Bearer",
            "Bearer wrong", "Bearer ",
            "Digest x", "admin:admin", "Basic YWRtaW46QWRtaW4=", "Basic YWRtaW46",
        ])
    func `Anything else is 401 and says what is accepted`(door: String, header: String) async throws {
        try await withConsole { console in
            let headers = header.isEmpty ? [:] : ["Authorization": header]
            let code = console.console.credentials.tenantCode
            let answer = try await console.send(
                .get, door, headers: headers.merging(["aw-tenant-code": code]) { $1 })
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic realm=") == true)
            #expect(try answer.json()["errorCode"] as? Int == 1005)
        }
    }

    @Test func `An unknown user and a wrong password are answered alike`() async throws {
        try await withConsole { console in
            var messages: Set<String> = []
            for credentials in [("admin", "no"), ("nobody", "no")] {
                let headers = TestConsole.basic(credentials.0, credentials.1)
                let answer = try await console.send(.get, "/_mock/devices", headers: headers)
                let message = try #require(try answer.json()["message"] as? String)
                messages.insert(message.replacing(credentials.0, with: "?"))
            }
            #expect(messages.count == 1)
        }
    }

    @Test(arguments: doors) func `The token printed at start is enough`(door: String) async throws {
        try await withConsole([\.adminToken: "my token"]) { console in
            let right = try await Self.status(console, door, ["Authorization": "Bearer my token"])
            let scheme = try await Self.status(console, door, ["Authorization": "bEARER my token"])
            let wrong = try await Self.status(console, door, ["Authorization": "Bearer my Token"])
            #expect(right == 200 && scheme == 200 && wrong == 401)
        }
    }

    @Test func `Someone who is not active is refused`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "demo", isActive: false)
            let status = try await Self.status(console, "/_mock/devices", headers)
            #expect(status == 401)
        }
    }

    @Test func `A changed password ends the old one at once`() async throws {
        try await withConsole { console in
            let old = try await console.administrator(of: "demo", password: "old")
            let before = try await Self.status(console, "/_mock/devices", old)
            let hash = try await console.parts.model.hasher.hash("new: colon")
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "UPDATE administrator SET passwordHash = ? WHERE username = 'local'", arguments: [hash])
                transaction.changesConfiguration()
            }
            let after = try await Self.status(console, "/_mock/devices", old)
            let new = try await Self.status(console, "/_mock/devices", TestConsole.basic("local", "new: colon"))
            #expect(before == 200 && after == 401 && new == 200)
        }
    }

    @Test func `Credentials verified lately are remembered, others are not`() {
        let cache = VerifiedCredentials()
        let identity = AdministratorIdentity(name: "a", groupID: 7, subtree: .whole)
        cache.remember("right", identity: identity, generation: 1)
        #expect(cache.identity(of: "right", generation: 1) == identity)
        #expect(cache.identity(of: "wrong", generation: 1) == nil)
        #expect(cache.identity(of: "right", generation: 2) == nil)
        #expect(VerifiedCredentials().identity(of: "right", generation: 1) == nil)
    }

    @Test(arguments: [("global", 1), ("demo", 1), ("appreview", 0)])
    func `An administrator sees the devices of the own subtree only`(group: String, count: Int) async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.keepRecords(of: device)
            let headers = try await console.administrator(of: group)
            let list = try await console.send(.get, "/_mock/devices", headers: headers).json()
            #expect(list["total"] as? Int == count)
            #expect((list["items"] as? [Any])?.count == count)
            for path in ["", "/beacons", "/logs", "/logs/1", "/explain?bundleId=a.b"] {
                let status = try await Self.status(console, "/_mock/devices/\(device.device)\(path)", headers)
                #expect(status == (count == 1 ? 200 : 404), "\(path)")
            }
        }
    }

    @Test(arguments: [
        (["Sec-Fetch-Site": "cross-site"], false), (["Sec-Fetch-Site": "same-site"], false),
        (["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:3000"], true),
        (["Sec-Fetch-Site": "none"], true), ([:], true), (["Origin": "http://localhost"], true),
        (["Origin": "https://evil.example"], false), (["Origin": "null"], false),
    ])
    func `A page of another site changes nothing with the credentials a browser remembers`(
        headers: [String: String], isTaken: Bool
    ) async throws {
        try await withConsole { console in
            let basic = TestConsole.basic("admin", "admin").merging(headers) { $1 }
            let made = try await console.send(
                .post, "/_mock/api-keys", headers: basic.merging(["Content-Type": "text/plain"]) { $1 },
                text: #"{"name":"forged"}"#)
            #expect(made.status.code == (isTaken ? 201 : 403), "\(made.text)")
            if !isTaken { try expectRefusal(made, 403, number: 1011, saying: "A page of another site") }
            #expect(try await Self.status(console, "/_mock/api-keys", basic) == 200, "looking changes nothing")
            // A token is in no browser's memory: whoever sends one has it.
            let bearer = ["Authorization": "Bearer \(console.console.credentials.adminToken)"].merging(headers) { $1 }
            let byToken = try await console.send(
                .post, "/_mock/api-keys", headers: bearer, text: #"{"name":"scripted"}"#)
            #expect(byToken.status == .created)
        }
    }
}

/// Administrators a start makes sure of.
struct AdministratorStoreTests {
    private static let root = "version: 1\norganizationGroups: [{path: a}]"

    @Test func `Seeding twice keeps administrator, password and key`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.root)
            try await parts.model.administrators.seed(
                username: "ann", passwordHash: "h1", tenantCode: "code", replacing: nil)
            let generation = parts.core.database.generation
            try await parts.model.administrators.seed(
                username: "ANN", passwordHash: nil, tenantCode: "code", replacing: nil)
            #expect(parts.core.database.generation == generation)
            let ann = try await parts.model.administrators.administrator(username: "ann")
            #expect(ann?.record.passwordHash == "h1" && ann?.subtree == .whole)
            #expect(try await parts.count("administrator") == 1)
            #expect(try await parts.count("apiKey") == 1)
        }
    }

    @Test func `Another password and key are taken, the key's text is not kept`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.root)
            try await parts.model.administrators.seed(
                username: "ann", passwordHash: "h1", tenantCode: "one", replacing: nil)
            try await parts.model.administrators.seed(
                username: "ann", passwordHash: "h2", tenantCode: "two", replacing: nil)
            #expect(try await parts.model.administrators.administrator(username: "ann")?.record.passwordHash == "h2")
            #expect(try await parts.model.administrators.apiKey("two")?.subtree == .whole)
            #expect(try await parts.model.administrators.apiKey("Two") == nil)
            #expect(try await parts.model.administrators.apiKey("one") == nil)
            #expect(try await parts.count("apiKey WHERE instr(keyHash, CAST('two' AS BLOB)) > 0") == 0)
        }
    }
}
