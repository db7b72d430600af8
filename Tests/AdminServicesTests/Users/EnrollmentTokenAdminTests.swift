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

/// Enrollment tokens, handed out and taken back (AdminAPI, "Enrollment tokens").
struct EnrollmentTokenAdminTests {
    private static let path = "/_mock/users/demo/tokens"

    private func newToken(_ console: TestConsole, _ body: String? = nil) async throws -> [String: Any] {
        let answer = try await console.admin(.post, Self.path, text: body)
        #expect(answer.status == .created, "\(answer.text)")
        return try answer.json()
    }

    private func login(_ token: Any?, _ console: TestConsole, device: String = "aaaa") async throws -> LoginStatusCode {
        var client = try console.device(device)
        return try await client.logIn(token: try #require(token as? String)).status
    }

    private func items(_ console: TestConsole) async throws -> [[String: Any]] {
        try await console.adminJSON(Self.path)["items"] as? [[String: Any]] ?? []
    }

    @Test func `A token is shown once, signs in once, and is listed without its text`() async throws {
        try await withConsole { console in
            let token = try await newToken(console)
            #expect(token["user"] as? String == "demo" && token["group"] as? String == "demo")
            #expect(token["state"] as? String == "unused" && token["kind"] as? String == "enrollment")
            #expect(token["expiresAt"] as? String == console.clock.now.adding(seconds: 86_400).description)
            #expect(try await login(token["token"], console) == .success)
            #expect(try await login(token["token"], console, device: "bbbb") == .invalidToken)
            let listed = try await console.admin(.get, Self.path)
            #expect(!listed.text.contains(try #require(token["token"] as? String)))
            let item = try #require(try await items(console).first)
            #expect(item["id"] as? Int == token["id"] as? Int)
            #expect(item["state"] as? String == "used" && item["usedAt"] as? String == console.clock.now.description)
        }
    }

    @Test func `A token ends by the console's clock`() async throws {
        try await withConsole { console in
            let early = try await newToken(console, #"{"expiresInMinutes":2}"#)
            let late = try await newToken(console, #"{"expiresInMinutes":2}"#)
            console.clock.advance(seconds: 119)
            #expect(try await login(early["token"], console) == .success)
            console.clock.advance(seconds: 1)
            #expect(try await login(late["token"], console) == .invalidToken)
            #expect(try await items(console).map { $0["state"] as? String } == ["expired", "used"])
        }
    }

    @Test func `Of two logins with one token at the same time one wins`() async throws {
        try await withConsole { console in
            let token = try await newToken(console)["token"] as? String
            async let one = login(token, console, device: "aaaa")
            async let other = login(token, console, device: "bbbb")
            let codes = try await [one, other]
            #expect(codes.filter { $0 == .success }.count == 1 && codes.contains(.invalidToken))
        }
    }

    @Test func `A token that is taken back signs nobody in`() async throws {
        try await withConsole { console in
            let token = try await newToken(console)
            let id = try #require(token["id"] as? Int)
            #expect(try await console.admin(.delete, "/_mock/users/reviewer/tokens/\(id)").status == .notFound)
            #expect(try await console.admin(.delete, "\(Self.path)/\(id)").status == .noContent)
            #expect(try await console.admin(.delete, "\(Self.path)/\(id)").status == .notFound)
            #expect(try await console.admin(.delete, "\(Self.path)/x").status == .notFound)
            #expect(try await login(token["token"], console) == .invalidToken)
            let actions = try await console.parts.core.database.read { db in
                try String.fetchAll(db, sql: "SELECT action FROM eventLog WHERE action LIKE 'token.%' ORDER BY id")
            }
            #expect(actions == ["token.created", "token.deleted"])
        }
    }

    @Test(arguments: [
        (#"{"expiresInMinutes":0}"#, "from 1 to 525600"), (#"{"expiresInMinutes":525601}"#, "from 1 to 525600"),
        (#"{"expiresInMinutes":-1}"#, "from 1"), (#"{"expiresInMinutes":"5"}"#, "whole number"),
        (#"{"expiresInMinutes":1.5}"#, "does not fit"), ("[]", "an object"), ("{", "not JSON"),
        ("hello", "not JSON"),
    ])
    func `A wish that cannot be is refused with the reason, and nothing is kept`(body: String, reason: String)
        async throws
    {
        try await withConsole { console in
            let answer = try await console.admin(.post, Self.path, text: body)
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains(reason), "\(answer.text)")
            #expect(try await items(console).isEmpty)
        }
    }

    @Test func `A name that means several users asks for the group`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/demo}
                  - {path: global/demo/east, users: [{username: DEMO}]}
                """)
            let unclear = try await console.admin(.post, Self.path)
            #expect(unclear.status == .conflict)
            #expect(unclear.text.contains("demo, east"))
            let clear = try await console.admin(.post, "\(Self.path)?group=East")
            #expect(try clear.json()["group"] as? String == "east")
            #expect(try await console.admin(.get, "\(Self.path)?group=east").json()["total"] as? Int == 1)
            #expect(try await console.admin(.get, "\(Self.path)?group=demo").json()["total"] as? Int == 0)
            #expect(try await console.admin(.get, "\(Self.path)?group=appreview").status == .notFound)
            #expect(try await console.admin(.get, "\(Self.path)?group=a%2Fb").status == .badRequest)
        }
    }

    @Test func `Nobody else gets at the tokens`() async throws {
        try await withConsole { console in
            let other = try await console.administrator(of: "appreview")
            for (method, target) in [
                (HTTPRequest.Method.post, Self.path), (.get, Self.path), (.delete, "\(Self.path)/1"),
            ] {
                #expect(try await console.send(method, target, headers: other).status == .notFound)
                #expect(try await console.send(method, target).status == .unauthorized)
            }
            #expect(try await console.admin(.post, "/_mock/users/nobody/tokens").status == .notFound)
        }
    }

    @Test func `Tokens come in pages, the latest first`() async throws {
        try await withConsole([\.limitsPage: "2"]) { console in
            for _ in 1...3 { _ = try await newToken(console) }
            let page = try await console.adminJSON("\(Self.path)?pageSize=50")
            #expect(page["total"] as? Int == 3 && page["pageSize"] as? Int == 2)
            let ids = (page["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
            #expect(ids == ids.sorted(by: >) && ids.count == 2)
            #expect(try await console.admin(.get, "\(Self.path)?page=x").status == .badRequest)
        }
    }

    @Test func `A token forced upon everyone refuses passwords and takes tokens`() async throws {
        try await withConsole { console in
            let token = try await newToken(console)["token"]
            try await console.set("forceToken", "true", of: "demo")
            let refused = try await console.logIn(console.login())
            #expect(refused["StatusCode"] == "AUTH-1007")
            #expect(try await login(token, console) == .success)
        }
    }

    @Test func `A token is no use in a group its user does not belong to`() async throws {
        try await withConsole { console in
            let token = try await newToken(console)["token"] as? String
            let elsewhere = try await console.logIn(
                console.login { ($0.authorizationCode, $0.activationCode) = (token, "appreview") })
            #expect(elsewhere["StatusCode"] == "AUTH-1005")
            #expect(try await items(console).first?["state"] as? String == "unused")
        }
    }

    @Test func `A token as long as an assertion is looked up, a longer one refused`() async throws {
        try await withConsole { console in
            for (count, status) in [(16_384, 200), (16_385, 400)] {
                let login = try console.login { $0.authorizationCode = String(repeating: "a", count: count) }
                let answer = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws", body: try login.encoded())
                #expect(answer.status.code == status)
                if status == 200 { #expect(try answer.json()["StatusCode"] as? String == "AUTH-1005") }
            }
        }
    }
}
