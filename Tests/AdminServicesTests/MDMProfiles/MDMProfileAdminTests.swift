import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Making, reading, changing and deleting MDM profiles (AdminProfiles).
struct MDMProfileAdminTests {
    private static let wifi = """
        ,"Wifi":{"ServiceSetIdentifier":"guest","Priority":1.50,"Hidden":false,"Proxy":null,"Password":"open sesame",
        "List":[1,"two",{"z":1,"a":2}]},"CustomSettingsList":[{"CustomSettings":"<dict/>"}],"Empty":{}
        """
    /// What a deletion says of an unknown profile, which clients compare.
    private static let missing = "Profile not found or User does not have access to the Profile."

    @Test func `What is created is found by id and uuid in every version, payloads as they were sent`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "Phones")
            let sent = """
                ,"Description":"For guests","AssignmentType":"Auto","AllowRemoval":"Never","IsActive":"true",
                "ProfileContext":"Device","ProfileScope":"Staging","IsManaged":true,"RemovalPassword":"",
                "ManagedLocationGroupID":"\(world.field)","CreateNewVersion":true,"Schedules":[{"Id":1}],
                "AssignedSmartGroups":[{"SmartGroupId":\(group),"Name":"ignored"}],"ExcludedSmartGroups":[]
                """
            let id = try await world.createProfile(sent, payloads: Self.wifi)
            let uuid = try #require(try await world.general(id)["ProfileUuid"] as? String)
            for version in [1, 2, 3, 4, 9] {
                for path in ["\(id)", uuid, uuid.uppercased()] {
                    let answer = try await world.api.call(.get, "mdm/profiles/\(path)", version: version)
                    #expect(answer.headers[.apiVersion] == "v\(min(max(version, 2), 4))")
                    #expect(answer.text.contains(#""Priority":1.50"#))
                    let profile = try answer.json()
                    let later = version < 3 ? [] : MDMProfileStore.Content.laterNames
                    #expect(Set(profile.keys) == later.union(["General", "Wifi", "CustomSettingsList", "Empty"]))
                    let wanted =
                        try JSONSerialization.jsonObject(
                            with: Data("{\(Self.wifi.trimmingPrefix(","))}".utf8)) as? [String: NSObject]
                    for name in ["Wifi", "CustomSettingsList", "Empty"] {
                        #expect(profile[name] as? NSObject == wanted?[name], "\(name)")
                    }
                    let general = try #require(profile["General"] as? [String: Any])
                    try Self.expectAll(of: general, (id, uuid), assignedTo: group, field: world.field)
                }
            }
        }
    }

    /// What is shown of a profile that was sent with everything.
    private static func expectAll(
        of general: [String: Any], _ ids: (id: Int64, uuid: String), assignedTo group: Int64, field: Int64
    ) throws {
        #expect(general["ProfileId"] as? Int64 == ids.id && general["ProfileUuid"] as? String == ids.uuid)
        #expect(general["Name"] as? String == "Wi-Fi" && general["Version"] as? Int == 1)
        #expect(general["Description"] as? String == "For guests")
        #expect(general["AssignmentType"] as? String == "Auto" && general["IsActive"] as? Bool == true)
        #expect(general["AllowRemoval"] as? String == "Never" && general["IsManaged"] as? Bool == true)
        #expect(general["ProfileScope"] as? String == "Staging")
        #expect(general["ProfileContext"] as? String == "Device")
        #expect(general["ManagedLocationGroupID"] as? String == "\(field)")
        #expect(general["CreateNewVersion"] == nil && general["Schedules"] != nil)
        let assigned = try #require(general["AssignedSmartGroups"] as? [[String: Any]])
        #expect(assigned.map { $0["SmartGroupId"] as? Int64 } == [group])
        #expect(assigned.first?["Name"] as? String == "Phones")
        #expect((general["ExcludedSmartGroups"] as? [Any])?.isEmpty == true)
    }

    @Test func `What a body leaves out has its default`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            let general = try await world.general(id)
            #expect(general["Description"] as? String == "" && general["AssignmentType"] as? String == "Auto")
            #expect(general["AllowRemoval"] as? String == "Always" && general["IsManaged"] as? Bool == true)
            #expect(general["IsActive"] as? Bool == true && general["ProfileScope"] as? String == "Production")
            #expect(general["ManagedLocationGroupID"] as? String == "\(world.acme)")
            #expect(try await world.profile(id).count == 1)
        }
    }

    @Test func `Names of members, words and ids are read in any form`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "g")
            let uuid = try #require(try await world.show(group)["SmartGroupUuid"] as? String)
            let body = """
                {"gENERAL":{"NAME":" Plain ","assignmenttype":"optional","PROFILECONTEXT":"user","isactive":"0",
                "ManagedLocationGroupID":\(world.field),"ASSIGNEDSMARTGROUPS":[{"SmartGroupUuid":"\(uuid)"},"\(group)"]}}
                """
            let answer = try await world.api.call(.post, "MDM/Profiles/Platforms/AppleOsX/Create/", body)
            let id = try #require(Int64(answer.text), "\(answer.text)")
            let general = try await world.general(id)
            #expect(general["Name"] as? String == "Plain" && general["AssignmentType"] as? String == "Optional")
            #expect(general["ProfileContext"] as? String == "User" && general["IsActive"] as? Bool == false)
            #expect((general["AssignedSmartGroups"] as? [Any])?.count == 1)
            let xml = "<Profile><General><Name>Xml</Name></General><Wifi><Ssid>a</Ssid></Wifi></Profile>"
            let windows = try await world.api.call(
                .post, "mdm/profiles/platforms/Windows/create", #"{"General":{"Name":"W"}}"#)
            #expect(windows.status == .ok, "\(windows.text)")
            let second = try await world.api.call(.post, "mdm/profiles/platforms/android/create", xml, version: 2)
            let profile = try await world.profile(try #require(Int64(second.text)))
            #expect((profile["Wifi"] as? [String: String]) == ["Ssid": "a"])
        }
    }

    @Test func `A change needs a new version to change payloads`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile(payloads: Self.wifi)
            func update(_ general: String, _ payloads: String = "", of profile: String) async throws -> TestResponse {
                try await world.api.call(
                    .post, "mdm/profiles/platforms/apple/update", "{\"General\":{\(profile)\(general)}\(payloads)}")
            }
            let mine = "\"ProfileId\":\(id)"
            let renamed = try await update(",\"Name\":\"Guests\",\"Description\":\"d\"", of: mine)
            #expect(renamed.status == .noContent && renamed.text.isEmpty && renamed.headers[.contentType] == nil)
            #expect(try await world.general(id)["Version"] as? Int == 1)
            // The same payloads in another order are the same.
            let same = Self.wifi.replacing(#"{"z":1,"a":2}"#, with: #"{"a":2,"z":1}"#)
            #expect(try await update("", same, of: mine).status == .noContent)
            try expectRefusal(
                try await update("", ",\"Wifi\":{}", of: mine), 400, number: 400, saying: "CreateNewVersion")
            #expect(try await world.profile(id)["Empty"] != nil)
            let changed = try await update(",\"CreateNewVersion\":\"true\"", ",\"Wifi\":{\"a\":1}", of: mine)
            #expect(changed.status == .noContent, "\(changed.text)")
            let profile = try await world.profile(id)
            #expect(Set(profile.keys) == ["General", "Wifi"])
            let general = try await world.general(id)
            #expect(general["Version"] as? Int == 2 && general["Name"] as? String == "Guests")
            #expect(general["Description"] as? String == "d")
            // A new version of nothing else keeps the payloads.
            let uuid = try #require(general["ProfileUuid"] as? String)
            let next = try await update(",\"CreateNewVersion\":true", of: "\"ProfileUuid\":\"\(uuid)\"")
            #expect(next.status == .noContent)
            #expect(try await world.general(id)["Version"] as? Int == 3)
            #expect((try await world.profile(id)["Wifi"] as? [String: Int]) == ["a": 1])
            let refusals = try await [
                update("", of: "\"ProfileId\":0"), update("", of: "\"ProfileId\":99999"),
                world.api.call(.post, "mdm/profiles/platforms/android/update", "{\"General\":{\(mine)}}"),
                update(",\"Name\":\"\"", of: mine),
            ]
            for (refusal, text) in zip(
                refusals, ["General.ProfileId", "Invalid Profile 99999.", "it is for Apple", "General.Name"])
            {
                try expectRefusal(refusal, 400, number: 400, saying: text)
            }
        }
    }

    @Test(arguments: [
        ("apple", "", "General is required"), ("apple", "{\"General\":{}}", "General.Name is required"),
        ("apple", "{\"General\":7}", "General"), ("windowspc", "{\"General\":{\"Name\":\"a\"}}", "Invalid platform"),
        ("apple", "{\"General\":{\"Name\":\"taken\"}}", "exists in Acme already"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"ManagedLocationGroupID\":\"99999\"}}", "no organization group"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"ManagedLocationGroupID\":\"x\"}}", "ManagedLocationGroupID"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"AssignedSmartGroups\":[{\"SmartGroupId\":99999}]}}", "Smart Group"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"AssignedSmartGroups\":[{}]}}", "AssignedSmartGroups"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"ProfileContext\":\"Robot\"}}", "Device or User"),
        ("apple", "{\"General\":{\"Name\":\"a\",\"IsActive\":\"maybe\"}}", "IsActive"),
        ("apple", "[]", "has to be an object"), ("apple", "{\"General\":{\"Name\":\"a\\u0000\"}}", "NUL"),
    ])
    func `A body that is not a profile is refused`(platform: String, body: String, text: String) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.createProfile(named: "Taken")
            let answer = try await world.api.call(.post, "mdm/profiles/platforms/\(platform)/create", body)
            try expectRefusal(answer, 400, number: 400, saying: text)
            #expect(try await world.profiles() == ["Taken"])
        }
    }

    @Test func `General has room for as much as an environment file takes`() async throws {
        try await SmartGroupWorld.with { world in
            func members(_ numbers: ClosedRange<Int>) -> String { numbers.map { ",\"Own\($0)\":1" }.joined() }
            let path = "mdm/profiles/platforms/apple"
            let many = "{\"General\":{\"Name\":\"Many\"\(members(1...501))}}"
            try expectRefusal(
                try await world.api.call(.post, "\(path)/create", many), 400, number: 400, saying: "500 members")
            let id = try await world.createProfile(members(1...500))
            let more = "{\"General\":{\"ProfileId\":\(id),\"Own501\":1}}"
            try expectRefusal(
                try await world.api.call(.post, "\(path)/update", more), 400, number: 400, saying: "500 members")
            let same = "{\"General\":{\"ProfileId\":\(id),\"Own500\":2}}"
            #expect(try await world.api.call(.post, "\(path)/update", same).status == .noContent)
        }
    }

    @Test func `A smart group of another group, or both given and kept out, is refused`() async throws {
        try await SmartGroupWorld.with { world in
            let mine = try await world.create("", name: "mine")
            let foreign = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Foreign'", Int64.self))
            for list in [
                "\"AssignedSmartGroups\":[\(foreign)]",
                "\"AssignedSmartGroups\":[\(mine)],\"ExcludedSmartGroups\":[\(mine)]",
            ] {
                let answer = try await world.api.call(
                    .post, "mdm/profiles/platforms/apple/create", "{\"General\":{\"Name\":\"a\",\(list)}}")
                try expectRefusal(answer, 400, number: 400)
            }
        }
    }

    @Test func `Activating and deactivating show at once and may be repeated`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            for (word, isActive) in [("Deactivate", false), ("deactivate", false), ("activate", true)] {
                let answer = try await world.api.call(.post, "mdm/profiles/\(id)/\(word)")
                #expect(answer.status == .ok && answer.text.isEmpty && answer.headers[.contentType] == nil)
                #expect(try await world.general(id)["IsActive"] as? Bool == isActive)
                #expect(try await world.profiles("status=\(isActive ? "active" : "Inactive")") == ["Wi-Fi"])
            }
        }
    }

    @Test func `A deleted profile is gone everywhere, and its id never comes back`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            let uuid = try #require(try await world.general(id)["ProfileUuid"] as? String)
            let deleted = try await world.api.call(.delete, "mdm/profiles/\(id)")
            #expect(deleted.status == .ok && deleted.text.isEmpty)
            #expect(try await world.profiles().isEmpty)
            for (method, path) in [
                (HTTPRequest.Method.get, "\(id)"), (.get, uuid), (.get, "\(id)/devices"), (.delete, "\(id)"),
                (.post, "\(id)/activate"), (.post, "\(uuid)/deactivate"),
            ] {
                let answer = try await world.api.call(method, "mdm/profiles/\(path)", version: 2)
                let text = path.hasPrefix(uuid) ? "Invalid Profile \(uuid)." : "Invalid Profile \(id)."
                try expectRefusal(answer, 400, number: 400, saying: method == .delete ? Self.missing : text)
            }
            let second = try await world.createProfile()
            #expect(second > id)
            try expectRefusal(
                try await world.api.call(.get, "mdm/profiles/False"), 400, number: 400, saying: "Invalid Profile False."
            )
        }
    }

    @Test func `Secrets in payloads are shown only to those who may change profiles`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile(",\"RemovalPassword\":\"r3move\"", payloads: Self.wifi)
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let reader = try await world.console.api(role, of: "acme")
                for version in [2, 3, 4] {
                    let answer = try await reader.call(.get, "mdm/profiles/\(id)", version: version)
                    #expect(answer.status == .ok)
                    #expect(!answer.text.contains("open sesame") && !answer.text.contains("r3move"))
                    let wifi = try answer.json()["Wifi"] as? [String: Any]
                    #expect(wifi?["Password"] as? String == "(hidden)")
                    #expect(wifi?["ServiceSetIdentifier"] as? String == "guest")
                }
                for (method, path) in [(HTTPRequest.Method.delete, "\(id)"), (.post, "\(id)/install")] {
                    try expectRefusal(
                        try await reader.call(method, "mdm/profiles/\(path)"), 403, number: 1011,
                        saying: "profiles.write")
                }
            }
            #expect(try await world.api.call(.get, "mdm/profiles/\(id)").text.contains("open sesame"))
            let history = try await world.console.admin(.get, "/_mock/events?action=mdmProfile.created")
            #expect(history.text.contains("Wi-Fi") && !history.text.contains("open sesame"))
        }
    }

    @Test func `A profile of another group does not exist`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            let stranger = try await world.console.api(.consoleAdministrator, of: "other")
            #expect(try await world.profiles("", stranger).isEmpty)
            for (method, path) in [
                (HTTPRequest.Method.get, "\(id)"), (.get, "\(id)/devices"), (.delete, "\(id)"),
                (.post, "\(id)/activate"),
            ] {
                let answer = try await stranger.call(method, "mdm/profiles/\(path)")
                let text = method == .delete ? Self.missing : "Invalid Profile \(id)."
                try expectRefusal(answer, 400, number: 400, saying: text)
            }
            let update = "{\"General\":{\"ProfileId\":\(id),\"Name\":\"mine\"}}"
            try expectRefusal(
                try await stranger.call(.post, "mdm/profiles/platforms/apple/update", update), 400, number: 400)
            #expect(try await world.general(id)["Name"] as? String == "Wi-Fi")
        }
    }

    @Test func `A group takes its profiles along`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "everybody of acme")
            _ = try await world.createProfile(
                ",\"ManagedLocationGroupID\":\(world.field),\"AssignedSmartGroups\":[\(group)]")
            try await world.console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "DELETE FROM device")
            }
            let answer = try await world.api.call(.delete, "system/groups/\(world.field)")
            #expect(answer.status.code < 300, "\(answer.text)")
            #expect(try await world.profiles().isEmpty)
            #expect(try await world.show(group)["Assignments"] as? Int == 0)
        }
    }
}
