import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Devices registered for users, and what they take from it when they enroll (AdminRegistrations).
struct RegisteredDeviceTests {
    @Test func `A device enrolls with the token of its registration, and takes everything from it`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let response = try await console.registerDevice(
                #"""
                ,"FriendlyName":"Lab phone","Ownership":"C","PlatformId":2,"SerialNumber":"SN-1","AssetNumber":"A-7",
                "Tags":[{"Name":"pilot"}],"CustomAttributes":[{"Name":"desk","Value":"4","Application":"x"}],
                "MessageType":"None","ModelId":1,"IsMigration":false
                """#)
            #expect(response.status == .ok && response.text.isEmpty && response.headers[.contentType] == nil)
            let listed = try #require(try await console.listedTokens().first)
            #expect(listed["SerialNumber"] as? String == "SN-1" && listed["AssetNumber"] as? String == "A-7")
            #expect(listed["FriendlyName"] as? String == "Lab phone" && listed["Username"] as? String == "ada")
            #expect(listed["OrganizationGroup"] as? String == "lab")
            #expect(listed["EnrollmentStatusID"] as? Int == 2 && listed["ComplianceStatusID"] is Int)
            let token = try #require(listed["Token"] as? String)
            #expect(try await console.logIn(token: token, device: "feed01") == "AUTH-0")
            let device = try await console.adminJSON("/_mock/devices/feed01")
            #expect(device["groupId"] as? String == "lab" && device["friendlyName"] as? String == "Lab phone")
            #expect(device["ownership"] as? String == "CorporateDedicated" && device["tags"] as? [String] == ["pilot"])
            let found = try await console.api.object("mdm/devices?searchby=Serialnumber&id=SN-1")
            #expect(found["Udid"] as? String == "FEED01" && found["AssetNumber"] as? String == "A-7")
            #expect(found["UserName"] as? String == "ada")
            #expect(try await console.listedTokens().first?["EnrollmentStatusID"] as? Int == 4)
            #expect(try await console.logIn(token: token, device: "feed02") == "AUTH-1005")
            // Another app of the device keeps it where it is.
            #expect(try await console.logInAda(device: "feed01") == "AUTH-0")
            #expect(try await console.adminJSON("/_mock/devices/feed01")["groupId"] as? String == "lab")
        }
    }

    @Test(arguments: [
        (2, "2017", "iPad", "17.0.0"), (1, "2026", "iPhone", "26.0.0"), (99, "1", "", "0.0.0"),
        (2, "\"soon\"", "iPad", "0.0.0"), (2, "12345678901234567890", "iPad", "0.0.0"),
    ])
    func `A device whose identifier is named is what the picklists say until it comes`(
        model: Int, system: String, word: String, version: String
    ) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let answer = try await console.registerDevice(
                #","Udid":"feed60","PlatformId":2,"ModelId":\#(model),"OperatingSystemId":\#(system)"#)
            #expect(answer.status == .ok, "\(answer.text)")
            let device = try await console.api.object("mdm/devices?searchby=Udid&id=feed60")
            #expect(device["Model"] as? String == word && device["OperatingSystem"] as? String == version)
            let family = device["ModelId"] as? [String: Any]
            #expect(family?["Name"] as? String == word)
            #expect(device["EnrollmentStatus"] as? String == "Registered")
        }
    }

    @Test func `An administrator registers no device of another's group, and takes none away`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let body = #"{"udid":"feed05","user":"ada","group":"demo"}"#
            #expect(try await console.admin(.post, "/_mock/devices", text: body).status == .created)
            let lab = try await console.api(.consoleAdministrator, of: "lab")
            let group = try await lab.object("system/groups/search?groupid=lab", version: 2)
            let uuid = try #require((group["OrganizationGroups"] as? [[String: Any]])?.first?["Uuid"] as? String)
            let list = "mdm/groups/\(uuid)/enrollment-tokens"
            func registration(_ device: String) -> String {
                #"{"registration_type":"REGISTER_DEVICE","attribute_type":"UDID","device_attribute":"\#(device)"}"#
            }
            try expectRefusal(try await lab.call(.post, list, registration("feed05")), 400, number: 5213)
            #expect(try await console.adminJSON("/_mock/devices/feed05")["groupId"] as? String == "demo")

            let own = try await lab.call(.post, list, registration("feed06"))
            #expect(own.status == .created, "\(own.text)")
            let entry = try #require(own.headers[.location]?.split(separator: "/").last)
            let moved = try await console.admin(.patch, "/_mock/devices/feed06", text: #"{"group":"demo"}"#)
            #expect(moved.status == .ok, "\(moved.text)")
            #expect(try await lab.call(.delete, "\(list)/\(entry)").status == .noContent)
            #expect(try await console.adminJSON("/_mock/devices/feed06")["groupId"] as? String == "demo")
        }
    }

    @Test func `A device that is to be wiped is not registered over it`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let body = #"{"udid":"feed07","user":"ada","group":"demo","enrollmentStatus":"EnterpriseWipePending"}"#
            #expect(try await console.admin(.post, "/_mock/devices", text: body).status == .created)
            let refused = try await console.registerDevice(#","Udid":"feed07""#)
            try expectRefusal(refused, 400, number: 5213, saying: "wipe")
            let device = try await console.adminJSON("/_mock/devices/feed07")
            #expect(device["enrollmentStatusCode"] as? Int == EnrollmentStatus.enterpriseWipePending.rawValue)
            #expect(try await console.admin(.delete, "/_mock/devices/feed07").status.code < 300)
            #expect(try await console.registerDevice(#","Udid":"feed07""#).status == .ok)
        }
    }

    @Test func `A device that was enrolled and is registered again has its status since then`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            #expect(try await console.logInAda(device: "feed08") == "AUTH-0")
            #expect(try await console.admin(.post, "/_mock/devices/feed08/commands/unenroll").status.code < 300)
            console.clock.advance(seconds: 3600)
            #expect(try await console.registerDevice(#","Udid":"feed08""#).status == .ok)
            let since = console.clock.now.zoneless
            let found = try await console.api.object("mdm/devices/extensivesearch?statuschangestarttime=\(since)")
            let devices = try #require(found["Devices"] as? [[String: Any]])
            #expect(devices.map { $0["Udid"] as? String } == ["FEED08"])
        }
    }

    @Test func `A device registered by its identifier is known before it comes, and takes a password too`() async throws
    {
        try await withConsole { console in
            try await console.seedRegistrations()
            let response = try await console.registerDevice(
                #","FriendlyName":"Named","Ownership":"E","Udid":"FEED03","Tags":[{"Name":"pilot"}]"#)
            #expect(response.status == .ok)
            let before = try await console.adminJSON("/_mock/devices/feed03")
            #expect(before["enrollmentStatus"] as? String == "Registered" && before["groupId"] as? String == "lab")
            #expect(before["tags"] as? [String] == ["pilot"])
            let list = try await console.api.object("system/users/registereddevices/search?username=ada")
            #expect((list["RegisteredDeviceInfoList"] as? [[String: Any]])?.first?["UDID"] as? String == "FEED03")
            let token = try #require(try await console.listedTokens().first?["Token"] as? String)
            #expect(try await console.logIn(token: token, device: "feed04") == "AUTH-1005")
            #expect(try await console.logInAda(device: "feed03") == "AUTH-0")
            let after = try await console.adminJSON("/_mock/devices/feed03")
            #expect(after["groupId"] as? String == "lab" && after["friendlyName"] as? String == "Named")
            #expect(after["ownership"] as? String == "EmployeeOwned" && after["tags"] as? [String] == ["pilot"])
        }
    }

    @Test func `What is registered by a serial number is listed as registered until it comes`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(
                #","SerialNumber":"SN-2","FriendlyName":"Waiting","Imei":"35-000000-000001-7""#)
            let path = "system/users/registereddevices/search?serialnumber=sn-2"
            let list = try #require(
                try await console.api.object(path)["RegisteredDeviceInfoList"] as? [[String: Any]])
            #expect(list.count == 1 && list[0]["FriendlyName"] as? String == "Waiting")
            #expect(list[0]["UDID"] as? String == "" && list[0]["Username"] as? String == "ada")
            let token = try #require(try await console.listedTokens().first?["Token"] as? String)
            #expect(try await console.logIn(token: token, device: "feed05") == "AUTH-0")
            #expect(try await console.api.call(.get, path).status == .noContent)
        }
    }

    @Test(arguments: [
        (#""#, "User"), (#","Ownership":"Z""#, "Ownership"), (#","PlatformId":77"#, "PlatformId"),
        (#","Imei":"12""#, "Imei"), (#","Udid":"not a udid""#, "Udid"), (#","Tags":[{"Name":"none"}]"#, "tag"),
        (#","Tags":[{}]"#, "Name"), (#","CustomAttributes":[{}]"#, "Name"), (#","SerialNumber":{}"#, "SerialNumber"),
    ])
    func `What cannot be registered is refused and leaves nothing`(more: String, text: String) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            if more.isEmpty {
                let body = #"{"LocationGroupId":"\#(try await console.groupID("appreview"))"}"#
                let user = try await console.userID("ada")
                let response = try await console.api.call(.post, "system/users/\(user)/registerdevice", body)
                try expectRefusal(response, 400, number: 400, saying: "does not belong")
                let none = try await console.api.call(.post, "system/users/\(user)/registerdevice", "{}")
                try expectRefusal(none, 400, number: 400, saying: "LocationGroupId")
                let nobody = try await console.api.call(.post, "system/users/99999/registerdevice", body)
                try expectRefusal(nobody, 404, number: 404, saying: "User not found")
            } else {
                try expectRefusal(try await console.registerDevice(more), 400, number: 400, saying: text)
            }
            #expect(try await console.listedTokens().isEmpty)
        }
    }

    @Test func `Tokens are shown to those only who could hand them out, and only of their groups`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(#","SerialNumber":"SN-3""#)
            _ = try await console.admin(.post, "/_mock/users/ada/tokens?group=demo")
            let all = try await console.listedTokens()
            #expect(all.count == 2 && all.filter { ($0["Token"] as? String)?.hasPrefix("*") == true }.count == 1)
            #expect(try await console.listedTokens("serialnumber=SN-3").count == 1)
            #expect(try await console.listedTokens("username=nobody").isEmpty)
            #expect(try await console.listedTokens("page=1&pagesize=1").count == 1)
            let lab = try await console.groupID("lab")
            #expect(try await console.listedTokens("organizationgroupid=\(lab)").count == 1)
            let reader = try await console.api(.readOnly, of: "demo")
            let seen = try await console.listedTokens("", reader)
            #expect(seen.count == 2 && seen.allSatisfy { ($0["Token"] as? String)?.hasPrefix("*") == true })
            let foreign = try await console.api(.consoleAdministrator, of: "appreview")
            #expect(try await console.listedTokens("", foreign).isEmpty)
            let user = try await console.userID("ada")
            try expectRefusal(
                try await foreign.call(.post, "system/users/\(user)/registerdevice", #"{"LocationGroupId":7}"#), 404,
                number: 404)
            try expectRefusal(
                try await reader.call(.post, "system/users/\(user)/registerdevice", "{}"), 403, number: 1011)
            let log = try await console.events("deviceRegistration.created")
            #expect(log.count == 1 && !log[0].contains("sealedToken\":\""))
        }
    }
}
