import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// OAuth clients below `/_mock` (AdminAPI, "OAuth clients").
struct OAuthClientAdminTests {
    private static let clients = "/_mock/oauth-clients"

    @Test func `A client is made, shown without its secret, changed and deleted`() async throws {
        try await withConsole { console in
            let made = try await console.make(
                Self.clients, #"{"name":"CI","group":"demo","role":"Device Manager","clientId":"ci"}"#)
            let (path, secret) = ("\(Self.clients)/\(made["uuid"] ?? "")", made["clientSecret"] ?? "")
            #expect(secret.count == 64 && made["clientId"] == "ci" && made["role"] == "Device Manager")
            let shown = try await console.admin(.get, path)
            let kept = "\(try await console.contents())"
            #expect(!shown.text.contains(secret) && !kept.contains(secret))
            let changed = try await console.admin(
                .patch, path, text: #"{"name":"Other","role":"read only","group":"global"}"#
            ).json()
            #expect(changed["name"] as? String == "Other" && changed["role"] as? String == "Read Only")
            #expect(changed["group"] as? String == "global" && changed["clientSecret"] == nil)
            let rotated = try await console.admin(.post, "\(path)/rotate").json()
            #expect((rotated["clientSecret"] as? String)?.count == 64 && rotated["clientSecret"] as? String != secret)
            let old = "grant_type=client_credentials&client_id=ci&client_secret=\(secret)"
            #expect(try await console.requestToken(old).status == .unauthorized)
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.admin(.patch, path, text: "{}").status == .notFound)
            let events = try await console.adminJSON("/_mock/events?action=oauthClient.*&subject=CI")
            #expect(events["total"] as? Int == 1)
            #expect(try await console.parts.count("eventLog WHERE action LIKE 'oauthClient.%'") == 5)
        }
    }

    @Test func `What is left out is chosen`() async throws {
        try await withConsole { console in
            let made = try await console.make(Self.clients, #"{"name":"CI"}"#)
            #expect(made["role"] == "API Only" && made["group"] == "global" && made["clientId"]?.count == 32)
        }
    }

    @Test func `The list is narrowed and paged`() async throws {
        try await withConsole { console in
            for role in AdministratorRole.allCases {
                let body = "{\"name\":\"\(role.rawValue)\",\"role\":\"\(role.rawValue)\",\"group\":\"demo\"}"
                _ = try await console.make(Self.clients, body)
            }
            for (query, total) in [
                ("", 5), ("group=demo", 4), ("role=read%20only", 1), ("role=Console%20Administrator", 2),
                ("text=only", 2), ("active=false", 0), ("group=global", 5), ("group=nothing", 0),
            ] {
                let list = try await console.adminJSON("\(Self.clients)?\(query)")
                #expect(list["total"] as? Int == total, "\(query)")
            }
            #expect(try await console.admin(.get, "\(Self.clients)?role=wizard").status == .badRequest)
        }
    }

    @Test(arguments: [
        ("{}", 400), (#"{"name":"x","role":"wizard"}"#, 400), (#"{"name":"x","clientId":"a:b"}"#, 400),
        (#"{"name":"x","clientId":"mockuem"}"#, 409), (#"{"name":"x","clientSecret":"mine"}"#, 400),
        (#"{"name":"x","group":"nothing"}"#, 404), (#"{"name":"x","isActive":false}"#, 400),
    ])
    func `A body that cannot be taken makes nothing`(body: String, status: Int) async throws {
        try await withConsole { console async throws in
            #expect(try await console.admin(.post, Self.clients, text: body).status.code == status)
            #expect(try await console.parts.count("oauthClient") == 1)
        }
    }

    @Test func `A client cannot end or change itself, but takes a new name and secret`() async throws {
        try await withConsole { console in
            let headers = try await console.clientHeaders()
            let list = try await console.adminJSON(Self.clients)
            let uuid = (list["items"] as? [[String: Any]])?.first?["uuid"] as? String ?? ""
            let path = "\(Self.clients)/\(uuid)"
            for body in [#"{"isActive":false}"#, #"{"role":"Read Only"}"#, #"{"group":"demo"}"#] {
                #expect(try await console.status(.patch, path, headers, text: body) == 409)
            }
            #expect(try await console.status(.delete, path, headers) == 409)
            #expect(try await console.status(.patch, path, headers, text: #"{"name":"me"}"#) == 200)
            #expect(try await console.status(.post, "\(path)/rotate", headers) == 200)
            #expect(try await console.status(.get, path, headers) == 401)
        }
    }

    @Test func `Nobody gives a client more than they have, or takes hold of one that has more`() async throws {
        try await withConsole { console in
            let api = try await console.administrator(of: "global", username: "api", role: "API Only")
            let main = try await console.adminJSON(Self.clients)
            let uuid = (main["items"] as? [[String: Any]])?.first?["uuid"] as? String ?? ""
            let body = #"{"name":"x","role":"Console Administrator"}"#
            #expect(try await console.status(.post, Self.clients, api, text: body) == 403)
            for (method, path, body) in [
                (HTTPRequest.Method.patch, "", #"{"name":"x"}"#), (.post, "/rotate", nil), (.delete, "", nil),
            ] {
                let status = try await console.status(method, "\(Self.clients)/\(uuid)\(path)", api, text: body)
                #expect(status == 403)
            }
            let own = try await console.make(Self.clients, #"{"name":"own"}"#, as: api)["uuid"] ?? ""
            let grant = #"{"role":"Console Administrator"}"#
            #expect(try await console.status(.patch, "\(Self.clients)/\(own)", api, text: grant) == 403)
            let local = try await console.administrator(of: "demo")
            #expect(try await console.status(.post, "\(Self.clients)/\(uuid)/rotate", local) == 404)
            let inside = try await console.make(Self.clients, #"{"name":"in"}"#, as: local)["uuid"] ?? ""
            let outside = #"{"group":"global"}"#
            #expect(try await console.status(.patch, "\(Self.clients)/\(inside)", local, text: outside) == 404)
        }
    }
}
