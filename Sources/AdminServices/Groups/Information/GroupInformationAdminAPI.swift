import ConsoleHTTP
import ConsoleModel

/// How many devices a group has; names as on the wire (AdminGroups, "What belongs to a group").
struct GroupDevicesBody: Encodable, Sendable {
    let LocationGroupId: AdminID
    let LocationGroupUuid: String
    let LocationGroupName: String
    let GroupId: String
    let DeviceCount: Int
    let EnrolledDeviceCount: Int

    /// The body for a group.
    init(_ entry: GroupDevices) {
        (LocationGroupId, LocationGroupUuid) = (AdminID(entry.group.id ?? 0), entry.group.uuid)
        (LocationGroupName, GroupId) = (entry.group.name, entry.group.code)
        (DeviceCount, EnrolledDeviceCount) = (entry.all, entry.enrolled)
    }
}

/// The text that users of a group see when they enroll.
struct EnrollmentCustomizationBody: Encodable, Sendable {
    let organization_group_uuid: String
    let support_email: String
    let support_phone: String
    let consent_message = ""
    let post_enrollment_landing_url = ""
    let enrollment_message_template_uuid = ""

    /// The body for a group.
    init(_ group: OrganizationGroupRecord, _ settings: GroupSettings) {
        organization_group_uuid = group.uuid
        support_email = settings.text(.supportEmail)
        support_phone = settings.text(.supportPhone)
    }
}

/// The room what apps send may take at a group.
struct AgentStorageBody: Encodable, Sendable {
    let organization_group_uuid: String
    let used_bytes: Int64
    /// 0 for no limit.
    let capacity_bytes: Int64
}

/// The enrollment requirements of a group.
struct RestrictionPolicyBody: Encodable, Sendable {
    /// A user group that it applies to.
    struct UserGroup: Encodable, Sendable {
        let id: Int64
        let uuid: String
        let name: String
    }

    let uuid: String
    let name: String
    let organization_group_uuid: String
    let is_default = true
    let require_mdm_enrollment: Bool
    let registered_devices_only: Bool
    /// Empty for any.
    let allowed_ownerships: [String]
    /// Empty for any.
    let allowed_platforms: [String]
    /// 0 for no limit.
    let maximum_devices_per_user: Int64
    let user_groups: [UserGroup]

    /// The body for a policy.
    init(_ policy: RestrictionPolicy) {
        uuid = policy.uuid
        name = "Enrollment restrictions of \(policy.group.name)"
        organization_group_uuid = policy.group.uuid
        require_mdm_enrollment = policy.settings.requireMDMEnrollment
        registered_devices_only = policy.settings.isOn(.registeredDevicesOnly)
        allowed_ownerships = policy.settings.texts(.allowedOwnerships)
        allowed_platforms = policy.settings.texts(.allowedPlatforms)
        maximum_devices_per_user = policy.settings.integer(.maximumDevicesPerUser)
        user_groups = policy.userGroups.map { UserGroup(id: $0.id ?? 0, uuid: $0.uuid, name: $0.name) }
    }
}
