import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Documented members and bodies of routes about devices, beside those that this console had before (AdminDevices,
/// AdminDeviceDetails).
struct DeviceDocumentedFormTests {
    @Test func `Version 3 of one device has the documented parts`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let device = try await console.api.object(
                "mdm/devices/\(try await console.deviceUUID("aaaa1111"))", version: 3)
            let platform = try #require(device["platform_info"] as? [String: Any])
            #expect(platform["device_type"] as? Int == 2 && platform["platform_name"] as? String == "iOS")
            #expect(platform["model"] as? String == "iPhone 15" && platform["os_version"] as? String == "18.1.0")
            let carrier = try #require(device["carrier_info"] as? [String: Any])
            #expect(carrier["phone_number"] as? String == "+15550100" && carrier["roaming_enabled"] as? Bool == false)
            let enrollment = try #require(device["enrollment_info"] as? [String: Any])
            #expect(enrollment["enrollment_status"] as? Int == 4 && enrollment["ownership"] as? Int == 1)
            #expect(enrollment["enrollment_user_name"] as? String == "ada" && enrollment["managed_by"] is Int)
            #expect(enrollment["last_seen_timestamp"] as? String == "2026-03-01T08:00:00.000")
            #expect(device["total_storage_bytes"] as? String == "127990000000")
            #expect(device["friendly_name"] as? String == "ada iPhone" && device["Links"] is [Any])
        }
    }

    @Test func `Version 1 of a device has the documented members`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let device = try await console.api.object("mdm/devices/1")
            #expect(device["AcLineStatus"] as? Int == 0 && device["DataEncryptionYN"] as? String == "N")
            let network = try #require(device["DeviceMCC"] as? [String: String])
            #expect(network == ["SIMMCC": "", "CurrentMCC": ""])
            for name in ["LastSystemSampleTime", "SecurityPatchDate"] {
                #expect(device[name] as? String == "0001-01-01T00:00:00.000")
            }
            #expect(device["EnrolledViaDEP"] as? Bool == false && device["HostName"] as? String == "")
        }
    }

    @Test func `One app of a device is found by its bundle identifier`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let uuid = try await console.deviceUUID(device.device.value)
            for path in [uuid, "1"] {
                let app = try await console.api.object("mdm/devices/\(path)/apps?bundleid=COM.example.demo")
                let details = try #require(app["app_details"] as? [String: Any])
                #expect(details["identifier"] as? String == "com.example.demo" && details["type"] is [String])
                let assignment = try #require(app["assignment_info"] as? [String: Any])
                #expect(assignment["assignment_status"] as? String == "Assigned")
                let sample = try #require(app["device_sample_info"] as? [String: Any])
                #expect(sample["installed_status"] as? String == "Installed")
                #expect((app["compliance_info"] as? [String: Any])?["compliance_policy_status"] is [Any])
            }
            let missing = try await console.api.call(.get, "mdm/devices/\(uuid)/apps?bundleid=com.example.none")
            try expectRefusal(missing, 404, number: 404, saying: "no app")
            #expect(try await console.api.object("mdm/devices/\(uuid)/apps")["DeviceApps"] is [Any])
        }
    }

    @Test func `The search for security has both names of its list`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let page = try await console.api.object("mdm/devices/securityinfosearch")
            let (old, new) = (page["Devices"] as? [[String: Any]], page["SecurityInfo"] as? [[String: Any]])
            #expect(old?.count == 1 && new?.count == 1 && page["Total"] as? Int == 1)
            #expect(new?.first?["DeviceId"] as? Int == old?.first?["DeviceId"] as? Int)
            #expect(new?.first?["CompromisedStatus"] as? String == "NotCompromised")
        }
    }

    @Test func `Custom attributes are set by a list over serial numbers, and searched as documented`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = """
                [{"serialNumber":"F2LX0001MOCK","userName":"ada","deviceCustomAttributes":[
                   {"name":"site","applicationGroup":"com.example.demo","value":"Bonn"},{"name":"floor","value":3}]},
                 {"serialNumber":"nobody","deviceCustomAttributes":[{"name":"site","value":"x"}]},
                 {"serialNumber":"LAB2"}]
                """
            let answer = try await console.api.call(.put, "mdm/devices/customattributes", body)
            #expect(answer.status == .ok, "\(answer.text)")
            let result = try answer.json()
            #expect(result["totalItems"] as? Int == 3 && result["acceptedItems"] as? Int == 1)
            let failed = try #require(result["failedDevices"] as? [[String: Any]])
            #expect(failed.compactMap { $0["serialNumber"] as? String } == ["nobody", "LAB2"])
            #expect(failed.compactMap { $0["errorCode"] as? Int } == [5002, 400])
            for (query, udids) in [
                ("", ["AAAA1111"]), ("serialnumber=F2LX0001MOCK", ["AAAA1111"]), ("serialnumber=LAB2", []),
                ("customattributename=SITE", ["AAAA1111"]), ("customattributename=none", []),
                ("applicationgroup=com.example.demo", ["AAAA1111"]), ("applicationgroup=other", []),
                ("modifiedtill=2026-03-05", ["AAAA1111"]), ("modifiedtill=2026-03-04", []), ("source=MDM", []),
                ("modifiedfrom=2026-03-05", ["AAAA1111"]), ("modifiedfrom=2026-03-06", []),
            ] as [(String, [String])] {
                let found = try await console.api.call(.get, "mdm/devices/customattribute/search?\(query)")
                #expect(try found.udids() == udids, "\(query)")
            }
            let page = try await console.api.object("mdm/devices/customattribute/search")
            let device = try #require((page["Devices"] as? [[String: Any]])?.first)
            let site = try #require((device["CustomAttributes"] as? [[String: Any]])?.last)
            #expect(site["Application"] as? String == "com.example.demo" && site["Source"] as? String == "")
            #expect(site["ApplicationGroup"] as? String == "com.example.demo")
            let single = try await console.api.call(
                .put, "mdm/devices/customattributes?searchby=Serialnumber&id=LAB2",
                #"{"CustomAttributes":[{"Name":"site","Value":"y"}]}"#)
            #expect(single.status == .noContent)
            try expectRefusal(
                try await console.api.call(.put, "mdm/devices/customattributes", "[]"), 400, number: 400)
        }
    }

    @Test(arguments: [
        (
            "email", #""ToAddress":"a@b.test","Subject":"Hello","IsHtmlBody":true"#,
            ["toAddress", "subject", "isHtmlBody"]
        ),
        ("push", #""MessageType":"Push""#, ["messageType"]), ("sms", #""PhoneNumber":"+1555""#, ["phoneNumber"]),
    ])
    func `What a message says beside its text is in the event log`(
        channel: String, members: String, names: [String]
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let sent = try await console.api.call(
                .post, "mdm/devices/1/messages/\(channel)", #"{"MessageBody":"Hi",\#(members)}"#)
            #expect(sent.status == .accepted, "\(sent.text)")
            let after = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'device.messageOrdered'", String.self)
            for name in names { #expect(after?.contains("\"\(name)\"") == true, "\(after ?? "nothing")") }
        }
    }
}
