import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Searching apps (AdminApplications, "Searching applications").
struct AppSearchTests {
    @Test func `A search shows everything clients read, in version 1`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let app = try await console.api.install(in: demo)
            #expect(try await console.api.assign(app, to: [try await console.smartGroupID()]).status == .created)
            let body = try await console.api.object("mam/apps/search?bundleid=COM.example.FRESH&type=App")
            #expect(body["Page"] as? Int == 0 && body["PageSize"] as? Int == 500 && body["Total"] as? Int == 1)
            let item = try #require((body["Application"] as? [[String: Any]])?.first)
            #expect(item["AppVersion"] as? String == "1.4.0.0" && item["ActualFileVersion"] as? String == "1.4.0")
            #expect(item["AppType"] as? String == "Internal" && item["Status"] as? String == "Active")
            #expect(item["Platform"] as? Int == 2 && item["AssignmentStatus"] as? String == "Assigned")
            #expect((item["ApplicationSize"] as? String)?.hasSuffix(" MB") == true)
            #expect((item["Id"] as? [String: Any])?["Value"] as? Int == Int(app.id))
            #expect(item["RootLocationGroupName"] as? String == "Demo" && item["LocationGroupId"] as? Int == Int(demo))
            #expect(item["LargeIconUri"] as? String == "" && item["ApplicationFileName"] as? String == "Demo.ipa")
            let text = try await console.api.call(.get, "mam/apps/search?bundleid=com.example.fresh").text
            let group = try await console.smartGroupID()
            #expect(text.contains("\"SmartGroups\":[{\"Id\":\(group),\"Name\":\"All Devices\"}]"))
        }
    }

    @Test(arguments: [2, 4])
    func `Later versions are spelled in another way, and nothing found has no body`(version: Int) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            let path = "mam/apps/search?bundle_id=com.example.fresh&platform=Apple&page=0&pagesize=10"
            let body = try await console.api.object(path, version: version)
            #expect(body["total"] as? Int == 1 && body["page_size"] as? Int == 10 && body["page"] as? Int == 0)
            let item = try #require((body["applications"] as? [[String: Any]])?.first)
            #expect(item["uuid"] as? String == app.uuid && item["platform"] as? String == "APPLE")
            #expect(item["application_version"] as? String == "1.4.0.0" && item["status"] as? String == "Active")
            let groups = try #require(item["smart_groups"] as? [[String: Any]])
            let uuid = try await console.smartGroupUUID()
            #expect(groups.first?["smart_group_uuid"] as? String == uuid)
            let answer = try await console.api.call(.get, path, version: version)
            #expect(answer.headers[.apiVersion] == "v2")
            let none = try await console.api.call(.get, "mam/apps/search?bundle_id=no.such", version: version)
            #expect(none.status == .noContent && none.body.readableBytes == 0 && none.headers[.contentType] == nil)
        }
    }

    @Test func `Nothing found is answered without a body`() async throws {
        try await withConsole { console in
            for query in [
                "bundleid=no.such", "type=Book", "applicationtype=Purchased", "status=Inactive", "locationgroupid=99",
                "locationgroupid=x", "applicationname=%25", "page=9", "platform=12", "model=iPad+Mini", "category=None",
            ] {
                let response = try await console.api.call(.get, "mam/apps/search?\(query)")
                #expect(response.status == .noContent && response.body.readableBytes == 0, "\(query)")
                #expect(response.headers[.contentType] == nil)
            }
        }
    }

    @Test(arguments: [
        "applicationname=fres", "APPLICATIONTYPE=internal&bundleid=com.example.fresh", "category=games",
        "platform=2&applicationname=FRESH", "platform=apple&category=Games", "model=ipad", "unknown=x&category=Games",
        "includeAppsFromChildOgs=true&locationgroupid=7&category=Games",
    ])
    func `Filters narrow the list, in any letter case`(query: String) async throws {
        try await withConsole { console in
            _ = try await console.api.install(
                in: try await console.groupID("demo"),
                more: #","CategoryList":{"Category":[{"Name":"Games"}]},"SupportedModels":{"Model":[{"ModelId":2}]}"#)
            #expect(try await console.api.apps(query).map { $0["BundleId"] as? String } == ["com.example.fresh"])
        }
    }

    @Test func `Groups above and below are left in or out`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            _ = try await console.api.install(in: 7)
            func count(_ query: String) async throws -> Int {
                let response = try await console.api.call(.get, "mam/apps/search?\(query)")
                return response.status == .noContent ? 0 : try #require(try response.json()["Total"] as? Int)
            }
            #expect(try await count("") == 4)
            #expect(try await count("locationgroupid=7") == 4)
            #expect(try await count("locationgroupid=7&includeappsfromchildogs=false") == 1)
            #expect(try await count("locationgroupid=\(demo)") == 2)
            #expect(try await count("locationgroupid=\(demo)&includeappsfromparentogs=true") == 3)
            let uuid = try #require(
                try await console.parts.value("SELECT uuid FROM organizationGroup WHERE id = \(demo)", String.self))
            let later = try await console.api.object(
                "mam/apps/search?organization_group_uuid=\(uuid)", version: 2)
            #expect(later["total"] as? Int == 2)
            let bad = try await console.api.call(.get, "mam/apps/search?includeAppsFromChildOgs=maybe")
            try expectRefusal(bad, 400, number: 400)
        }
    }

    @Test func `Pages are stable, and every one has the total`() async throws {
        try await withConsole { console in
            for number in 1...5 {
                _ = try await console.api.install(
                    IPAFixture(bundle: "com.example.fresh", version: "1.\(number)"), name: "App \(6 - number)", in: 7)
            }
            var versions: [String] = []
            for page in 0..<3 {
                let body = try await console.api.object(
                    "mam/apps/search?bundleid=com.example.fresh&page=\(page)&pagesize=2")
                #expect(body["Total"] as? Int == 5 && body["Page"] as? Int == page && body["PageSize"] as? Int == 2)
                let items = try #require(body["Application"] as? [[String: Any]])
                versions += items.compactMap { $0["ActualFileVersion"] as? String }
            }
            #expect(versions == ["1.1", "1.2", "1.3", "1.4", "1.5"])
            let named = try await console.api.apps("bundleid=com.example.fresh&orderby=ApplicationName")
            #expect(named.map { $0["ApplicationName"] as? String } == (1...5).map { "App \($0)" })
            let bad = try await console.api.call(.get, "mam/apps/search?page=-1")
            try expectRefusal(bad, 400, number: 400)
            let large = try await console.api.object("mam/apps/search?pagesize=999999")
            #expect(large["PageSize"] as? Int == 500)
        }
    }

    @Test func `An administrator finds the apps of the own subtree, also with a role that only reads`() async throws {
        try await withConsole { console in
            _ = try await console.api.install(in: 7)
            let reader = try await console.api(.readOnly, of: "demo")
            let found = try await reader.apps("")
            #expect(found.compactMap { $0["BundleId"] as? String } == ["com.example.demo", "com.example.everything"])
            let above = try await reader.apps("IncludeAppsFromParentOgs=true")
            #expect(above.count == 2)
            let outside = try await reader.call(.get, "mam/apps/search?locationgroupid=7")
            #expect(outside.status == .noContent)
        }
    }

    @Test(arguments: [
        ("1.4", "1.4.0.0"), ("23.07.00.04", "23.7.0.4"), ("1", "1.0.0.0"), ("1.2.3.4.5", "1.2.3.4"), ("", "0.0.0.0"),
        ("2.0b3", "2.0.0.0"), ("v1.x.3", "0.0.3.0"), ("99999999999999.1", "999999999.1.0.0"),
    ])
    func `The console's version has four parts`(version: String, parts: String) {
        #expect(ConsoleVersion.fourParts(version) == parts)
    }
}
