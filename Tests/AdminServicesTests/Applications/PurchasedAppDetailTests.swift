import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// A purchased app with how its licenses are spread (AdminStoreApplications, "Purchased applications").
struct PurchasedAppDetailTests {
    private static func purchase(_ console: TestConsole, licenses: Int) async throws -> TestApp {
        let response = try await console.api.mock(
            .post, "applications/purchased",
            """
            {"name":"Paid","bundleId":"com.example.paid","group":"demo","licenses":\(licenses),"externalId":"4711",
             "version":"2.0"}
            """)
        let body = try response.json()
        return TestApp(id: Int64(try #require(body["id"] as? Int)), uuid: try #require(body["uuid"] as? String))
    }

    @Test func `Version 2 answers what the app is and that nobody has it`() async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console, licenses: 5)
            let group = try await console.groupUUID("demo")
            let body = try await console.api.object("mam/apps/purchased/\(app.uuid)", version: 2)
            try expectJSON(
                body,
                """
                {"uuid":"\(app.uuid)","organization_group_uuid":"\(group)","name":"Paid","identifier":"com.example.paid",
                 "adam_id":"4711","vpp_app_eligibility":2,"product_type":1,"categories":[],"assignments":[],
                 "licenses_summary":{"total":5,"on_hold":0,"redeemed":0,"allocated":0,"unallocated":5}}
                """)
            let first = try await console.api.object("mam/apps/purchased/\(app.uuid)", version: 1)
            #expect(first["PurchasedLicenses"] as? Int == 5)
        }
    }

    @Test func `Licenses are allocated to devices that get it and redeemed by those that have it`() async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console, licenses: 2)
            let (everybody, uuid) = (try await console.smartGroupID(), try await console.smartGroupUUID())
            let given = try await console.api.call(
                .post, "mam/apps/purchased/\(app.id)/assignment",
                #"{"SmartGroupIds":[\#(everybody)],"DeploymentParameters":{"RemoveOnUnEnroll":false,"PushMode":"OnDemand"}}"#
            )
            #expect(given.status == .created, "\(given.text)")
            for number in 1...3 {
                let identifier = String(repeating: "0", count: 39) + String(number)
                let device = try await console.signedInDevice(
                    identifier, bundle: number == 1 ? "com.example.paid" : "com.example.demo")
                _ = try await device.fetchProfile()
            }
            let body = try await console.api.object("mam/apps/purchased/\(app.uuid)", version: 2)
            let summary = try #require(body["licenses_summary"] as? [String: Any])
            #expect(summary["allocated"] as? Int == 2 && summary["unallocated"] as? Int == 0)
            let assignment = try #require((body["assignments"] as? [[String: Any]])?.first)
            #expect(assignment["smart_group_uuid"] as? String == uuid && assignment["allocated"] as? Int == 3)
            #expect(assignment["redeemed"] as? Int == summary["redeemed"] as? Int)
            let parameters = try #require(assignment["deployment_parameters"] as? [String: Any])
            #expect(parameters["remove_on_unenroll"] as? Bool == false && parameters["assignment_type"] as? Int == 1)
            #expect(parameters["send_application_configuration"] as? Bool == false)
        }
    }

    @Test func `An unknown app, or one of another kind, is 404`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            for id in [app.uuid, "7a0e5d1c-3f1b-4c44-9a66-0f2b1c9d8e7f", "999999"] {
                try expectRefusal(
                    try await console.api.call(.get, "mam/apps/purchased/\(id)", version: 2), 404, number: 7000)
            }
        }
    }
}
