import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Purchased apps (AdminStoreApplications, "Purchased applications").
struct PurchasedAppTests {
    /// Licenses of an app of the demo group.
    private static func purchase(
        _ console: TestConsole, bundle: String = "com.example.paid", licenses: Int = 5, name: String = "Paid"
    ) async throws -> TestApp {
        let response = try await console.api.mock(
            .post, "applications/purchased",
            """
            {"name":"\(name)","bundleId":"\(bundle)","group":"demo","licenses":\(licenses),"externalId":"4711",
             "applicationUrl":"https://apps.apple.com/app/id4711","version":"2.0"}
            """)
        #expect(response.status == .created, "\(response.text)")
        let body = try response.json()
        return TestApp(id: Int64(try #require(body["id"] as? Int)), uuid: try #require(body["uuid"] as? String))
    }

    @Test func `A console begins without purchases`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, "mam/apps/purchased/search")
            #expect(response.status == .noContent && response.body.readableBytes == 0)
            #expect(try await console.api.apps("applicationtype=Purchased").isEmpty)
        }
    }

    @Test func `A purchase is found, shown and discarded`() async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console)
            let list = try await console.api.object("mam/apps/purchased/search?applicationname=pai")
            #expect(list["Total"] as? Int == 1 && list["PageSize"] as? Int == 500 && list["Page"] as? Int == 0)
            let item = try #require((list["Application"] as? [[String: Any]])?.first)
            let one = try await console.api.object("mam/apps/purchased/\(app.uuid)")
            for body in [item, one] {
                #expect(body["AppType"] as? String == "Purchased" && body["ApplicationName"] as? String == "Paid")
                #expect(body["PurchasedLicenses"] as? Int == 5 && body["AvailableLicenses"] as? Int == 5)
                #expect(body["RedeemedLicenses"] as? Int == 0 && body["ExternalId"] as? String == "4711")
                #expect(body["AppVersion"] as? String == "2.0.0.0" && body["Platform"] as? Int == 2)
                #expect((body["Id"] as? [String: Any])?["Value"] as? Int64 == app.id)
            }
            #expect(try await console.api.apps("applicationtype=purchased").count == 1)
            #expect(try await console.api.apps("applicationtype=Public").isEmpty)
            let gone = try await console.api.mock(.delete, "applications/purchased/\(app.id)")
            #expect(gone.status == .noContent)
            #expect(try await console.api.call(.get, "mam/apps/purchased/search").status == .noContent)
            try expectRefusal(
                try await console.api.call(.get, "mam/apps/purchased/\(app.id)"), 401, number: 7000)
            let again = try await console.api.mock(.delete, "applications/purchased/\(app.id)")
            #expect(again.status == .notFound)
        }
    }

    @Test func `A purchase is told as it was kept`() async throws {
        try await withConsole { console in
            let response = try await console.api.mock(
                .post, "applications/purchased", #"{"bundleId":"com.example.free","platform":"Android"}"#)
            let body = try response.json()
            let expected = [
                "name": "com.example.free", "bundleId": "com.example.free", "platform": "Android", "group": "global",
                "externalId": "", "applicationUrl": "", "version": "",
            ]
            for (name, value) in expected { #expect(body[name] as? String == value, "\(name)") }
            #expect(
                body["licenses"] as? Int == 0 && Set(body.keys) == Set(expected.keys).union(["id", "uuid", "licenses"]))
        }
    }

    @Test func `Pages hold what they are asked to`() async throws {
        try await withConsole { console in
            for number in 1...5 {
                _ = try await Self.purchase(console, bundle: "com.example.n\(number)", name: "N\(number)")
            }
            func names(_ query: String) async throws -> [String] {
                let list = try await console.api.object("mam/apps/purchased/search?\(query)")
                #expect(list["Total"] as? Int == 5)
                return (list["Application"] as? [[String: Any]] ?? []).compactMap { $0["ApplicationName"] as? String }
            }
            #expect(try await names("pagesize=2") == ["N1", "N2"])
            #expect(try await names("pagesize=2&page=2") == ["N5"])
            #expect(try await names("orderby=applicationname&sortorder=DESC&pagesize=1") == ["N5"])
            let past = try await console.api.call(.get, "mam/apps/purchased/search?page=9")
            #expect(past.status == .noContent)
            try expectRefusal(
                try await console.api.call(.get, "mam/apps/purchased/search?page=-1"), 400, number: 400)
        }
    }

    @Test(arguments: [
        #"{"SmartGroupIds":[ID],"DeploymentParameters":{"PushMode":"OnDemand"}}"#, #"{"SmartGroups":[{"Id":"ID"}]}"#,
        #"{"SmartGroups":[{"SmartGroupId":ID,"Allocated":3}]}"#,
    ])
    func `Smart groups get it, and get it again without harm`(body: String) async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console, licenses: 1)
            let body = body.replacing("ID", with: String(try await console.smartGroupID()))
            let device = try await console.signedInDevice(bundle: "com.example.paid")
            for _ in 1...2 {
                let response = try await console.api.call(.post, "mam/apps/purchased/\(app.id)/assignment", body)
                #expect(response.status == .created && response.body.readableBytes == 0, "\(response.text)")
            }
            let detail = try await console.api.object("mam/apps/purchased/\(app.id)")
            #expect((detail["SmartGroups"] as? [Any])?.count == 1 && detail["AssignedDeviceCount"] as? Int == 1)
            #expect(try await device.fetchProfile() != nil)
            var report = device.beacon()
            report.appVersion = "2.0"
            try await device.sendBeacon(report)
            let used = try await console.api.object("mam/apps/purchased/\(app.id)")
            #expect(used["RedeemedLicenses"] as? Int == 1 && used["AvailableLicenses"] as? Int == 0)
        }
    }

    @Test func `It is asked for on a device that is to have it`() async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console)
            let path = "mam/apps/purchased/\(app.id)"
            let device = try await console.signedInDevice()
            let body = #"{"Udid":"\#(device.device.value)"}"#
            try expectRefusal(try await console.api.call(.post, "\(path)/install", body), 400, number: 400)
            let all = try await console.smartGroupID()
            _ = try await console.api.call(.post, "\(path)/assignment", #"{"SmartGroupIds":[\#(all)]}"#)
            #expect(try await console.api.call(.post, "\(path)/install", body).status == .accepted)
            #expect(try await console.api.call(.post, "\(path)/uninstall", body).status == .noContent)
            for bad in ["", "{}", #"{"SmartGroupIds":[]}"#, #"{"SmartGroupIds":[1,1]}"#, #"{"SmartGroupIds":[999]}"#] {
                try expectRefusal(try await console.api.call(.post, "\(path)/assignment", bad), 400, number: 400)
            }
        }
    }

    @Test(arguments: [
        "", "{}", "[", #"{"bundleId":"a b"}"#, #"{"bundleId":"a","licenses":-1}"#, #"{"bundleId":"a","licenses":"x"}"#,
        #"{"bundleId":"a","group":"nowhere"}"#, #"{"bundleId":"a","platform":"C64"}"#,
        #"{"bundleId":"a","licenses":99999999999999999999}"#, #"{"bundleId":"a","applicationUrl":"javascript:1"}"#,
    ])
    func `A purchase that does not fit is refused`(body: String) async throws {
        try await withConsole { console in
            let response = try await console.api.mock(.post, "applications/purchased", body)
            try expectRefusal(response, 400, number: 400)
            #expect(try await console.parts.count("storeApplication") == 0)
        }
    }

    @Test func `Other subtrees and roles`() async throws {
        try await withConsole { console in
            let app = try await Self.purchase(console)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            #expect(try await other.call(.get, "mam/apps/purchased/search").status == .noContent)
            try expectRefusal(try await other.call(.get, "mam/apps/purchased/\(app.id)"), 401, number: 7000)
            #expect(try await other.mock(.delete, "applications/purchased/\(app.id)").status == .notFound)
            let into = try await other.mock(.post, "applications/purchased", #"{"bundleId":"a","group":"demo"}"#)
            #expect(into.status == .badRequest)
            let reader = try await console.api(.readOnly)
            #expect(try await reader.call(.get, "mam/apps/purchased/search").status == .ok)
            #expect(try await reader.mock(.post, "applications/purchased", "{}").status == .forbidden)
            #expect(try await reader.mock(.delete, "applications/purchased/\(app.id)").status == .forbidden)
            for id in ["x", "0", "99999999999999999999", "\(try await console.api.install(in: 7).id)"] {
                try expectRefusal(try await console.api.call(.get, "mam/apps/purchased/\(id)"), 401, number: 7000)
                #expect(try await console.api.mock(.delete, "applications/purchased/\(id)").status == .notFound)
            }
        }
    }
}
