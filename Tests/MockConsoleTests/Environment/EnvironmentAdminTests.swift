import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What clients made over the admin API comes back from a file as it was (EnvironmentFile).
struct EnvironmentAdminTests {
    /// What everything that is made is called, as JSON writes it.
    struct Texts: Sendable, CustomTestStringConvertible {
        /// A text that people write.
        let text: String
        /// A name of a user or a group, which follows `NameRule`.
        let name: String

        var testDescription: String { text }

        /// A body with them: text for each `*`, name for each `^`.
        func fill(_ body: String) -> String { body.replacing("*", with: text).replacing("^", with: name) }
    }

    private static let plain = Texts(text: "plain", name: "plain")

    /// A text with what no name should have, and every route takes; and a name of what means something in files.
    private static let awkward = Texts(
        text: #"a\u0001\tb\r\nc\u007f\u0085"#, name: #"- a: \"b\" # 'c', {d} [e] & !f | >g % @h ä"#)

    /// Lists that tell all there is of what a file keeps, and members of items that are of one console alone.
    private static let lists: [(path: String, name: String, version: Int, own: [String])] = [
        ("system/groups/search", "LocationGroups", 1, ["CreatedOn", "Id", "Devices"]),
        ("system/users/search", "Users", 1, ["Id", "LocationGroupId"]),
        ("system/users/search", "users", 2, ["id"]),
        ("system/usergroups/search", "UserGroup", 1, ["UserGroupId", "OrganizationGroup"]),
        ("mdm/tags/search", "Tags", 1, ["Id", "LocationGroupId", "DateTagged"]),
        ("mdm/smartgroups/search", "SmartGroups", 1, ["SmartGroupID", "ManagedByOrganizationGroupId"]),
        ("mdm/profiles/search", "Profiles", 1, ["Id", "LocationGroupId", "ModifiedOn"]),
        ("mdm/compliancepolicy/search", "CompliancePolicy", 1, ["DevicePolicyId", "RootLocationGroupId"]),
        ("system/eventnotifications/search", "EventNotifications", 1, ["Id", "organizationGroupId"]),
    ]

    /// Each list without what differs from console to console, in an order of its own.
    private static func told(_ api: APICaller) async throws -> [String: [String]] {
        var told: [String: [String]] = [:]
        for (path, name, version, own) in lists {
            let items = try await api.object(path, version: version)[name] as? [[String: Any]]
            let texts = try (items ?? []).map { item in
                let kept = item.filter { !own.contains($0.key) }
                let data = try JSONSerialization.data(withJSONObject: kept, options: .sortedKeys)
                return String(decoding: data, as: UTF8.self)
            }
            #expect(!texts.isEmpty, "\(path)")
            told["\(path) \(version)"] = texts.sorted()
        }
        return told
    }

    /// Makes something, and answers its id and uuid; each `*` of the body stands for the text, and each `^` for the name.
    @discardableResult
    private static func make(
        _ console: TestConsole, _ texts: Texts, _ path: String, _ body: String, version: Int = 1
    ) async throws -> (id: Int, uuid: String) {
        let answer = try await console.api.call(.post, path, texts.fill(body), version: version)
        #expect([200, 201].contains(answer.status.code), "\(path): \(answer.text)")
        let made = try answer.json()
        return (made["Value"] as? Int ?? 0, made["uuid"] as? String ?? "")
    }

    /// Makes groups, users and a user group, by the routes clients use.
    private static func makePeople(_ console: TestConsole, _ texts: Texts) async throws -> (group: Int, users: Int) {
        func make(_ path: String, _ body: String, version: Int = 1) async throws -> (id: Int, uuid: String) {
            try await Self.make(console, texts, path, body, version: version)
        }
        let group = try await make(
            "system/groups/7",
            #"{"Name":"^","GroupId":"acme","LocationGroupType":"Customer","Country":"*","Locale":"*"}"#)
        let field = try await make(
            "system/groups/\(group.id)", #"{"Name":"F^","GroupId":"field","LocationGroupType":"Container"}"#)
        let user = try await make(
            "system/users/adduser",
            """
            {"UserName":"u^x","Password":"secret","SecurityType":"AuthenticationProxy","Status":true,"FirstName":"*",
             "LastName":"*","DisplayName":"*","Email":"*","ContactNumber":"*","MobileNumber":"*","MessageType":"Sms",
             "EmailUserName":"*","Role":"*","ExternalId":"*","CustomAttribute1":"*","CustomAttribute5":"*",
             "LocationGroupId":\(group.id)}
            """)
        _ = try await make(
            "system/users",
            """
            {"userName":"second","password":"secret","securityType":"basic","department":"*","middleName":"*",
             "enrollmentUserCategoryId":7,"messageType":"qrCode","costCenter":"*","employeeIdentifier":"*",
             "organizationGroupUuid":"\(group.uuid)","enrollmentOrganizationGroupUuid":"\(field.uuid)"}
            """, version: 2)
        _ = try await make(
            "system/users/adduser",
            #"{"UserName":"third","SecurityType":"TokenOnly","Status":false,"LocationGroupId":\#(group.id)}"#)
        let members = try await make(
            "system/usergroups/createcustomusergroup",
            #"{"GroupName":"g*x","Description":"*","ManagedByOrganizationGroupID":\#(group.id)}"#)
        let added = try await console.api.call(
            .post, "system/usergroups/\(members.id)/user/\(user.id)/addusertogroup")
        #expect(added.status == .ok)
        return (group.id, members.id)
    }

    /// Makes one of everything else a file keeps.
    private static func furnish(_ console: TestConsole, _ texts: Texts) async throws {
        let (acme, users) = try await makePeople(console, texts)
        let tag = try await make(
            console, texts, "mdm/tags/addtag",
            #"{"TagName":"t*x","TagType":2,"TagAvatar":"*","LocationGroupId":\#(acme)}"#)
        let smartGroup = try await make(
            console, texts, "mdm/smartgroups",
            """
            {"Name":"s*x","CriteriaType":"All","ManagedByOrganizationGroupId":\(acme),"Models":["*"],
             "Tags":[{"Id":"\(tag.id)"}],"UserGroups":[{"Id":"\(users)"}]}
            """)
        let profile = try await console.api.call(
            .post, "mdm/profiles/platforms/apple/create",
            texts.fill(
                """
                {"General":{"Name":"p*x","Description":"*","ManagedLocationGroupID":\(acme),
                 "AssignedSmartGroups":[{"SmartGroupId":\(smartGroup.id)}]},"*":{"*":"*"}}
                """))
        #expect(profile.status == .ok, "\(profile.text)")
        try await make(
            console, texts, "system/eventnotifications",
            #"{"TargetName":"hook","TargetUrl":"https://hook.example.test/","IsActive":false,"organizationGroupId":\#(acme)}"#
        )
        for (path, body) in [
            ("/_mock/groups/acme/compliance-rules", #"{"name":"r*x","kind":"compromised"}"#),
            (
                "/_mock/profiles",
                #"{"name":"k*x","group":"acme","description":"*","payloads":[{"PayloadType":"X","k":"*"}]}"#
            ),
        ] {
            let answer = try await console.admin(.post, path, text: texts.fill(body))
            #expect(answer.status == .created, "\(answer.text)")
        }
        let settings = try await console.admin(
            .patch, "/_mock/groups/acme/settings",
            text: texts.fill(#"{"supportEmail":"*","supportPhone":"*"}"#))
        #expect(settings.status == .ok, "\(settings.text)")
    }

    @Test(arguments: [plain, awkward])
    func `What clients made is told the same by a console that imported its export`(texts: Texts) async throws {
        let (export, told) = try await withConsole { console in
            try await Self.furnish(console, texts)
            let export = try await console.admin(.get, "/_mock/environment").text
            let again = try await console.importEnvironment(export, onConflict: "fail")
            #expect(again.status == .ok, "\(again.text)")
            return (export, try await Self.told(console.api))
        }
        try await withConsole { other in
            let answer = try await other.importEnvironment(export)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await other.admin(.get, "/_mock/environment").text == export)
            let toldThere = try await Self.told(other.api)
            for (list, items) in told { #expect(toldThere[list] == items, "\(list)") }
        }
    }

    @Test func `A kind of user that does not fit the account is refused, and one alone says what the account is`()
        async throws
    {
        for (line, message) in [
            (
                "users: [{username: a, accountType: Saml, securityType: basic}]",
                "an account of the type Saml is never that"
            ),
            (
                "users: [{username: a, enrollmentGroup: global/nowhere}]",
                "there is no organization group global/nowhere"
            ),
        ] {
            let field = line.contains("security") ? "users[0].securityType" : "users[0].enrollmentGroup"
            let bad = BadEnvironment(line, field, message)
            let error = try #require(try await bad.refusal())
            #expect(bad.isNamed(in: error), "\(error.details)")
        }
        let document = try EnvironmentReader.read(
            EnvironmentFixtures.global(
                "users: [{username: a, securityType: SAML}, {username: b, securityType: tokenonly}]"))
        let users = try #require(document.groups.first?.users)
        #expect(users.map(\.accountType) == ["Saml", "Basic"] && users.map(\.security) == [.saml, .tokenOnly])
    }
}
