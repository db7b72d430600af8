import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Users are added through the admin REST API and sign in on devices (AdminUsers, "Users").
struct UserCreationTests {
    @Test func `A user that is added is found at once by id, by uuid and by search, and signs in`() async throws {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser()
            let byID = try await console.api.object("system/users/\(id)")
            #expect(byID["UserName"] as? String == "ada" && byID["Uuid"] as? String == uuid)
            #expect((byID["Id"] as? [String: Any])?["Value"] as? Int == id)
            let byUUID = try await console.api.object("system/users/\(uuid.uppercased())", version: 2)
            #expect(byUUID["userName"] as? String == "ada" && byUUID["id"] as? Int == id)
            let found = try await console.api.object("system/users/search?username=ada")
            #expect((found["Users"] as? [[String: Any]])?.count == 1 && found["Total"] as? Int == 1)
            let client = try await console.signIn("ada", "secret")
            #expect(try await client.status() != nil)
            let after = try await console.api.object("system/users/\(id)")
            #expect(after["EnrolledDevicesCount"] as? String == "1")
        }
    }

    @Test func `Version 1 answers every member, in the types clients decode`() async throws {
        try await withConsole { console in
            let more = """
                ,"FirstName":"Ada","LastName":"Lovelace","Email":"ada@example.test","ContactNumber":"+1","MobileNumber":"+2",
                "MessageType":"Email","EmailUserName":"al","CustomAttribute1":"a","customattribute5":"e","ExternalId":"x-1",
                "Role":"Basic Access","StagingMode":"MultiUser"
                """
            let (id, uuid) = try await console.makeUser(more: more)
            let user = try await console.api.object("system/users/\(id)")
            let group = try await console.homeID()
            let expected: [String: Any] = [
                "Id": ["Value": id], "Uuid": uuid, "UserName": "ada", "FirstName": "Ada", "LastName": "Lovelace",
                "DisplayName": "Ada Lovelace", "Status": true, "Email": "ada@example.test", "SecurityType": 2,
                "ContactNumber": "+1", "MobileNumber": "+2", "MessageType": 1, "EmailUserName": "al", "Group": "Demo",
                "LocationGroupId": "\(group)", "OrganizationGroupUuid": try await console.homeUUID(),
                "Role": "Basic Access", "EnrolledDevicesCount": "0", "CustomAttribute1": "a", "CustomAttribute2": "",
                "CustomAttribute3": "", "CustomAttribute4": "", "CustomAttribute5": "e", "ExternalId": "x-1",
                "StagingMode": "MultiUser",
            ]
            #expect(user as NSDictionary == expected as NSDictionary)
        }
    }

    @Test func `Version 2 takes and answers every member`() async throws {
        try await withConsole { console in
            let (group, role) = (try await console.homeUUID(), "0a0b0c0d-0000-4000-8000-000000000001")
            let sent: [String: Any] = [
                "userName": "ada", "securityType": "basic", "externalId": "x", "firstName": "Ada", "middleName": "K",
                "lastName": "Lovelace", "displayName": "Countess", "fullName": "Ada King", "userPrincipalName": "ada@x",
                "emailAddress": "ada@example.test", "emailUsername": "al", "phoneNumber": "+1", "mobileNumber": "+2",
                "messageType": 2, "messageTemplateUuid": role, "enrollmentRoleUuid": role, "status": true,
                "organizationGroupUuid": group, "enrollmentOrganizationGroupUuid": group, "department": "d",
                "employeeIdentifier": "7", "costCenter": "c", "customAttribute1": "1", "customAttribute2": "2",
                "customAttribute3": "3", "customAttribute4": "4", "customAttribute5": "5", "deviceStagingEnabled": true,
                "deviceStagingType": "MultiUser", "enrollmentUserCategoryId": 9,
            ]
            var body = sent
            body["password"] = "secret"
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            let response = try await console.api.call(.post, "system/users/", text, version: 2)
            #expect(response.status == .created, "\(response.text)")
            let uuid = try #require(try response.json()["uuid"] as? String)
            #expect(response.headers[.location]?.hasSuffix("/api/system/users/\(uuid)") == true)
            var user = try await console.api.object("system/users/\(uuid)", version: 2)
            #expect(user["password"] == nil)
            for name in ["id", "uuid", "enrollmentRoleName", "enrolledDevicesCount"] {
                #expect(user.removeValue(forKey: name) != nil)
            }
            let (left, right) = (
                user as NSDictionary,
                try #require(
                    try JSONSerialization.jsonObject(
                        with: JSONSerialization.data(withJSONObject: sent)) as? NSDictionary)
            )
            #expect(left == right)
        }
    }

    @Test func `The least there is to say, and the group of the administrator`() async throws {
        try await withConsole { console in
            let caller = try await console.api(.consoleAdministrator, of: "demo")
            let response = try await caller.call(.post, "system/users/adduser", #"{"UserName":"ada","Password":"x"}"#)
            #expect(response.status == .ok)
            let id = try #require(try response.json()["Value"] as? Int)
            let user = try await console.api.object("system/users/\(id)")
            #expect(user["Group"] as? String == "Demo" && user["SecurityType"] as? Int == 2)
            #expect(user["Role"] as? String == "Full Access" && user["StagingMode"] as? String == "StagingDisabled")
            let xml = try await console.api.call(
                .post, "system/users/adduser", "<User><UserName>xml</UserName><Password>x</Password></User>",
                headers: ["Accept": "application/xml"])
            #expect(xml.status == .ok && xml.text.contains("<Value>"))
        }
    }

    @Test(arguments: [
        (2, "Basic", 2, "basic"), (1, "DIRECTORY", 1, "directory"),
        (3, "AuthenticationProxy", 3, "authenticationProxy"),
        (4, "tokenonly", 4, "tokenOnly"), (5, "Saml", 5, "saml"),
    ])
    func `How a user signs in is said by number or word`(
        number: Int, word: String, ordinal: Int, later: String
    ) async throws {
        try await withConsole { console in
            for (name, value) in [("one", "\(number)"), ("two", "\"\(number)\""), ("three", "\"\(word)\"")] {
                let body = #"{"UserName":"\#(name)","Password":"x","SecurityType":\#(value)}"#
                let created = try await console.api.call(.post, "system/users/adduser", body)
                let uuid = try #require(try created.json()["uuid"] as? String)
                let first = try await console.api.object("system/users/\(try await console.userID(name))")
                #expect(first["SecurityType"] as? Int == ordinal)
                let second = try await console.api.object("system/users/\(uuid)", version: 2)
                #expect(second["securityType"] as? String == later)
            }
        }
    }

    @Test func `A password is kept as a hash and never answered or told`() async throws {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser(password: "hunter2-secret")
            let hash = try await console.parts.value(
                "SELECT passwordHash FROM enrollmentUser WHERE id = \(id)", String.self)
            #expect(hash?.hasPrefix("$scrypt$") == true)
            for (path, version) in [("\(id)", 1), (uuid, 2), ("search", 1), ("search", 2)] {
                let answer = try await console.api.call(.get, "system/users/\(path)", version: version)
                #expect(!answer.text.contains("hunter2") && !answer.text.contains("scrypt"))
            }
            let events = try await console.events("enrollmentUser.created")
            #expect(events.allSatisfy { !$0.contains("hunter2") && !$0.contains("scrypt") })
            #expect(events.last?.contains(#""username":"ada""#) == true)
        }
    }

    @Test(arguments: [
        (1, "{}", 422, 1012, "UserName"), (1, #"{"UserName":" "}"#, 422, 1012, "UserName"),
        (1, #"{"UserName":"ada"}"#, 422, 1012, "Password"),
        (1, #"{"UserName":"ada","Password":""}"#, 422, 1012, "Password"),
        (2, #"{"userName":"ada","password":"x"}"#, 422, 1012, "SecurityType"),
        (2, #"{"userName":"ada","securityType":"basic"}"#, 422, 1012, "Password"),
        (1, #"{"UserName":"DEMO","Password":"x","LocationGroupId":8}"#, 400, 6, "demo exists"),
        (2, #"{"userName":"demo","securityType":2,"password":"x","organizationGroupUuid":8}"#, 400, 6, "exists"),
        (1, #"{"UserName":"ada","Password":"x","LocationGroupId":"99"}"#, 400, 400, "no organization group 99"),
        (1, #"{"UserName":"ada","Password":"x","LocationGroupId":"x"}"#, 400, 400, "LocationGroupId"),
        (1, #"{"UserName":"ada","Password":"x","SecurityType":0}"#, 400, 400, "SecurityType is \"0\""),
        (1, #"{"UserName":"ada","Password":"x","SecurityType":"card"}"#, 400, 400, "SecurityType"),
        (1, #"{"UserName":"ada","Password":"x","Status":"maybe"}"#, 400, 400, "Status"),
        (1, #"{"UserName":"ada","Password":"x","MessageType":4}"#, 400, 400, "MessageType"),
        (2, #"{"userName":"a","securityType":2,"password":"x","enrollmentRoleUuid":"x"}"#, 400, 400, "uuid"),
        (2, #"{"userName":"a","securityType":2,"password":"x","enrollmentOrganizationGroupUuid":99}"#, 400, 400, "99"),
        (1, #"{"UserName":["a"]}"#, 400, 400, "UserName"), (1, "[1]", 400, 400, "object"), (1, "{", 400, 400, "read"),
    ])
    func `A user that cannot be added is refused with status, number and reason`(
        version: Int, body: String, status: Int, number: Int, reason: String
    ) async throws {
        try await withConsole { console in
            let before = try await console.parts.count("enrollmentUser")
            #expect(try await console.homeID() == 8)
            let path = version == 1 ? "system/users/adduser" : "system/users"
            let response = try await console.api.call(.post, path, body, version: version)
            try expectRefusal(response, status, number: number, saying: reason)
            #expect(try await console.parts.count("enrollmentUser") == before)
        }
    }

    @Test func `Two groups may have users of one name`() async throws {
        try await withConsole { console in
            try await console.makeUser("demo", group: "appreview")
            #expect(try await console.parts.count("enrollmentUser") == 3)
        }
    }

    @Test func `Whoever only reads adds nobody, and nobody is added to another's groups`() async throws {
        try await withConsole { console in
            let reader = try await console.api(.readOnly, of: "demo")
            let body = #"{"UserName":"ada","Password":"x"}"#
            try expectRefusal(try await reader.call(.post, "system/users/adduser", body), 403, number: 1011)
            try expectRefusal(try await reader.call(.post, "system/users", body, version: 2), 403, number: 1011)
            let manager = try await console.api(.deviceManager, of: "demo")
            let foreign = try await console.homeID("appreview")
            let outside = #"{"UserName":"ada","Password":"x","LocationGroupId":\#(foreign)}"#
            let refused = try await manager.call(.post, "system/users/adduser", outside)
            try expectRefusal(refused, 400, number: 400, saying: "no organization group")
            #expect(try await manager.call(.post, "system/users/adduser", body).status == .ok)
        }
    }
}
