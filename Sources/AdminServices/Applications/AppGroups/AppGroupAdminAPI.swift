import ConsoleModel
import ConsolePlatform

/// An app of a list.
struct AppGroupItemBody: Encodable, Sendable {
    let ApplicationName: String
    let BundleId: String
    let Id: Int64

    init(_ item: AppGroupItemRecord) throws {
        ApplicationName = item.name
        BundleId = item.bundleId
        Id = try item.storedID()
    }
}

/// A list of apps that are allowed, denied or required (AdminStoreApplications, "Application groups").
struct AppGroupBody: Encodable, Sendable {
    let AppGroupType: String
    let ApplicationCount: Int
    let ApplicationGroupID: Int64
    let Applications: [AppGroupItemBody]
    let Description: String
    let IsActive: Bool
    let Name: String
    let OrganizationGroupId: Int64
    let OrganizationGroupName: String
    let OrganizationGroupUuid: String
    let Platform: String
    let Uuid: String

    init(_ list: AppGroup) throws {
        let record = list.record
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
