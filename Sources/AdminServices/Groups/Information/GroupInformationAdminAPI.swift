import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// How many devices a group has; names as on the wire (AdminGroups, "What belongs to a group").
struct GroupDevicesBody: Encodable, Sendable {
    let LocationGroupId: AdminID
    let LocationGroupUuid: String
    let LocationGroupName: String
    let GroupId: String
    let DeviceCount: Int
    let EnrolledDeviceCount: Int
    /// The same as ``DeviceCount``.
    let TotalDevices: Int
    /// By the words of enrollment statuses; those that no device here has are 0.
    let DeviceCountByEnrollmentStatus: [String: Int]

    /// Statuses as documented.
    private static let statuses: [(name: String, status: EnrollmentStatus?)] = [
        ("Discovered", .discovered), ("Registered", .registered), ("EnrollmentInProgress", .enrollmentInProgress),
        ("Enrolled", .enrolled), ("EnterpriseWipePending", .enterpriseWipePending),
        ("DeviceWipePending", .deviceWipePending), ("Retired", .retired), ("Unenrolled", .unenrolled),
        ("AppCatalogOnly", nil), ("BlackListed", nil), ("PendingAgent", nil), ("UnenrolledByFeedbackService", nil),
    ]

    /// The body for a group.
    init(_ entry: GroupDevices) {
        (LocationGroupId, LocationGroupUuid) = (AdminID(entry.group.id ?? 0), entry.group.uuid)
        (LocationGroupName, GroupId) = (entry.group.name, entry.group.code)
        (DeviceCount, TotalDevices) = (entry.all, entry.all)
        EnrolledDeviceCount = entry.enrolled
        DeviceCountByEnrollmentStatus = Dictionary(
            uniqueKeysWithValues: Self.statuses.map { ($0.name, $0.status.flatMap { entry.statuses[$0] } ?? 0) })
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
    let enrollment_support_email: String
    let enrollment_support_phone: String
    let allow_MDM_app_groups = false
    let assign_platform_specific_message_template = false
    let android_default_message_template = ""
    let apple_default_message_template = ""
    let apple_mac_default_message_template = ""
    let apple_tv_default_message_template = ""
    let zebra_printer_default_message_template = ""
    let windows8Rt_default_message_template = ""
    let windows_mobile_default_message_template = ""
    let windows_phone_default_message_template = ""
    let windowsPhone8_default_message_template = ""
    let windowsPc_default_message_template = ""
    let chromebook_default_message_template = ""

    /// The body for a group.
    init(_ group: OrganizationGroupRecord, _ settings: GroupSettings) {
        organization_group_uuid = group.uuid
        support_email = settings.text(.supportEmail)
        support_phone = settings.text(.supportPhone)
        (enrollment_support_email, enrollment_support_phone) = (support_email, support_phone)
    }
}

/// The room what apps send may take at a group.
struct AgentStorageBody: Encodable, Sendable {
    let organization_group_uuid: String
    let used_bytes: Int64
    /// 0 for no limit.
    let capacity_bytes: Int64
}

/// The same in version 2, which also has the room for apps and content; there are no such limits here, so that they are 0.
struct AgentStorageBody2: Encodable, Sendable {
    let organization_group_uuid: String
    let used_bytes: Int64
    let capacity_bytes: Int64
    let application_capacity_mb: Int64
    let application_overage_allowed_mb = 0
    let application_max_file_size_mb = 0
    let application_max_file_size_with_cdn_mb = 0
    let content_capacity_mb = 0
    let content_overage_allowed_mb = 0
    let content_max_file_size_mb = 0
    let file_encryption_enabled = false

    /// The body for what version 1 says.
    init(_ body: AgentStorageBody) {
        (organization_group_uuid, used_bytes) = (body.organization_group_uuid, body.used_bytes)
        (capacity_bytes, application_capacity_mb) = (body.capacity_bytes, body.capacity_bytes / 1_048_576)
    }
}

/// The push certificate of a group in version 2: there is none.
struct PushCertificateBody: Encodable, Sendable {
    let current_setting: String
    let certificate_type = 0
    let issued_to = ""
    let issued_by = ""
    let valid_from = Timestamp.never.zoneless
    let valid_to = Timestamp.never.zoneless
    let thumbprint = ""
    let apple_id = ""
    let child_permission = "INHERIT_OR_OVERRIDE"

    /// The body for a group.
    init(_ group: OrganizationGroupRecord) { current_setting = group.parentId == nil ? "OVERRIDE" : "INHERIT" }
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
    /// The same as ``uuid``.
    let enrollment_restriction_policy_uuid: String
    let name: String
    let organization_group_name: String
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
    /// Uuids of them.
    let user_groups_list: [String]

    /// The body for a policy.
    init(_ policy: RestrictionPolicy) {
        (uuid, enrollment_restriction_policy_uuid) = (policy.uuid, policy.uuid)
        organization_group_name = policy.group.name
        user_groups_list = policy.userGroups.map(\.uuid)
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

/// A page of policies: by the documented name of the list, and by the one that this console had before.
struct RestrictionPoliciesBody: Encodable, Sendable {
    let enrollment_restrictions_policies: [RestrictionPolicyBody]
    let restriction_policies: [RestrictionPolicyBody]
    let page: Int
    let page_size: Int
    let total: Int

    /// The body for a page.
    init(_ page: Page<RestrictionPolicy>) {
        restriction_policies = page.items.map(RestrictionPolicyBody.init)
        enrollment_restrictions_policies = restriction_policies
        self.page = page.request.page
        (page_size, total) = (page.request.size, page.total)
    }
}
