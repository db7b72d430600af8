/// An app of a list.
struct AppGroupItemBody: Encodable, Sendable {
    let ApplicationName: String
    let BundleId: String
    let Id: Int64

    init(_ item: AppGroupItemRecord) throws {
        (ApplicationName, BundleId, Id) = (item.name, item.bundleId, try item.storedID())
    }
}

/// A list of apps that are allowed, denied or required (AdminAPI, "Application groups").
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
        (AppGroupType, ApplicationGroupID, Uuid) = (record.type.rawValue, try record.storedID(), record.uuid)
        (ApplicationCount, Applications) = (list.items.count, try list.items.map { try AppGroupItemBody($0) })
        (Description, IsActive, Name, Platform) = (record.description, record.isActive, record.name, record.platform)
        (OrganizationGroupId, OrganizationGroupName) = (record.groupId, list.group.name)
        OrganizationGroupUuid = list.group.uuid
    }
}
