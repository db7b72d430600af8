import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Sign-in with one-time tokens (DeviceServices, section 7; decision 18).
struct TokenLoginTests {
    private func login(_ console: TestConsole, _ token: String, device: String = "aaaa") async throws -> [String:
        String]
    {
        let device = try #require(DeviceIdentifier(device))
        return try await console.logIn(
            console.login {
                ($0.username, $0.password, $0.activationCode) = (nil, nil, nil)
                ($0.authorizationCode, $0.device) = (token, device)
            })
    }

    @Test func `A token signs its user in once, into the user's group`() async throws {
        try await withConsole { console in
            try await console.addToken("one-time")
            let answer = try await login(console, "one-time")
            #expect(answer["StatusCode"] == "AUTH-0")
            #expect(answer["Username"] == "demo")
            #expect(try await console.adminJSON("/_mock/devices/aaaa")["groupId"] as? String == "demo")
            #expect(try await login(console, "one-time")["StatusCode"] == "AUTH-1005")
            #expect(try await login(console, "one-time", device: "bbbb")["StatusCode"] == "AUTH-1005")
            #expect(try await console.admin(.get, "/_mock/devices/bbbb").status.code == 404)
        }
    }

    @Test func `A token expires by the console's clock`() async throws {
        try await withConsole { console in
            try await console.addToken("early")
            try await console.addToken("late")
            console.clock.advance(seconds: 3599)
            #expect(try await login(console, "early")["StatusCode"] == "AUTH-0")
            console.clock.advance(seconds: 1)
            #expect(try await login(console, "late")["StatusCode"] == "AUTH-1005")
        }
    }

    @Test func `Of many logins that race for a token exactly one wins`() async throws {
        try await withConsole { console in
            try await console.addToken("raced")
            let codes = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<12 {
                    group.addTask { try await login(console, "raced", device: "device-\(number)")["StatusCode"] }
                }
                return try await group.reduce(into: [String]()) { $0.append($1 ?? "") }
            }
            #expect(codes.filter { $0 == "AUTH-0" }.count == 1)
            #expect(codes.filter { $0 == "AUTH-1005" }.count == 11)
            #expect(try await console.rowCounts()["device"] == 1)
            #expect(try await console.rowCounts()["credential"] == 1)
        }
    }

    @Test(arguments: [
        ("authenticationTypes", "[\"usernameAndPassword\"]", "AUTH-1007"),
        ("authenticationTypes", "[\"token\"]", "AUTH-0"), ("authenticationTypes", "[\"saml\"]", "AUTH-1007"),
        ("forceToken", "true", "AUTH-0"), ("requireMDMEnrollment", "true", "AUTH-1004"),
    ])
    func `The group's settings decide about tokens`(setting: String, value: String, code: String) async throws {
        try await withConsole { console in
            try await console.addToken("t")
            try await console.set(setting, value, of: "demo")
            #expect(try await login(console, "t")["StatusCode"] == code)
            let used = try await console.parts.model.users.token("t")?.usedAt
            #expect((used != nil) == (code == "AUTH-0"))
        }
    }

    @Test func `A token of an inactive user is refused, one for a group that is not the user's too`() async throws {
        try await withConsole { console in
            try await console.addToken("t")
            let elsewhere = try await console.logIn(
                console.login { ($0.authorizationCode, $0.activationCode) = ("t", "appreview") })
            #expect(elsewhere["StatusCode"] == "AUTH-1005")
            try await console.execute("UPDATE enrollmentUser SET isActive = 0 WHERE username = 'demo'")
            #expect(try await login(console, "t")["StatusCode"] == "AUTH-1003")
            #expect(try await console.parts.model.users.token("t")?.usedAt == nil)
        }
    }

    @Test func `The token of a login of type 1 signs in once`() async throws {
        try await withConsole { console in
            let answer = try await console.logIn(try console.login { $0.authenticationType = .token })
            let token = try #require(answer["AWAuthenticationToken"])
            #expect(answer["AWHMACKey"] == nil)
            #expect(try await login(console, token)["StatusCode"] == "AUTH-0")
            #expect(try await login(console, token)["StatusCode"] == "AUTH-1005")
        }
    }

    @Test func `A device stays in its group when its user comes with a token from above it`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                "{version: 1, organizationGroups: [{path: global}, {path: global/demo}, {path: global/demo/east}]}")
            _ = try await console.logIn(try console.login { $0.activationCode = "east" })
            try await console.addToken("t")
            let device = try console.device().device
            #expect(try await login(console, "t", device: device.value)["StatusCode"] == "AUTH-0")
            #expect(try await console.adminJSON("/_mock/devices/\(device)")["groupId"] as? String == "east")
        }
    }

    @Test func `Tokens are kept as hashes only`() async throws {
        try await withConsole { console in
            try await console.addToken("very secret token")
            let answer = try await login(console, "very secret token")
            let rows = try await console.contents().values.flatMap { $0 }.joined()
            #expect(!rows.contains("very secret token"))
            #expect(!rows.contains(try #require(answer["AWHMACKey"])))
            #expect(!rows.contains(try #require(answer["AccessToken"])))
        }
    }
}
