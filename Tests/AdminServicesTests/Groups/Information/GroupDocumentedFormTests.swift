import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Documented members of routes about groups, beside those that this console had before (AdminGroups).
struct GroupDocumentedFormTests {
    @Test func `Devices of a group are counted by enrollment status`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let id = try await console.groupID("demo")
            let page = try await console.api.object("system/groups/devicecounts?organizationgroupid=\(id)")
            let group = try #require((page["LocationGroups"] as? [[String: Any]])?.first)
            let counts = try #require(group["DeviceCountByEnrollmentStatus"] as? [String: Int])
            #expect(group["TotalDevices"] as? Int == 2 && group["DeviceCount"] as? Int == 2)
            #expect(counts["Enrolled"] == 1 && counts["Registered"] == 1 && counts.values.reduce(0, +) == 2)
            #expect(counts.count == 12 && counts["AppCatalogOnly"] == 0)
            let late = try await console.api.object(
                "system/groups/devicecounts?organizationgroupid=\(id)&seentill=2026-03-03")
            #expect((late["LocationGroups"] as? [[String: Any]])?.first?["TotalDevices"] as? Int == 2)
        }
    }

    @Test func `Storage and push certificate have documented members in version 2`() async throws {
        try await withConsole { console in
            let uuid = try await console.groupUUID("demo")
            let storage = try await console.api.object("system/groups/\(uuid)/settings/agent/storage", version: 2)
            for name in ["application_capacity_mb", "content_capacity_mb", "capacity_bytes"] {
                #expect(storage[name] is Int, "\(name)")
            }
            #expect(storage["file_encryption_enabled"] as? Bool == false)
            let first = try await console.api.object("system/groups/\(uuid)/settings/agent/storage")
            #expect(first["application_capacity_mb"] == nil && first["capacity_bytes"] is Int)
            let certificate = try await console.api.object("system/groups/\(uuid)/apns", version: 2)
            #expect(
                certificate["current_setting"] as? String == "INHERIT" && certificate["thumbprint"] as? String == "")
            #expect(try await console.api.call(.get, "system/groups/\(uuid)/apns").status == .noContent)
        }
    }

    @Test func `Customization, policies and the wipe lock have documented members`() async throws {
        try await withConsole { console in
            let uuid = try await console.groupUUID("demo")
            let set = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"supportEmail":"help@example.test"}"#)
            #expect(set.status == .ok)
            let texts = try await console.api.object("system/groups/\(uuid)/settings/enrollment/customization")
            #expect(texts["enrollment_support_email"] as? String == "help@example.test")
            #expect(texts["support_email"] as? String == "help@example.test")
            #expect(texts["windowsPc_default_message_template"] as? String == "")
            #expect(texts["allow_MDM_app_groups"] as? Bool == false)
            let list = try await console.api.object("system/enrollment/restriction-policies", version: 2)
            let policies = try #require(list["enrollment_restrictions_policies"] as? [[String: Any]])
            #expect(policies.count == (list["restriction_policies"] as? [Any])?.count)
            let policy = try #require(policies.first)
            let id = try #require(policy["enrollment_restriction_policy_uuid"] as? String)
            #expect(policy["uuid"] as? String == id && policy["organization_group_name"] is String)
            let one = try await console.api.object("system/enrollment/restriction-policies/\(id)", version: 2)
            #expect(one["user_groups_list"] is [Any])
            let lock = "system/groups/\(uuid)/device-wipe-lock"
            #expect(try await console.api.object(lock)["state"] as? String == "UNLOCKED")
            _ = try await console.api.call(.put, lock, #"{"locked":true}"#)
            #expect(try await console.api.object(lock)["state"] as? String == "LOCKED")
        }
    }

    @Test func `A group is changed by its uuid in version 2`() async throws {
        try await withConsole { console in
            let (id, uuid) = (try await console.groupID("demo"), try await console.groupUUID("demo"))
            for (path, version) in [("\(id)", "v1"), (uuid, "v2")] {
                let answer = try await console.api.call(
                    .put, "system/groups/\(path)",
                    #"{"Name":"Demo \#(version)","location":{"InternalName":"x"},"Timezone":5,"AddDefaultLocation":"Yes"}"#,
                    version: 2)
                #expect(answer.status == .noContent && answer.headers[.apiVersion] == version, "\(answer.text)")
            }
        }
    }

    @Test func `Sign-ins are searched and answered by documented names`() async throws {
        try await withConsole { console in
            let dora = try await console.api(.readOnly, of: "demo", username: "dora")
            _ = try await dora.call(.get, "system/info")
            let path = "system/admins/login-history/search"
            let all = try await console.api.call(.post, path, #"{"search_text":"dor","page_number":0,"page_size":5}"#)
            let body = try all.json()
            let result = try #require((body["search_result"] as? [[String: Any]])?.first, "\(all.text)")
            #expect(result["user_name"] as? String == "dora" && result["status"] as? Int == 1)
            #expect(body["total_records"] as? Int == 1 && body["total"] as? Int == 1)
            let uuid = try #require(result["user_uuid"] as? String)
            for (text, count) in [(uuid, 1), ("00000000-0000-4000-8000-000000000000", 0)] {
                let found = try await console.api.call(.post, path, #"{"user_uuid":"\#(text)","sort_order":0}"#)
                #expect(try found.json()["total_records"] as? Int == count)
            }
        }
    }
}
