import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Apps as either version shows them, found in every order, and told of in the log (AdminApplications, "Searching
/// applications").
struct AppViewTests {
    /// Names of the same thing in version 1 and version 2 of a search.
    private static let twins = [
        ("ActualFileVersion", "actual_file_version"), ("AppVersion", "application_version"),
        ("ApplicationName", "application_name"), ("BundleId", "bundle_id"), ("AppType", "application_type"),
        ("Status", "status"), ("AssignmentStatus", "assignment_status"), ("ApplicationSize", "application_size"),
        ("AssignedDeviceCount", "assigned_device_count"), ("InstalledDeviceCount", "installed_device_count"),
        ("NotInstalledDeviceCount", "not_installed_device_count"), ("OrganizationGroupUuid", "organization_group_uuid"),
        ("LargeIconUri", "large_icon_uri"), ("MediumIconUri", "medium_icon_uri"), ("SmallIconUri", "small_icon_uri"),
        ("Uuid", "uuid"),
    ]

    /// `Notes` of the environment, `alpha`, which is retired, `Zulu` of field, which is inactive, and the public `Shop`.
    private static func fill(_ world: SmartGroupWorld) async throws {
        let alpha = try await world.api.install(
            IPAFixture(bundle: "com.z.alpha", version: "1.10"), name: "alpha", in: world.acme)
        let zulu = try await world.api.install(
            IPAFixture(bundle: "com.b.zulu", version: "1.9"), name: "Zulu", in: world.field)
        let shop = try await world.api.call(
            .post, "mam/apps/public", #"{"ApplicationName":"Shop","BundleId":"com.acme.shop","Platform":"Android"}"#)
        #expect(shop.status == .ok, "\(shop.text)")
        for (id, word) in [(alpha.id, "retire"), (zulu.id, "deactivate")] {
            #expect(try await world.api.call(.post, "mam/apps/internal/\(id)/\(word)").status == .accepted)
        }
    }

    private static func names(_ response: TestResponse, _ list: String, _ name: String) throws -> String {
        if response.status == .noContent { return "" }
        #expect(response.status == .ok, "\(response.text)")
        let apps = try #require(try response.json()[list] as? [[String: Any]])
        return apps.compactMap { $0[name] as? String }.joined(separator: " ")
    }

    @Test func `What an installation answers has every member of a recorded one`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.uuid(of: "organizationGroup", world.acme)
            for (number, path) in ["begininstall", "application"].enumerated() {
                let blob = try await world.api.upload(
                    try IPAFixture(bundle: "com.example.fresh", version: "1.\(number)").bytes())
                let body = """
                    {"blobid":\(blob),"filename":"Demo.ipa","devicetype":2,"applicationname":"Fresh","pushmode":"OnDemand",
                     "application_name":"Fresh","blob_id":"\(blob)","file_name":"Demo.ipa","device_type":"Apple",
                     "push_mode":"OnDemand","supportedmodels":{"model":[{"modelname":"iPhone"}]},
                     "supported_models":{"model":[{"model_id":1}]}}
                    """
                let answer = try await world.api.call(.post, "mam/apps/internal/\(path)", body)
                #expect(answer.status == .ok, "\(path): \(answer.text)")
                let made = try answer.json()
                let id = try #require((made["Id"] as? [String: Any])?["Value"] as? Int64)
                try expectJSON(
                    made,
                    """
                    {"ActualFileVersion":"1.\(number)","AppRank":0,"AppVersion":"1.\(number)","ApplicationName":"Fresh",
                     "ApplicationSource":"Unknown","AssignedDeviceCount":0,"AutoUpdateVersion":false,
                     "BundleId":"com.example.fresh","ContentGatewayId":0,"EnableProvisioning":false,
                     "Id":{"Value":\(id)},"InstalledDeviceCount":0,"IsDependencyFile":false,"IsReimbursable":false,
                     "LocationGroupId":\(world.acme),"NotInstalledDeviceCount":0,"OrganizationGroupUuid":"\(group)",
                     "Platform":2,"PushMode":1,"Status":"Active","Uuid":"\(try await world.uuid(of: "application", id))"}
                    """)
            }
        }
    }

    @Test func `A search has every member of an app in either version`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.uuid(of: "organizationGroup", world.acme)
            let smart = try await world.console.smartGroupID("Everybody")
            let id = try #require(
                try await world.console.parts.value(
                    "SELECT id FROM application WHERE bundleId = 'com.acme.notes'", Int64.self))
            let uuid = try await world.uuid(of: "application", id)
            var first = try #require(try await world.api.apps("bundleid=com.acme.notes").first)
            let counts = ["AssignedDeviceCount", "InstalledDeviceCount", "NotInstalledDeviceCount"].map {
                first.removeValue(forKey: $0) as? Int
            }
            #expect(counts[0] == counts[2] && counts[1] == 0 && (counts[0] ?? 0) > 0)
            try expectJSON(
                first,
                """
                {"ActualFileVersion":"2.1","AppRank":0,"AppType":"Internal","AppVersion":"2.1.0.0",
                 "ApplicationFileName":"","ApplicationName":"Notes","ApplicationSize":"0.00 MB","ApplicationSource":0,
                 "AssignmentStatus":"Assigned","AutoUpdateVersion":false,"BuildVersion":"","BundleId":"com.acme.notes",
                 "CategoryList":{"Category":[]},"ContentGatewayId":0,"EnableProvisioning":false,"IconFileName":"",
                 "Id":{"Value":\(id)},"IsDependencyFile":false,"IsReimbursable":false,"LargeIconUri":"",
                 "LocationGroupId":\(world.acme),"MediumIconUri":"","MetadataFileName":"",
                 "OrganizationGroupUuid":"\(group)","Platform":2,"PushMode":0,"RootLocationGroupName":"Acme",
                 "SmallIconUri":"","SmartGroups":[{"Id":\(smart),"Name":"Everybody"}],"Status":"Active",
                 "SupportedModels":{"Model":[{"ApplicationId":\(id),"ModelId":1,"ModelName":"iPhone"},
                  {"ApplicationId":\(id),"ModelId":2,"ModelName":"iPad"}]},"Uuid":"\(uuid)"}
                """)
            let body = try await world.api.object("mam/apps/search?bundle_id=com.acme.notes", version: 2)
            var second = try #require((body["applications"] as? [[String: Any]])?.first)
            for name in ["assigned_device_count", "installed_device_count", "not_installed_device_count"] {
                #expect(second.removeValue(forKey: name) is Int, "\(name)")
            }
            let smartUUID = try await world.uuid(of: "smartGroup", smart)
            try expectJSON(
                second,
                """
                {"actual_file_version":"2.1","application_name":"Notes","application_size":"0.00 MB",
                 "application_type":"Internal","application_version":"2.1.0.0","assignment_status":"Assigned",
                 "bundle_id":"com.acme.notes","large_icon_uri":"","medium_icon_uri":"","small_icon_uri":"",
                 "organization_group_uuid":"\(group)","platform":"APPLE","status":"Active","uuid":"\(uuid)",
                 "smart_groups":[{"name":"Everybody","smart_group_uuid":"\(smartUUID)"}]}
                """)
        }
    }

    @Test func `Both versions say the same of every app`() async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let apps = try await world.api.apps("")
            let body = try await world.api.object("mam/apps/search", version: 2)
            let later = try #require(body["applications"] as? [[String: Any]])
            #expect(apps.count == 4 && later.count == 4)
            for (one, other) in zip(apps, later) {
                for (first, second) in Self.twins {
                    let left = try canonicalJSON(try #require(one[first], "\(first)"))
                    #expect(left == (try canonicalJSON(try #require(other[second], "\(second)"))), "\(first)")
                }
                #expect((one["Platform"] as? Int == 2) == (other["platform"] as? String == "APPLE"))
                #expect(one["Platform"] as? Int == 2 || other["platform"] as? String == "ANDROID")
                let groups = (one["SmartGroups"] as? [[String: Any]])?.compactMap { $0["Name"] as? String }
                let named = (other["smart_groups"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
                #expect(groups != nil && groups == named)
            }
        }
    }

    @Test(arguments: [
        ("orderby=applicationname", "alpha Notes Shop Zulu"),
        ("orderby=ApplicationName&sortorder=DESC", "Zulu Shop Notes alpha"),
        ("orderby=bundleid", "Notes Shop Zulu alpha"), ("orderby=platform", "Shop Notes alpha Zulu"),
        ("orderby=status", "Notes Shop Zulu alpha"), ("orderby=status&sortorder=desc", "alpha Zulu Notes Shop"),
        ("orderby=application_name&pagesize=2&page=1", "Shop Zulu"), ("orderby=x", "Notes alpha Zulu Shop"),
        ("status=Active&platform=Apple", "Notes"), ("status=RETIRED", "alpha"),
        ("applicationname=O&orderby=applicationname&sortorder=desc", "Shop Notes"),
        ("locationgroupid=FIELD", "Zulu"), ("organization_group_uuid=UUID&status=inactive", "Zulu"),
        ("locationgroupid=FIELD&IncludeAppsFromParentOgs=true", "Notes alpha Zulu Shop"),
        ("locationgroupid=ACME&includeAppsFromChildOgs=false", "Notes alpha Shop"),
        ("applicationtype=public", "Shop"), ("bundleid=COM.ACME.SHOP&platform=5", "Shop"),
        ("bundleid=com.acme", ""), ("product_type=APP&application_type=internal&status=Inactive", "Zulu"),
        ("type=Book", ""), ("applicationtype=Purchased", ""), ("locationgroupid=OTHER", ""),
        ("applicationname=&bundleid=&status=&platform=", "Notes alpha Zulu Shop"), ("applicationname=%25", ""),
    ])
    func `Apps are found and ordered, alike in either version`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("UUID", with: uuid)
                .replacing("=OTHER", with: "=\(world.other)").replacing("d=ACME", with: "d=\(world.acme)")
            for (version, list, name) in [
                (1, "Application", "ApplicationName"), (2, "applications", "application_name"),
            ] {
                let answer = try await world.api.call(.get, "mam/apps/search?\(query)", version: version)
                if names.isEmpty { #expect(answer.status == .noContent, "\(version)") }
                #expect(try Self.names(answer, list, name) == names, "\(version)")
            }
        }
    }

    @Test func `The log tells what was done with an app`() async throws {
        try await SmartGroupWorld.with { world in
            let smart = try await world.console.smartGroupID("Everybody")
            let app = try await world.api.install(in: world.field)
            let created = try await world.console.latestEvent("application.created")
            #expect(created["subject"] as? String == "com.example.fresh" && created["group"] as? String == "field")
            #expect(created["actor"] as? String == world.api.username && created["before"] == nil)
            let fields = try #require(created["after"] as? [String: Any])
            #expect(fields["version"] as? String == "1.4.0" && fields["name"] as? String == "Fresh")
            for (word, old, new) in [("retire", "Active", "Retired"), ("unretire", "Retired", "Active")] {
                #expect(try await world.api.call(.post, "mam/apps/internal/\(app.id)/\(word)").status == .accepted)
                // The same again changes nothing.
                #expect(try await world.api.call(.post, "mam/apps/internal/\(app.id)/\(word)").status == .accepted)
                let event = try await world.console.latestEvent("application.updated")
                #expect((event["before"] as? [String: Any])?["status"] as? String == old)
                #expect((event["after"] as? [String: Any])?["status"] as? String == new)
            }
            #expect(try await world.console.events("application.updated").count == 2)
            let retired = try await world.console.latestEvent("application.updated")
            let before = try #require(retired["before"] as? [String: Any])
            let after = try #require(retired["after"] as? [String: Any])
            #expect(Set(before.keys) == Set(after.keys))
            for (name, value) in before where name != "status" {
                #expect(try canonicalJSON(value) == canonicalJSON(try #require(after[name])), "\(name)")
            }
            #expect(try await world.api.assign(app, to: [smart]).status == .created)
            let assigned = try await world.console.latestEvent("application.assigned")
            #expect(assigned["subject"] as? String == "com.example.fresh" && assigned["after"] != nil)
            #expect(try await world.api.call(.delete, "mam/apps/internal/\(app.id)").status == .noContent)
            let deleted = try await world.console.latestEvent("application.deleted")
            #expect((deleted["before"] as? [String: Any])?["name"] as? String == "Fresh" && deleted["after"] == nil)
        }
    }

    @Test(arguments: ["status=removed", "status=installed,assigned", "status=%00", "page=-1", "pagesize=x"])
    func `Devices of an app are asked for by a status there is`(query: String) async throws {
        try await SmartGroupWorld.with { world in
            let app = try await world.api.install(in: world.acme)
            let path = "mam/apps/internal/\(app.id)/devices"
            try expectRefusal(try await world.api.call(.get, "\(path)?\(query)"), 400, number: 400)
            for status in ["", "Installed", "ASSIGNED"] {
                #expect(try await world.api.call(.get, "\(path)?status=\(status)").status == .noContent)
            }
        }
    }

    @Test func `A list of apps is made and changed by XML, and told in the log`() async throws {
        try await SmartGroupWorld.with { world in
            let made = try await world.api.call(
                .post, "mam/apps/appgroups",
                """
                <ApplicationGroup><Name>Games</Name><AppGroupType>Blacklist</AppGroupType><Platform>Apple</Platform>
                <Applications><Application><BundleId>com.a</BundleId><ApplicationName>A &amp; a</ApplicationName></Application>
                <Application><BundleId>com.b</BundleId></Application></Applications></ApplicationGroup>
                """)
            let id = try #require(try made.json()["Value"] as? Int, "\(made.text)")
            let shown = try await world.api.object("mam/apps/appgroups/\(id)")
            let apps = try #require(shown["Applications"] as? [[String: Any]])
            #expect(apps.map { $0["ApplicationName"] as? String } == ["A & a", "com.b"])
            let created = try await world.console.latestEvent("applicationGroup.created")
            #expect((created["after"] as? [String: Any])?["applications"] as? String == "com.a, com.b")
            #expect(created["subject"] as? String == "Games" && created["group"] as? String == "acme")
            let change = try await world.api.call(
                .put, "mam/apps/appgroups/\(id)",
                "<A><Applications><Application><BundleId>com.c</BundleId></Application></Applications></A>")
            #expect(change.status == .noContent, "\(change.text)")
            let updated = try await world.console.latestEvent("applicationGroup.updated")
            #expect((updated["before"] as? [String: Any])?["applications"] as? String == "com.a, com.b")
            #expect((updated["after"] as? [String: Any])?["applications"] as? String == "com.c")
            #expect(try await world.api.object("mam/apps/appgroups/\(id)")["ApplicationCount"] as? Int == 1)
            #expect(try await world.api.call(.delete, "mam/apps/appgroups/\(id)").status == .noContent)
            let deleted = try await world.console.latestEvent("applicationGroup.deleted")
            #expect(deleted["after"] == nil && deleted["subject"] as? String == "Games")
        }
    }
}
