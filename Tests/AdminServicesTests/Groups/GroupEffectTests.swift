import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What making, changing and deleting a group does beside (AdminGroups, "Creating and changing", "Deleting").
struct GroupEffectTests {
    /// Makes a group and answers its id.
    private static func make(
        _ world: SmartGroupWorld, _ body: String, below parent: Int64? = nil, version: Int = 1
    ) async throws -> Int64 {
        let answer = try await world.console.api.call(
            .post, "system/groups/\(parent ?? 7)", body, version: version)
        #expect(answer.status.code < 300, "\(answer.text)")
        let made = try answer.json()
        return try #require(made["Value"] as? Int64 ?? made["Id"] as? Int64)
    }

    @Test func `The event log tells what a group was and became`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await Self.make(
                world, #"{"Name":"New","GroupId":"newc","LocationGroupType":"Customer","Country":"Spain"}"#)
            let uuid = try await world.uuid(of: "organizationGroup", id)
            func fields(_ name: String, _ code: String, _ country: String, _ locale: String) -> String {
                """
                {"code":"\(code)","country":"\(country)","locale":"\(locale)","name":"\(name)","parentId":"7",
                 "path":"/7/\(id)/","type":"Customer","uuid":"\(uuid)"}
                """
            }
            let created = try await world.console.latestEvent("organizationGroup.created")
            #expect(created["actor"] as? String == "admin" && created["subject"] as? String == "newc")
            #expect(created["group"] as? String == "newc" && created["before"] == nil)
            try expectJSON(created["after"], fields("New", "newc", "Spain", "en-US"))
            let change = #"{"Name":"Newer","GroupId":"NewC","Locale":"german (germany)","Country":"Germany"}"#
            #expect(try await world.console.api.call(.put, "system/groups/\(id)", change).status == .noContent)
            let updated = try await world.console.latestEvent("organizationGroup.updated")
            try expectJSON(updated["before"], fields("New", "newc", "Spain", "en-US"))
            try expectJSON(updated["after"], fields("Newer", "NewC", "Germany", "de-DE"))
            // The same again is no change.
            #expect(try await world.console.api.call(.put, "system/groups/\(id)", change).status == .noContent)
            #expect(try await world.console.api.call(.put, "system/groups/\(id)", "{}").status == .noContent)
            #expect(try await world.console.events("organizationGroup.updated").count == 1)
            #expect(try await world.console.api.call(.delete, "system/groups/\(id)").status == .ok)
            let deleted = try await world.console.latestEvent("organizationGroup.deleted")
            #expect(deleted["group"] as? String == "global" && deleted["after"] == nil)
            try expectJSON(deleted["before"], fields("Newer", "NewC", "Germany", "de-DE"))
        }
    }

    @Test(arguments: [
        ("English (United States)", "English (United States)", "en-US"),
        ("german (GERMANY)", "German (Germany)", "de-DE"), ("FR-fr", "French (France)", "fr-FR"),
        ("Klingon", "Klingon", "Klingon"),
    ])
    func `A language is written by name or code, and read as both`(written: String, name: String, code: String)
        async throws
    {
        try await SmartGroupWorld.with { world in
            let id = try await Self.make(world, #"{"Name":"L","GroupId":"lang","Locale":"\#(written)"}"#)
            #expect(try await world.console.api.object("system/groups/\(id)")["Locale"] as? String == name)
            let found = try await world.console.api.object("system/groups/search?groupid=lang", version: 2)
            let group = (found["OrganizationGroups"] as? [[String: Any]])?.first
            #expect(group?["Locale"] as? String == name)
            let children = try await world.console.api.call(.get, "system/groups/\(id)/children")
            #expect((try children.anyJSON() as? [[String: Any]])?.first?["Locale"] as? String == code)
        }
    }

    @Test func `Country and language come from above if nobody says, and the type is a container`() async throws {
        try await SmartGroupWorld.with { world in
            let top = try await Self.make(
                world, #"{"Name":"T","GroupId":"t","Country":"Japan","Locale":"ja-JP","LocationGroupType":"Partner"}"#)
            let blank = try await world.console.api.call(
                .post, "system/groups/\(top)", #"{"Name":" B ","GroupId":"b"}"#)
            try expectRefusal(blank, 400, number: 400, saying: "blank at either end")
            let below = try await Self.make(world, #"{"Name":"B","GroupId":"b"}"#, below: top)
            let group = try await world.console.api.object("system/groups/\(below)")
            #expect(group["Country"] as? String == "Japan" && group["Locale"] as? String == "Japanese (Japan)")
            #expect(group["LocationGroupType"] as? String == "Container" && group["Name"] as? String == "B")
            #expect(group["IsCustomerTypeExistInParentHierarchy"] as? Bool == false)
        }
    }

    @Test func `Types change where they may`() async throws {
        try await SmartGroupWorld.with { world in
            let top = try await Self.make(world, #"{"Name":"T","GroupId":"t","LocationGroupType":"Customer"}"#)
            let below = try await Self.make(world, #"{"Name":"B","GroupId":"b"}"#, below: top)
            func change(_ id: Int64, _ type: String) async throws -> TestResponse {
                try await world.console.api.call(.put, "system/groups/\(id)", #"{"LocationGroupType":"\#(type)"}"#)
            }
            for type in ["Customer", "Partner", "Prospect"] {
                try expectRefusal(try await change(below, type), 403, number: 6310, saying: "below the customer T")
            }
            for (type, name) in [("partner", "Partner"), ("PROSPECT", "Prospect"), ("Container", "Container")] {
                #expect(try await change(top, type).status == .noContent)
                let shown = try await world.console.api.object("system/groups/\(top)")
                #expect(shown["LocationGroupType"] as? String == name)
            }
            #expect(try await change(below, "Customer").status == .noContent)
            try expectRefusal(try await change(top, "Customer"), 403, number: 6310, saying: "The group B below")
            try expectRefusal(try await change(7, "Container"), 403, number: 5093, saying: "keeps its type")
            #expect(try await change(7, "Global").status == .noContent)
            try expectRefusal(try await change(below, "Kingdom"), 400, number: 400, saying: "LocationGroupType")
        }
    }

    @Test(arguments: [AdministratorRole.consoleAdministrator, .apiOnly])
    func `Whether a group is a customer is for those above it`(role: AdministratorRole) async throws {
        try await withConsole { console in
            let made = try await console.api.call(
                .post, "system/groups/7", #"{"Name": "C", "GroupId": "c-own", "LocationGroupType": "Customer"}"#)
            let id = try #require(try made.json()["Value"] as? Int, "\(made.text)")
            let own = try await console.api(role, of: "c-own")
            for type in ["Container", "Partner", "Prospect"] {
                let changed = try await own.call(.put, "system/groups/\(id)", #"{"LocationGroupType": "\#(type)"}"#)
                try expectRefusal(changed, 403, number: 5093, saying: "above")
            }
            let renamed = try await own.call(
                .put, "system/groups/\(id)", #"{"Name": "D", "LocationGroupType": "Customer"}"#)
            #expect(renamed.status == .noContent, "\(renamed.text)")
            let above = try await console.api.call(.put, "system/groups/\(id)", #"{"LocationGroupType": "Container"}"#)
            #expect(above.status == .noContent, "\(above.text)")
        }
    }

    @Test func `A new customer begins with smart groups, a container without`() async throws {
        try await SmartGroupWorld.with { world in
            let customer = try await Self.make(
                world, #"{"Name":"T","GroupId":"t","LocationGroupType":"Customer"}"#, version: 2)
            let container = try await Self.make(world, #"{"Name":"B","GroupId":"b"}"#, below: customer)
            let names = try await world.search("organizationgroupid=\(customer)", world.console.api)
            #expect(names == ["All Devices", "All Corporate Dedicated Devices"])
            let managed = try await world.search("managedbyorganizationgroupid=\(container)", world.console.api)
            #expect(managed.isEmpty)
        }
    }

    @Test func `Keys of a new group see it and what is below it, until it is deleted`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"Name":"T","GroupId":"t","LocationGroupType":"Customer","EnableRestApiAccess":"true"}"#
            let answer = try await world.console.api.call(.post, "system/groups/7", body, version: 2)
            let made = try answer.json()
            let access = try #require(made["RestApiAccess"] as? [String: Any])
            #expect(Set(access.keys) == ["Status", "DefaultAdminApiKey", "EnrollmentUserApiKey"])
            let key = try #require(access["DefaultAdminApiKey"] as? String)
            let second = try #require(access["EnrollmentUserApiKey"] as? String)
            #expect(key != second && key.count == 32)
            let id = try #require(made["Id"] as? Int64)
            _ = try await Self.make(world, #"{"Name":"B","GroupId":"b"}"#, below: id)
            let seen = try await world.console.api.call(
                .get, "system/groups/search", version: 2, headers: ["aw-tenant-code": key])
            let groups = try #require(try seen.json()["OrganizationGroups"] as? [[String: Any]])
            #expect(groups.map { $0["GroupId"] as? String } == ["t", "b"])
            #expect(groups.map { $0["LgLevel"] as? Int } == [0, 1])
            let uuid = try #require(made["Uuid"] as? String)
            let keys = try await world.console.api.object("system/v2/groups/\(uuid)/api-keys")
            let names = (keys["api_keys"] as? [[String: Any]])?.compactMap { $0["service_name"] as? String }
            #expect(names == ["AirWatchAPI", "EnrollmentUserAPI"])
            #expect(try await world.console.api.call(.delete, "system/groups/\(id + 1)").status == .ok)
            #expect(try await world.console.api.call(.delete, "system/groups/\(id)").status == .ok)
            let gone = try await world.console.api.call(
                .get, "system/info", headers: ["aw-tenant-code": key])
            try expectRefusal(gone, 403, number: 1013)
        }
    }

    @Test func `What belongs to a group goes with it, what is used elsewhere keeps it`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await Self.make(world, #"{"Name":"T","GroupId":"t","LocationGroupType":"Customer"}"#)
            let caller = try await world.console.api(.consoleAdministrator, of: "t")
            func delete() async throws -> TestResponse {
                try await world.console.api.call(.delete, "system/groups/\(id)")
            }
            try expectRefusal(
                try await caller.call(.delete, "system/groups/\(id)"), 400, number: 400, saying: "belongs to")
            try expectRefusal(try await delete(), 400, number: 400, saying: "administrators")
            for (path, body) in [
                ("system/usergroups/createcustomusergroup", #"{"GroupName":"Crew"}"#),
                ("mdm/tags/addtag", #"{"TagName":"x","TagType":1,"LocationGroupId":\#(id)}"#),
                ("mdm/profiles/platforms/apple/create", #"{"General":{"Name":"P"}}"#),
                ("mam/apps/appgroups", #"{"Name":"A","AppGroupType":"Whitelist","Platform":"Apple"}"#),
            ] {
                let made = try await caller.call(.post, path, body)
                #expect(made.status == .ok, "\(path) \(made.text)")
            }
            let app = try await caller.install(in: id)
            try await world.console.execute("DELETE FROM administrator WHERE username = '\(caller.username)'")
            let user = try await world.console.makeUser("eve", group: "t")
            try expectRefusal(try await delete(), 400, number: 400, saying: "users")
            #expect(try await world.console.api.call(.delete, "system/users/\(user.id)/delete").status == .ok)
            let deleted = try await delete()
            #expect(deleted.status == .ok, "\(deleted.text)")
            for table in ["smartGroup", "userGroup", "tag", "mdmProfile", "application", "applicationGroup"] {
                let left = try await world.console.parts.value(
                    "SELECT COUNT(*) FROM \(table) WHERE groupId = \(id)", Int.self)
                #expect(left == 0, "\(table)")
            }
            try expectRefusal(
                try await world.console.api.call(.get, "mam/apps/internal/\(app.id)"), 401, number: 7000)
        }
    }

    @Test func `A group is made by XML, and answered in it`() async throws {
        try await SmartGroupWorld.with { world in
            let body = """
                <?xml version="1.0" encoding="utf-8"?>
                <OrganizationGroup xmlns="http://www.air-watch.com/servicemodel/resources">
                  <Name>Müller &amp; S&#246;hne</Name><GroupId>xml</GroupId><LocationGroupType>Container</LocationGroupType>
                  <Country>Germany</Country><AddDefaultLocation>No</AddDefaultLocation>
                </OrganizationGroup>
                """
            let answer = try await world.api.call(
                .post, "system/groups/\(world.acme)", body,
                headers: ["Accept": "application/xml", "Content-Type": "application/xml"])
            #expect(answer.status == .ok && answer.text.contains("<EntityId xmlns="), "\(answer.text)")
            let id = try await world.console.homeID("xml")
            let uuid = try await world.console.homeUUID("xml")
            #expect(answer.text.contains("<Value>\(id)</Value><uuid>\(uuid)</uuid>"))
            let group = try await world.api.object("system/groups/\(id)")
            #expect(group["Name"] as? String == "Müller & Söhne" && group["Country"] as? String == "Germany")
            let change = try await world.api.call(
                .put, "system/groups/\(id)", "<LocationGroup><Name>Renamed</Name></LocationGroup>")
            #expect(change.status == .noContent)
            let xml = try await world.api.call(.get, "system/groups/\(id)", headers: ["Accept": "text/xml"])
            #expect(xml.text.contains("<LocationGroup xmlns=") && xml.text.contains("<Name>Renamed</Name>"))
            #expect(xml.text.contains("<Id><Value>\(id)</Value></Id>"))
            let refusal = try await world.api.call(
                .post, "system/groups/\(world.acme)", "<OrganizationGroup><Name>x</Name>",
                headers: ["Accept": "application/xml"])
            #expect(refusal.status == .badRequest && refusal.text.contains("<errorCode>400</errorCode>"))
        }
    }

    @Test func `Members nobody knows are passed over in every version`() async throws {
        try await SmartGroupWorld.with { world in
            for version in 1...3 {
                let body = """
                    {"Name":"v\(version)","GroupId":"v\(version)","Timezone":59,"timezone_code":"UTC",
                     "customer_industry_type":"Retail","location":{"name":"x"},"Id":{"Value":7},"Uuid":"x","Users":"9"}
                    """
                let answer = try await world.api.call(.post, "system/groups/\(world.acme)", body, version: version)
                #expect(answer.status == (version == 3 ? .created : .ok), "\(answer.text)")
                let made = try answer.json()
                #expect(Set(made.keys) == (version == 1 ? ["Value", "uuid"] : ["Id", "Uuid"]))
                let group = try await world.api.object("system/groups/search?groupid=v\(version)")
                let shown = try #require((group["LocationGroups"] as? [[String: Any]])?.first)
                #expect(shown["Users"] as? String == "0" && shown["Name"] as? String == "v\(version)")
            }
        }
    }
}
