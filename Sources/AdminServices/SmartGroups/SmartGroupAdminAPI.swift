import ConsoleModel

/// A smart group in a list of them (AdminSmartGroups); names as on the wire.
struct SmartGroupSummaryBody: Encodable, Sendable {
    let Name: String
    let SmartGroupID: Int64
    let SmartGroupUuid: String
    let ManagedByOrganizationGroupId: String
    let ManagedByOrganizationGroupName: String
    let ManagedByOrganizationGroupUuid: String
    let Devices: Int
    let Assignments: Int
    let Exclusions: Int

    /// The body for a smart group.
    init(_ overview: SmartGroupOverview) {
        Name = overview.record.name
        SmartGroupID = overview.record.id ?? 0
        SmartGroupUuid = overview.record.uuid
        ManagedByOrganizationGroupId = String(overview.record.groupId)
        ManagedByOrganizationGroupName = overview.home.name
        ManagedByOrganizationGroupUuid = overview.home.uuid
        Devices = overview.devices
        Assignments = overview.usage.assignments
        Exclusions = overview.usage.exclusions
    }
}

/// Something a smart group names, or one of its devices; ids are texts.
struct SmartGroupMemberBody: Encodable, Sendable {
    let Id: String
    let Name: String
    let Uuid: String
    var Username: String?
    var Model: String?
    var OSVersion: String?
    var Platform: String?
    var Ownership: String?

    /// The body for a group, user group, tag or user.
    init(_ reference: SmartGroupReference) {
        Id = String(reference.id)
        Name = reference.name
        Uuid = reference.uuid
    }

    /// The body for a device.
    init(_ device: SmartGroupDevice) {
        Id = String(device.id)
        Name = device.friendlyName
        Uuid = device.uuid
        Username = device.username ?? ""
        Model = device.model ?? ""
        OSVersion = device.osVersion ?? ""
        Platform = device.platform
        Ownership = device.ownership
    }
}

/// A comparison with OS versions.
struct SmartGroupVersionBody: Encodable, Sendable {
    let DeviceType: String?
    let Operator: String
    let Value: String

    /// The body for a criterion.
    init(_ criterion: SmartGroupCriterionRecord) {
        DeviceType = criterion.platform
        Operator = SmartGroupWords.comparisonWord(criterion.operator ?? "=")
        Value = criterion.text ?? ""
    }
}

/// A smart group by itself: the values that lists show, and everything in it.
struct SmartGroupBody: Encodable, Sendable {
    private enum Keys: String, CodingKey {
        case CriteriaType, OperatingSystems, OrganizationGroups, UserGroups, Tags, Platforms, Ownerships, Models,
            OEMAndModels, ManagementTypes, EnrollmentCategories, CpuArchitectures, UserAdditions, DeviceAdditions,
            UserExclusions, DeviceExclusions, UserGroupExclusions
    }

    let details: SmartGroupEntry

    func encode(to encoder: any Encoder) throws {
        try SmartGroupSummaryBody(details.overview).encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(details.overview.record.criteriaType, forKey: .CriteriaType)
        try container.encode(
            details.criteria.filter { $0.kind == .osVersion }.map(SmartGroupVersionBody.init),
            forKey: .OperatingSystems)
        for (kind, name) in SmartGroupDraft.wordLists {
            guard let key = Keys(rawValue: name) else { continue }
            try container.encode(details.criteria.filter { $0.kind == kind }.compactMap(\.text), forKey: key)
        }
        for list in SmartGroupDraft.List.allCases {
            guard let key = Keys(rawValue: list.rawValue) else { continue }
            try container.encode(members(list), forKey: key)
        }
    }

    private func members(_ list: SmartGroupDraft.List) -> [SmartGroupMemberBody] {
        switch list {
        case .deviceAdditions: (details.devices[.add] ?? []).map(SmartGroupMemberBody.init)
        case .deviceExclusions: (details.devices[.exclude] ?? []).map(SmartGroupMemberBody.init)
        default: (details.references[list] ?? []).map(SmartGroupMemberBody.init)
        }
    }
}

/// An app that is assigned to a smart group.
struct SmartGroupApplicationBody: Encodable, Sendable {
    let id: Int64
    let uuid: String
    let applicationName: String
    let bundleId: String
    let platform: String
    let version: String
    /// Name of the group the app belongs to.
    let managedBy: String

    /// The body for an app.
    init(_ application: SmartGroupApplication) {
        id = application.id
        uuid = application.uuid
        applicationName = application.name
        bundleId = application.bundleId
        platform = application.platform
        version = application.version
        managedBy = application.groupName
    }
}
