import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Devices as the admin API writes them, members sorted by name; each member is always there.
///
/// Written by hand: a page of 500 devices has 40,000 values.
enum DeviceDirectoryAdminAPI {
    /// The form of first versions, as search answers it and for one device.
    static func writeObject(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writeHardware(device, to: &writer)
            writeIdentity(device, to: &writer)
            writeState(device, to: &writer)
            writer.member("UserApprovedEnrollment", false)
            writer.member("UserEmailAddress", device.userEmail)
            writer.member("UserId") { writer in
                writeReference(
                    device.user?.id ?? 0, name: device.userDisplayName, uuid: device.user?.uuid ?? "", to: &writer)
            }
            writer.member("UserName", device.user?.username ?? "")
            writer.member("Uuid", device.uuid)
            writer.member("VirtualMemory", device.virtualMemory ?? 0)
            writer.member("WifiSsid", device.wifiSsid ?? "")
        }
    }

    /// `AcLineStatus` to `EnrollmentUserUuid`.
    private static func writeHardware(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.member("AcLineStatus", 0 as Int64)
        writer.member("AssetNumber", device.asset)
        writer.member(
            "AvailableDeviceCapacity", tenths: DirectoryDeviceRecord.tenthsOfGigabytes(device.availableStorageBytes))
        writer.member("AvailablePhysicalMemory", device.availableMemory ?? 0)
        writer.member("BatteryLevel", device.battery)
        writer.member("ComplianceStatus", device.complianceStatus.word)
        writer.member("ComplianceSummary") {
            $0.object { $0.member("DeviceCompliance") { $0.array(device.policies) { writePolicy($1, to: &$0) } } }
        }
        writer.member("CompromisedStatus", device.isCompromised)
        writer.member("DataEncryptionYN", "N")
        writer.member("DataProtectionStatus", 0 as Int64)
        writer.member("DepTokenSource", 0 as Int64)
        writer.member("DeviceCapacity", tenths: DirectoryDeviceRecord.tenthsOfGigabytes(device.storageBytes))
        writer.member("DeviceCellularNetworkInfo") { $0.array([Int]()) { _, _ in } }
        writer.member("DeviceFriendlyName", device.friendlyName)
        writer.member("DeviceMCC") {
            $0.object { writer in
                writer.member("CurrentMCC", "")
                writer.member("SIMMCC", "")
            }
        }
        writer.member("DeviceManufacturerId", 0 as Int64)
        writer.member("DeviceNetworkInfo") { writeNetwork(device, to: &$0) }
        writer.member("DeviceReportedName", device.reportedName ?? "")
        writer.member("EasId", device.easId ?? "")
        writer.member("EasIds") { $0.object { _ in } }
        writer.member("EnrolledViaDEP", false)
        writer.member("EnrollmentStatus", device.enrollmentStatus.word)
        writer.member("EnrollmentUserUuid", device.user?.uuid ?? "")
    }

    /// `HostName` to `ModelId`.
    private static func writeIdentity(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.member("HostName", "")
        writer.member("Id") { writeID(device.id, to: &$0) }
        writer.member("Imei", device.imei ?? "")
        writer.member("IsActivationLockEnabled", false)
        writer.member("IsCloudBackupEnabled", false)
        writer.member("IsDeviceDNDEnabled", device.isSilenced)
        writer.member("IsDeviceLocatorEnabled", false)
        writer.member("IsNetworkTethered", false)
        writer.member("IsRemoteManagementEnabled", "")
        writer.member("IsRoaming", device.isRoaming)
        writer.member("IsSecurityPatchUpdate", false)
        writer.member("IsSupervised", device.isSupervised)
        writer.member("LastBluetoothSampleTime", Timestamp.never.zoneless)
        writer.member("LastComplianceCheckOn", device.complianceCheckedAt.zoneless)
        writer.member("LastCompromisedCheckOn", (device.compromisedCheckedAt ?? .never).zoneless)
        writer.member("LastEnrolledOn", (device.enrolledAt ?? .never).zoneless)
        writer.member("LastNetworkLANSampleTime", Timestamp.never.zoneless)
        writer.member("LastSeen", device.lastSeenAt.zoneless)
        writer.member("LastSystemSampleTime", Timestamp.never.zoneless)
        writer.member("LocalHostName", "")
        writer.member("LocationGroupId") {
            writeReference(device.group.id, name: device.group.name, uuid: device.group.uuid, to: &$0)
        }
        writer.member("LocationGroupName", device.group.name)
        writer.member("MacAddress", device.plainMACAddress)
        writer.member("ManagedBy", device.management)
        writer.member("Model", device.model ?? "")
        let family = device.modelFamily
        writer.member("ModelId") { writeReference(family.id, name: family.name, to: &$0) }
    }

    /// `OEMInfo` to `Udid`.
    private static func writeState(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.member("OEMInfo", device.oemInfo ?? "")
        writer.member("OSBuildVersion", device.osBuildVersion ?? "")
        writer.member("OperatingSystem", OSVersion.dotted(device.osVersion))
        writer.member("Ownership", device.ownership.letter)
        writer.member("PhoneNumber", device.phone ?? "")
        writer.member("Platform", device.platform.rawValue)
        writer.member("PlatformId") {
            writeReference(device.platform.number, name: device.platform.rawValue, to: &$0)
        }
        writer.member("ProcessorArchitecture", device.processorArchitecture ?? 0)
        writer.member("SecurityPatchDate", Timestamp.never.zoneless)
        writer.member("SerialNumber", device.serialNumber ?? "")
        writer.member("SystemIntegrityProtectionEnabled", false)
        writer.member("SystemUpdateReceivedTime", Timestamp.never.zoneless)
        writer.member("TimeZone", "")
        writer.member("TotalPhysicalMemory", device.physicalMemory ?? 0)
        writer.member("Udid", device.udid)
    }

    /// Its interfaces.
    static func writeNetwork(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.array(device.hasNetwork ? [device] : []) { writer, device in
            writer.object { writer in
                writer.member("ConnectionType", "WiFi")
                writer.member("IPAddress", device.ipAddress ?? "")
                writer.member("MACAddress", device.plainMACAddress)
                writer.member("Name", device.adapterName)
                writer.member("Vendor", "")
            }
        }
    }

    /// How it stood with a rule; the members of `DevicePolicyBody`.
    private static func writePolicy(_ policy: DevicePolicyStanding, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("ActionTaken") {
                $0.array(policy.outcome == .broken ? [policy.rule.action.word] : []) { writer, action in
                    writer.object { $0.member("ActionType", action) }
                }
            }
            writer.member("CompliancePending", policy.outcome == .unknown)
            writer.member("CompliantStatus", policy.outcome != .broken)
            writer.member("Id") { writeID(policy.rule.id ?? 0, to: &$0) }
            writer.member("LastComplianceCheck", policy.checkedAt.zoneless)
            writer.member("NextComplianceCheck", Timestamp.never.zoneless)
            writer.member("PolicyDetail", policy.sentence)
            writer.member("PolicyName", policy.rule.name)
            writer.member("Uuid", policy.rule.uuid)
        }
    }

    private static func writeID(_ id: Int64, to writer: inout JSONWriter) {
        writer.object { $0.member("Value", id) }
    }

    private static func writeReference(
        _ id: Int64, name: String, uuid: String? = nil, to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("Id") { writeID(id, to: &$0) }
            writer.member("Name", name)
            if let uuid { writer.member("Uuid", uuid) }
        }
    }
}

