import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Details of devices as lists, status changes and picklists (AdminDeviceDetails, "Lists" and "Picklists").
struct DeviceDetailListTests {
    @Test func `Safety of all devices that told it is one list`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.get, "mdm/devices/securityinfosearch").status == .noContent)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            for query in ["", "?user=demo", "?organizationgroupid=\(try await console.groupID("demo"))&pagesize=1"] {
                let body = try await console.api.object("mdm/devices/securityinfosearch\(query)")
                #expect(body["Total"] as? Int == 1)
                let item = try #require((body["Devices"] as? [[String: Any]])?.first)
                #expect(item["Udid"] as? String == client.device.value.uppercased())
                #expect(item["IsCompromised"] as? Bool == true && item["IsPasscodePresent"] as? Bool == false)
                #expect(item["DeviceId"] is Int && item["UserName"] as? String == "demo")
            }
            let theirs = try await console.api(.readOnly, of: "appreview")
            #expect(try await theirs.call(.get, "mdm/devices/securityinfosearch").status == .noContent)
            #expect(try await console.api.call(.get, "mdm/devices/securityinfosearch?user=ada").status == .noContent)
        }
    }

    @Test func `Networks of devices are one list, in pages`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = try await console.api.object("mdm/devices/networkinfosearch?pagesize=2")
            #expect(body["Total"] as? Int == 3 && (body["Devices"] as? [Any])?.count == 2)
            let item = try #require((body["Devices"] as? [[String: Any]])?.first)
            #expect((item["IPAddress"] as? [String: String])?["WifiIPAddress"] == "10.0.0.7")
            #expect(
                item["DeviceFriendlyName"] as? String == "ada iPhone" && item["PhoneNumber"] as? String == "+15550100")
            let last = try await console.api.call(.get, "mdm/devices/networkinfosearch?pagesize=2&page=1")
            #expect(try last.udids() == ["CCCC3333"])
            #expect(try await console.api.call(.get, "mdm/devices/networkinfosearch?page=2").status == .noContent)
        }
    }

    @Test(arguments: ["securityinfosearch", "networkinfosearch", "enrolleddevicescount"])
    func `Lists refuse what cannot be`(name: String) async throws {
        try await withConsole { console in
            for query in ["platform=x", "startdatetime=x", "organizationgroupid=x", "enrollmentstatus=x"] {
                let response = try await console.api.call(.get, "mdm/devices/\(name)?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
            let response = try await console.api.call(.get, "mdm/devices/\(name)?organizationgroupid=9999")
            try expectRefusal(response, 404, number: 404)
        }
    }

    @Test func `Enrolled devices of a group are counted`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            func count(_ caller: APICaller, _ query: String = "") async throws -> Int? {
                try await caller.object("mdm/devices/enrolleddevicescount?\(query)")["EnrolledDevicesCount"] as? Int
            }
            let api = console.api
            #expect(try await count(api) == 1)
            #expect(try await count(api, "platform=Android") == 0)
            let theirs = try await console.api(.readOnly, of: "appreview")
            #expect(try await count(theirs) == 0)
        }
    }

    @Test func `Devices are found by when their status changed`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            console.clock.advance(seconds: 86_400)
            let since = console.clock.now.zoneless
            #expect(
                try await console.api.call(.get, "mdm/devices/litesearch?statuschangestarttime=\(since)").status
                    == .noContent)
            let order = try await console.admin(.post, "/_mock/devices/aaaa1111/commands/unenroll")
            #expect(order.status == .accepted)
            let body = try await console.api.object("mdm/devices/litesearch?statuschangestarttime=\(since)")
            let device = try #require((body["Devices"] as? [[String: Any]])?.first)
            #expect(device["Udid"] as? String == "AAAA1111" && device["EnrollmentStatus"] as? String == "Unenrolled")
            #expect(device["UnEnrolledDate"] as? String == since)
            let before = try await console.api.call(.get, "mdm/devices/extensivesearch?statuschangeendtime=\(since)")
            #expect(try before.udids() == ["BBBB2222", "CCCC3333"])
            let items = try #require(try before.json()["Devices"] as? [[String: Any]])
            #expect(items.allSatisfy { $0["UnEnrolledDate"] as? String == "0001-01-01T00:00:00.000" })
        }
    }

    @Test(arguments: [
        ("deviceid=1,3", "AC"), ("deviceid=3,x,", "C"), ("deviceid=1&macaddress=a0b1c2d3e4f5,00", "A"),
        ("deviceid=2&macaddress=a0b1c2d3e4f5", ""), ("macaddress=\"%00", ""), ("deviceid=99999999999999999999", ""),
        ("customattributes=site", ""), ("customattributes==x", ""), ("statuschangeendtime=0001-01-01", ""),
        ("statuschangestarttime=9999-12-31", ""), ("deviceid=\(String(repeating: "0,", count: 1200))1", "A"),
    ])
    func `Several devices are named at once`(query: String, letters: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let response = try await console.api.call(.get, "mdm/devices/litesearch?\(query)")
            #expect(response.status == (letters.isEmpty ? .noContent : .ok), "\(response.text)")
            #expect(try response.udids().map { String($0.prefix(1)) }.joined() == letters)
        }
    }

    @Test func `Severities of the event log are told apart`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let order = try await console.admin(.post, "/_mock/devices/aaaa1111/commands/device-wipe")
            #expect(order.status == .accepted)
            let path = "mdm/devices/1/eventlog"
            let critical = try await console.api.object("\(path)?severity=critical")
            let entries = try #require(critical["DeviceEventLogEntries"] as? [[String: Any]])
            #expect(entries.map { $0["Event"] as? String } == ["device.deviceWipeOrdered"])
            #expect(entries.first?["Severity"] as? String == "Critical" && critical["Total"] as? Int == 1)
            #expect(try await console.api.object("\(path)?severity=Information")["Total"] as? Int == 1)
            #expect(try await console.api.object(path)["Total"] as? Int == 2)
            for word in ["Emergency", "Alert", "Error", "Warning", "Notice", "Debug"] {
                #expect(try await console.api.call(.get, "\(path)?severity=\(word)").status == .noContent)
            }
            try expectRefusal(
                try await console.api.call(.get, "\(path)?severity=loud"), 400, number: 400, saying: "severity")
        }
    }

    @Test(arguments: [
        ("Apple", "devicemodels", ["1": "iPhone", "2": "iPad", "3": "iPod Touch"]),
        ("5", "devicemodels", ["5": "Android"]),
        ("2", "devicemodelfamily", ["1": "iPhone", "2": "iPad", "3": "iPod Touch"]),
        ("apple_os_x", "devicemodelfamily", ["10": "Mac"]),
        ("WinRT", "operatingsystems", ["12010": "Windows 10.0.0", "12011": "Windows 11.0.0"]),
    ])
    func `Picklists have the numbers clients know`(platform: String, list: String, entries: [String: String])
        async throws
    {
        try await withConsole { console in
            let response = try await console.api.call(.get, "mdm/picklists/platforms/\(platform)/\(list)")
            let found = try #require(
                try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [[String: String]])
            let pairs = found.compactMap { entry in
                entry["Key"].flatMap { key in entry["Description"].map { (key, $0) } }
            }
            #expect(pairs.count == found.count && Dictionary(pairs) { $1 } == entries)
        }
    }

    @Test(arguments: Picklist.allCases)
    func `Every platform has words, no other has any`(list: Picklist) async throws {
        try await withConsole { console in
            for platform in DevicePlatform.allCases {
                let keys = list.entries(of: platform).map(\.key)
                #expect(!keys.isEmpty && Set(keys).count == keys.count && keys == keys.sorted())
            }
            for platform in ["99", "Symbian", "%00"] {
                let response = try await console.api.call(.get, "mdm/picklists/platforms/\(platform)/\(list.rawValue)")
                try expectRefusal(response, 400, number: 400)
            }
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.get, "mdm/picklists/platforms/2/\(list.rawValue)").status == .ok)
        }
    }
}
