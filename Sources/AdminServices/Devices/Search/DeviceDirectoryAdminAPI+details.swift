import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The members of one device in version 3 that lists leave out (AdminDevices, "The device"; names as documented).
extension DeviceDirectoryAdminAPI {
    /// Writes them into an object that has been begun; amounts of storage and memory are texts.
    static func writeDetails(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.member("Links") { $0.array([Int]()) { _, _ in } }
        writer.member("available_external_storage_bytes", "0")
        writer.member("available_physical_memory_bytes", String(device.availableMemory ?? 0))
        writer.member("available_storage_bytes", String(device.availableStorageBytes ?? 0))
        writer.member("battery_level_percentage", device.battery)
        writer.member("carrier_info") {
            $0.object { writer in
                writer.member("phone_number", device.phone ?? "")
                writer.member("roaming_enabled", device.isRoaming)
            }
        }
        writer.member("computer_name", "")
        writer.member("data_encrypted", false)
        writer.member("enrollment_info") { writeEnrollment(device, to: &$0) }
        writer.member("friendly_name", device.friendlyName)
        writer.member("hardware_device_identifier", "")
        writer.member("is_security_patch_update", false)
        writer.member("last_reboot", Timestamp.never.zoneless)
        writer.member("platform_info") { writePlatform(device, to: &$0) }
        writer.member("processor_architecture_name", "")
        writer.member("security_patch_date", Timestamp.never.zoneless)
        writer.member("supervised", device.isSupervised)
        writer.member("system_update_received_time", Timestamp.never.zoneless)
        writer.member("total_external_storage_bytes", "0")
        writer.member("total_physical_memory_bytes", String(device.physicalMemory ?? 0))
        writer.member("total_storage_bytes", String(device.storageBytes ?? 0))
    }

    /// How it is enrolled; states are numbers here.
    private static func writeEnrollment(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("compliance_status", Int64(device.complianceStatus.rawValue))
            writer.member("enrollment_status", Int64(device.enrollmentStatus.rawValue))
            writer.member("enrollment_timestamp", (device.enrolledAt ?? .never).zoneless)
            writer.member("enrollment_user_email_address", device.userEmail)
            writer.member("enrollment_user_name", device.user?.username ?? "")
            writer.member("enrollment_user_uuid", device.user?.uuid ?? "")
            writer.member("last_seen_timestamp", device.lastSeenAt.zoneless)
            writer.member("managed_by", device.management)
            writer.member("organization_group_name", device.group.name)
            writer.member("organization_group_uuid", device.group.uuid)
            writer.member("ownership", device.ownership.number)
        }
    }

    private static func writePlatform(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("device_type", device.platform.number)
            writer.member("model", device.model ?? "")
            writer.member("model_identifier", device.model ?? "")
            writer.member("oem_info", device.oemInfo ?? "")
            writer.member("os_version", OSVersion.dotted(device.osVersion))
            writer.member("platform_name", device.systemName)
        }
    }
}
