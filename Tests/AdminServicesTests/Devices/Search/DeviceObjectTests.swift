import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// What answers tell of a device, exactly typed (AdminDevices, "The device").
struct DeviceObjectTests {
    /// Every member of first versions, with a value of its type.
    private static let example = """
        {"EasIds":{},"TimeZone":"","Udid":"AAAA1111","SerialNumber":"F2LX0001MOCK","MacAddress":"A0B1C2D3E4F5",
         "Imei":"350000000000017","EasId":"EAS1","AssetNumber":"AAAA1111","DeviceFriendlyName":"ada iPhone",
         "DeviceReportedName":"Ada's iPhone","UserName":"ada","DataProtectionStatus":0,
         "UserEmailAddress":"ada@example.test","Ownership":"C","PlatformId":{"Id":{"Value":2},"Name":"Apple"},
         "Platform":"Apple","ModelId":{"Id":{"Value":1},"Name":"iPhone"},"Model":"iPhone 15","OperatingSystem":"18.1.0",
         "PhoneNumber":"+15550100","LastSeen":"2026-03-01T08:00:00.000","EnrollmentStatus":"Enrolled",
         "ComplianceStatus":"Compliant","CompromisedStatus":false,"LastEnrolledOn":"2026-03-05T10:20:30.000",
         "LastComplianceCheckOn":"0001-01-01T00:00:00.000","LastCompromisedCheckOn":"0001-01-01T00:00:00.000",
         "ComplianceSummary":{"DeviceCompliance":[]},"IsSupervised":false,"VirtualMemory":0,"OEMInfo":"",
         "DeviceCapacity":119.2,"AvailableDeviceCapacity":80.5,"IsDeviceDNDEnabled":false,
         "IsDeviceLocatorEnabled":false,"IsCloudBackupEnabled":false,"IsActivationLockEnabled":false,
         "IsNetworkTethered":false,"BatteryLevel":"87%","IsRoaming":false,"SystemIntegrityProtectionEnabled":false,
         "ProcessorArchitecture":0,"TotalPhysicalMemory":0,"AvailablePhysicalMemory":0,"OSBuildVersion":"22B83",
         "DeviceNetworkInfo":[{"ConnectionType":"WiFi","IPAddress":"10.0.0.7","MACAddress":"A0B1C2D3E4F5",
         "Name":"en0","Vendor":""}],"DeviceCellularNetworkInfo":[],"ManagedBy":1,"WifiSsid":"Office",
         "DepTokenSource":0,"Id":{"Value":1},"AcLineStatus":0,"DataEncryptionYN":"N",
         "DeviceMCC":{"SIMMCC":"","CurrentMCC":""},"DeviceManufacturerId":0,"EnrolledViaDEP":false,"HostName":"",
         "LocalHostName":"","IsRemoteManagementEnabled":"","IsSecurityPatchUpdate":false,"UserApprovedEnrollment":false,
         "LastBluetoothSampleTime":"0001-01-01T00:00:00.000","LastNetworkLANSampleTime":"0001-01-01T00:00:00.000",
         "LastSystemSampleTime":"0001-01-01T00:00:00.000","SecurityPatchDate":"0001-01-01T00:00:00.000",
         "SystemUpdateReceivedTime":"0001-01-01T00:00:00.000"}
        """

