import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Bearer tokens (decision 15).
struct BearerTests {
    @Test(arguments: ["Bearer", "bearer", "BEARER"])
    func `The scheme is written in any letter case`(scheme: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: .bearer)
            let token = try #require(client.accessToken)
            let request = try DeviceRoute.user.request(client).with("Authorization", "\(scheme) \(token)")
            #expect(try await console.send(request).status == 200)
        }
    }

    @Test func `A token says whom it stands for, and lives as long as the group says`() async throws {
        try await withConsole { console in
            try await console.set("accessTokenLifetime", "60", of: "demo")
            var client = try console.device(scheme: .bearer)
            let answer = try await client.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            #expect(answer.expiresIn == "60")
            #expect(answer.tokenType == "Bearer")
            let claims = try Self.claims(try #require(answer.accessToken))
            #expect(claims["sub"] as? String == client.device.value)
            #expect(claims["bid"] as? String == "com.example.demo")
            #expect(claims["og"] as? String == "demo")
            #expect(claims["uid"] as? String == answer.userID)
            #expect(claims["exp"] as? Int64 == console.clock.now.seconds + 60)
            console.clock.advance(seconds: 60)
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 401)
        }
    }

    private static func claims(_ token: String) throws -> [String: Any] {
        var text = token.split(separator: ".")[1].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        let data = try #require(Data(base64Encoded: text))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    @Test func `Every login hands out a token of its own, and all of them hold`() async throws {
        try await withConsole { console in
            let first = try await console.signedInDevice(scheme: .bearer)
            let second = try await console.signedInDevice(scheme: .bearer)
            #expect(first.accessToken != second.accessToken)
            for client in [first, second] {
                #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
            }
        }
    }

    @Test func `A token of another console is refused, though it says the same`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let claims = try await console.parts.model.tokens.read(try #require(client.accessToken))
            let foreign = try await AccessTokens(key: Data(repeating: 1, count: 32)).sign(claims)
            let own = try await console.parts.model.tokens.sign(claims)
            for (token, status) in [(foreign, 401), (own, 200)] {
                let request = try DeviceRoute.user.request(client).with("Authorization", "Bearer \(token)")
                #expect(try await console.send(request).status == status)
            }
        }
    }

    @Test func `A token that was forgotten is refused, and the sender told how to go on`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: .bearer)
            try await console.execute("DELETE FROM accessToken")
            let answer = try await console.send(DeviceRoute.user.request(client), as: client)
            #expect(answer.status == 401)
            let challenge = try #require(answer.headers["www-authenticate"])
            #expect(challenge.hasPrefix("Bearer error=\"invalid_token\", error_description=\""))
        }
    }
}
