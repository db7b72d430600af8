import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// API keys below `/_mock` (AdminAPI, "API keys").
struct APIKeyAdminTests {
    private static let keys = "/_mock/api-keys"

    @Test func `A key is shown once, works until it is revoked, and stays in the list`() async throws {
        try await withConsole { console in
            let made = try await console.make(Self.keys, #"{"group":"demo","name":"CI"}"#)
            let (uuid, key) = (made["uuid"] ?? "", made["key"] ?? "")
            #expect(key.count == 32 && made["group"] == "demo" && made["name"] == "CI")
            let shown = try await console.admin(.get, "\(Self.keys)/\(uuid)")
            let kept = "\(try await console.contents())"
            #expect(!shown.text.contains(key) && !kept.contains(key))
            let headers = TestConsole.basic("admin", "admin").merging(["aw-tenant-code": key]) { $1 }
            #expect(try await console.status(.get, "/api/system/info", headers) == 200)
            for _ in 0..<2 {
                let revoked = try await console.admin(.post, "\(Self.keys)/\(uuid)/revoke").json()
                #expect(revoked["isActive"] as? Bool == false && revoked["revokedAt"] is String)
            }
            #expect(try await console.status(.get, "/api/system/info", headers) == 403)
            let active = try await console.adminJSON("\(Self.keys)?active=true")
            let ended = try await console.adminJSON("\(Self.keys)?active=false&text=ci&group=DEMO")
            #expect(active["total"] as? Int == 1 && ended["total"] as? Int == 1)
            #expect(try await console.admin(.delete, "\(Self.keys)/\(uuid)").status == .noContent)
            #expect(try await console.admin(.get, "\(Self.keys)/\(uuid)").status == .notFound)
            let events = try await console.adminJSON("/_mock/events?action=apiKey.*")
            let actions = (events["items"] as? [[String: Any]] ?? []).map { $0["action"] as? String }
            #expect(actions == ["apiKey.deleted", "apiKey.revoked", "apiKey.created", "apiKey.created"])
        }
    }

    @Test func `The list has pages`() async throws {
        try await withConsole { console in
            for number in 0..<5 { _ = try await console.make(Self.keys, "{\"name\":\"key \(number)\"}") }
            let page = try await console.adminJSON("\(Self.keys)?page=1&pageSize=4")
            #expect(page["total"] as? Int == 6 && (page["items"] as? [Any])?.count == 2)
            #expect(((page["items"] as? [[String: Any]])?.last?["name"] as? String) == "key 4")
        }
    }

    @Test(arguments: [
        ("", 400), ("[]", 400), ("{", 400), ("{}", 400), (#"{"name":""}"#, 400), (#"{"name":1}"#, 400),
        (#"{"name":"x","group":7}"#, 400), (#"{"name":"x","group":"a/b"}"#, 400),
        (#"{"name":"x","group":"nothing"}"#, 404), (#"{"name":"x","key":"mine"}"#, 400),
        (#"{"name":"a\u0007b"}"#, 400),
    ])
    func `A body that cannot be taken makes nothing`(body: String, status: Int) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.post, Self.keys, text: body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(try answer.json()["errorCode"] is Int)
            #expect(try await console.parts.count("apiKey") == 1)
        }
    }

    @Test(arguments: ["page=x", "active=maybe", "group=a%2Fb", "role=Read%20Only", "other=1"])
    func `A filter that cannot be heeded is refused`(query: String) async throws {
        try await withConsole { console async throws in
            #expect(try await console.admin(.get, "\(Self.keys)?\(query)").status == .badRequest)
        }
    }

    @Test func `Keys outside of the own subtree are neither seen nor ended, nor made`() async throws {
        try await withConsole { console in
            let local = try await console.administrator(of: "demo")
            let other = try await console.make(Self.keys, #"{"name":"x","group":"appreview"}"#)["uuid"] ?? ""
            #expect(try await console.send(.get, Self.keys, headers: local).json()["total"] as? Int == 0)
            for (method, path) in [(HTTPRequest.Method.get, ""), (.post, "/revoke"), (.delete, "")] {
                #expect(try await console.status(method, "\(Self.keys)/\(other)\(path)", local) == 404)
            }
            for group in ["appreview", "global"] {
                let body = "{\"name\":\"x\",\"group\":\"\(group)\"}"
                #expect(try await console.status(.post, Self.keys, local, text: body) == 404)
            }
            #expect(try await console.make(Self.keys, #"{"name":"mine"}"#, as: local)["group"] == "demo")
        }
    }
}
