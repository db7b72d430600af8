import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Making, reading, changing and deleting smart groups (AdminSmartGroups).
struct SmartGroupAdminTests {
    @Test func `What is created is found by id and uuid, with every criterion as it was written`() async throws {
        try await SmartGroupWorld.with { world in
            let device = try await world.console.parts.value(
                "SELECT id FROM device WHERE identifier = 'd1'", Int64.self)
            let body = """
                {"Name":"Full","CriteriaType":"All","ManagedByOrganizationGroupId":"\(world.acme)",
                "OrganizationGroups":[{"Id":"\(world.field)","Name":"ignored"}],"UserGroups":[{"Id":"\(world.sales)"}],
                "Tags":[{"Id":"\(world.pilot)"}],"Ownerships":["CorporateDedicated","EmployeeOwned"],"Platforms":["Apple"],
                "Models":["iPhone 15"],"OEMAndModels":["Apple iPad"],"ManagementTypes":["AppLevel","Workspace"],
                "EnrollmentCategories":["Managed"],"CPUArchitectures":["ARM64"],
                "OperatingSystems":[{"DeviceType":"Apple","Operator":"GreaterThanOrEqual","Value":"iOS 17.0.0"}],
                "UserAdditions":[{"Id":"\(world.bob)"}],"DeviceAdditions":[{"Id":"\(device ?? 0)"}],
                "UserExclusions":[{"Id":"\(world.ada)"}],"DeviceExclusions":[{"Id":"\(device ?? 0)"}],
                "UserGroupExclusions":[{"Id":"\(world.sales)"}],"Unknown":1}
                """
            let created = try await world.api.call(.post, "mdm/smartgroups/", body)
            #expect(created.status == .created)
            let (id, uuid) = (try created.json()["Value"] as? Int ?? 0, try created.json()["uuid"] as? String ?? "")
            for (path, version) in [("\(id)", 1), (uuid, 1), (uuid.uppercased(), 2), ("\(id)?page=0&pagesize=1", 2)] {
                let answer = try await world.api.call(.get, "mdm/smartgroups/\(path)", version: version)
                #expect(answer.headers[.apiVersion] == "v\(version)")
                let group = try answer.json()
                try Self.expectEverything(in: group, (id, uuid), device ?? 0, world)
            }
        }
    }

