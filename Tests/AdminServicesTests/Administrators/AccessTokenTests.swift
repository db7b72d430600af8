import Crypto
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import JWTKit
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What a token of an OAuth client opens, and when it ends (AdminAPI, "OAuth").
struct AccessTokenTests {
    private static let doors = ["/api/system/info", "/_mock/devices"]

    /// A token with claims of one's own, under a key.
    private static func forged(
        key: Data, subject: String, audience: String = AdminTokenClaims.audience, version: Int64 = 1,
        issued: Int64 = 0, lifetime: Int64 = 3600
    ) async throws -> [String: String] {
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: key), digestAlgorithm: .sha256)
        let now = TestClock.start.seconds + issued
        let claims = AdminTokenClaims(
            sub: subject, aud: audience, ver: version, jti: "1", iat: now, exp: now + lifetime)
        return ["Authorization": "Bearer \(try await keys.sign(claims))"]
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
            .replacing("/", with: "_")
    }

    @Test(arguments: doors) func `It needs no tenant code, and a wrong one does not matter`(door: String) async throws {
        try await withConsole { console in
            let headers = try await console.clientHeaders()
            #expect(try await console.status(.get, door, headers) == 200)
            #expect(try await console.status(.get, door, headers.merging(["aw-tenant-code": "x"]) { $1 }) == 200)
        }
    }

    @Test func `It ends when its time is over, by the console's clock`() async throws {
        try await withConsole([\.adminTokenLifetime: "90"]) { console in
            let answer = try await console.requestToken(console.clientForm).json()
            #expect(answer["expires_in"] as? Int == 90)
            let headers = try await console.clientHeaders()
            console.clock.advance(seconds: 89)
            #expect(try await console.status(.get, "/_mock/devices", headers) == 200)
            console.clock.advance(seconds: 1)
            let late = try await console.send(.get, "/_mock/devices", headers: headers)
            #expect(late.status == .unauthorized)
            #expect(try late.json()["errorCode"] as? Int == 1005)
            #expect(late.headers[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
            console.clock.advance(seconds: -3600)
            #expect(try await console.status(.get, "/_mock/devices", headers) == 401)
        }
    }

    @Test func `A token that was edited, or signed by no one or someone else, is refused`() async throws {
        try await withConsole { console in
            let real = try #require(try await console.clientHeaders()["Authorization"]?.dropFirst("Bearer ".count))
            let parts = real.split(separator: ".").map(String.init)
            let none = Self.base64(#"{"alg":"none","typ":"JWT"}"#)
            let other = String(parts[2].dropLast()) + (parts[2].hasSuffix("A") ? "B" : "A")
            // The last digit carries two bits that are not part of the signature.
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            let last = digits.firstIndex(of: parts[2].last ?? "A") ?? 0
            let spare = String(parts[2].dropLast()) + String(digits[last ^ 1])
            let bad = [
                "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(other)",
                "\(parts[0]).\(parts[1]).\(spare)", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])",
                "\(parts[0]).\(Self.base64("{}")).\(parts[2])", "\(real).x", "..", ".", "a.b.c", "x\(real)",
                String(repeating: "x", count: 10_000), "\(real)=",
            ]
            for token in bad {
                let status = try await console.status(.get, "/_mock/devices", ["Authorization": "Bearer \(token)"])
                #expect(status == 401, "\(token.prefix(300))")
            }
            #expect(try await console.status(.get, "/_mock/devices", ["Authorization": "Bearer \(real)"]) == 200)
        }
    }

    @Test func `Right claims under another key, or wrong ones under the right key, are refused`() async throws {
        try await withConsole { console in
            let folder = URL(filePath: console.console.trustAnchorPath).deletingLastPathComponent()
            let key = try Data(contentsOf: folder.appending(path: "admin-tokens.key"))
            let deviceKey = try Data(contentsOf: folder.appending(path: "tokens.key"))
            let client = try #require(try await console.parts.model.oauthClients.client(clientID: "mockuem"))
            func status(_ headers: [String: String]) async throws -> Int {
                try await console.status(.get, "/_mock/devices", headers)
            }
            #expect(try await status(Self.forged(key: key, subject: client.uuid)) == 200)
            #expect(try await status(Self.forged(key: deviceKey, subject: client.uuid)) == 401)
            #expect(try await status(Self.forged(key: Data(count: 32), subject: client.uuid)) == 401)
            #expect(try await status(Self.forged(key: key, subject: "nobody")) == 401)
            #expect(try await status(Self.forged(key: key, subject: client.uuid, audience: "devices")) == 401)
            #expect(try await status(Self.forged(key: key, subject: client.uuid, version: 2)) == 401)
            #expect(try await status(Self.forged(key: key, subject: client.uuid, issued: 10)) == 401)
            #expect(try await status(Self.forged(key: key, subject: client.uuid, lifetime: 0)) == 401)
        }
    }

    @Test func `Tokens of devices open nothing here, and tokens from here no device services`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(scheme: .bearer)
            let token = try #require(device.accessToken)
            let path = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)/user"
            let ofDevice = ["Authorization": "Bearer \(token)"]
            let ofClient = try await console.clientHeaders()
            #expect(try await console.status(.get, path, ofDevice) == 200)
            for door in Self.doors { #expect(try await console.status(.get, door, ofDevice) == 401) }
            for door in Self.doors { #expect(try await console.status(.get, door, ofClient) == 200) }
            #expect(try await console.status(.get, path, ofClient) == 401)
            let ofAdmin = ["Authorization": "Bearer \(console.console.credentials.adminToken)"]
            #expect(try await console.status(.get, path, ofAdmin) == 401)
        }
    }

    @Test func `Deactivating, rotating and deleting the client end its tokens at once`() async throws {
        try await withConsole { console in
            let made = try await console.make("/_mock/oauth-clients", #"{"name":"CI"}"#)
            let (uuid, id) = (made["uuid"] ?? "", made["clientId"] ?? "")
            let path = "/_mock/oauth-clients/\(uuid)"
            let first = try await console.clientHeaders(id: id, secret: made["clientSecret"] ?? "")
            #expect(try await console.status(.get, "/_mock/devices", first) == 200)
            #expect(try await console.admin(.patch, path, text: #"{"isActive":false}"#).status == .ok)
            #expect(try await console.status(.get, "/_mock/devices", first) == 401)
            #expect(try await console.admin(.patch, path, text: #"{"isActive":true}"#).status == .ok)
            #expect(try await console.status(.get, "/_mock/devices", first) == 200)
            let rotated = try await console.admin(.post, "\(path)/rotate").json()
            #expect(try await console.status(.get, "/_mock/devices", first) == 401)
            let second = try await console.clientHeaders(id: id, secret: rotated["clientSecret"] as? String ?? "")
            #expect(try await console.status(.get, "/_mock/devices", second) == 200)
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.status(.get, "/_mock/devices", second) == 401)
        }
    }

    @Test func `A client has the role and the subtree it was given`() async throws {
        try await withConsole { console in
            let made = try await console.make(
                "/_mock/oauth-clients", #"{"name":"reader","group":"demo","role":"read only"}"#)
            let headers = try await console.clientHeaders(
                id: made["clientId"] ?? "", secret: made["clientSecret"] ?? "")
            #expect(try await console.status(.get, "/_mock/groups/demo/settings", headers) == 200)
            #expect(try await console.status(.get, "/_mock/groups/appreview/settings", headers) == 404)
            #expect(try await console.status(.patch, "/_mock/groups/demo/settings", headers, text: "{}") == 403)
        }
    }
}
