import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Routes whose bodies have lists take them in XML, too (AdminAPI, "Bodies").
struct XMLBodyTests {
    private static let headers = ["Content-Type": "application/xml"]

    @Test func `A smart group is made with all its lists`() async throws {
        try await SmartGroupWorld.with { world in
            let body = """
                <?xml version="1.0"?>
                <SmartGroup xmlns="http://www.air-watch.com/servicemodel/resources"
                    xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
                  <Name>Both</Name><CriteriaType>All</CriteriaType>
                  <OrganizationGroups><OrganizationGroup><Id>\(world.field)</Id></OrganizationGroup></OrganizationGroups>
                  <Platforms><Platform>Apple</Platform><Platform>AppleOsX</Platform></Platforms>
                  <Ownerships>CorporateDedicated</Ownerships><Ownerships>EmployeeOwned</Ownerships>
                  <Models i:nil="true"/><UserGroups/>
                  <Tags><Tag><Id>\(world.pilot)</Id><Name>pilot</Name></Tag></Tags>
                  <OperatingSystems><OperatingSystem><DeviceType>Apple</DeviceType>
                    <Operator>GreaterThanOrEqual</Operator><Value>iOS 17.0.0</Value></OperatingSystem></OperatingSystems>
                  <UserAdditions><UserAddition><Id>\(world.ada)</Id></UserAddition>
                    <UserAddition><Id>\(world.bob)</Id></UserAddition></UserAdditions>
                </SmartGroup>
                """
            let created = try await world.api.call(.post, "mdm/smartgroups", body, headers: Self.headers)
            #expect(created.status == .created, "\(created.text)")
            let group = try await world.show(Int64(try created.json()["Value"] as? Int ?? 0))
            func ids(_ list: String) -> [String] {
                (group[list] as? [[String: Any]] ?? []).compactMap { $0["Id"] as? String }
            }
            #expect(group["Platforms"] as? [String] == ["Apple", "AppleOsX"])
            #expect(group["Ownerships"] as? [String] == ["CorporateDedicated", "EmployeeOwned"])
            #expect((group["Models"] as? [Any])?.isEmpty == true && ids("UserGroups").isEmpty)
            #expect(ids("OrganizationGroups") == ["\(world.field)"] && ids("Tags") == ["\(world.pilot)"])
            #expect(Set(ids("UserAdditions")) == ["\(world.ada)", "\(world.bob)"])
            let versions = group["OperatingSystems"] as? [[String: String]]
            #expect(versions?.map { $0["Value"] } == ["iOS 17.0.0"])
        }
    }

    @Test(arguments: [
        "<BulkInput><BulkValues><Value>1</Value><Value>2</Value><Value>999</Value></BulkValues></BulkInput>",
        "<BulkValues><Value>1</Value><Value>2</Value><Value>999</Value></BulkValues>",
        "<n:Input xmlns:n='urn:n'><n:BulkValues><n:Value>1</n:Value><n:Value>2</n:Value><n:Value>999</n:Value>"
            + "</n:BulkValues></n:Input>",
    ])
    func `Devices are tagged in bulk`(body: String) async throws {
        try await SmartGroupWorld.with { world in
            let response = try await world.api.call(
                .post, "mdm/tags/\(world.pilot)/adddevices", body, headers: Self.headers)
            #expect(response.status == .ok, "\(response.text)")
            let result = try response.json()
            #expect(result["TotalItems"] as? Int == 3 && result["AcceptedItems"] as? Int == 2)
        }
    }

