import ConsoleModel
import ConsolePlatform

/// An app of a list.
struct AppGroupItemBody: Encodable, Sendable {
    let ApplicationName: String
    let BundleId: String
    let Id: Int64
    /// The same as ``ApplicationName``.
    let Name: String

    init(_ item: AppGroupItemRecord) throws {
        (ApplicationName, Name) = (item.name, item.name)
        BundleId = item.bundleId
        Id = try item.storedID()
    }
}

/// A group a list is for.
struct AppGroupPlaceBody: Encodable, Sendable {
    let Id: String
    let Name: String

    init(_ group: OrganizationGroupRecord) { (Id, Name) = (String(group.id ?? 0), group.name) }
}

/// A list of apps that are allowed, denied or required (AdminStoreApplications, "Application groups").
struct AppGroupBody: Encodable, Sendable {
    /// The same as ``ApplicationCount``, as a text.
    let AppCount: String
    let AppGroupType: String
    let ApplicationCount: Int
    let ApplicationGroupID: Int64
    let Applications: [AppGroupItemBody]
    let Description: String
    let DeviceModel = "Any"
    let DeviceOperatingSystem = "Any"
    let DeviceOwnership = "Any"
    let IsActive: Bool
    /// The same as ``OrganizationGroupId``, as a text.
    let ManagedByOrganizationGroupID: String
    let Name: String
    let OrganizationGroupId: Int64
    let OrganizationGroupName: String
    let OrganizationGroupUuid: String
    let OrganizationGroups: [AppGroupPlaceBody]
    let Platform: String
    let UserGroups: [AppGroupPlaceBody] = []
    let Uuid: String

    init(_ list: AppGroup) throws {
        let record = list.record
        AppCount = String(list.items.count)
        ManagedByOrganizationGroupID = String(record.groupId)
        OrganizationGroups = [AppGroupPlaceBody(list.group)]
        AppGroupType = record.type.rawValue
        ApplicationGroupID = try record.storedID()
        Uuid = record.uuid
        (ApplicationCount, Applications) = (list.items.count, try list.items.map { try AppGroupItemBody($0) })
        Description = record.description
        IsActive = record.isActive
        Name = record.name
        Platform = record.platform
        (OrganizationGroupId, OrganizationGroupName) = (record.groupId, list.group.name)
        OrganizationGroupUuid = list.group.uuid
    }
}

/// A new list: its ids as they were answered before, and the list as it is documented.
struct CreatedAppGroupBody: Encodable, Sendable {
    private enum Member: String, CodingKey {
        case AppCount, AppGroupType, ApplicationGroupID, Applications, Description, DeviceModel, DeviceOperatingSystem,
            DeviceOwnership, IsActive, ManagedByOrganizationGroupID, Name, OrganizationGroups, Platform, UserGroups,
            Value, uuid
    }

    let list: AppGroupBody

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(list.AppCount, forKey: .AppCount)
        try container.encode(list.AppGroupType, forKey: .AppGroupType)
        try container.encode(list.ApplicationGroupID, forKey: .ApplicationGroupID)
        try container.encode(list.Applications, forKey: .Applications)
        try container.encode(list.Description, forKey: .Description)
        try container.encode(list.DeviceModel, forKey: .DeviceModel)
        try container.encode(list.DeviceOperatingSystem, forKey: .DeviceOperatingSystem)
        try container.encode(list.DeviceOwnership, forKey: .DeviceOwnership)
        try container.encode(list.IsActive, forKey: .IsActive)
        try container.encode(list.ManagedByOrganizationGroupID, forKey: .ManagedByOrganizationGroupID)
        try container.encode(list.Name, forKey: .Name)
        try container.encode(list.OrganizationGroups, forKey: .OrganizationGroups)
        try container.encode(list.Platform, forKey: .Platform)
        try container.encode(list.UserGroups, forKey: .UserGroups)
        // No `Uuid` beside `uuid`: some clients cannot read names that differ in letter case only.
        try container.encode(list.ApplicationGroupID, forKey: .Value)
        try container.encode(list.Uuid, forKey: .uuid)
    }
}
