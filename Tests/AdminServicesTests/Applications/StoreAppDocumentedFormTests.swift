import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Documented bodies and members of purchased apps and application groups (AdminStoreApplications).
struct StoreAppDocumentedFormTests {
    private static func purchase(_ console: TestConsole) async throws -> String {
        let made = try await console.api.mock(
            .post, "applications/purchased",
            #"{"name":"Paid","bundleId":"com.example.paid","group":"demo","licenses":5,"externalId":"4711"}"#)
        return String(try #require(try made.json()["id"] as? Int))
    }

    @Test func `A purchased app is assigned by the documented body`() async throws {
        try await withConsole { console in
            let path = "mam/apps/purchased/\(try await Self.purchase(console))"
            let group = try await console.smartGroupID()
            let body = """
                {"ManagedBy":8,"Assignments":[{"Status":"Active","SmartGroupId":\(group),"Users":0,"Allocated":3}],
                 "Deployment":{"AssignmentType":"OnDemand","RemoveOnUnenroll":true,"PreventApplicationBackup":true},
                 "SendApplicationConfiguration":true,"AppConfigList":[{"Key":"server","Value":"x","Type":"String"}]}
                """
            let answer = try await console.api.call(.post, "\(path)/assignment", body)
            #expect(answer.status == .created, "\(answer.text)")
            let app = try await console.api.object(path)
            let demo = Int(try await console.groupID("demo"))
            #expect(app["ManagedBy"] as? Int == demo)
            let licenses = try #require(app["Licenses"] as? [String: Int])
            #expect(licenses["TotalLicenses"] == 5 && licenses["Redeemed"] == 0 && app["Orders"] is [String: Int])
            let assignment = try #require((app["Assignments"] as? [[String: Any]])?.first)
            #expect(assignment["SmartGroupId"] as? Int == Int(group) && assignment["LocationGroupId"] is String)
            let deployment = try #require(app["Deployment"] as? [String: Any])
            #expect(deployment["AssignmentType"] as? String == "OnDemand")
            #expect(deployment["RemoveOnUnenroll"] as? Bool == true)
            #expect(deployment["PreventApplicationBackup"] as? Bool == true)
            let later = try await console.api.object(path, version: 2)
            #expect(later["identifier"] as? String == "com.example.paid" && later["adam_id"] as? String == "4711")
            #expect((later["licenses_summary"] as? [String: Int])?["total"] == 5)
            let given = try #require((later["assignments"] as? [[String: Any]])?.first)
            let parameters = try #require(given["deployment_parameters"] as? [String: Any])
            #expect(parameters["assignment_type"] as? Int == 1)
            let pair = try #require((parameters["application_configurations"] as? [[String: Any]])?.first)
            #expect(pair["key"] as? String == "server" && pair["value"] as? String == "x")
            #expect(parameters["send_application_configuration"] as? Bool == true)
        }
    }

    @Test func `An application group is made and answered by documented names`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let made = try await console.api.call(
                .post, "mam/apps/appgroups",
                """
                {"ApplicationGroupID":"0","Name":"Games","AppGroupType":"Blacklist","Platform":"Apple","AppCount":"1",
                 "ManagedByOrganizationGroupID":"\(demo)","OrganizationGroups":[{"Id":"\(demo)","Name":"Demo"}],
                 "DeviceOwnership":"Any","Applications":[{"Name":"Chess","BundleId":"com.example.chess"}]}
                """)
            #expect(made.status == .ok, "\(made.text)")
            let body = try made.json()
            let id = try #require(body["Value"] as? Int)
            #expect(body["ApplicationGroupID"] as? Int == id && body["uuid"] is String && body["Uuid"] == nil)
            let list = try await console.api.object("mam/apps/appgroups/\(id)")
            for body in [body, list] {
                #expect(body["ManagedByOrganizationGroupID"] as? String == "\(demo)")
                #expect(body["AppCount"] as? String == "1" && body["DeviceModel"] as? String == "Any")
                let app = try #require((body["Applications"] as? [[String: Any]])?.first)
                #expect(app["Name"] as? String == "Chess" && app["ApplicationName"] as? String == "Chess")
                #expect((body["OrganizationGroups"] as? [[String: String]])?.first?["Name"] == "Demo")
            }
        }
    }
}