    @Test func `An app is given to smart groups, with settings, and taken from them`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Two")
            let app = try await console.api.install(in: try await console.groupID("demo"))
            let (all, two) = (try await console.smartGroupID(), try await console.smartGroupID("Two"))
            let path = "mam/apps/internal/\(app.id)/assignments"
            let given = try await console.api.call(
                .post, path,
                """
                <Assignment xmlns:a="http://schemas.microsoft.com/2003/10/Serialization/Arrays">
                  <SmartGroupIds><a:int>\(two)</a:int><a:int>\(all)</a:int></SmartGroupIds>
                  <DeploymentParameters><PushMode>OnDemand</PushMode><ApplicationConfigurations>
                    <ApplicationConfiguration><Key>server</Key><Value>x</Value><Type>String</Type></ApplicationConfiguration>
                    <ApplicationConfiguration><Key>port</Key><Value>1</Value><Type>Integer</Type></ApplicationConfiguration>
                  </ApplicationConfigurations></DeploymentParameters>
                </Assignment>
                """, headers: Self.headers)
            #expect(given.status == .created, "\(given.text)")
            func assignments() async throws -> [[String: Any]] {
                try await console.api.object("mam/apps/internal/\(app.id)")["Assignments"] as? [[String: Any]] ?? []
            }
            let found = try await assignments()
            #expect(found.map { $0["SmartGroupId"] as? Int } == [Int(two), Int(all)])
            #expect(
                (found.first?["AppConfigs"] as? [[String: Any]])?.map { $0["Key"] as? String } == ["server", "port"])
            let taken = try await console.api.call(
                .delete, path, "<X><SmartGroupIds><int>\(two)</int></SmartGroupIds></X>", headers: Self.headers)
            #expect(taken.status == .noContent, "\(taken.text)")
            #expect(try await assignments().map { $0["SmartGroupId"] as? Int } == [Int(all)])
        }
    }

    @Test func `Assignment rules of version 1 have lists of one, and come back as JSON wrote them`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            let uuid = try await console.smartGroupUUID()
            let response = try await console.api.call(
                .put, "mam/apps/\(app.uuid)/assignment-rule",
                """
                <AssignmentRules><assignments><assignment><priority>0</priority><distribution><name>Pilot</name>
                  <smart_groups><guid>\(uuid)</guid></smart_groups><display_in_app_catalog>true</display_in_app_catalog>
                </distribution><restriction/><tunnel/>
                <application_configuration><item><key>server</key><value>y</value><type>STRING</type>
                  <nested_configurations/></item></application_configuration></assignment></assignments>
                <excluded_smart_groups/></AssignmentRules>
                """, headers: Self.headers)
            #expect(response.status == .accepted, "\(response.text)")
            let body = try await console.api.object("mam/apps/\(app.uuid)/assignment-rule")
            let rule = try #require((body["assignments"] as? [[String: Any]])?.first)
            let distribution = try #require(rule["distribution"] as? [String: Any])
            #expect(distribution["smart_groups"] as? [String] == [uuid])
            #expect(distribution["display_in_app_catalog"] as? Bool == true && rule["tunnel"] is [String: Any])
            let settings = try #require((rule["application_configuration"] as? [[String: Any]])?.first)
            #expect(settings["key"] as? String == "server")
            #expect((settings["nested_configurations"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `A profile, a list of apps and notes of attributes take theirs`() async throws {
        try await SmartGroupWorld.with { world in
            let everybody = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Everybody'", Int64.self))
            let profile = try await world.api.call(
                .post, "mdm/profiles/platforms/apple/create",
                """
                <AppleDeviceProfileEntity><General><Name>Wi-Fi</Name><AssignedSmartGroups><SmartGroupEntity>
                  <SmartGroupId>\(everybody)</SmartGroupId></SmartGroupEntity></AssignedSmartGroups></General>
                <Wifi><Ssid>guest</Ssid></Wifi></AppleDeviceProfileEntity>
                """, headers: Self.headers)
            #expect(profile.status == .ok, "\(profile.text)")
            let groups = try await world.general(Int64(profile.text) ?? 0)["AssignedSmartGroups"] as? [[String: Any]]
            #expect(groups?.map { $0["SmartGroupId"] as? Int } == [Int(everybody)])
            let list = try await world.api.call(
                .post, "mam/apps/appgroups",
                """
                <ApplicationGroup><Name>Games</Name><AppGroupType>Blacklist</AppGroupType><Platform>Apple</Platform>
                <Applications><Application><BundleId>com.example.one</BundleId></Application>
                <Application><BundleId>com.example.two</BundleId></Application></Applications></ApplicationGroup>
                """, headers: Self.headers)
            #expect(list.status == .ok, "\(list.text)")
            #expect(try await world.console.parts.count("applicationGroupItem") == 2)
        }
    }

    @Test(arguments: [
        "<S><Name>x</Name><Tags><Tag><Id>999</Id></Tag></Tags></S>",
        "<S><Name>x</Name><Platforms><Platform><Deep><Deeper/></Deep></Platform></Platforms></S>",
        "<S><Name>x</Name><OperatingSystems><OperatingSystem>17</OperatingSystem></OperatingSystems></S>",
        "<S><Name><b/></Name></S>", "<S i:nil='true'/>", "<S/>", "<S><Name>x</Name><Name>y</Name></S>",
    ])
    func `What does not fit is refused with a sentence`(body: String) async throws {
        try await SmartGroupWorld.with { world in
            let response = try await world.api.call(.post, "mdm/smartgroups", body, headers: Self.headers)
            #expect(response.status == .badRequest, "\(response.text)")
            #expect((try response.json()["message"] as? String)?.isEmpty == false)
        }
    }
}