extension DeviceDirectoryAdminAPI {
    /// The form of version 3, in lists and alone.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - isAlone: Whether it also has the members of one device (``writeDetails(_:to:)``).
    ///   - writer: Takes the JSON.
    static func writeItem(_ device: DirectoryDeviceRecord, isAlone: Bool = false, to writer: inout JSONWriter) {
        writer.object { writer in
            if isAlone { writeDetails(device, to: &writer) }
            writer.member("Id") { writeID(device.id, to: &$0) }
            writer.member("Uuid", device.uuid)
            writer.member("asset_number", device.asset)
            writer.member("compliance_status", device.complianceStatus.shoutedWord)
            writer.member("compromised_status", device.isCompromised)
            writer.member("device_friendly_name", device.friendlyName)
            writer.member("device_reported_name", device.reportedName ?? "")
            writer.member("device_type", device.platform.shoutedWord)
            writer.member("enrollment_status", device.enrollmentStatus.shoutedWord)
            writer.member("enrollment_user_email_address", device.userEmail)
            writer.member("enrollment_user_name", device.user?.username ?? "")
            writer.member("enrollment_user_uuid", device.user?.uuid ?? "")
            writer.member("imei", device.imei ?? "")
            writer.member("is_supervised", device.isSupervised)
            writer.member("last_enrolled_on", (device.enrolledAt ?? .never).zoneless)
            writer.member("last_seen", device.lastSeenAt.zoneless)
            writer.member("mac_address", device.plainMACAddress)
            writer.member("managed_by", ManagementType.word(of: device.management))
            writer.member("model", device.model ?? "")
            writer.member("model_identifier", device.model ?? "")
            writer.member("operating_system", OSVersion.dotted(device.osVersion))
            writer.member("organization_group_name", device.group.name)
            writer.member("organization_group_uuid", device.group.uuid)
            writer.member("os_build_version", device.osBuildVersion ?? "")
            writer.member("ownership", device.ownership.word)
            writer.member("platform_name", device.systemName)
            writer.member("serial_number", device.serialNumber ?? "")
            writer.member("udid", device.udid)
            writer.member("wifi_ssid", device.wifiSsid ?? "")
        }
    }

    /// A page of a search.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - version: 1 and 2 have the same form.
    /// - Returns: The JSON.
    static func list(_ page: Page<DirectoryDeviceRecord>, version: Int) -> JSONWriter {
        var writer = JSONWriter(capacity: page.items.count * 2600 + 100)
        let (number, size) = (Int64(page.request.page), Int64(page.request.size))
        writer.object { writer in
            if version < 3 {
                writer.member("Devices") { $0.array(page.items) { writeObject($1, to: &$0) } }
                writer.member("Page", number)
                writer.member("PageSize", size)
                writer.member("Total", Int64(page.total))
            } else {
                writer.member("devices") { $0.array(page.items) { writeItem($1, to: &$0) } }
                writer.member("page", number)
                writer.member("page_size", size)
                writer.member("total", Int64(page.total))
            }
        }
        return writer
    }

    /// Devices that were asked for by their ids.
    static func list(_ devices: [DirectoryDeviceRecord]) -> JSONWriter {
        var writer = JSONWriter(capacity: devices.count * 2600 + 100)
        writer.object { writer in
            writer.member("Devices") { $0.array(devices) { writeObject($1, to: &$0) } }
            writer.member("Total", Int64(devices.count))
        }
        return writer
    }

    /// One device in the form of version 1 or 3.
    static func one(_ device: DirectoryDeviceRecord, version: Int) -> JSONWriter {
        var writer = JSONWriter()
        if version < 3 { writeObject(device, to: &writer) } else { writeItem(device, isAlone: true, to: &writer) }
        return writer
    }
}
