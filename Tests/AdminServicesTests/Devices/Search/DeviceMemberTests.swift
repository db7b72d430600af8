import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// What belongs to a device, member by member (AdminDevices, "What belongs to a device"; AdminDeviceDetails).
struct DeviceMemberTests {
    static let network = """
        "PhoneNumber":"+15550100","RoamingStatus":false,"DataRoamingEnabled":false,"VoiceRoamingEnabled":false,
        "PublicIPAddress":"","IPAddress":{"WifiIPAddress":"10.0.0.7","CellularIPAddress":""},
        "WifiInfo":{"WifiMacAddress":"A0B1C2D3E4F5","SignalStrength":""},
        "CellularNetworkInfo":{"CarrierName":"","CurrentSIM":""},
        "DeviceNetworkInfo":[{"ConnectionType":"WiFi","IPAddress":"10.0.0.7","MACAddress":"A0B1C2D3E4F5","Name":"en0",
         "Vendor":""}]
        """
    static let safety = """
        "IsCompromised":false,"DataProtectionEnabled":false,"BlockLevelEncryption":false,"FileLevelEncryption":false,
        "IsEncrypted":false,"IsPasscodePresent":false,"IsPasscodeCompliant":false,"PasscodeLockGracePeriod":0,
        "PasscodeLockGracePeriodEnforced":0
        """

    /// What items of lists have of the first device of the fleet.
    static func heading(_ console: TestConsole) async throws -> String {
        """
        "DeviceId":1,"DeviceUuid":"\(try await console.deviceUUID("aaaa1111"))","Udid":"AAAA1111",
        "SerialNumber":"F2LX0001MOCK","DeviceFriendlyName":"ada iPhone",
        "OrganizationGroupId":\(try await console.groupID("demo")),
        "OrganizationGroupUuid":"\(try await console.groupUUID("demo"))","UserName":"ada",
        "LastSeen":"2026-03-01T08:00:00.000"
        """
    }

    /// The first item of a list.
    private static func first(_ path: String, _ name: String, _ console: TestConsole) async throws -> [String: Any] {
        let items = try #require(try await console.api.object(path)[name] as? [[String: Any]])
        return try #require(items.first)
    }

