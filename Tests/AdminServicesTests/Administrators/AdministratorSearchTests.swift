import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Administrators and keys as the admin REST API tells them (AdminAPI, "Search of administrators").
struct AdministratorSearchTests {
    private static let search = "system/admins/search"

    @Test func `The first version is as clients of it read it`() async throws {
        try await withConsole { console in
            _ = try await console.administrator(of: "demo", username: "dora", role: "Read Only")
            let answer = try await console.api.object(Self.search)
            #expect(answer["Page"] as? Int == 0 && answer["PageSize"] as? Int == 500 && answer["Total"] as? Int == 2)
            let admins = try #require(answer["Admins"] as? [[String: Any]])
            let dora = try #require(admins.last)
            #expect(dora["UserName"] as? String == "dora" && dora["LocationGroup"] as? String == "Demo")
            #expect(Int(dora["LocationGroupId"] as? String ?? "") != nil)
            #expect((dora["Id"] as? [String: Any])?["Value"] is Int && dora["Uuid"] is String)
            #expect(dora["LastLoginTimeStamp"] as? String == "0001-01-01T00:00:00.000")
            let role = try #require((dora["Roles"] as? [[String: Any]])?.first)
            #expect(role["Name"] as? String == "Read Only" && role["IsActive"] as? Bool == true)
        }
    }

    @Test func `The second version has other names`() async throws {
        try await withConsole { console in
            let answer = try await console.api.object("\(Self.search)?username=ADM", version: 2)
            let admins = try #require(answer["admins"] as? [[String: Any]])
            #expect(admins.count == 1 && admins[0]["username"] as? String == "admin")
            #expect(admins[0]["organizationGroupUuid"] is String && admins[0]["LocationGroupId"] as? String == "7")
            let role = try #require((admins[0]["roles"] as? [[String: Any]])?.first)
            #expect(role["Name"] as? String == "Console Administrator" && role["uuid"] is String)
            #expect(!"\(answer)".contains("scrypt"))
        }
    }

    @Test(arguments: [
        ("", 200, 3), ("username=admin", 200, 1), ("UserName=nobody", 204, 0), ("role=read", 200, 1),
        ("status=inactive", 200, 1), ("Status=Active", 200, 2), ("email=a", 204, 0), ("email=", 200, 3),
        ("organizationgroupid=7", 200, 3), ("organizationgroupid=999", 204, 0), ("page=9", 204, 0),
        ("pagesize=999999", 200, 3), ("other=x", 200, 3),
    ])
    func `Searches are narrowed, and find nothing with 204`(query: String, status: Int, count: Int) async throws {
        try await withConsole { console in
            _ = try await console.administrator(of: "demo", username: "dora", role: "Read Only")
            _ = try await console.administrator(of: "demo", username: "emil", isActive: false)
            let answer = try await console.api.call(.get, "\(Self.search)?\(query)")
            #expect(answer.status.code == status)
            if status == 204 {
                #expect(answer.text.isEmpty && answer.headers[.contentType] == nil)
            } else {
                #expect((try answer.json()["Admins"] as? [Any])?.count == count)
            }
        }
    }

    @Test(arguments: [("status=x", 422), ("organizationgroupid=x", 400), ("page=x", 400), ("pagesize=-1", 400)])
    func `What cannot be asked for is refused`(query: String, status: Int) async throws {
        try await withConsole { console in
            let answer = try await console.api.call(.get, "\(Self.search)?\(query)")
            #expect(answer.status.code == status, "\(answer.text)")
        }
    }

    @Test func `They come in the order asked for, in pages, and of the own subtree`() async throws {
        try await withConsole { console in
            for name in ["zoe", "Bob"] { _ = try await console.administrator(of: "demo", username: name) }
            func names(_ query: String, _ caller: APICaller) async throws -> [String] {
                let list = try await caller.object("\(Self.search)?\(query)")["Admins"] as? [[String: Any]]
                return list?.compactMap { $0["UserName"] as? String } ?? []
            }
            #expect(try await names("orderby=username", console.api) == ["admin", "Bob", "zoe"])
            #expect(try await names("orderby=username&sortorder=DESC&pagesize=2", console.api) == ["zoe", "Bob"])
            #expect(try await names("pagesize=2&page=1", console.api) == ["Bob"])
            let local = try await console.api(.readOnly, of: "demo")
            #expect(try await names("", local).contains("admin") == false)
        }
    }

    @Test func `Keys and clients of a group are listed without their secrets`() async throws {
        try await withConsole { console in
            let group = try #require(try await console.parts.model.groups.group(code: "demo"))
            let key = try await console.make("/_mock/api-keys", #"{"name":"CI","group":"demo"}"#)
            let client = try await console.make("/_mock/oauth-clients", #"{"name":"bot","group":"demo"}"#)
            let headers = try await console.clientHeaders(
                id: client["clientId"] ?? "", secret: client["clientSecret"] ?? "")
            let path = "/api/system/v2/groups/\(group.uuid.uppercased())/api-keys"
            let answer = try await console.send(.get, path, headers: headers)
            #expect(answer.status == .ok && answer.headers[.apiVersion] == "v2")
            #expect(!answer.text.contains(key["key"] ?? "") && !answer.text.contains(client["clientSecret"] ?? ""))
            let body = try answer.json()
            let keys = try #require(body["api_keys"] as? [[String: Any]])
            #expect(keys.count == 1 && keys[0]["service_name"] as? String == "CI")
            #expect(keys[0]["api_key"] as? String == String(repeating: "*", count: 32))
            #expect(keys[0]["daily_quota_usage"] as? Int == 0)
            let clients = try #require(body["oauth_clients"] as? [[String: Any]])
            #expect(clients.count == 1 && clients[0]["oauth_client_id"] as? String == client["clientId"])
            #expect(clients[0]["oauth_client_name"] as? String == "bot")
            #expect(clients[0]["daily_quota_usage"] as? Int == 1)
            let global = try #require(try await console.parts.model.groups.group(code: "global"))
            for uuid in [global.uuid, "nothing", "7"] {
                let status = try await console.status(.get, "/api/system/v2/groups/\(uuid)/api-keys", headers)
                #expect(status == 404, "\(uuid)")
            }
        }
    }
}