    private static func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    @Test func `A device has every member, in search and alone, by number, uuid and name`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let found = try await console.api.call(.get, "mdm/devices/search?user=ada")
            let items = try #require(try found.json()["Devices"] as? [[String: Any]])
            for var device in [try #require(items.first), try await console.api.object("mdm/devices/1")] {
                let group = try #require(device["LocationGroupId"] as? [String: Any])
                let name = try await console.groupName("demo")
                #expect(group["Name"] as? String == name && device["LocationGroupName"] as? String == name)
                #expect(group["Uuid"] as? String == (try await console.groupUUID("demo")))
                let user = try #require(device["UserId"] as? [String: Any])
                #expect(user["Name"] as? String == "Ada Lovelace")
                #expect(user["Uuid"] as? String == device["EnrollmentUserUuid"] as? String)
                #expect(device["Uuid"] as? String == (try await console.deviceUUID("aaaa1111")))
                for name in ["LocationGroupId", "LocationGroupName", "UserId", "EnrollmentUserUuid", "Uuid"] {
                    device[name] = nil
                }
                #expect(NSDictionary(dictionary: device) == NSDictionary(dictionary: try Self.object(Self.example)))
            }
            #expect(
                found.text.contains(#""CompromisedStatus":false"#) && found.text.contains(#""DeviceCapacity":119.2"#))
        }
    }

    @Test func `A device of which little is known has the same members`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let full = try await console.api.object("mdm/devices/1")
            let bare = try await console.api.object("mdm/devices/3")
            #expect(Set(full.keys) == Set(bare.keys))
            #expect(bare["OperatingSystem"] as? String == "0.0.0" && bare["BatteryLevel"] as? String == "")
            #expect(bare["Ownership"] as? String == "S" && bare["AssetNumber"] as? String == "T-4")
            #expect(bare["EnrollmentStatus"] as? String == "Registered" && bare["ManagedBy"] as? Int == 4)
            #expect(bare["LastEnrolledOn"] as? String == "0001-01-01T00:00:00.000")
            #expect(bare["IsRoaming"] as? Bool == true && bare["UserName"] as? String == "")
            let model = try #require(bare["ModelId"] as? [String: Any])
            #expect((model["Id"] as? [String: Any])?["Value"] as? Int == 5)
            let platform = try #require(bare["PlatformId"] as? [String: Any])
            #expect((platform["Id"] as? [String: Any])?["Value"] as? Int == 5)
            let tablet = try await console.api.object("mdm/devices/2")
            #expect(tablet["ComplianceStatus"] as? String == "NonCompliant" && tablet["Ownership"] as? String == "E")
            #expect(tablet["OperatingSystem"] as? String == "17.3.1" && tablet["IsSupervised"] as? Bool == true)
        }
    }

    @Test func `By uuid version 2 has its own model, version 3 that of the search and more`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            for version in [1, 2] {
                let response = try await console.api.call(.get, "mdm/devices/\(uuid.uppercased())", version: version)
                #expect(response.headers[.apiVersion] == "v2")
                let device = try response.json()
                #expect(device["udid"] as? String == "AAAA1111" && device["uuid"] as? String == uuid)
                #expect(device["totalStorageBytes"] as? String == "127990000000")
                #expect(device["supervised"] as? Bool == false && device["batteryLevelPercentage"] as? String == "87%")
                let platform = try #require(device["platformInfo"] as? [String: String])
                #expect(
                    platform == [
                        "deviceType": "Apple", "platformName": "iOS", "modelName": "iPhone 15", "osVersion": "18.1.0",
                    ])
                let enrollment = try #require(device["enrollmentInfo"] as? [String: Any])
                #expect(enrollment["enrollmentStatus"] as? String == "ENROLLED")
                #expect(enrollment["compliant"] as? Bool == true && enrollment["managedBy"] as? String == "MDM")
                #expect(enrollment["organizationGroupId"] as? String == (try await console.groupUUID("demo")))
                #expect(enrollment["ownership"] as? String == "CORPORATE")
                #expect(enrollment.count == 11 && device.count == 16)
            }
            let third = try await console.api.object("mdm/devices/\(uuid)", version: 4)
            let search = try await console.api.object("mdm/devices/search?user=ada", version: 3)
            let item = try #require((search["devices"] as? [[String: Any]])?.first)
            #expect(NSDictionary(dictionary: third.filter { item[$0.key] != nil }) == NSDictionary(dictionary: item))
            let more = [
                "Links", "available_external_storage_bytes", "available_physical_memory_bytes",
                "available_storage_bytes", "battery_level_percentage", "carrier_info", "computer_name",
                "data_encrypted", "enrollment_info", "friendly_name", "hardware_device_identifier",
                "is_security_patch_update", "last_reboot", "platform_info", "processor_architecture_name",
                "security_patch_date", "supervised", "system_update_received_time", "total_external_storage_bytes",
                "total_physical_memory_bytes", "total_storage_bytes",
            ]
            #expect(Set(third.keys).subtracting(item.keys) == Set(more))
        }
    }

    @Test func `Version 3 writes words in capitals`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let search = try await console.api.object("mdm/devices/search?order_by=deviceid", version: 3)
            let items = try #require(search["devices"] as? [[String: Any]])
            let first = try #require(items.first)
            let texts = [
                "Uuid", "asset_number", "compliance_status", "device_friendly_name", "device_reported_name",
                "device_type", "enrollment_status", "enrollment_user_email_address", "enrollment_user_name",
                "enrollment_user_uuid", "imei", "last_enrolled_on", "last_seen", "mac_address", "managed_by", "model",
                "model_identifier", "operating_system", "organization_group_name", "organization_group_uuid",
                "os_build_version", "ownership", "platform_name", "serial_number", "udid", "wifi_ssid",
            ]
            #expect(Set(first.keys) == Set(texts + ["Id", "compromised_status", "is_supervised"]))
            for name in texts { #expect(first[name] is String, "\(name)") }
            func words(_ name: String) -> [String] { items.compactMap { $0[name] as? String } }
            #expect(words("device_type") == ["APPLE", "APPLE", "ANDROID"])
            #expect(words("platform_name") == ["iOS", "iOS", "Android"])
            #expect(words("enrollment_status") == ["ENROLLED", "REGISTERED", "REGISTERED"])
            #expect(words("compliance_status") == ["COMPLIANT", "NON_COMPLIANT", "COMPLIANT"])
            #expect(words("ownership") == ["CORPORATE", "EMPLOYEE", "SHARED"])
            #expect(words("managed_by") == ["MDM", "APP_LEVEL", "APP_LEVEL"])
        }
    }

    @Test(arguments: [
        ("WinRT", "WIN_RT"), ("AppleOsX", "APPLE_OS_X"), ("EnterpriseWipePending", "ENTERPRISE_WIPE_PENDING"),
        ("PendingComplianceCheckForAPolicy", "PENDING_COMPLIANCE_CHECK_FOR_A_POLICY"), ("Apple", "APPLE"), ("", ""),
    ])
    func `Words become capitals with underscores`(word: String, shouted: String) {
        #expect(DeviceWords.shouted(word) == shouted)
    }

    @Test(arguments: [
        ("APPLE_OS_X", "appleosx"), ("Corporate - Dedicated", "corporatededicated"), ("Win-RT 10", "winrt10"),
        ("-2", "-2"), ("2.0", "2.0"), ("Lock ", "lock "), ("Apple\0", "apple\0"), (" ", " "), ("", ""),
    ])
    func `Words are compared without what stands between their parts, and with everything else`(
        word: String, folded: String
    ) {
        #expect(DeviceWords.folded(word) == folded)
    }

    @Test(
        arguments: [
            (nil, "0.0.0"), ("", "0.0.0"), ("17", "17.0.0"), ("17.3", "17.3.0"), ("17.3.1", "17.3.1"),
            ("17.3.1.4", "17.3.1.4"), ("iOS 17.3", "17.3.0"), ("17.4 beta 2", "17.4.0"), ("..", "0.0.0"),
            ("1..2", "1.2.0"),
        ] as [(String?, String)])
    func `A system is whole numbers between full stops`(text: String?, dotted: String) {
        #expect(OSVersion.dotted(text) == dotted)
    }

    @Test func `What a client sends is what the admin API tells`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) {
                ($0.name, $0.friendlyName, $0.model, $0.osVersion) = ("Reported", "Friendly", "iPhone", "17.3")
                ($0.macAddress, $0.ipAddress, $0.isCompromised) = ("a0b1c2d3e4f5", "10.1.2.3", true)
            }
            let device = try await console.api.object("mdm/devices/udid/\(client.device)")
            #expect(device["DeviceReportedName"] as? String == "Reported")
            #expect(device["DeviceFriendlyName"] as? String == "Friendly")
            #expect(device["LastCompromisedCheckOn"] as? String == console.clock.now.zoneless)
            #expect(device["CompromisedStatus"] as? Bool == true && device["EnrollmentStatus"] as? String == "Enrolled")
            let network = try #require(device["DeviceNetworkInfo"] as? [[String: String]])
            #expect(network.first?["IPAddress"] == "10.1.2.3" && network.first?["MACAddress"] == "A0B1C2D3E4F5")
            #expect(device["UserName"] as? String == "demo")
        }
    }
}
