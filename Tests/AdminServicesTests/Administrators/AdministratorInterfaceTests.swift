import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Administrators made, changed and ended over the admin REST API (AdminAdministrators).
struct AdministratorInterfaceTests {
    private static let dora = #"""
        "UserName":"dora","Password":"s3cret","FirstName":"Dora","LastName":"Day","Email":"dora@example.test",
        "TimeZone":"(UTC+01:00) Berlin","Locale":"de-DE","InitialLandingPage":"~/Hub","RequiresPasswordChange":true
        """#

    /// Adds an administrator and answers the id.
    private static func add(_ caller: APICaller, group: Int64, role: String = "Device Manager") async throws -> Int {
        let body = #"{\#(dora),"LocationGroupId":"\#(group)","Roles":[{"Name":"\#(role)"}]}"#
        let response = try await caller.call(.post, "system/admins/addadminuser", body)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["Value"] as? Int)
    }

    @Test func `An administrator who is added signs in, and shows what was said of them`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let id = try await Self.add(console.api, group: demo)
            let shown = try await console.api.object("system/admins/\(id)")
            #expect(shown["UserName"] as? String == "dora" && shown["FirstName"] as? String == "Dora")
            #expect(shown["LastName"] as? String == "Day" && shown["Email"] as? String == "dora@example.test")
            #expect(shown["TimeZone"] as? String == "(UTC+01:00) Berlin" && shown["Locale"] as? String == "de-DE")
            #expect(
                shown["InitialLandingPage"] as? String == "~/Hub" && shown["RequiresPasswordChange"] as? Bool == true)
            #expect(shown["LocationGroupId"] as? String == "\(demo)" && shown["Password"] == nil)
            #expect(shown["LastLoginTimeStamp"] as? String == "0001-01-01T00:00:00.000")
            let uuid = try #require(shown["Uuid"] as? String)
            let second = try await console.api.object("system/admins/\(uuid)", version: 2)
            #expect(second["username"] as? String == "dora" && second["email"] as? String == "dora@example.test")
            let caller = APICaller(
                console: console, username: "dora", password: "s3cret",
                tenantCode: console.console.credentials.tenantCode)
            #expect(try await caller.call(.get, "mdm/devices/search").status == .noContent)
            let seen = try await console.api.object("system/admins/search?email=DORA&firstname=dor&lastname=day")
            let admin = try #require((seen["Admins"] as? [[String: Any]])?.first)
            #expect(admin["LastLoginTimeStamp"] as? String == TestClock.start.zoneless)
        }
    }

    @Test func `An id says nothing of administrators above`() async throws {
        try await withConsole { console in
            let list = try await console.api.object("system/admins/search?username=admin")
            let main = try #require((list["Admins"] as? [[String: Any]])?.first)
            let id = try #require((main["Id"] as? [String: Any])?["Value"] as? Int)
            let uuid = try #require(main["Uuid"] as? String)
            let below = try await console.api(.consoleAdministrator, of: "demo")
            for (method, path) in [
                (HTTPRequest.Method.get, "\(id)"), (.post, "\(id)/update"), (.delete, "\(id)/delete"),
            ] {
                let refused = try await below.call(method, "system/admins/\(path)")
                try expectRefusal(refused, 404, number: 404, saying: "There is no administrator \(id).")
                #expect(!refused.text.contains(uuid))
            }
        }
    }

    @Test func `Version 2 answers the uuid, and every way to name a role works`() async throws {
        try await withConsole { console in
            let roles = try #require(try await console.api.object("system/groups/7/roles")["Roles"] as? [[String: Any]])
            #expect(roles.compactMap { $0["Name"] as? String } == AdministratorRole.allCases.map(\.rawValue))
            let reader = try #require(roles.first { $0["Name"] as? String == "Read Only" })
            let id = try #require((reader["Id"] as? [String: Any])?["Value"] as? Int)
            let uuid = try #require(reader["Uuid"] as? String)
            for (name, role) in [
                ("a", #"{"uuid":"\#(uuid)"}"#), ("b", #"{"Id":\#(id)}"#), ("c", #"{"Id":{"Value":\#(id)}}"#),
                ("d", #"{"name":"read only"}"#),
            ] {
                let body =
                    #"{"username":"\#(name)","password":"p","organizationGroupUuid":"\#(try await console.groupUUID("demo"))","roles":[\#(role)]}"#
                let response = try await console.api.call(.post, "system/admins", body, version: 2)
                #expect(response.status == .ok, "\(response.text)")
                let made = try #require(try response.json()["uuid"] as? String)
                let shown = try await console.api.object("system/admins/\(made)", version: 2)
                #expect((shown["roles"] as? [[String: Any]])?.first?["Name"] as? String == "Read Only")
                #expect(try await console.api.call(.delete, "system/admins/\(made)", version: 2).status == .ok)
                let gone = try await console.api.call(.get, "system/admins/\(made)", version: 2)
                try expectRefusal(gone, 404, number: 404)
            }
        }
    }

    @Test func `An administrator is changed and deleted`() async throws {
        try await withConsole { console in
            let id = try await Self.add(console.api, group: try await console.groupID("demo"))
            for (path, method, version) in [
                ("system/admins/\(id)/update", HTTPRequest.Method.post, 1), ("system/admins/\(id)", .put, 2),
            ] {
                let body = #"{"Email":"new\#(version)@example.test","Roles":[{"Name":"System Administrator"}]}"#
                let response = try await console.api.call(method, path, body, version: version)
                #expect(response.status == .ok && response.text.isEmpty)
                let shown = try await console.api.object("system/admins/\(id)")
                #expect(
                    shown["Email"] as? String == "new\(version)@example.test" && shown["FirstName"] as? String == "Dora"
                )
                #expect((shown["Roles"] as? [[String: Any]])?.first?["Name"] as? String == "Console Administrator")
            }
            let response = try await console.api.call(.delete, "system/admins/\(id)/delete")
            #expect(response.status == .ok && response.text.isEmpty && response.headers[.contentType] == nil)
            try expectRefusal(try await console.api.call(.delete, "system/admins/\(id)/delete"), 404, number: 404)
        }
    }

    @Test(arguments: [
        (#"{"Password":"x"}"#, 422, 1012), (#"{"UserName":"x"}"#, 422, 1012),
        (#"{"UserName":"","Password":"x"}"#, 422, 1012),
        (#"{"UserName":"a:b","Password":"x"}"#, 400, 400), (#"{"UserName":"admin","Password":"x"}"#, 400, 400),
        (#"{"UserName":"x","Password":"x","Roles":[{"Name":"King"}]}"#, 400, 400),
        (#"{"UserName":"x","Password":"x","Roles":[{"Id":99}]}"#, 400, 400),
        (#"{"UserName":"x","Password":"x","Roles":[{"Name":"Read Only"},{"Name":"API Only"}]}"#, 400, 400),
        (#"{"UserName":"x","Password":"x","LocationGroupId":"99999"}"#, 400, 400),
        (#"{"UserName":"x","Password":"x","LocationGroupId":"z"}"#, 400, 400), ("7", 400, 400),
    ])
    func `What cannot be an administrator is refused`(body: String, status: Int, number: Int) async throws {
        try await withConsole { console in
            for (path, version) in [("system/admins/addadminuser", 1), ("system/admins", 2)] {
                let response = try await console.api.call(.post, path, body, version: version)
                try expectRefusal(response, status, number: number)
            }
        }
    }

    @Test func `Nobody grants more than they have, ends themselves or the last administrator`() async throws {
        try await withConsole { console in
            let main = try #require(
                try await console.parts.value("SELECT id FROM administrator WHERE username = 'admin'", Int.self))
            let own = try await console.api.call(.delete, "system/admins/\(main)/delete")
            try expectRefusal(own, 400, number: 400, saying: "yourself")
            let demoted = try await console.api.call(
                .post, "system/admins/\(main)/update", #"{"Roles":[{"Name":"Read Only"}]}"#)
            try expectRefusal(demoted, 400, number: 400, saying: "yourself")
            let named = try await console.api.call(.post, "system/admins/\(main)/update", #"{"FirstName":"Ann"}"#)
            #expect(named.status == .ok)
            let programs = try await console.api(.apiOnly)
            let body = #"{\#(Self.dora),"Roles":[{"Name":"Console Administrator"}]}"#
            let more = try await programs.call(.post, "system/admins/addadminuser", body)
            try expectRefusal(more, 403, number: 1011)
            let kill = try await programs.call(.delete, "system/admins/\(main)/delete")
            try expectRefusal(kill, 403, number: 1011)
            let token = try await console.send(
                .delete, "/api/system/admins/\(main)/delete",
                headers: ["Authorization": "Bearer \(console.console.credentials.adminToken)"])
            try expectRefusal(token, 400, number: 400, saying: "last active")
        }
    }

    @Test func `An administrator of a group reaches those of it and below it only`() async throws {
        try await withConsole { console in
            let id = try await Self.add(console.api, group: 7)
            let local = try await console.api(.consoleAdministrator, of: "demo")
            for (method, path, version) in [
                (HTTPRequest.Method.get, "system/admins/\(id)", 1), (.delete, "system/admins/\(id)/delete", 1),
                (.post, "system/admins/\(id)/update", 1), (.delete, "system/admins/\(id)", 2),
            ] {
                let response = try await local.call(method, path, "{}", version: version)
                try expectRefusal(response, 404, number: 404)
            }
            let body = #"{"UserName":"eve","Password":"x","LocationGroupId":7}"#
            try expectRefusal(try await local.call(.post, "system/admins/addadminuser", body), 400, number: 400)
            let reader = try await console.api(.readOnly)
            #expect(try await reader.call(.get, "system/admins/\(id)").status == .ok)
            try expectRefusal(try await reader.call(.delete, "system/admins/\(id)/delete"), 403, number: 1011)
        }
    }

    @Test func `Passwords are not changed here any more`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(.post, "system/admins/1/changepassword", #"{"Password":"x"}"#)
            try expectRefusal(response, 410, number: 410, saying: "no longer changed")
        }
    }

    @Test func `Requests that come at once are one sign-in`() async throws {
        try await withConsole { console in
            let dora = try await console.api(.deviceManager, of: "demo", username: "dora")
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 1...8 { group.addTask { try await dora.call(.get, "mdm/devices/search").status } }
                for try await status in group { #expect(status.code < 300) }
            }
            let count = try await console.parts.value(
                "SELECT COUNT(*) FROM administratorSignIn WHERE username = 'dora'", Int.self)
            #expect(count == 1)
        }
    }

    @Test func `Sign-ins are told, those that follow closely once`() async throws {
        try await withConsole { console in
            let dora = try await console.api(.deviceManager, of: "demo", username: "dora")
            _ = try await dora.call(.get, "mdm/devices/search")
            _ = try await dora.call(.get, "mdm/devices/search")
            let wrong = APICaller(
                console: console, username: "dora", password: "wrong", tenantCode: dora.tenantCode)
            #expect(try await wrong.call(.get, "mdm/devices/search").status == .unauthorized)
            let path = "system/admins/login-history/search"
            let answer = try await console.api.call(.post, path, #"{"username":"DORA"}"#).json()
            #expect(answer["page"] as? Int == 0 && answer["page_size"] as? Int == 500 && answer["total"] as? Int == 2)
            let rows = try #require(answer["login_history"] as? [[String: Any]])
            #expect(rows.map { $0["status"] as? String } == ["FAILURE", "SUCCESS"])
            #expect(rows.allSatisfy { ($0["administrator_uuid"] as? String)?.count == 36 })
            #expect(rows[0]["login_time"] as? String == TestClock.start.zoneless && rows[0]["ip_address"] is String)
            for (body, count) in [
                (#"{"username":"dora","status":"success"}"#, 1), (#"{"to_date":"2001-01-01"}"#, 0),
                (#"{"username":"dora","page":1,"page_size":1}"#, 1), (#"{"organization_group_uuid":"99"}"#, 0),
            ] {
                let rows = try await console.api.call(.post, path, body).json()["login_history"] as? [Any]
                #expect(rows?.count == count, "\(body)")
            }
            for body in [#"{"status":"maybe"}"#, #"{"from_date":"x"}"#, #"{"page":-1}"#, "[]"] {
                try expectRefusal(try await console.api.call(.post, path, body), 400, number: 400)
            }
            let reader = try await console.api(.readOnly, of: "appreview")
            let other = try await reader.call(.post, path, #"{"username":"dora"}"#)
            let rest = try other.json()["login_history"] as? [Any]
            #expect(other.status == .ok && rest?.isEmpty == true)
        }
    }
}
