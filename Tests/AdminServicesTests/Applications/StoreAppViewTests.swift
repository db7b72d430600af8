import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Public and purchased apps member by member, and found in every order (AdminStoreApplications).
struct StoreAppViewTests {
    /// Members both kinds have of acme's apps, beside those named.
    private static func expected(
        _ world: SmartGroupWorld, _ id: Int64, _ more: String
    ) async throws -> String {
        """
        {\(more),"AppRank":0,"ApplicationFileName":"","ApplicationSize":"0.00 MB","ApplicationSource":0,
         "AssignedDeviceCount":0,"AssignmentStatus":"NotAssigned","AutoUpdateVersion":false,"BuildVersion":"",
         "CategoryList":{"Category":[]},"ChangeLog":"","Comments":"","ContentGatewayId":0,"DeveloperEmail":"",
         "DeveloperName":"","DeveloperPhone":"","EnableProvisioning":false,"IconFileName":"","SupportEmail":"",
         "SupportPhone":"",
         "Id":{"Value":\(id)},"InstalledDeviceCount":0,"IsDependencyFile":false,"IsReimbursable":false,"LargeIconUri":"",
         "LocationGroupId":\(world.acme),"MediumIconUri":"","MetadataFileName":"","NotInstalledDeviceCount":0,
         "OrganizationGroupUuid":"\(try await world.uuid(of: "organizationGroup", world.acme))","PushMode":1,"Rating":0,
         "RootLocationGroupName":"Acme","Sdk":true,"SmallIconUri":"","SmartGroups":[],"Status":"Active",
         "Uuid":"\(try await world.uuid(of: "application", id))"}
        """
    }

    private static func models(_ id: Int64) -> String {
        #"{"Model":[{"ApplicationId":\#(id),"ModelId":1,"ModelName":"iPhone"},{"ApplicationId":\#(id),"ModelId":2,"ModelName":"iPad"}]}"#
    }

    private static func purchase(_ world: SmartGroupWorld, _ name: String, _ more: String) async throws -> Int64 {
        let answer = try await world.api.mock(
            .post, "applications/purchased", "{\"name\":\"\(name)\",\"bundleId\":\"com.paid.\(name)\"\(more)}")
        #expect(answer.status == .created, "\(answer.text)")
        return try #require(try answer.json()["id"] as? Int64)
    }

