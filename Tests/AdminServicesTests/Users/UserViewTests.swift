import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Users as either version shows them, found in every order, and changed by either (AdminUsers).
struct UserViewTests {
    /// Names of the same thing in version 1 and version 2.
    private static let twins = [
        ("Uuid", "uuid"), ("UserName", "userName"), ("FirstName", "firstName"), ("LastName", "lastName"),
        ("DisplayName", "displayName"), ("Status", "status"), ("Email", "emailAddress"),
        ("ContactNumber", "phoneNumber"), ("MobileNumber", "mobileNumber"), ("MessageType", "messageType"),
        ("EmailUserName", "emailUsername"), ("OrganizationGroupUuid", "organizationGroupUuid"),
        ("Role", "enrollmentRoleName"), ("ExternalId", "externalId"), ("CustomAttribute1", "customAttribute1"),
        ("CustomAttribute2", "customAttribute2"), ("CustomAttribute3", "customAttribute3"),
        ("CustomAttribute4", "customAttribute4"), ("CustomAttribute5", "customAttribute5"),
    ]

    private static func expectTwins(_ first: [String: Any], _ second: [String: Any]) throws {
        for (one, other) in twins {
            let left = try canonicalJSON(try #require(first[one], "\(one)"))
            let right = try canonicalJSON(try #require(second[other], "\(other)"))
            #expect(left == right, "\(one) \(other)")
        }
        #expect((first["Id"] as? [String: Int])?["Value"] == second["id"] as? Int)
        #expect(first["EnrolledDevicesCount"] as? String == (second["enrolledDevicesCount"] as? Int).map(String.init))
        let security = (first["SecurityType"] as? Int).flatMap(UserSecurity.init(rawValue:))?.word
        #expect(security != nil && security == second["securityType"] as? String)
    }

    /// Six users of acme and field who differ in everything that can be searched for.
    private static func fill(_ world: SmartGroupWorld) async throws {
        for (name, more) in [
            (
                "carl",
                #""FirstName":"Zoe","LastName":"beta","Email":"c@x.test","Role":"Basic","SecurityType":2,"Password":"p","CustomAttribute3":"green""#
            ),
            (
                "Dora",
                #""FirstName":"amy","LastName":"Gamma","Email":"B@x.test","Role":"admin","SecurityType":5,"ContactNumber":"+1""#
            ),
            (
                "eve",
                #""FirstName":"Bea","LastName":"alpha","Email":"a@y.test","SecurityType":"directory","Status":false,"LocationGroupId":FIELD"#
            ),
        ] {
            let body = "{\"UserName\":\"\(name)\",\(more.replacing("FIELD", with: "\(world.field)"))}"
            let answer = try await world.api.call(.post, "system/users/adduser", body)
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    @Test func `Both versions say the same of a user, one by one and in lists`() async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let first = try await world.api.object("system/users/search")
            let second = try await world.api.object("system/users/search", version: 2)
            let users = try #require(first["Users"] as? [[String: Any]])
            let later = try #require(second["users"] as? [[String: Any]])
            #expect(users.map { $0["UserName"] as? String } == ["ada", "bob", "carl", "Dora", "eve"])
            #expect(users.count == later.count && second["Total"] as? Int == 5)
            for (one, other) in zip(users, later) {
                try Self.expectTwins(one, other)
                let id = try #require((one["Id"] as? [String: Int])?["Value"])
                try expectJSON(try await world.api.object("system/users/\(id)"), try canonicalJSON(one))
                let uuid = try #require(one["Uuid"] as? String)
                try expectJSON(
                    try await world.api.object("system/users/\(uuid.uppercased())"), try canonicalJSON(other))
                // The form of the id decides before the version.
                try expectJSON(
                    try await world.api.object("system/users/\(id)", version: 2), try canonicalJSON(one))
            }
            #expect(users.map { $0["EnrolledDevicesCount"] as? String } == ["2", "1", "0", "0", "0"])
        }
    }

    @Test func `What one version writes the other reads`() async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try await world.uuid(of: "enrollmentUser", world.ada)
            let changes = [
                (
                    HTTPRequest.Method.put, uuid, 2,
                    #"{"firstName":"Ada","phoneNumber":"+1","emailAddress":"a@b.test","messageType":"sms"}"#
                ),
                (
                    .post, "\(world.ada)/update", 1,
                    #"{"LASTNAME":"Lovelace","MobileNumber":"+2","CustomAttribute2":"x","status":"inactive"}"#
                ),
                (.put, uuid, 2, #"{"customAttribute2":"","securityType":"saml","externalId":"e","status":true}"#),
                (.post, "\(world.ada)/update", 1, #"{"DisplayName":"Countess","Role":"Basic","SecurityType":"4"}"#),
            ]
            for (method, path, version, body) in changes {
                let answer = try await world.api.call(method, "system/users/\(path)", body, version: version)
                #expect(answer.status == .ok && answer.text.isEmpty && answer.headers[.contentType] == nil)
                try Self.expectTwins(
                    try await world.api.object("system/users/\(world.ada)"),
                    try await world.api.object("system/users/\(uuid)", version: 2))
            }
            let user = try await world.api.object("system/users/\(uuid)", version: 2)
            let expected: [String: String] = [
                "firstName": "Ada", "lastName": "Lovelace", "displayName": "Countess", "fullName": "Ada Lovelace",
                "phoneNumber": "+1", "mobileNumber": "+2", "emailAddress": "a@b.test", "customAttribute2": "",
                "externalId": "e", "enrollmentRoleName": "Basic", "securityType": "tokenOnly",
            ]
            for (name, value) in expected { #expect(user[name] as? String == value, "\(name)") }
            #expect(user["messageType"] as? Int == 2 && user["status"] as? Bool == true)
        }
    }

    @Test(arguments: [
        ("orderby=username", "ada bob carl Dora eve"), ("orderby=UserName&sortorder=DESC", "eve Dora carl bob ada"),
        ("orderby=firstname", "ada bob Dora eve carl"), ("orderby=FirstName&sortorder=desc", "carl eve Dora ada bob"),
        ("orderby=lastname", "ada bob eve carl Dora"), ("orderby=email", "ada bob eve Dora carl"),
        ("orderby=emailaddress&sortorder=DESC", "carl Dora eve ada bob"),
        ("orderby=role", "Dora carl ada bob eve"), ("orderby=status", "eve ada bob carl Dora"),
        ("orderby=group", "ada bob carl Dora eve"), ("orderby=group&sortorder=DESC", "eve ada bob carl Dora"),
        ("orderby=id&sortorder=DESC", "eve Dora carl bob ada"), ("orderby=password", "ada bob carl Dora eve"),
    ])
    func `Users come in the order of every column, ties by id`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            for (version, list, name) in [(1, "Users", "UserName"), (2, "users", "userName")] {
                let body = try await world.api.object("system/users/search?\(query)", version: version)
                let users = try #require(body[list] as? [[String: Any]])
                #expect(users.compactMap { $0[name] as? String }.joined(separator: " ") == names, "\(version)")
            }
        }
    }

    @Test(arguments: [
        ("firstname=A", "Dora eve"), ("firstname=a&status=active", "Dora"), ("lastname=ALPHA&email=y.test", "eve"),
        ("email=X.TEST&role=bas", "carl"), ("role=full", "ada bob eve"), ("role=full&locationgroupid=FIELD", "eve"),
        ("locationgroupid=FIELD&status=true", ""), ("organizationgroupuuid=UUID&username=V", "eve"),
        ("username=a&orderby=username&sortorder=desc&pagesize=2", "Dora carl"),
        ("username=a&orderby=username&sortorder=desc&pagesize=2&page=1", "ada"), ("status=0", "eve"),
        ("STATUS=INACTIVE&FIRSTNAME=bea&LASTNAME=alp&EMAIL=a@&USERNAME=eve&ROLE=access", "eve"),
        ("username=&firstname=&status=&locationgroupid=", "ada bob carl Dora eve"), ("username=_", ""),
        ("email=%5C", ""), ("username='%20OR%201=1", ""), ("locationgroupid=OTHER", ""),
    ])
    func `Filters hold together, alone and with an order and a page`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("UUID", with: uuid)
                .replacing("OTHER", with: "\(world.other)")
            let body = try await world.api.object("system/users/search?\(query)")
            let users = try #require(body["Users"] as? [[String: Any]])
            #expect(users.compactMap { $0["UserName"] as? String }.joined(separator: " ") == names)
        }
    }

    @Test func `The event log tells what a user was and became, never a password`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"UserName":"zed","Password":"first-pass","Email":"z@x.test","SecurityType":2}"#
            let made = try await world.api.call(.post, "system/users/adduser", body)
            let id = try #require(try made.json()["Value"] as? Int)
            let created = try await world.console.latestEvent("enrollmentUser.created")
            #expect(created["subject"] as? String == "zed" && created["actor"] as? String == world.api.username)
            #expect(created["group"] as? String == "acme" && created["before"] == nil)
            let fields = try #require(created["after"] as? [String: Any])
            #expect(fields["email"] as? String == "z@x.test" && fields["securityType"] as? String == "2")
            #expect(fields["groupId"] as? String == "\(world.acme)" && fields["isActive"] as? String == "1")
            for (path, change, name, before, after) in [
                ("update", #"{"Email":"new@x.test"}"#, "email", "z@x.test", "new@x.test"),
                ("deactivate", "", "isActive", "1", "0"), ("activate", "", "isActive", "0", "1"),
                ("changelocationgroup?targetLG=\(world.field)", "", "groupId", "\(world.acme)", "\(world.field)"),
            ] {
                let answer = try await world.api.call(.post, "system/users/\(id)/\(path)", change)
                #expect(answer.status == .ok, "\(path): \(answer.text)")
                let event = try await world.console.latestEvent("enrollmentUser.updated")
                #expect((event["before"] as? [String: Any])?[name] as? String == before, "\(path)")
                #expect((event["after"] as? [String: Any])?[name] as? String == after, "\(path)")
            }
            let secret = try await world.api.call(
                .post, "system/users/\(id)/update", #"{"Password":"second-pass"}"#)
            #expect(secret.status == .ok)
            let changed = try await world.console.latestEvent("enrollmentUser.updated")
            #expect((changed["after"] as? [String: Any])?["password"] as? String == "changed")
            #expect(try await world.api.call(.delete, "system/users/\(id)/delete").status == .ok)
            let deleted = try await world.console.latestEvent("enrollmentUser.deleted")
            #expect(deleted["group"] as? String == "field" && deleted["after"] == nil)
            let log = try await world.console.admin(.get, "/_mock/events?pageSize=500").text
            #expect(!log.contains("first-pass") && !log.contains("second-pass") && !log.contains("scrypt"))
        }
    }

    @Test func `A change that says what is already so is told nowhere`() async throws {
        try await SmartGroupWorld.with { world in
            let before = try await world.console.events("enrollmentUser.").count
            for body in ["{}", #"{"UserName":"ada"}"#, #"{"Status":true,"LocationGroupId":"\#(world.acme)"}"#, ""] {
                let answer = try await world.api.call(.post, "system/users/\(world.ada)/update", body)
                #expect(answer.status == .ok, "\(body)")
            }
            #expect(try await world.console.events("enrollmentUser.").count == before)
        }
    }

    @Test func `Bulk bodies may be XML, and are answered in it`() async throws {
        try await SmartGroupWorld.with { world in
            func bulk(_ action: String, _ values: String) async throws -> TestResponse {
                try await world.api.call(
                    .post, "system/users/\(action)", "<BulkInput><BulkValues>\(values)</BulkValues></BulkInput>",
                    headers: ["Accept": "application/xml", "Content-Type": "application/xml"])
            }
            let off = try await bulk("deactivate", "<Value>\(world.ada)</Value><Value>99</Value>")
            #expect(
                off.text.contains(
                    "<AcceptedItems>1</AcceptedItems><FailedItems>1</FailedItems><Faults><Fault><ErrorCode>404</ErrorCode>"
                        + "<ItemValue>99</ItemValue><Message>User not found</Message></Fault></Faults>"), "\(off.text)")
            let one = try await bulk("activate", "<Value>\(world.ada)</Value>")
            #expect(one.text.contains("<AcceptedItems>1</AcceptedItems><FailedItems>0</FailedItems>"))
            #expect(one.text.contains("<BulkResponse xmlns=") && one.text.contains("<TotalItems>1</TotalItems>"))
            let none = try await bulk("delete", "")
            #expect(none.status == .badRequest && none.text.contains("BulkValues"))
        }
    }

    @Test func `A user is made and changed by XML`() async throws {
        try await SmartGroupWorld.with { world in
            let body = """
                <User xmlns="http://www.air-watch.com/servicemodel/resources"><UserName>x&amp;y</UserName>
                <Password> p &lt; q </Password><SecurityType>Basic</SecurityType><Status>true</Status>
                <FirstName>Zo&#235;</FirstName><LocationGroupId>\(world.field)</LocationGroupId></User>
                """
            let answer = try await world.api.call(.post, "system/users/adduser", body)
            let id = try #require(try answer.json()["Value"] as? Int, "\(answer.text)")
            let user = try await world.api.object("system/users/\(id)")
            #expect(user["UserName"] as? String == "x&y" && user["FirstName"] as? String == "Zoë")
            #expect(user["Group"] as? String == "Field")
            #expect(try await world.console.canSignIn("x&y", " p < q ", group: "field"))
            let change = try await world.api.call(
                .post, "system/users/\(id)/update", "<User><LastName>O'Neil</LastName></User>")
            #expect(change.status == .ok)
            let xml = try await world.api.call(.get, "system/users/\(id)", headers: ["Accept": "text/xml"])
            #expect(xml.text.contains("<UserName>x&amp;y</UserName>") && xml.text.contains("<LastName>O'Neil<"))
        }
    }
}
