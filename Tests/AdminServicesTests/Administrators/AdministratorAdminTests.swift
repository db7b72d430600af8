import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Administrators below `/_mock` (AdminAPI, "Administrators").
struct AdministratorAdminTests {
    private static let all = "/_mock/administrators"

    private static func uuid(of name: String, _ console: TestConsole) async throws -> String {
        let list = try await console.adminJSON("\(all)?text=\(name)")
        return (list["items"] as? [[String: Any]])?.first?["uuid"] as? String ?? ""
    }

    @Test func `One is made, signs in, gets another password, is deactivated and deleted`() async throws {
        try await withConsole { console in
            let made = try await console.make(
                Self.all, #"{"username":"ann","password":"first","group":"demo","role":"Device Manager"}"#)
            let path = "\(Self.all)/\(made["uuid"] ?? "")"
            #expect(made["group"] == "demo" && made["role"] == "Device Manager" && made["passwordHash"] == nil)
            let (first, second) = (TestConsole.basic("ann", "first"), TestConsole.basic("ANN", "second"))
            #expect(try await console.status(.get, "/_mock/devices", first) == 200)
            #expect(
                try await console.admin(.put, "\(path)/password", text: #"{"password":"second"}"#).status == .noContent)
            #expect(try await console.status(.get, "/_mock/devices", first) == 401)
            #expect(try await console.status(.get, "/_mock/devices", second) == 200)
            let changed = try await console.admin(.patch, path, text: #"{"role":"Read Only","group":"global"}"#).json()
            #expect(changed["role"] as? String == "Read Only" && changed["group"] as? String == "global")
            #expect(try await console.status(.delete, "/_mock/beacons/1", second) == 403)
            #expect(try await console.admin(.patch, path, text: #"{"isActive":false}"#).status == .ok)
            #expect(try await console.status(.get, "/_mock/devices", second) == 401)
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.admin(.get, path).status == .notFound)
            let events = try await console.adminJSON("/_mock/events?action=administrator.*&subject=ann")
            #expect(events["total"] as? Int == 6)
            #expect(!"\(events)".contains("scrypt"))
        }
    }

    @Test func `Who has no role named only reads`() async throws {
        try await withConsole { console in
            let made = try await console.make(Self.all, #"{"username":"ann","password":"x"}"#)
            #expect(made["role"] == "Read Only" && made["group"] == "global")
        }
    }

    @Test func `The list is narrowed by group, role, name and activity`() async throws {
        try await withConsole { console in
            _ = try await console.administrator(of: "demo", username: "dora", role: "Read Only")
            _ = try await console.administrator(of: "demo", username: "emil", isActive: false)
            for (query, total) in [
                ("", 3), ("group=demo", 2), ("role=Read%20Only", 1), ("text=OR", 1), ("active=false", 1),
                ("active=true", 2), ("group=appreview", 0), ("pageSize=1&page=2", 3),
            ] {
                let list = try await console.adminJSON("\(Self.all)?\(query)")
                #expect(list["total"] as? Int == total, "\(query)")
            }
        }
    }

    @Test(arguments: [
        ("{}", 400), (#"{"username":"ann"}"#, 400), (#"{"username":"a:b","password":"x"}"#, 400),
        (#"{"username":"ann","password":""}"#, 400), (#"{"username":"ADMIN","password":"x"}"#, 409),
        (#"{"username":"ann","password":"x","role":"Root"}"#, 400),
        (#"{"username":"ann","password":"x","group":"nothing"}"#, 404),
        (#"{"username":"ann","password":"x","isActive":"yes"}"#, 400),
        (#"{"username":"ann","password":"x","passwordHash":"y"}"#, 400),
    ])
    func `A body that cannot be taken makes nobody`(body: String, status: Int) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.post, Self.all, text: body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(try await console.parts.count("administrator") == 1)
        }
    }

    @Test func `Nobody ends or changes themselves, except for the password`() async throws {
        try await withConsole { console in
            let path = "\(Self.all)/\(try await Self.uuid(of: "admin", console))"
            _ = try await console.administrator(of: "global", username: "other")
            let own = TestConsole.basic("admin", "admin")
            for body in [#"{"isActive":false}"#, #"{"role":"Read Only"}"#, #"{"group":"demo"}"#] {
                #expect(try await console.status(.patch, path, own, text: body) == 409)
            }
            #expect(try await console.status(.delete, path, own) == 409)
            #expect(try await console.status(.patch, path, own, text: "{}") == 200)
            #expect(try await console.status(.put, "\(path)/password", own, text: #"{"password":"new"}"#) == 204)
            #expect(try await console.status(.get, path, own) == 401)
            #expect(try await console.status(.get, path, TestConsole.basic("admin", "new")) == 200)
        }
    }

    @Test func `The last console administrator of the topmost group stays`() async throws {
        try await withConsole { console in
            let path = "\(Self.all)/\(try await Self.uuid(of: "admin", console))"
            _ = try await console.administrator(of: "demo", username: "below")
            _ = try await console.administrator(of: "global", username: "idle", isActive: false)
            _ = try await console.administrator(of: "global", username: "reader", role: "Read Only")
            for body in [#"{"isActive":false}"#, #"{"role":"API Only"}"#, #"{"group":"demo"}"#] {
                #expect(try await console.admin(.patch, path, text: body).status == .conflict)
            }
            #expect(try await console.admin(.delete, path).status == .conflict)
            _ = try await console.administrator(of: "global", username: "other")
            #expect(try await console.admin(.delete, path).status == .noContent)
        }
    }

    @Test func `Nobody gives more than they have, or takes hold of one who has more`() async throws {
        try await withConsole { console in
            let main = "\(Self.all)/\(try await Self.uuid(of: "admin", console))"
            let api = try await console.administrator(of: "global", username: "api", role: "API Only")
            let body = #"{"username":"x","password":"y","role":"Console Administrator"}"#
            #expect(try await console.status(.post, Self.all, api, text: body) == 403)
            #expect(try await console.status(.put, "\(main)/password", api, text: #"{"password":"mine"}"#) == 403)
            #expect(try await console.status(.patch, main, api, text: #"{"isActive":false}"#) == 403)
            #expect(try await console.status(.delete, main, api) == 403)
            let made = try await console.make(Self.all, #"{"username":"x","password":"y"}"#, as: api)
            let grant = #"{"role":"Console Administrator"}"#
            #expect(try await console.status(.patch, "\(Self.all)/\(made["uuid"] ?? "")", api, text: grant) == 403)
            #expect(try await console.status(.get, "/_mock/devices", TestConsole.basic("admin", "admin")) == 200)
        }
    }

    @Test func `Who administers a group reaches nobody and nothing outside of it`() async throws {
        try await withConsole { console in
            let main = "\(Self.all)/\(try await Self.uuid(of: "admin", console))"
            let local = try await console.administrator(of: "demo")
            #expect(try await console.send(.get, Self.all, headers: local).json()["total"] as? Int == 1)
            #expect(try await console.status(.get, main, local) == 404)
            #expect(try await console.status(.put, "\(main)/password", local, text: #"{"password":"x"}"#) == 404)
            #expect(try await console.status(.delete, main, local) == 404)
            let outside = #"{"username":"x","password":"y","group":"global"}"#
            #expect(try await console.status(.post, Self.all, local, text: outside) == 404)
            let made = try await console.make(Self.all, #"{"username":"x","password":"y"}"#, as: local)
            #expect(made["group"] == "demo")
            let path = "\(Self.all)/\(made["uuid"] ?? "")"
            #expect(try await console.status(.patch, path, local, text: #"{"group":"global"}"#) == 404)
        }
    }
}