    @Test func `A public app has every member when it is made and when it is shown`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"ApplicationName":"Shop","BundleId":"com.shop","Platform":"Apple","ExternalId":"1234"}"#
            let made = try await world.api.call(.post, "mam/apps/public", body)
            #expect(made.status == .ok, "\(made.text)")
            let id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int64)
            let wanted = try await Self.expected(
                world, id,
                """
                "ActualFileVersion":"","AppType":"Public","AppVersion":"0.0.0.0","ApplicationName":"Shop",
                "ApplicationUrl":"","BundleId":"com.shop","Description":"","ExternalId":"1234","Platform":2,
                "SupportedModels":\(Self.models(id))
                """)
            try expectJSON(try made.json(), wanted)
            let uuid = try await world.uuid(of: "application", id)
            for path in ["\(id)", uuid, uuid.uppercased()] {
                try expectJSON(try await world.api.object("mam/apps/public/\(path)"), wanted)
            }
            let xml = try await world.api.call(
                .get, "mam/apps/public/\(id)", headers: ["Accept": "application/xml"])
            #expect(
                xml.text.contains("<ExternalId>1234</ExternalId>") && xml.text.contains("<ModelName>iPad</ModelName>"))
        }
    }

    @Test func `A purchase has every member alone and in a search`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await Self.purchase(world, "one", #","licenses":5,"externalId":"4711","version":"2.0""#)
            let wanted = try await Self.expected(
                world, id,
                """
                "ActualFileVersion":"2.0","AppType":"Purchased","AppVersion":"2.0.0.0","ApplicationName":"one",
                "ApplicationUrl":"","AvailableLicenses":5,"BundleId":"com.paid.one","Description":"",
                "ExternalId":"4711","Platform":2,"PurchasedLicenses":5,"RedeemedLicenses":0,
                "SupportedModels":\(Self.models(id))
                """)
            let licenses =
                #"{"TotalLicenses":5,"OnHold":0,"Allocated":0,"Unallocated":5,"Redeemed":0,"ExternallyRedeemed":0}"#
            let details = """
                ,"ManagedBy":\(world.acme),"Orders":\(licenses),"Licenses":\(licenses),"Assignments":[],
                "Deployment":{"AssignmentType":"Auto","RemoveOnUnenroll":false,"PreventApplicationBackup":false,
                "AllowManagement":false,"UseVPN":false,"VPNProfileId":0}}
                """
            try expectJSON(
                try await world.api.object("mam/apps/purchased/\(id)"), String(wanted.dropLast()) + details)
            let list = try await world.api.object("mam/apps/purchased/search")
            try expectJSON(list, "{\"Application\":[\(wanted)],\"Page\":0,\"PageSize\":500,\"Total\":1}")
        }
    }

    @Test func `A public app is made by XML, and the log tells what became of it`() async throws {
        try await SmartGroupWorld.with { world in
            let made = try await world.api.call(
                .post, "mam/apps/public",
                """
                <PublicApplication xmlns="http://www.air-watch.com/servicemodel/resources">
                <ApplicationName>Tom &amp; Jerry</ApplicationName><BundleId>com.tom</BundleId><Platform>Android</Platform>
                </PublicApplication>
                """)
            #expect(made.status == .ok, "\(made.text)")
            let id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int)
            #expect(try made.json()["ApplicationName"] as? String == "Tom & Jerry")
            #expect(try made.json()["Platform"] as? Int == 5)
            let created = try await world.console.latestEvent("application.created")
            #expect(created["subject"] as? String == "com.tom" && created["actor"] as? String == world.api.username)
            let path = "mam/apps/public/\(id)"
            let change = try await world.api.call(
                .put, path, "<PublicApplication><ApplicationName>Tom</ApplicationName></PublicApplication>")
            #expect(change.status == .noContent, "\(change.text)")
            let updated = try await world.console.latestEvent("application.updated")
            #expect((updated["before"] as? [String: Any])?["name"] as? String == "Tom & Jerry")
            #expect((updated["after"] as? [String: Any])?["name"] as? String == "Tom")
            #expect(try await world.api.call(.delete, path).status == .noContent)
            let deleted = try await world.console.latestEvent("application.deleted")
            #expect((deleted["before"] as? [String: Any])?["name"] as? String == "Tom" && deleted["after"] == nil)
            try expectRefusal(try await world.api.call(.get, path), 401, number: 7000)
        }
    }

    @Test(arguments: [
        ("", "one Two three"), ("applicationname=T", "Two three"),
        ("applicationname=o&orderby=applicationname", "one Two"),
        ("orderby=applicationname&sortorder=DESC", "Two three one"), ("bundleid=COM.PAID.TWO", "Two"),
        ("platform=5", "three"), ("platform=Apple&pagesize=1&page=1", "Two"), ("status=Retired", ""),
        ("locationgroupid=ACME", "one Two three"), ("locationgroupid=OTHER", ""), ("bundleid=com.paid", ""),
    ])
    func `Purchases are found and ordered, other kinds left out`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await Self.purchase(world, "one", "")
            _ = try await Self.purchase(world, "Two", "")
            _ = try await Self.purchase(world, "three", ",\"platform\":\"Android\"")
            let query = query.replacing("=ACME", with: "=\(world.acme)").replacing("OTHER", with: "\(world.other)")
            let answer = try await world.api.call(.get, "mam/apps/purchased/search?\(query)")
            #expect(answer.status == (names.isEmpty ? .noContent : .ok), "\(answer.text)")
            let apps = names.isEmpty ? [] : try answer.json()["Application"] as? [[String: Any]] ?? []
            #expect(apps.compactMap { $0["ApplicationName"] as? String }.joined(separator: " ") == names)
        }
    }
}
