import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What is known of a group beside the group itself, member by member, and to whom (AdminGroups, "What belongs to a
/// group", "Settings").
struct GroupDetailMemberTests {
    @Test func `Administrators and roles of a group have every member`() async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try await world.uuid(of: "organizationGroup", world.acme)
            let roles = try await world.api.object("system/groups/\(uuid)/roles")
            let listed = try #require(roles["Roles"] as? [[String: Any]])
            for (number, role) in AdministratorRole.allCases.enumerated() {
                try expectJSON(
                    listed[number],
                    """
                    {"Id":{"Value":\(number + 1)},"Uuid":"\(AdministratorV2.roleUUID(role.rawValue))",
                     "Name":"\(role.rawValue)","LocationGroup":"Acme","LocationGroupId":"\(world.acme)","IsActive":true}
                    """)
            }
            let admins = try await world.api.object("system/groups/\(uuid)/getadmins")
            let id = try #require(
                try await world.console.parts.value(
                    "SELECT id FROM administrator WHERE username = '\(world.api.username)'", Int64.self))
            try expectJSON(
                admins,
                """
                {"Page":0,"PageSize":500,"Total":1,"Admins":[{"UserName":"\(world.api.username)","FirstName":"",
                 "LastName":"","Email":"","LocationGroup":"Acme","LocationGroupId":"\(world.acme)",
                 "OrganizationGroupUuid":"\(uuid)","TimeZone":"(UTC) Coordinated Universal Time","Locale":"en-US",
                 "InitialLandingPage":"~/AirWatch","LastLoginTimeStamp":"2026-03-05T10:20:30.000",
                 "IsActiveDirectoryUser":false,"RequiresPasswordChange":false,"MessageTemplateId":0,
                 "Roles":[{"Uuid":"\(AdministratorV2.roleUUID("Console Administrator"))",
                  "OrganizationGroupUuid":"\(uuid)","Name":"Console Administrator","LocationGroup":"Acme",
                  "LocationGroupId":"\(world.acme)","IsActive":true,"UserLinkId":\(id)}],
                 "Id":{"Value":\(id)},"Uuid":"\(try await world.uuid(of: "administrator", id))"}]}
                """)
        }
    }

    @Test func `Users and tags of a group are those of their own searches`() async throws {
        try await SmartGroupWorld.with { world in
            let moved = try await world.api.call(
                .post, "system/users/\(world.bob)/changelocationgroup?targetLG=\(world.field)")
            #expect(moved.status == .ok)
            _ = try await world.api.addTag("deep", group: world.field)
            for (group, users, tags) in [
                (world.acme, ["ada", "bob"], ["pilot", "deep"]), (world.field, ["bob"], ["deep"]),
            ] {
                let listed = try await world.api.object("system/groups/\(group)/users")
                let found = try await world.api.object("system/users/search?locationgroupid=\(group)")
                try expectJSON(listed, try canonicalJSON(found))
                let names = (listed["Users"] as? [[String: Any]])?.compactMap { $0["UserName"] as? String }
                #expect(names == users)
                let own = try await world.api.object("system/groups/\(group)/tags")
                let told = (own["Tags"] as? [[String: Any]])?.compactMap { $0["TagName"] as? String }
                #expect(told == tags && own["Total"] as? Int == tags.count)
            }
        }
    }

    @Test func `Counts of devices have every member, group by group`() async throws {
        try await SmartGroupWorld.with { world in
            let acme = try await world.uuid(of: "organizationGroup", world.acme)
            let field = try await world.uuid(of: "organizationGroup", world.field)
            let body = try await world.api.object("system/groups/devicecounts")
            func counts(_ enrolled: Int, _ registered: Int) -> String {
                """
                {"Discovered":0,"Registered":\(registered),"EnrollmentInProgress":0,"Enrolled":\(enrolled),
                 "EnterpriseWipePending":0,"DeviceWipePending":0,"Retired":0,"Unenrolled":0,"AppCatalogOnly":0,
                 "BlackListed":0,"PendingAgent":0,"UnenrolledByFeedbackService":0}
                """
            }
            try expectJSON(
                body,
                """
                {"LocationGroups":[
                  {"LocationGroupId":{"Value":\(world.acme)},"LocationGroupUuid":"\(acme)","LocationGroupName":"Acme",
                   "GroupId":"acme","DeviceCount":4,"TotalDevices":4,"EnrolledDeviceCount":3,
                   "DeviceCountByEnrollmentStatus":\(counts(3, 1))},
                  {"LocationGroupId":{"Value":\(world.field)},"LocationGroupUuid":"\(field)","LocationGroupName":"Field",
                   "GroupId":"field","DeviceCount":2,"TotalDevices":2,"EnrolledDeviceCount":2,
                   "DeviceCountByEnrollmentStatus":\(counts(2, 0))}],
                 "Page":0,"PageSize":500,"Total":2}
                """)
        }
    }

    @Test(arguments: [
        ("", [4, 2]), ("organizationgroupid=FIELD", [2]), ("organizationgroupid=UUID", [2]),
        ("organizationgroupid=", [4, 2]),
        ("seensince=2026-03-01", [3, 1]), ("seentill=2026-03-01", [1, 1]),
        ("seensince=2026-02-01&seentill=2026-03-01&organizationgroupid=FIELD", [1]),
        ("seensince=2026-03-05T10:20:30.000&seentill=2026-03-05T10:20:30.000", [3, 1]),
        ("seensince=2027-01-01", [0, 0]),
    ])
    func `Counts of devices are narrowed by group and time`(query: String, counts: [Int]) async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("UUID", with: uuid)
            let body = try await world.api.object("system/groups/devicecounts?\(query)")
            let groups = try #require(body["LocationGroups"] as? [[String: Any]])
            #expect(groups.map { $0["DeviceCount"] as? Int } == counts)
        }
    }

    @Test(arguments: ["organizationgroupid=x", "organizationgroupid=999999", "organizationgroupid=7"])
    func `Counts of a group nobody sees are not found`(query: String) async throws {
        try await SmartGroupWorld.with { world in
            let response = try await world.api.call(.get, "system/groups/devicecounts?\(query)")
            try expectRefusal(response, 404, number: 6008)
        }
    }

    @Test func `What users are shown comes from the nearest group that says`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.console.admin(
                .patch, "/_mock/groups/acme/settings",
                text: #"{"supportEmail":"help@acme.test","supportPhone":"+49 30 1"}"#)
            _ = try await world.console.admin(
                .patch, "/_mock/groups/field/settings", text: #"{"supportPhone":"+49 30 2"}"#)
            let templates = [
                "android", "apple", "apple_mac", "apple_tv", "chromebook", "windows8Rt", "windowsPc", "windowsPhone8",
                "windows_mobile", "windows_phone", "zebra_printer",
            ].map { ",\"\($0)_default_message_template\":\"\"" }.joined()
            for (group, phone) in [(world.acme, "+49 30 1"), (world.field, "+49 30 2")] {
                let uuid = try await world.uuid(of: "organizationGroup", group)
                for path in ["system/groups/\(group)", "mdm/groups/\(uuid)", "mdm/groups/\(uuid.uppercased())"] {
                    try expectJSON(
                        try await world.api.object("\(path)/settings/enrollment/customization"),
                        """
                        {"organization_group_uuid":"\(uuid)","support_email":"help@acme.test","support_phone":"\(phone)",
                         "consent_message":"","post_enrollment_landing_url":"","enrollment_message_template_uuid":"",
                         "enrollment_support_email":"help@acme.test","enrollment_support_phone":"\(phone)",
                         "allow_MDM_app_groups":false,"assign_platform_specific_message_template":false\(templates)}
                        """)
                }
            }
        }
    }

    @Test func `Room for what apps send is told in bytes, none for no limit`() async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try await world.uuid(of: "organizationGroup", world.acme)
            for (megabytes, bytes) in [(1, 1_048_576), (50, 52_428_800), (0, 0)] {
                let set = try await world.console.admin(
                    .patch, "/_mock/groups/acme/settings", text: "{\"logQuotaMegabytes\":\(megabytes)}")
                #expect(set.status == .ok, "\(set.text)")
                try expectJSON(
                    try await world.api.object("mdm/groups/\(uuid)/settings/agent/storage"),
                    "{\"organization_group_uuid\":\"\(uuid)\",\"used_bytes\":0,\"capacity_bytes\":\(bytes)}")
            }
        }
    }

    @Test func `A restriction policy has every member, follows settings, and is the same after a change`() async throws
    {
        try await SmartGroupWorld.with { world in
            let group = try await world.uuid(of: "organizationGroup", world.acme)
            let list = try await world.api.object("mdm/enrollment/restriction-policies", version: 2)
            let first = try #require((list["restriction_policies"] as? [[String: Any]])?.first)
            let uuid = try #require(first["uuid"] as? String)
            func expected(_ mdm: Bool, _ registered: Bool, _ groups: String, _ uuids: String = "") -> String {
                """
                {"enrollment_restriction_policy_uuid":"\(uuid)","organization_group_name":"Acme",
                 "user_groups_list":[\(uuids)],"uuid":"\(uuid)","name":"Enrollment restrictions of Acme","organization_group_uuid":"\(group)",
                 "allowed_ownerships":[],"allowed_platforms":[],"maximum_devices_per_user":0,
                 "is_default":true,"require_mdm_enrollment":\(mdm),"registered_devices_only":\(registered),
                 "user_groups":[\(groups)]}
                """
            }
            try expectJSON(first, expected(false, false, ""))
            _ = try await world.console.admin(
                .patch, "/_mock/groups/acme/settings",
                text: #"{"requireMDMEnrollment":true,"registeredDevicesOnly":true}"#)
            let path = "mdm/enrollment/restriction-policies/\(uuid.uppercased())"
            try expectJSON(try await world.api.object(path, version: 2), expected(true, true, ""))
            let crew = try await world.api.call(
                .post, "system/usergroups/createcustomusergroup", #"{"GroupName":"Crew"}"#)
            let made = try #require(try crew.json()["uuid"] as? String)
            let id = try #require(try crew.json()["Value"] as? Int)
            let sales = try await world.uuid(of: "userGroup", world.sales)
            let change = try await world.api.call(
                .patch, path, #"{"user_group_uuids":["\#(made)","\#(world.sales)","\#(made)"]}"#, version: 2)
            #expect(change.status == .noContent, "\(change.text)")
            try expectJSON(
                try await world.api.object(path, version: 2),
                expected(
                    true, true,
                    #"{"id":\#(world.sales),"uuid":"\#(sales)","name":"Sales"},{"id":\#(id),"uuid":"\#(made)","name":"Crew"}"#,
                    "\"\(sales)\",\"\(made)\""))
            let event = try await world.console.latestEvent("restrictionPolicy.updated")
            try expectJSON(event["before"], #"{"userGroups":""}"#)
            #expect(event["group"] as? String == "acme" && event["subject"] as? String == "acme")
            // A user group that goes leaves the policy.
            _ = try await world.api.call(.delete, "system/usergroups/\(world.sales)/delete")
            try expectJSON(
                try await world.api.object(path, version: 2),
                expected(true, true, #"{"id":\#(id),"uuid":"\#(made)","name":"Crew"}"#, "\"\(made)\""))
            let none = try await world.api.call(.patch, path, #"{"user_group_uuids":[]}"#, version: 2)
            #expect(none.status == .noContent)
            try expectJSON(try await world.api.object(path, version: 2), expected(true, true, ""))
        }
    }

    @Test func `A user group of another branch is none to a policy`() async throws {
        try await SmartGroupWorld.with { world in
            let list = try await world.console.api(.consoleAdministrator, of: "other").object(
                "system/enrollment/restriction-policies", version: 2)
            let policies = try #require(list["restriction_policies"] as? [[String: Any]])
            #expect(policies.count == 1)
            let uuid = try #require(policies[0]["uuid"] as? String)
            let foreign = try await world.console.api(.apiOnly, of: "other")
            let change = try await foreign.call(
                .patch, "mdm/enrollment/restriction-policies/\(uuid)", #"{"user_group_uuids":["\#(world.sales)"]}"#,
                version: 2)
            try expectRefusal(change, 400, number: 400, saying: "\(world.sales)")
        }
    }

    @Test func `Every role reads what belongs to a group`() async throws {
        try await SmartGroupWorld.with { world in
            for role in AdministratorRole.allCases {
                let caller = try await world.console.api(role, of: "field")
                for name in [
                    "getadmins", "users", "roles", "tags", "settings/enrollment/customization",
                    "settings/agent/storage",
                ] {
                    let response = try await caller.call(.get, "system/groups/\(world.field)/\(name)")
                    #expect(response.status == .ok, "\(role) \(name)")
                    let above = try await caller.call(.get, "system/groups/\(world.acme)/\(name)")
                    try expectRefusal(above, 404, number: 6008)
                }
            }
        }
    }

    @Test func `An audit tells what happened to a device in order, and of groups below`() async throws {
        try await SmartGroupWorld.with { world in
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d2")
            let id = try #require((device["Id"] as? [String: Int])?["Value"])
            for (method, path, body) in [
                (HTTPRequest.Method.put, "mdm/devices/\(id)", #"{"DeviceFriendlyName":"Tablet"}"#),
                (.patch, "mdm/devices/\(id)/enrollmentuser/\(world.bob)", nil),
                (.delete, "mdm/devices/\(id)", nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                world.console.clock.advance(seconds: 60)
                let response = try await world.api.call(method, path, body)
                #expect(response.status.code < 300, "\(path): \(response.text)")
            }
            for code in ["acme", "FIELD"] {
                let body = try await world.api.object("mdm/ogs/\(code)/devices/audit")
                #expect(body["Total"] as? Int == 1 && body["NextPage"] as? String == "")
                let audited = try #require((body["Devices"] as? [[String: Any]])?.first)
                #expect(audited["DeviceName"] as? String == "Tablet")
                let events = try #require(audited["Events"] as? [[String: Any]])
                #expect(events.first?["Status"] as? String == "Deleted")
                #expect(events.first?["DateTime"] as? String == "2026-03-05T10:23:30.000")
                #expect(events.allSatisfy { $0["UserName"] as? String == world.api.username })
                #expect(events.contains { $0["Status"] as? String == "Updated" })
            }
            let deleted = try await world.api.object("mdm/ogs/acme/devices/audit?Status=DELETED")
            #expect(((deleted["Devices"] as? [[String: Any]])?.first?["Events"] as? [Any])?.count == 1)
            let late = try await world.api.object("mdm/ogs/acme/devices/audit?startdate=2026-03-05T10:23:00")
            #expect(((late["Devices"] as? [[String: Any]])?.first?["Events"] as? [Any])?.count == 1)
        }
    }
}
