import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport

/// The same devices in every version, side by side (AdminDevices, "Words").
struct DeviceVersionTests {
    /// Members of version 1 and of version 3 that say the same.
    private static let same = [
        ("Udid", "udid"), ("SerialNumber", "serial_number"), ("MacAddress", "mac_address"), ("Imei", "imei"),
        ("AssetNumber", "asset_number"), ("DeviceFriendlyName", "device_friendly_name"),
        ("DeviceReportedName", "device_reported_name"), ("LocationGroupName", "organization_group_name"),
        ("UserName", "enrollment_user_name"), ("UserEmailAddress", "enrollment_user_email_address"),
        ("EnrollmentUserUuid", "enrollment_user_uuid"), ("Model", "model"), ("Model", "model_identifier"),
        ("OperatingSystem", "operating_system"), ("OSBuildVersion", "os_build_version"), ("LastSeen", "last_seen"),
        ("LastEnrolledOn", "last_enrolled_on"), ("WifiSsid", "wifi_ssid"), ("Uuid", "Uuid"),
    ]

    @Test func `Versions 1, 2 and 3 of a search find the same devices and say the same of each`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let (first, second) = (
                try await console.api.call(.get, "mdm/devices/search", version: 1),
                try await console.api.call(.get, "mdm/devices/search", version: 2)
            )
            #expect(first.text == second.text)
            #expect(first.headers[.supportedVersions] == "1, 2, 3")
            let devices = try #require(try first.json()["Devices"] as? [[String: Any]])
            let third = try await console.api.object("mdm/devices/search", version: 3)
            let items = try #require(third["devices"] as? [[String: Any]])
            #expect(devices.count == 3 && items.count == 3)
            for (device, item) in zip(devices, items) {
                for (old, new) in Self.same {
                    #expect(device[old] as? String == item[new] as? String, "\(old) and \(new)")
                    #expect(item[new] is String, "\(new)")
                }
                #expect(device["CompromisedStatus"] as? Bool == item["compromised_status"] as? Bool)
                #expect(device["IsSupervised"] as? Bool == item["is_supervised"] as? Bool)
                let (id, other) = (device["Id"] as? [String: Int], item["Id"] as? [String: Int])
                #expect(id != nil && id == other)
                let group = device["LocationGroupId"] as? [String: Any]
                #expect(group?["Uuid"] as? String == item["organization_group_uuid"] as? String)
            }
        }
    }

    @Test(arguments: Array(zip(1...3, TestConsole.fleet)))
    func `One device is the one of the search, by every id and in every version`(id: Int, udid: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID(udid.lowercased())
            let listed = try #require(
                try await console.api.object("mdm/devices/search?orderby=deviceid")["Devices"] as? [[String: Any]])
            let text = try await console.api.call(.get, "mdm/devices/\(id)").text
            try expectJSON(listed[id - 1], text)
            for version in 1...4 {
                let byID = try await console.api.call(.get, "mdm/devices/\(id)", version: version)
                #expect(byID.text == text && byID.headers[.apiVersion] == "v1")
            }
            for path in ["udid/\(udid)", "?searchby=Uuid&id=\(uuid)", "?searchby=DeviceId&id=\(id)"] {
                #expect(try await console.api.call(.get, "mdm/devices/\(path)").text == text, "\(path)")
            }
            let items = try #require(
                try await console.api.object("mdm/devices/search", version: 3)["devices"] as? [[String: Any]])
            for version in [3, 4, 99] {
                let item = try await console.api.call(.get, "mdm/devices/\(uuid)", version: version)
                #expect(item.headers[.apiVersion] == "v3")
                let alone = try item.json()
                for (name, value) in items[id - 1] { #expect("\(alone[name] ?? "none")" == "\(value)", "\(name)") }
                #expect(alone.count > items[id - 1].count)
            }
            let bulk = try await console.api.call(.post, "mdm/devices", #"{"BulkValues":{"Value":[\#(id)]}}"#)
            try expectJSON((try bulk.json()["Devices"] as? [[String: Any]])?.first, text)
        }
    }

    @Test func `Version 2 says of a device what the others do`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (id, udid) in zip(1...3, TestConsole.fleet) {
                let device = try await console.api.object("mdm/devices/\(id)")
                let model = try await console.api.object(
                    "mdm/devices/\(try await console.deviceUUID(udid.lowercased()))", version: 2)
                for (old, new) in [
                    ("Udid", "udid"), ("SerialNumber", "serialNumber"), ("MacAddress", "macAddress"), ("Imei", "imei"),
                    ("DeviceFriendlyName", "friendlyName"), ("LocationGroupName", "organizationGroupName"),
                    ("BatteryLevel", "batteryLevelPercentage"), ("Uuid", "uuid"),
                ] { #expect(device[old] as? String == model[new] as? String, "\(new)") }
                #expect(device["IsSupervised"] as? Bool == model["supervised"] as? Bool)
                let platform = try #require(model["platformInfo"] as? [String: Any])
                #expect(platform["deviceType"] as? String == device["Platform"] as? String)
                #expect(platform["osVersion"] as? String == device["OperatingSystem"] as? String)
                #expect(platform["modelName"] as? String == device["Model"] as? String)
                let carrier = try #require(model["carrierInfo"] as? [String: Any])
                #expect(carrier["phoneNumber"] as? String == device["PhoneNumber"] as? String)
                #expect(carrier["roamingEnabled"] as? Bool == device["IsRoaming"] as? Bool)
                let enrollment = try #require(model["enrollmentInfo"] as? [String: Any])
                #expect(enrollment["userName"] as? String == device["UserName"] as? String)
                #expect(enrollment["lastSeenTimestamp"] as? String == device["LastSeen"] as? String)
                #expect(enrollment["enrollmentTimestamp"] as? String == device["LastEnrolledOn"] as? String)
                #expect(enrollment["enrollmentUserUuid"] as? String == device["EnrollmentUserUuid"] as? String)
                #expect(enrollment["compliant"] as? Bool == (device["ComplianceStatus"] as? String == "Compliant"))
            }
        }
    }

    @Test func `What is changed is changed in every version and in every search at once`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let change = #"{"DeviceFriendlyName":"Kiosk","AssetNumber":"K-1","Ownership":"Undefined"}"#
            #expect(try await console.api.call(.put, "mdm/devices/1", change).status == .noContent)
            let first = try await console.api.object("mdm/devices/1")
            #expect(first["DeviceFriendlyName"] as? String == "Kiosk" && first["AssetNumber"] as? String == "K-1")
            #expect(first["Ownership"] as? String == "Undefined")
            let second = try await console.api.object("mdm/devices/\(uuid)", version: 2)
            #expect(second["friendlyName"] as? String == "Kiosk")
            #expect((second["enrollmentInfo"] as? [String: Any])?["ownership"] as? String == "UNDEFINED")
            let third = try await console.api.object("mdm/devices/\(uuid)", version: 3)
            #expect(third["asset_number"] as? String == "K-1" && third["ownership"] as? String == "UNDEFINED")
            for path in [
                "search?ownership=Undefined", "extensivesearch?friendly_name=KIOSK", "litesearch?ownership=undefined",
            ] {
                #expect(try await console.api.call(.get, "mdm/devices/\(path)").udids() == ["AAAA1111"], "\(path)")
            }
            let counts = try await console.api.object("mdm/devices/devicecountinfo")["Ownership"] as? [String: Int]
            #expect(counts?["Undefined"] == 1 && counts?["CorporateDedicated"] == 0)
        }
    }

    @Test(arguments: [
        ("Discovered", "Discovered", "DISCOVERED"), ("Registered", "Registered", "REGISTERED"),
        ("Enrollment in progress", "EnrollmentInProgress", "ENROLLMENT_IN_PROGRESS"),
        ("Enrolled", "Enrolled", "ENROLLED"),
        ("Enterprise wipe pending", "EnterpriseWipePending", "ENTERPRISE_WIPE_PENDING"),
        ("Device wipe pending", "DeviceWipePending", "DEVICE_WIPE_PENDING"), ("Retired", "Retired", "RETIRED"),
        ("Unenrolled", "Unenrolled", "UNENROLLED"), ("Unknown", "Unknown", "UNKNOWN"),
    ])
    func `Every enrollment status has its word in every version, and is searched by either`(
        name: String, word: String, shouted: String
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let changed = try await console.change("aaaa1111", #"{"enrollmentStatus":"\#(name)"}"#)
            #expect(changed.status == .ok, "\(changed.text)")
            let uuid = try await console.deviceUUID("aaaa1111")
            #expect(try await console.api.object("mdm/devices/1")["EnrollmentStatus"] as? String == word)
            let third = try await console.api.object("mdm/devices/\(uuid)", version: 3)
            #expect(third["enrollment_status"] as? String == shouted)
            let second = try await console.api.object("mdm/devices/\(uuid)", version: 2)["enrollmentInfo"]
            #expect((second as? [String: Any])?["enrollmentStatus"] as? String == shouted)
            for text in [word, shouted, shouted.lowercased()] {
                let found = try await console.api.call(.get, "mdm/devices/litesearch?user=ada&enrollmentstatus=\(text)")
                #expect(try found.udids() == ["AAAA1111"], "\(text)")
            }
        }
    }
}
