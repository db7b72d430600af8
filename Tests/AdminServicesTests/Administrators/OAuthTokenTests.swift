import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The token endpoint (AdminAPI, "OAuth").
struct OAuthTokenTests {
    /// What every refusal has to be: OAuth's own form, never the API's.
    private func expect(
        _ answer: TestResponse, _ error: String, _ status: Int, at location: SourceLocation = #_sourceLocation
    ) throws {
        let body = try answer.json()
        #expect(answer.status.code == status, "\(answer.text)", sourceLocation: location)
        #expect(body["error"] as? String == error, "\(answer.text)", sourceLocation: location)
        #expect(body["errorCode"] == nil && body["activityId"] == nil, sourceLocation: location)
        #expect((body["error_description"] as? String)?.contains(" ") == true, sourceLocation: location)
        #expect(answer.headers[.contentType] == "application/json; charset=UTF-8", sourceLocation: location)
        #expect(answer.headers[.cacheControl] == "no-store", sourceLocation: location)
    }

    @Test(arguments: ["/connect/token", "/oauth/token", "/Connect/Token", "/CONNECT/TOKEN/", "/OAuth/token/"])
    func `A token is handed out as clients of the real service read it`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.requestToken(console.clientForm, at: path)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/json; charset=UTF-8")
            #expect(answer.headers[.cacheControl] == "no-store")
            let body = try answer.json()
            #expect(Set(body.keys) == ["access_token", "token_type", "expires_in"])
            #expect(body["token_type"] as? String == "Bearer")
            #expect(body["expires_in"] as? Int == 3600)
            #expect((body["access_token"] as? String)?.split(separator: ".").count == 3)
        }
    }

    @Test(arguments: [
        "text/plain", "application/json", "multipart/form-data", "application/x-www-form-urlencoded; charset=UTF-8", "",
    ])
    func `The type a form is said to be does not matter`(type: String) async throws {
        try await withConsole { console in
            let answer = try await console.requestToken(console.clientForm, headers: ["Content-Type": type])
            #expect(answer.status == .ok)
        }
    }

    @Test(arguments: ["", " "]) func `An empty Authorization header is an absent one`(value: String) async throws {
        try await withConsole { console in
            let granted = try await console.requestToken(console.clientForm, headers: ["Authorization": value])
            #expect(granted.status == .ok, "\(granted.text)")
            let refused = try await console.requestToken(
                "grant_type=client_credentials", headers: ["Authorization": value])
            try expect(refused, "invalid_client", 401)
            #expect(refused.text.contains("client_id or client_secret is missing"))
            #expect(refused.headers[.wwwAuthenticate] == nil)
        }
    }

    @Test func `The client may send its id and secret as Basic credentials`() async throws {
        try await withConsole { console in
            let credentials = console.console.credentials
            let basic = TestConsole.basic(credentials.oauthClientId, credentials.oauthClientSecret)
            let grant = "grant_type=client_credentials"
            #expect(try await console.requestToken(grant, headers: basic).status == .ok)
            #expect(try await console.requestToken("\(grant)&client_id=mockuem", headers: basic).status == .ok)
            let other = try await console.requestToken("\(grant)&client_id=other", headers: basic)
            try expect(other, "invalid_request", 400)
        }
    }

    @Test(arguments: [
        "a b:secret+%/=?", "plain:se%63ret", "a+b:1+2", "%41:%42",
    ])
    func `Basic credentials are taken as they are, and escaped as the RFC wants`(pair: String) async throws {
        let parts = pair.split(separator: ":").map(String.init)
        try await withConsole([\.adminOAuthClientId: parts[0], \.adminOAuthClientSecret: parts[1]]) {
            console async throws in
            func escaped(_ text: String) -> String {
                let allowed = CharacterSet(
                    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ")
                let escaped = text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
                return escaped.replacing(" ", with: "+")
            }
            let grant = "grant_type=client_credentials"
            let plain = TestConsole.basic(parts[0], parts[1])
            #expect(try await console.requestToken(grant, headers: plain).status == .ok)
            let quoted = TestConsole.basic(escaped(parts[0]), escaped(parts[1]))
            #expect(try await console.requestToken(grant, headers: quoted).status == .ok)
            let form = "\(grant)&client_id=\(escaped(parts[0]))&client_secret=\(escaped(parts[1]))"
            #expect(try await console.requestToken(form).status == .ok)
        }
    }

    @Test(arguments: [
        ("", "invalid_request"), ("{\"grant_type\":\"client_credentials\"}", "invalid_request"),
        ("grant_type=", "invalid_request"), ("grant_type=password", "unsupported_grant_type"),
        ("grant_type=Client_Credentials", "unsupported_grant_type"), ("%ff=%ff", "invalid_request"),
        ("grant_type=client_credentials&scope=all&client_id=mockuem", "invalid_scope"),
    ])
    func `A request that is not understood is 400 in OAuth's own words`(form: String, error: String) async throws {
        try await withConsole { console in
            try expect(try await console.requestToken(form), error, 400)
        }
    }

    @Test(arguments: [
        "", "&client_id=mockuem", "&client_id=&client_secret=x", "&client_id=mockuem&client_secret=wrong",
        "&client_id=nobody&client_secret=wrong", "&client_id=MOCKUEM&client_secret=wrong", "&client_secret=x",
    ])
    func `A client that is not known is 401, whatever is wrong`(rest: String) async throws {
        try await withConsole { console in
            let answer = try await console.requestToken("grant_type=client_credentials\(rest)")
            try expect(answer, "invalid_client", 401)
            #expect(answer.headers[.wwwAuthenticate] == nil)
        }
    }

    @Test(arguments: ["Basic", "Basic *", "Basic bW9ja3VlbQ==", "Basic bW9ja3VlbTp4", "Bearer x", "x"])
    func `Who came with a header is told which one is taken`(header: String) async throws {
        try await withConsole { console in
            let answer = try await console.requestToken(console.clientForm, headers: ["Authorization": header])
            try expect(answer, "invalid_client", 401)
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic realm=") == true)
        }
    }

    @Test func `An unknown client and a wrong secret are answered alike`() async throws {
        try await withConsole { console in
            let grant = "grant_type=client_credentials"
            let wrong = try await console.requestToken("\(grant)&client_id=mockuem&client_secret=x").text
            let unknown = try await console.requestToken("\(grant)&client_id=nobody&client_secret=x").text
            #expect(wrong == unknown)
        }
    }

    @Test func `A body too large is refused`() async throws {
        try await withConsole([\.limitsLogin: "300"]) { console in
            let form = console.clientForm + "&x=" + String(repeating: "x", count: 300)
            try expect(try await console.requestToken(form), "invalid_request", 413)
        }
    }

    @Test func `A configured client replaces the one of the earlier start`() async throws {
        try await withConsole { console in
            let clients = console.parts.model.oauthClients
            let old = try await console.clientHeaders()
            try await clients.seed(clientID: "other", secret: "s", replacing: "mockuem")
            #expect(try await console.status(.get, "/_mock/devices", old) == 401)
            try expect(try await console.requestToken(console.clientForm), "invalid_client", 401)
            let new = try await console.clientHeaders(id: "other", secret: "s")
            #expect(try await console.status(.get, "/_mock/devices", new) == 200)
            let generation = console.parts.core.database.generation
            try await clients.seed(clientID: "other", secret: "s", replacing: "other")
            #expect(console.parts.core.database.generation == generation)
            try await clients.seed(clientID: "other", secret: "t", replacing: "other")
            #expect(try await console.status(.get, "/_mock/devices", new) == 401)
            #expect(try await console.parts.count("oauthClient") == 2)
        }
    }
}
