import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Administrators as either version shows them, found in every order, and told of in the log (AdminAdministrators).
struct AdministratorViewTests {
    private static let search = "system/admins/search"

    /// Three administrators of acme and field who differ in everything that can be searched for.
    private static func fill(_ world: SmartGroupWorld) async throws {
        for body in [
            #"""
            {"UserName":"carl","Password":"p","FirstName":"Zoe","LastName":"beta","Email":"c@x.test",
             "Roles":[{"Name":"Read Only"}],"TimeZone":"(UTC+01:00) Berlin","Locale":"de-DE",
             "InitialLandingPage":"~/Hub","RequiresPasswordChange":true}
            """#,
            #"""
            {"UserName":"Dora","Password":"p","FirstName":"amy","LastName":"Gamma","Email":"B@x.test",
             "Roles":[{"Name":"API Only"}]}
            """#,
            #"""
            {"UserName":"eve","Password":"p","FirstName":"Bea","LastName":"alpha","Email":"a@y.test",
             "Roles":[{"Name":"Device Manager"}],"IsActive":false,"LocationGroupId":FIELD}
            """#,
        ] {
            let text = body.replacing("FIELD", with: "\(world.field)")
            let answer = try await world.api.call(.post, "system/admins/addadminuser", text)
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    /// Short names in place of the one the world began with.
    private static func names(_ body: [String: Any], _ list: String, _ name: String) throws -> String {
        let admins = try #require(body[list] as? [[String: Any]])
        return admins.compactMap { $0[name] as? String }.map { $0.hasPrefix("console") ? "top" : $0 }
            .joined(separator: " ")
    }

    @Test func `Both versions have every member, and one is as in a search`() async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let id = try #require(
                try await world.console.parts.value("SELECT id FROM administrator WHERE username = 'carl'", Int64.self))
            let uuid = try await world.uuid(of: "administrator", id)
            let group = try await world.uuid(of: "organizationGroup", world.acme)
            let role = AdministratorV2.roleUUID("Read Only")
            let first = """
                {"UserName":"carl","FirstName":"Zoe","LastName":"beta","Email":"c@x.test","LocationGroup":"Acme",
                 "LocationGroupId":"\(world.acme)","OrganizationGroupUuid":"\(group)","TimeZone":"(UTC+01:00) Berlin",
                 "Locale":"de-DE","InitialLandingPage":"~/Hub","LastLoginTimeStamp":"0001-01-01T00:00:00.000",
                 "IsActiveDirectoryUser":false,"RequiresPasswordChange":true,"MessageTemplateId":0,
                 "Roles":[{"Uuid":"\(role)","OrganizationGroupUuid":"\(group)","Name":"Read Only","LocationGroup":"Acme",
                  "LocationGroupId":"\(world.acme)","IsActive":true,"UserLinkId":\(id)}],
                 "Id":{"Value":\(id)},"Uuid":"\(uuid)"}
                """
            let second = """
                {"uuid":"\(uuid)","username":"carl","firstName":"Zoe","lastName":"beta","email":"c@x.test",
                 "LocationGroup":"Acme","LocationGroupId":"\(world.acme)","organizationGroupUuid":"\(group)",
                 "timeZone":"(UTC+01:00) Berlin","locale":"de-DE","initialLandingPage":"~/Hub",
                 "LastLoginTimeStamp":"0001-01-01T00:00:00.000","roles":[{"uuid":"\(role)",
                  "organizationGroupUuid":"\(group)","Name":"Read Only","LocationGroup":"Acme",
                  "LocationGroupId":"\(world.acme)","IsActive":true,"UserLinkId":\(id)}],"messageTemplateId":0,
                 "messageTemplateUuid":"00000000-0000-0000-0000-000000000000"}
                """
            let query = "\(Self.search)?username=CARL"
            try expectJSON(
                try await world.api.object(query), "{\"Admins\":[\(first)],\"Page\":0,\"PageSize\":500,\"Total\":1}")
            try expectJSON(
                try await world.api.object(query, version: 2),
                "{\"admins\":[\(second)],\"Page\":0,\"PageSize\":500,\"Total\":1}")
            for version in [1, 2, 3] {
                try expectJSON(try await world.api.object("system/admins/\(id)", version: version), first)
                try expectJSON(
                    try await world.api.object("system/admins/\(uuid.uppercased())", version: version), second)
            }
            let xml = try await world.api.call(
                .get, "system/admins/\(id)", headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<AdminUser xmlns=") && xml.text.contains("<UserName>carl</UserName>"))
        }
    }

    @Test(arguments: [
        ("orderby=username", "carl top Dora eve"), ("orderby=UserName&sortorder=DESC", "eve Dora top carl"),
        ("orderby=firstname", "top Dora eve carl"), ("orderby=lastname&sortorder=DESC", "Dora carl eve top"),
        ("orderby=email", "top eve Dora carl"), ("orderby=role", "Dora top eve carl"),
        ("orderby=status", "eve top carl Dora"), ("orderby=LocationGroup&sortorder=DESC", "eve top carl Dora"),
        ("orderby=password", "top carl Dora eve"), ("firstname=A", "Dora eve"),
        ("firstname=a&status=active", "Dora"), ("lastname=ALPHA&email=y.test", "eve"), ("role=ONLY", "carl Dora"),
        ("role=only&email=B@&username=or", "Dora"), ("organizationgroupid=FIELD", "eve"), ("status=0", "eve"),
        ("orderby=username&pagesize=2&page=1", "Dora eve"), ("status=true&role=manager", ""),
        ("organizationgroupid=OTHER", ""), ("username=%25", ""), ("email=&username=&status=", "top carl Dora eve"),
    ])
    func `Administrators are found and ordered, in either version`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("OTHER", with: "\(world.other)")
            for (version, list, name) in [(1, "Admins", "UserName"), (2, "admins", "username")] {
                let answer = try await world.api.call(.get, "\(Self.search)?\(query)", version: version)
                #expect(answer.status == (names.isEmpty ? .noContent : .ok), "\(answer.text)")
                if names.isEmpty { continue }
                #expect(try Self.names(try answer.json(), list, name) == names)
            }
        }
    }

    @Test func `Those who signed in last come last`() async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            world.console.clock.advance(seconds: 3600)
            for name in ["Dora", "carl"] {
                let caller = APICaller(
                    console: world.console, username: name, password: "p", tenantCode: world.api.tenantCode)
                #expect(try await caller.call(.get, "system/info").status == .ok)
                world.console.clock.advance(seconds: 60)
            }
            let body = try await world.api.object("\(Self.search)?orderby=lastlogintimestamp&email=x.test")
            #expect(try Self.names(body, "Admins", "UserName") == "Dora carl")
            let admins = try #require(body["Admins"] as? [[String: Any]])
            #expect(admins[0]["LastLoginTimeStamp"] as? String == "2026-03-05T11:20:30.000")
            #expect(admins[1]["LastLoginTimeStamp"] as? String == "2026-03-05T11:21:30.000")
            let back = try await world.api.object(
                "\(Self.search)?orderby=LastLoginTimeStamp&sortorder=DESC&email=x.test", version: 2)
            #expect(try Self.names(back, "admins", "username") == "carl Dora")
        }
    }

    @Test func `The log tells what an administrator was and became, never a password`() async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let id = try #require(
                try await world.console.parts.value("SELECT id FROM administrator WHERE username = 'eve'", Int.self))
            let created = try await world.console.latestEvent("administrator.created")
            #expect(created["subject"] as? String == "eve" && created["actor"] as? String == world.api.username)
            #expect(created["group"] as? String == "field" && created["before"] == nil)
            let fields = try #require(created["after"] as? [String: Any])
            #expect(fields["role"] as? String == "Device Manager" && fields["isActive"] as? String == "0")
            let change = try await world.api.call(
                .put, "system/admins/\(id)", #"{"isActive":true,"email":"e@new.test","roles":[{"Id":3}]}"#,
                version: 2)
            #expect(change.status == .ok, "\(change.text)")
            let updated = try await world.console.latestEvent("administrator.updated")
            let before = try #require(updated["before"] as? [String: Any])
            let after = try #require(updated["after"] as? [String: Any])
            for (name, old, new) in [
                ("isActive", "0", "1"), ("email", "a@y.test", "e@new.test"), ("role", "Device Manager", "Read Only"),
            ] {
                #expect(before[name] as? String == old && after[name] as? String == new, "\(name)")
            }
            #expect(try await world.api.call(.delete, "system/admins/\(id)", version: 2).status == .ok)
            let deleted = try await world.console.latestEvent("administrator.deleted")
            #expect(deleted["subject"] as? String == "eve" && deleted["after"] == nil)
            let log = try await world.console.admin(.get, "/_mock/events?pageSize=500").text
            #expect(!log.contains("passwordHash") && !log.contains("scrypt"))
        }
    }

    @Test func `A refusal repeats what was asked, and nothing of somebody elsewhere`() async throws {
        try await SmartGroupWorld.with { world in
            let main = try #require(
                try await world.console.parts.value("SELECT id FROM administrator WHERE username = 'admin'", Int64.self)
            )
            let uuid = try await world.uuid(of: "administrator", main)
            for (method, path, version) in [
                (HTTPRequest.Method.get, "system/admins/ID", 1), (.post, "system/admins/ID/update", 1),
                (.delete, "system/admins/ID/delete", 1), (.put, "system/admins/ID", 2),
                (.delete, "system/admins/ID", 2),
            ] {
                for id in ["\(main)", "999999", uuid, "x"] {
                    let body = method == .get ? nil : "{}"
                    let answer = try await world.api.call(
                        method, path.replacing("ID", with: id), body, version: version)
                    try expectRefusal(answer, 404, number: 404, saying: "There is no administrator \(id).")
                    #expect(id == uuid || !answer.text.contains(uuid))
                }
            }
        }
    }

    @Test func `An administrator is made and changed by XML, roles in an element of their own`() async throws {
        try await SmartGroupWorld.with { world in
            let body = """
                <AdminUser xmlns="http://www.air-watch.com/servicemodel/resources"><UserName>xml</UserName>
                <Password>p&amp;q</Password><FirstName>X</FirstName><LocationGroupId>\(world.field)</LocationGroupId>
                <Roles><Role><Id><Value>2</Value></Id></Role></Roles></AdminUser>
                """
            let answer = try await world.api.call(
                .post, "system/admins/addadminuser", body, headers: ["Accept": "text/xml"])
            #expect(answer.status == .ok && answer.text.contains("<EntityId xmlns="), "\(answer.text)")
            let caller = APICaller(
                console: world.console, username: "xml", password: "p&q", tenantCode: world.api.tenantCode)
            let found = try await caller.object("\(Self.search)?username=xml")
            let shown = try #require((found["Admins"] as? [[String: Any]])?.first)
            #expect((shown["Roles"] as? [[String: Any]])?.first?["Name"] as? String == "Device Manager")
            #expect(shown["LocationGroup"] as? String == "Field")
            let id = try #require((shown["Id"] as? [String: Int])?["Value"])
            let change = try await world.api.call(
                .post, "system/admins/\(id)/update",
                "<AdminUser><Roles><Name>read only</Name></Roles><Email>x@y.test</Email></AdminUser>")
            #expect(change.status == .ok && change.text.isEmpty, "\(change.text)")
            let changed = try await world.api.object("system/admins/\(id)")
            #expect((changed["Roles"] as? [[String: Any]])?.first?["Name"] as? String == "Read Only")
            #expect(changed["Email"] as? String == "x@y.test" && changed["FirstName"] as? String == "X")
            // Two roles are one too many, in this form as well.
            let two = try await world.api.call(
                .post, "system/admins/\(id)/update",
                "<A><Roles><Role><Id>1</Id></Role><Role><Id>2</Id></Role></Roles></A>")
            try expectRefusal(two, 400, number: 400, saying: "one role")
        }
    }

    @Test func `A role is what the administrator may do from the next call on`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"UserName":"role","Password":"p","Roles":[{"Name":"Read Only"}]}"#
            let made = try await world.api.call(.post, "system/admins/addadminuser", body)
            let id = try #require(try made.json()["Value"] as? Int)
            let caller = APICaller(
                console: world.console, username: "role", password: "p", tenantCode: world.api.tenantCode)
            func tag(_ name: String) async throws -> TestResponse {
                try await caller.call(.post, "mdm/tags/addtag", #"{"TagName":"\#(name)","TagType":1}"#)
            }
            try expectRefusal(try await tag("a"), 403, number: 1011)
            for (change, status) in [
                (#"{"Roles":[{"Name":"Device Manager"}]}"#, 200), (#"{"Roles":[{"Name":"Read Only"}]}"#, 403),
                (#"{"Roles":[{"Name":"AirWatch Administrator"}]}"#, 200), (#"{"IsActive":"false"}"#, 401),
                (#"{"IsActive":"true","LocationGroupId":"\#(world.field)"}"#, 200),
            ] {
                let answer = try await world.api.call(.post, "system/admins/\(id)/update", change)
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(try await tag("t\(change.count)").status.code == status, "\(change)")
            }
            let seen = try await caller.object("system/groups/search", version: 2)
            let groups = (seen["OrganizationGroups"] as? [[String: Any]])?.compactMap { $0["GroupId"] as? String }
            #expect(groups == ["field"])
        }
    }

    @Test func `Sign-ins come in pages, the latest first, with the page in body or query`() async throws {
        try await withConsole { console in
            for name in ["amy", "ben", "cat"] {
                console.clock.advance(seconds: 10)
                let caller = try await console.api(.readOnly, of: "demo", username: name)
                #expect(try await caller.call(.get, "system/info").status == .ok)
            }
            let path = "system/admins/login-history/search"
            func names(_ query: String, _ body: String?) async throws -> [String] {
                let answer = try await console.api.call(.post, "\(path)\(query)", body)
                #expect(answer.status == .ok, "\(answer.text)")
                let rows = try answer.json()["login_history"] as? [[String: Any]]
                return try #require(rows).compactMap { $0["username"] as? String }
            }
            let demo = try await console.groupUUID("demo")
            let scope = "\"organization_group_uuid\":\"\(demo)\""
            #expect(try await names("", "{\(scope)}") == ["cat", "ben", "amy"])
            #expect(try await names("", "{\(scope),\"page\":1,\"page_size\":2}") == ["amy"])
            #expect(try await names("?page=1&page_size=2", "{\(scope)}") == ["amy"])
            #expect(try await names("?page=0&pagesize=1", "{\(scope),\"page\":2}") == ["amy"])
            #expect(try await names("", "{\(scope),\"page\":7}") == [])
            #expect(try await names("", "{\(scope),\"page_size\":0}") == ["cat", "ben", "amy"])
            #expect(try await names("", "{\(scope),\"from_date\":\"2026-03-05T10:20:50\"}") == ["cat", "ben"])
            #expect(try await names("", "{\(scope),\"end_date\":\"2026-03-05T10:20:40\"}") == ["amy"])
            #expect(try await names("", "<A><username>B</username></A>") == ["ben"])
            let own = try await console.api(.readOnly, of: "demo", username: "dan")
            let told = try await own.call(.post, path, "{}").json()
            #expect(told["total"] as? Int == 4 && told["page_size"] as? Int == 500)
            let row = try #require((told["login_history"] as? [[String: Any]])?.last)
            let amy = try #require(
                try await console.parts.value("SELECT uuid FROM administrator WHERE username = 'amy'", String.self))
            #expect(row["administrator_uuid"] as? String == amy && row["organization_group_uuid"] as? String == demo)
            #expect(row["login_time"] as? String == "2026-03-05T10:20:40.000" && row["status"] as? String == "SUCCESS")
        }
    }

    @Test func `Attempts under a name nobody has are told to the topmost group only`() async throws {
        try await withConsole { console in
            let nobody = APICaller(
                console: console, username: "mallory", password: "x", tenantCode: console.api.tenantCode)
            #expect(try await nobody.call(.get, "system/info").status == .unauthorized)
            let path = "system/admins/login-history/search"
            let told = try await console.api.call(.post, path, #"{"username":"MALLORY"}"#).json()
            let row = try #require((told["login_history"] as? [[String: Any]])?.first)
            #expect(row["administrator_uuid"] as? String == "" && row["organization_group_uuid"] as? String == "")
            #expect(row["status"] as? String == "FAILURE" && row["username"] as? String == "mallory")
            let local = try await console.api(.consoleAdministrator, of: "demo")
            let hidden = try await local.call(.post, path, #"{"username":"mallory"}"#).json()
            #expect(hidden["total"] as? Int == 0)
        }
    }
}