    @Test func `Networks of one device and of many`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try expectJSON(try await console.api.object("mdm/devices/1/network"), "{\(Self.network)}")
            let listed = try await Self.first("mdm/devices/networkinfosearch", "Devices", console)
            try expectJSON(listed, "{\(try await Self.heading(console)),\(Self.network)}")
            try expectJSON(
                try await console.api.object("mdm/devices/3/network"),
                """
                {"PhoneNumber":"","RoamingStatus":true,"DataRoamingEnabled":false,"VoiceRoamingEnabled":false,
                 "PublicIPAddress":"","IPAddress":{"WifiIPAddress":"","CellularIPAddress":""},
                 "WifiInfo":{"WifiMacAddress":"","SignalStrength":""},
                 "CellularNetworkInfo":{"CarrierName":"","CurrentSIM":""},"DeviceNetworkInfo":[]}
                """)
        }
    }

    @Test func `Safety of one device and of many`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute("UPDATE device SET compromisedCheckedAt = 1772706030000 WHERE id = 1")
            try expectJSON(try await console.api.object("mdm/devices/1/security"), "{\(Self.safety)}")
            let listed = try await Self.first("mdm/devices/securityinfosearch", "Devices", console)
            try expectJSON(listed, "{\(try await Self.heading(console)),\(Self.safety)}")
            for id in [2, 3] {
                let untold = try await console.api.call(.get, "mdm/devices/\(id)/security")
                try expectRefusal(untold, 404, number: 8, saying: "has never reported its security state")
            }
        }
    }

    @Test func `An enrolled device that has reported nothing has an object of unknown values`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for path in ["mdm/devices/1/security", "mdm/devices/security?searchby=Serialnumber&id=F2LX0001MOCK"] {
                try expectJSON(try await console.api.object(path), "{\(Self.safety)}")
            }
            let xml = try await console.api.call(
                .get, "mdm/devices/1/security", headers: ["Accept": "application/xml"])
            #expect(xml.status == .ok && xml.text.contains("<IsCompromised>false</IsCompromised>"))
            // Lists have only devices that have reported, and what phones do not have stays missing.
            #expect(try await console.api.call(.get, "mdm/devices/securityinfosearch").status == .noContent)
            let uuid = try await console.deviceUUID("aaaa1111")
            for name in ["recovery-key", "managed-admin-information"] {
                let answer = try await console.api.call(.get, "mdm/devices/\(uuid)/security/\(name)")
                try expectRefusal(answer, 404, number: 404)
            }
        }
    }

    @Test func `A device that signs in has an object before its first beacon, and keeps what it said after its last`()
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "mdm/devices/security?searchby=Udid&id=\(client.device.value)"
            try expectJSON(try await console.api.object(path), "{\(Self.safety)}")
            let unenrolled = try await console.admin(
                .post, "/_mock/devices/\(client.device.value)/commands/unenroll")
            #expect(unenrolled.status.code < 300, "\(unenrolled.text)")
            try expectRefusal(try await console.api.call(.get, path), 404, number: 8, saying: "not enrolled")
        }
    }

    @Test func `The extensive search tells of a device what its filters ask for`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let heading = try await Self.heading(console)
            for (name, products) in [("extensivesearch", #","Products":[]"#), ("litesearch", "")] {
                var device = try await Self.first("mdm/devices/\(name)", "Devices", console)
                let groups = try #require(device.removeValue(forKey: "SmartGroups") as? [[String: Any]])
                let all = try #require(groups.first { $0["Name"] as? String == "All Devices" })
                #expect(all["SmartGroupId"] is Int && UUID(uuidString: all["SmartGroupUuid"] as? String ?? "") != nil)
                #expect(groups.allSatisfy { $0.count == 3 })
                try expectJSON(
                    device,
                    """
                    {\(heading),"AssetNumber":"AAAA1111","Compliant":true,"CustomAttributes":[],
                     "EnrollmentDate":"2026-03-05T10:20:30.000","EnrollmentStatus":"Enrolled",
                     "UnEnrolledDate":"0001-01-01T00:00:00.000","DeviceNetworkInfo":[{"ConnectionType":"WiFi",
                     "IPAddress":"10.0.0.7","MACAddress":"A0B1C2D3E4F5","Name":"en0","Vendor":""}]\(products)}
                    """)
                let rest = try #require(
                    try await console.api.object("mdm/devices/\(name)?deviceid=2,3")["Devices"] as? [[String: Any]])
                #expect(rest.map { $0["Compliant"] as? Bool } == [false, true])
                #expect(rest.map { $0["AssetNumber"] as? String } == ["BBBB2222", "T-4"])
                #expect(rest.map { $0["EnrollmentStatus"] as? String } == ["Registered", "Registered"])
                #expect(rest.allSatisfy { $0["EnrollmentDate"] as? String == "0001-01-01T00:00:00.000" })
                #expect(rest.allSatisfy { $0["UserName"] as? String == "" })
                #expect(rest.allSatisfy { ($0["SmartGroups"] as? [Any])?.isEmpty == true })
                #expect(rest.allSatisfy { ($0["DeviceNetworkInfo"] as? [Any])?.isEmpty == true })
            }
        }
    }

    @Test func `Counts, limits and how a device is enrolled`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute("UPDATE device SET isCompromised = 1 WHERE id IN (1, 3)")
            try expectJSON(
                try await console.api.object("mdm/devices/devicecountinfo"),
                """
                {"TotalDevices":3,"EnrollmentStatus":{"Enrolled":1,"Registered":2,"Unenrolled":0},
                 "Ownership":{"CorporateDedicated":1,"CorporateShared":1,"EmployeeOwned":1,"Undefined":0},
                 "Platforms":{"Apple":2,"Android":1,"AppleOsX":0,"WinRT":0},
                 "Security":{"Compromised":2,"NoPasscode":0,"NotEncrypted":0}}
                """)
            try expectJSON(
                try await console.api.object("mdm/devices/bulksettings"),
                #"{"DeleteDevice":3000,"EnterpriseWipe":10,"GPS":500,"LockDevice":3000,"SendMessage":3000}"#)
            try expectJSON(
                try await console.api.object("mdm/devices/enrolleddevicescount"), #"{"EnrolledDevicesCount":1}"#)
            let uuid = try await console.deviceUUID("aaaa1111")
            try expectJSON(
                try await console.api.object("mdm/devices/udid/aaaa1111/deviceenrollmentstatus"),
                """
                {"EnrollmentStatus":"Enrolled","DeviceManagedBy":"MDM","Domain":"","Username":"ada",
                 "Id":{"Value":1},"Uuid":"\(uuid)"}
                """)
        }
    }

    @Test func `The user of a device is the one of the list of users`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let id = try await console.userID("ada")
            let user = try await console.api.call(.get, "system/users/\(id)")
            let device = try await console.api.object("mdm/devices/1/user")
            #expect(device.count == 1)
            try expectJSON(device["DeviceUser"], user.text)
        }
    }

    @Test func `Notes and attributes`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let added = try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"A"}"#)
            let id = try #require(try added.json()["Value"] as? Int)
            console.clock.advance(seconds: 60)
            let changed = try await console.api.call(.put, "mdm/devices/1/notes/\(id)", #"{"Note":"B"}"#)
            #expect(changed.status == .noContent)
            let note = """
                {"Id":{"Value":\(id)},"DeviceId":{"Value":1},"Note":"B","CreatedOn":"2026-03-05T10:20:30.000",
                 "ModifiedOn":"2026-03-05T10:21:30.000"}
                """
            try expectJSON(try await console.api.object("mdm/devices/1/notes/\(id)"), note)
            try expectJSON(try await Self.first("mdm/devices/1/notes", "DeviceNotes", console), note)

            let body = #"{"CustomAttributes":[{"Name":"site","Value":"Bonn","ApplicationGroup":"x"}]}"#
            #expect(try await console.api.call(.put, "mdm/devices/1/customattributes", body).status == .noContent)
            let attributes = """
                {"DeviceId":1,"DeviceUuid":"\(try await console.deviceUUID("aaaa1111"))","Udid":"AAAA1111",
                 "SerialNumber":"F2LX0001MOCK","EnrollmentUserName":"ada","AssetNumber":"AAAA1111",
                 "CustomAttributes":[{"Name":"site","Value":"Bonn","ApplicationGroup":"x"}]}
                """
            try expectJSON(try await console.api.object("mdm/devices/1/customattributes"), attributes)
            let found = try await Self.first("mdm/devices/customattribute/search", "Devices", console)
            try expectJSON(
                found,
                attributes.replacing(
                    #""ApplicationGroup":"x""#, with: #""ApplicationGroup":"x","Application":"x","Source":"""#))
        }
    }

    @Test func `An entry of the event log says who changed what, and when`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            console.clock.advance(seconds: 60)
            let change = #"{"Ownership":"S","AssetNumber":"A-1"}"#
            #expect(try await console.api.call(.put, "mdm/devices/1", change).status == .noContent)
            var entry = try await Self.first("mdm/devices/1/eventlog", "DeviceEventLogEntries", console)
            #expect((entry.removeValue(forKey: "Id") as? [String: Any])?["Value"] is Int)
            #expect(UUID(uuidString: entry.removeValue(forKey: "Uuid") as? String ?? "") != nil)
            try expectJSON(
                entry,
                """
                {"Severity":"Information","TimeStamp":"2026-03-05T10:21:30.000","Source":"Server",
                 "Event":"device.updated","AdminAccount":"admin","EventDataList":[
                  {"EventDataType":"assetNumber","OldValue":"","NewValue":"A-1"},
                  {"EventDataType":"ownership","OldValue":"CorporateDedicated","NewValue":"CorporateShared"}]}
                """)
            let client = try await console.signedInDevice()
            let path = "mdm/devices/eventlog?searchby=Udid&id=\(client.device)"
            let own = try await Self.first(path, "DeviceEventLogEntries", console)
            #expect(own["Source"] as? String == "Device" && own["AdminAccount"] as? String == "")
            // Ids stay, whatever page they are on.
            let all =
                try await console.api.object("mdm/devices/1/eventlog")["DeviceEventLogEntries"] as? [[String: Any]]
            let ids = try #require(all).compactMap { ($0["Id"] as? [String: Int])?["Value"] }
            #expect(ids == ids.sorted(by: >) && Set(ids).count == ids.count)
        }
    }

    @Test func `Places have coordinates, height and speed`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute(
                """
                INSERT INTO deviceLocation (deviceId, groupId, receivedAt, sampledAt, latitude, longitude, altitude, speed)
                VALUES (1, 7, 1772706030000, 1772706000000, 52.5, 13.25, 34.5, 1.5),
                    (1, 7, 1772706030000, NULL, -1, 0.5, NULL, NULL), (2, 7, 1772706030000, NULL, 9, 9, NULL, NULL)
                """)
            let response = try await console.api.call(.get, "mdm/devices/1/gps")
            let places = try jsonList(response.text).map { place in
                var place = place
                place["Id"] = nil
                return place
            }
            try expectJSON(
                places,
                """
                [{"DeviceId":{"Value":1},"SampleTime":"2026-03-05T10:20:30.000","Latitude":-1,"Longitude":0.5,
                  "Elevation":0,"Speed":0},
                 {"DeviceId":{"Value":1},"SampleTime":"2026-03-05T10:20:00.000","Latitude":52.5,"Longitude":13.25,
                  "Elevation":34.5,"Speed":1.5}]
                """)
            console.clock.advance(seconds: 3 * 86_400)
            for (query, count) in [("dayrange=2", 0), ("DayRange=4", 2), ("dayrange=0", 2), ("dayrange=", 2)] {
                let recent = try await console.api.call(.get, "mdm/devices/1/gps?\(query)")
                #expect(try jsonList(recent.text).count == count, "\(query)")
            }
            for query in ["dayrange=x", "dayrange=-1", "dayrange=99999999"] {
                let response = try await console.api.call(.get, "mdm/devices/1/gps?\(query)")
                try expectRefusal(response, 400, number: 400, saying: "dayrange")
            }
        }
    }

    @Test func `An app that waits and one that is there have the same members`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute(
                """
                INSERT INTO installation (deviceId, bundleId, appVersion, lastSeenAt, createdAt)
                VALUES (1, 'com.example.unknown', '3.1', 0, 0)
                """)
            let items = try #require(
                try await console.api.object("mdm/devices/1/apps")["DeviceApps"] as? [[String: Any]])
            var unknown = try #require(items.first)
            #expect((unknown.removeValue(forKey: "Id") as? [String: Any])?["Value"] is Int)
            try expectJSON(
                unknown,
                """
                {"ApplicationName":"com.example.unknown","ApplicationIdentifier":"com.example.unknown","Version":"3.1",
                 "BuildVersion":"3.1","AppVersion":"3.1","Status":"Installed","Size":"0","Type":"Internal",
                 "IsManaged":false,"HasUpdateAvailable":false,"Uuid":""}
                """)
            for item in items.dropFirst() {
                #expect(Set(item.keys) == Set(unknown.keys).union(["Id"]))
                #expect(item["Status"] as? String == "PendingInstall" && item["IsManaged"] as? Bool == true)
                #expect(item["Version"] as? String == item["AppVersion"] as? String)
                #expect(UUID(uuidString: item["Uuid"] as? String ?? "") != nil)
            }
            let found = try await Self.first("mdm/devices/1/apps/search", "app_items", console)
            try expectJSON(
                found,
                """
                {"application_uuid":"","assigned_version":"","assignment_status":"NotAssigned",
                 "bundle_id":"com.example.unknown","device_uuid":"\(try await console.deviceUUID("aaaa1111"))",
                 "has_update_available":false,"installed_status":"Installed","installed_version":"3.1",
                 "is_managed":false,"latest_uem_action":"None","name":"com.example.unknown","platform":"Apple","size":0,
                 "type":"Internal"}
                """)
        }
    }

    @Test func `How a device stands with a rule`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Rules.os17)
            try await console.addRule(Rules.wipeCompromised)
            let client = try await console.signedInDevice()
            func compliance() async throws -> [String: Any] {
                try await console.api.object("mdm/devices/compliance?searchby=Udid&id=\(client.device)")
            }
            let waiting = try await compliance()
            #expect(waiting["OverallCompliantStatus"] as? String == "PendingComplianceCheck")
            let pending = try #require(waiting["DeviceCompliance"] as? [[String: Any]])
            #expect(pending.map { $0["CompliancePending"] as? Bool } == [true, true])
            #expect(pending.map { $0["CompliantStatus"] as? Bool } == [true, true])

            console.clock.advance(seconds: 60)
            try await console.beacon(from: client) { $0.osVersion = "16.4" }
            let body = try await compliance()
            #expect(body["OverallCompliantStatus"] as? String == "Blocked")
            #expect(Set(body.keys) == ["DeviceCompliance", "OverallCompliantStatus", "Page", "PageSize", "Total"])
            let policies = try #require(body["DeviceCompliance"] as? [[String: Any]])
            var policy = try #require(policies.first)
            #expect((policy.removeValue(forKey: "Id") as? [String: Any])?["Value"] is Int)
            let detail = try #require(policy.removeValue(forKey: "PolicyDetail") as? String)
            #expect(detail.contains("at least 17.0") && detail.contains("16.4"))
            try expectJSON(
                policy,
                """
                {"PolicyName":"iOS 17","CompliantStatus":false,"CompliancePending":false,
                 "LastComplianceCheck":"2026-03-05T10:21:30.000","NextComplianceCheck":"0001-01-01T00:00:00.000",
                 "ActionTaken":[{"ActionType":"Block"}],"Uuid":"\(uuid)"}
                """)
            #expect(policies.last?["CompliantStatus"] as? Bool == true)
            #expect((policies.last?["ActionTaken"] as? [Any])?.isEmpty == true)
        }
    }
}