    /// What is shown of a group that has every criterion.
    private static func expectEverything(
        in group: [String: Any], _ ids: (id: Int, uuid: String), _ device: Int64, _ world: SmartGroupWorld
    ) throws {
        #expect(group["Name"] as? String == "Full")
        #expect(group["SmartGroupID"] as? Int == ids.id)
        #expect(group["SmartGroupUuid"] as? String == ids.uuid)
        #expect(group["CriteriaType"] as? String == "All")
        #expect(group["ManagedByOrganizationGroupId"] as? String == "\(world.acme)")
        #expect(group["ManagedByOrganizationGroupName"] as? String == "Acme")
        #expect((group["ManagedByOrganizationGroupUuid"] as? String)?.count == 36)
        #expect(group["Assignments"] as? Int == 0)
        #expect(group["Exclusions"] as? Int == 0)
        #expect(group["Ownerships"] as? [String] == ["CorporateDedicated", "EmployeeOwned"])
        #expect(group["Platforms"] as? [String] == ["Apple"])
        #expect(group["Models"] as? [String] == ["iPhone 15"])
        #expect(group["OEMAndModels"] as? [String] == ["Apple iPad"])
        #expect(group["ManagementTypes"] as? [String] == ["AppLevel", "Workspace"])
        #expect(group["EnrollmentCategories"] as? [String] == ["Managed"])
        #expect(group["CpuArchitectures"] as? [String] == ["ARM64"])
        let versions = group["OperatingSystems"] as? [[String: String]]
        #expect(
            versions == [
                ["DeviceType": "Apple", "Operator": "GreaterThanOrEqual", "Value": "iOS 17.0.0"]
            ])
        let parts: [(String, String, Int64)] = [
            ("OrganizationGroups", "Field", world.field), ("UserGroups", "Sales", world.sales),
            ("Tags", "pilot", world.pilot), ("UserAdditions", "bob", world.bob),
            ("UserExclusions", "ada", world.ada), ("UserGroupExclusions", "Sales", world.sales),
        ]
        for (list, name, ident) in parts {
            let elements = group[list] as? [[String: Any]] ?? []
            #expect(elements.map { $0["Id"] as? String } == ["\(ident)"], "\(list)")
            #expect(elements.map { $0["Name"] as? String } == [name], "\(list)")
        }
        for list in ["DeviceAdditions", "DeviceExclusions"] {
            let element = try #require((group[list] as? [[String: String]])?.first)
            #expect(element["Id"] == "\(device)")
            #expect(element["Username"] == "ada")
            #expect(element["Model"] == "iPhone 15")
            #expect(element["OSVersion"] == "17.3.1")
            #expect(element["Platform"] == "Apple")
        }
    }

    @Test func `Bodies are read as leniently as clients write them`() async throws {
        try await SmartGroupWorld.with { world in
            let typo = try await world.create(
                ",\"mangedbyorganizationgroupid\":\(world.field),\"platforms\":[2],\"OWNERSHIPS\":\"C\",\"Models\":[{\"Id\":\"1\"},1]",
                name: "typo")
            let group = try await world.show(typo)
            #expect(group["ManagedByOrganizationGroupId"] as? String == "\(world.field)")
            #expect(group["Platforms"] as? [String] == ["Apple"])
            #expect(group["Ownerships"] as? [String] == ["CorporateDedicated"])
            let plain = try await world.create(",\"Tags\":[\(world.pilot)],\"CriteriaType\":\"all\"", name: "plain")
            let second = try await world.show(plain)
            #expect(second["ManagedByOrganizationGroupId"] as? String == "\(world.acme)")
            #expect((second["Tags"] as? [[String: Any]])?.count == 1 && second["CriteriaType"] as? String == "All")
            let text = try await world.create(
                ",\"ManagedByOrganizationGroupId\":\"\(world.field)\",\"OperatingSystems\":[{\"DeviceType\":2,\"Operator\":\"less than\",\"Value\":\"18\"}],\"Tags\":null",
                name: "text")
            let versions = try await world.show(text)["OperatingSystems"] as? [[String: String]]
            #expect(versions == [["DeviceType": "Apple", "Operator": "LessThan", "Value": "18"]])
            #expect(try await world.devices(text) == 0)
        }
    }

    /// A body that is refused, and with what.
    struct Refused: CustomTestStringConvertible, Sendable {
        let body: String
        let number: Int
        let text: String

        init(_ body: String, _ number: Int = 400, _ text: String) {
            self.body = body
            self.number = number
            self.text = text
        }

        var testDescription: String { body }
    }

    @Test(arguments: [
        Refused("{}", 6, "Name is required"), Refused("", 6, "Name is required"),
        Refused(#"{"Name":" "}"#, 6, "Name is required"), Refused("[]", 400, "object"),
        Refused("{", 400, "cannot be read"), Refused(#"{"Name":"everybody"}"#, 400, "exists in Acme already"),
        Refused(#"{"Name":"x","CriteriaType":"Some"}"#, 400, "All or UserDevice"),
        Refused(#"{"Name":"x","ManagedByOrganizationGroupId":"99999"}"#, 400, "no organization group 99999"),
        Refused(#"{"Name":"x","ManagedByOrganizationGroupId":7}"#, 400, "no organization group 7"),
        Refused(#"{"Name":"x","ManagedByOrganizationGroupId":"acme"}"#, 400, "has to be the id"),
        Refused(#"{"Name":"x","Tags":[{"Id":"999"}]}"#, 400, "Tags names 999"),
        Refused(#"{"Name":"x","Tags":[{"Name":"pilot"}]}"#, 400, "Tags has to be a list"),
        Refused(#"{"Name":"x","OrganizationGroups":[{"Id":"7"}]}"#, 400, "OrganizationGroups names 7"),
        Refused(#"{"Name":"x","DeviceAdditions":[{"Id":"-1"}]}"#, 400, "DeviceAdditions"),
        Refused(#"{"Name":"x","UserAdditions":[[]]}"#, 400, "UserAdditions"),
        Refused(#"{"Name":"x","Ownerships":["Mine"]}"#, 400, "CorporateDedicated, CorporateShared"),
        Refused(#"{"Name":"x","Platforms":[""]}"#, 400, "Platforms"),
        Refused(#"{"Name":"x","OperatingSystems":[{"Value":"new"}]}"#, 400, "OperatingSystems[0].Value"),
        Refused(#"{"Name":"x","OperatingSystems":[{"Operator":"Near","Value":"17"}]}"#, 400, "GreaterThanOrEqual"),
        Refused(#"{"Name":"x","OperatingSystems":[{"Operator":"Equals"}]}"#, 400, "Value is required"),
        Refused(#"{"Name":"x","OperatingSystems":["17"]}"#, 400, "OperatingSystems[0]"),
        Refused(
            "{\"Name\":\"x\",\"OperatingSystems\":[\(Array(repeating: #"{"Value":"17"}"#, count: 101).joined(separator: ","))]}",
            400, "at most 100"),
        Refused(#"{"Name":"\#(String(repeating: "x", count: 256))"}"#, 400, "255"),
    ])
    func `What cannot be is refused, and nothing is kept`(refused: Refused) async throws {
        try await SmartGroupWorld.with { world in
            let before = try await world.console.parts.count("smartGroup")
            let response = try await world.api.call(.post, "mdm/smartgroups", refused.body)
            try expectRefusal(response, 400, number: refused.number, saying: refused.text)
            let after = try await world.console.parts.count("smartGroup")
            #expect(after == before)
        }
    }

    @Test func `Names are unique in a group only`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"ManagedByOrganizationGroupId\":\(world.field)", name: "Everybody")
            let other = try await world.create("", name: "Other")
            let taken = try await world.api.call(.put, "mdm/smartgroups/\(other)", #"{"Name":"EVERYBODY"}"#)
            try expectRefusal(taken, 400, number: 400, saying: "exists")
            let same = try await world.api.call(.put, "mdm/smartgroups/\(id)", #"{"Name":"EVERYBODY"}"#)
            #expect(same.status == .noContent)
        }
    }

    @Test func `There is no uniform answer for an unknown smart group`() async throws {
        try await SmartGroupWorld.with { world in
            let foreign = try await world.console.parts.value(
                "SELECT id FROM smartGroup WHERE name = 'Foreign'", Int64.self)
            for id in ["99999", "False", "\(foreign ?? 0)", "00000000-0000-4000-8000-000000000000", "1x", "-1"] {
                for (method, path, number) in [
                    (HTTPRequest.Method.get, "", 6), (.get, "/devices", 6), (.get, "/apps", 6), (.put, "", 400),
                    (.post, "/update", 400), (.patch, "", 400), (.delete, "", 400),
                ] {
                    let body = method == .get || method == .delete ? nil : #"{"Name":"x"}"#
                    let response = try await world.api.call(method, "mdm/smartgroups/\(id)\(path)", body)
                    try expectRefusal(
                        response, 400, number: number,
                        saying: "Smart Group not found with Id: \(id) or User does not have access to it.")
                }
            }
        }
    }

    @Test func `A change that leaves lists out keeps them, an empty list empties one`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(
                ",\"ManagedByOrganizationGroupId\":\(world.field),\"Platforms\":[\"Android\"],\"UserAdditions\":[{\"Id\":\"\(world.ada)\"}]"
            )
            let replaced = try await world.api.call(
                .put, "mdm/smartgroups/\(id)", #"{"Name":"t","CriteriaType":"All","Models":["iPad"]}"#)
            #expect(replaced.status == .noContent && replaced.text.isEmpty)
            #expect(replaced.headers[.contentType] == nil)
            let group = try await world.show(id)
            #expect(group["Name"] as? String == "t" && group["Platforms"] as? [String] == ["Android"])
            #expect((group["UserAdditions"] as? [Any])?.count == 1 && group["Models"] as? [String] == ["iPad"])
            #expect(group["ManagedByOrganizationGroupId"] as? String == "\(world.field)")
            let emptied = try await world.api.call(
                .put, "mdm/smartgroups/\(id)", #"{"Name":"t","Platforms":[],"UserAdditions":[]}"#)
            #expect(emptied.status == .noContent)
            let bare = try await world.show(id)
            #expect(bare["Platforms"] as? [String] == [] && bare["Models"] as? [String] == ["iPad"])
            #expect((bare["UserAdditions"] as? [Any])?.isEmpty == true && bare["Devices"] as? Int == 1)
            let updated = try await world.api.call(
                .post, "mdm/smartgroups/\(id)/update",
                "{\"Name\":\"u\",\"ManagedByOrganizationGroupId\":\"\(world.acme)\",\"CriteriaType\":\"UserDevice\"}")
            #expect(updated.status == .ok && updated.text.isEmpty && updated.headers[.contentType] == nil)
            let again = try await world.show(id)
            #expect(again["ManagedByOrganizationGroupId"] as? String == "\(world.acme)")
            #expect(again["CriteriaType"] as? String == "UserDevice" && again["Devices"] as? Int == 0)
            #expect(again["Models"] as? [String] == ["iPad"])
            let missing = try await world.api.call(.put, "mdm/smartgroups/\(id)", "{}")
            try expectRefusal(missing, 400, number: 6, saying: "Name is required")
        }
    }

    @Test func `Patching changes what is said and keeps the rest`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(
                ",\"Platforms\":[\"Apple\"],\"Tags\":[\(world.pilot)],\"UserExclusions\":[\(world.bob)],\"OperatingSystems\":[{\"Value\":\"17\"}]"
            )
            let uuid = try #require(try await world.show(id)["SmartGroupUuid"] as? String)
            let patched = try await world.api.call(
                .patch, "mdm/smartgroups/\(uuid)", #"{"Platforms":["AppleOsX"],"Tags":[]}"#)
            #expect(patched.status == .noContent)
            #expect(patched.headers[.apiVersion] == "v2")
            let group = try await world.show(id)
            #expect(group["Name"] as? String == "s" && group["Platforms"] as? [String] == ["AppleOsX"])
            #expect((group["Tags"] as? [Any])?.isEmpty == true)
            #expect((group["UserExclusions"] as? [Any])?.count == 1)
            #expect((group["OperatingSystems"] as? [Any])?.count == 1)
            let renamed = try await world.api.call(.patch, "mdm/smartgroups/\(id)", #"{"name":"t"}"#)
            #expect(renamed.status == .noContent)
            #expect(try await world.show(id)["Name"] as? String == "t")
            let blank = try await world.api.call(.patch, "mdm/smartgroups/\(id)", #"{"name":""}"#)
            try expectRefusal(blank, 400, number: 6)
        }
    }

    @Test func `A smart group that is used is not deleted, another one is gone for good`() async throws {
        try await SmartGroupWorld.with { world in
            let used = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Everybody'", Int64.self))
            #expect(try await world.show(used)["Assignments"] as? Int == 1)
            let refused = try await world.api.call(.delete, "mdm/smartgroups/\(used)")
            try expectRefusal(refused, 400, number: 400, saying: "assigned")
            let id = try await world.create(",\"Platforms\":[\"Apple\"],\"UserAdditions\":[\(world.ada)]")
            let deleted = try await world.api.call(.delete, "mdm/smartgroups/\(id)")
            #expect(deleted.status == .noContent && deleted.text.isEmpty && deleted.headers[.contentType] == nil)
            let repeated = try await world.api.call(.delete, "mdm/smartgroups/\(id)")
            try expectRefusal(repeated, 400, number: 400, saying: "not found")
            let left = try await world.console.parts.value(
                "SELECT COUNT(*) FROM smartGroupCriterion WHERE smartGroupId = \(id)", Int.self)
            #expect(left == 0)
            let next = try await world.create("")
            #expect(next > id)
        }
    }

    @Test func `Roles decide who may change smart groups`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create("")
            let reader = try await world.console.api(.readOnly, of: "acme")
            #expect(try await reader.call(.get, "mdm/smartgroups/\(id)").status == .ok)
            #expect(try await reader.call(.get, "mdm/smartgroups/search").status == .ok)
            #expect(try await reader.call(.get, "mdm/smartgroups/\(id)/devices").status == .ok)
            #expect(try await reader.call(.get, "mdm/smartgroups/\(id)/apps").status == .ok)
            for (method, path) in [
                (HTTPRequest.Method.post, ""), (.put, "/\(id)"), (.post, "/\(id)/update"), (.patch, "/\(id)"),
                (.delete, "/\(id)"),
            ] {
                let response = try await reader.call(method, "mdm/smartgroups\(path)", #"{"Name":"x"}"#)
                try expectRefusal(response, 403, number: 1011)
            }
            let manager = try await world.console.api(.deviceManager, of: "acme")
            #expect(try await manager.call(.delete, "mdm/smartgroups/\(id)").status == .noContent)
            let lower = try await world.console.api(.consoleAdministrator, of: "field")
            let above = try await lower.call(
                .post, "mdm/smartgroups", "{\"Name\":\"x\",\"Tags\":[\(world.pilot)]}")
            try expectRefusal(above, 400, number: 400, saying: "Tags names")
        }
    }

    @Test func `The event log tells what was changed`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"Platforms\":[\"Apple\"]")
            _ = try await world.api.call(.patch, "mdm/smartgroups/\(id)", #"{"Platforms":["Apple","Android"]}"#)
            _ = try await world.api.call(.patch, "mdm/smartgroups/\(id)", #"{"Platforms":["Apple","Android"]}"#)
            _ = try await world.api.call(.delete, "mdm/smartgroups/\(id)")
            let rows = try await world.console.parts.core.database.read { db in
                try Row.fetchAll(
                    db,
                    sql:
                        "SELECT action, before, after FROM eventLog WHERE subject = 's' AND subjectKind = 'smartGroup' ORDER BY id"
                ).map { [$0["action"] as String?, $0["before"], $0["after"]] }
            }
            #expect(rows.map(\.[0]) == ["smartGroup.created", "smartGroup.updated", "smartGroup.deleted"])
            #expect(rows[1][1] == #"{"platform":"Apple"}"# && rows[1][2] == #"{"platform":"Apple, Android"}"#)
            #expect(rows[2][2] == nil)
        }
    }

    @Test func `First versions speak XML to those who ask`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create("")
            let xml = try await world.api.call(
                .get, "mdm/smartgroups/\(id)", headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<SmartGroup xmlns=\"http://www.air-watch.com/servicemodel/resources\""))
            #expect(xml.text.contains("<Name>s</Name>"))
            let body = "<SmartGroup><Name>from XML</Name><CriteriaType>All</CriteriaType></SmartGroup>"
            let created = try await world.api.call(.post, "mdm/smartgroups", body)
            #expect(created.status == .created, "\(created.text)")
        }
    }

    @Test func `A customer made over the API has the smart groups clients look for, a group below it has not`()
        async throws
    {
        try await withConsole { console in
            for (code, parent, type, count) in [("new", "7", "Customer", 2), ("below", "", "Container", 0)] {
                let above = try await console.parts.value(
                    "SELECT id FROM organizationGroup WHERE code = 'new'", Int64.self)
                let created = try await console.api.call(
                    .post, "system/groups/\(parent.isEmpty ? String(above ?? 0) : parent)",
                    "{\"Name\":\"\(code)\",\"GroupId\":\"\(code)\",\"LocationGroupType\":\"\(type)\"}")
                let id = try #require(try created.json()["Value"] as? Int, "\(created.text)")
                let found = try await console.api.call(
                    .get, "mdm/smartgroups/search?name=All&managedbyorganizationgroupid=\(id)")
                let groups = found.status == .noContent ? [] : try found.json()["SmartGroups"] as? [Any] ?? []
                #expect(groups.count == count)
            }
        }
    }

    @Test func `A new customer group can be given what clients look for`() async throws {
        try await withParts { parts in
            try await parts.importYAML(
                "version: 1\norganizationGroups:\n  - path: g\n    smartGroups: [{name: all devices}]\n")
            for _ in 0..<2 {
                try await parts.core.database.write { transaction in
                    let group = try OrganizationGroupStore.group(id: 7, transaction.db)
                    try SmartGroupStore.seedDefaults(
                        of: group, random: parts.core.random, at: TestClock.start, in: transaction)
                }
            }
            try await parts.core.database.add(try .test("a", ownership: "CorporateDedicated"))
            try await parts.core.database.add(try .test("b"))
            let counts = try await parts.core.database.read { db in
                try SmartGroupRecord.order(sql: "id").fetchAll(db).map {
                    [$0.name, String(try parts.model.census.count(of: $0.storedID(), db))]
                }
            }
            #expect(counts == [["all devices", "2"], ["All Corporate Dedicated Devices", "1"]])
        }
    }
}
