import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// A model of device as first versions write it.
struct AppModelBody: Encodable, Sendable {
    let ApplicationId: Int64
    let ModelId: Int?
    let ModelName: String
}

/// A smart group an app is given to, as searches write it: clients read the members by position.
struct AppSmartGroupBody: Encodable, Sendable {
    let Id: Int64
    let Name: String
}

/// The answer of `begininstall` (AdminApplications, "Installing").
struct InstalledAppBody: Encodable, Sendable {
    let ActualFileVersion: String
    let AppRank = 0
    let AppVersion: String
    let ApplicationName: String
    let ApplicationSource = "Unknown"
    let AssignedDeviceCount: Int
    let AutoUpdateVersion: Bool
    let BundleId: String
    let ContentGatewayId = 0
    let EnableProvisioning: Bool
    let Id: AdminID
    let InstalledDeviceCount: Int
    let IsDependencyFile: Bool
    let IsReimbursable: Bool
    let LocationGroupId: Int64
    let NotInstalledDeviceCount: Int
    let OrganizationGroupUuid: String
    let Platform: Int
    let PushMode: Int
    let Status: String
    let Uuid: String

    init(_ app: AppEntry) throws {
        let (record, package) = (app.application, app.package)
        ActualFileVersion = record.version
        AppVersion = package.consoleVersion.isEmpty ? record.version : package.consoleVersion
        ApplicationName = record.name
        AssignedDeviceCount = app.counts.assigned
        AutoUpdateVersion = app.flag("AutoUpdateVersion")
        BundleId = record.bundleId
        EnableProvisioning = app.flag("EnableProvisioning")
        Id = AdminID(try record.storedID())
        InstalledDeviceCount = app.counts.installed
        IsDependencyFile = app.flag("IsDependencyFile")
        IsReimbursable = app.flag("IsReimbursable")
        LocationGroupId = record.groupId
        NotInstalledDeviceCount = app.counts.notInstalled
        OrganizationGroupUuid = app.group.uuid
        Platform = app.platform.rawValue
        PushMode = package.pushMode.number
        Status = record.status
        Uuid = record.uuid
    }
}

extension AppEntry {
    /// A truth value an administrator may have set.
    func flag(_ name: String) -> Bool { package.information.flags[name] ?? false }

    /// A text an administrator may have set; empty if not.
    func text(_ name: String) -> String { package.information.texts[name] ?? "" }

    /// When it has to be renewed; nil if unknown.
    var renewalDate: String? {
        let text = text("RenewalDate")
        return text.isEmpty ? nil : Timestamp(lenient: text)?.zoneless ?? text
    }

    /// Such as `1.76 MB`.
    var size: String {
        let hundredths = (package.byteCount * 100 + (1 << 19)) >> 20
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst()) MB"
    }
}

/// An app as the first version of searches writes it (AdminApplications, "Searching applications").
struct AppSearchBody: Encodable, Sendable {
    /// Models under their name.
    struct Models: Encodable, Sendable {
        let Model: [AppModelBody]
    }

    /// Categories under their name.
    struct Categories: Encodable, Sendable {
        /// One of them.
        struct Category: Encodable, Sendable {
            let Name: String
        }

        let Category: [Category]
    }

    let ActualFileVersion: String
    let AppRank = 0
    let AppType: String
    let AppVersion: String
    let ApplicationFileName: String
    let ApplicationName: String
    let ApplicationSize: String
    let ApplicationSource = 0
    let AssignedDeviceCount: Int
    let AssignmentStatus: String
    let AutoUpdateVersion: Bool
    let BuildVersion: String
    let BundleId: String
    let CategoryList: Categories
    let ContentGatewayId = 0
    let EnableProvisioning: Bool
    let IconFileName: String
    let Id: AdminID
    let InstalledDeviceCount: Int
    let IsDependencyFile: Bool
    let IsReimbursable: Bool
    let LargeIconUri: String
    let LocationGroupId: Int64
    let MediumIconUri: String
    let MetadataFileName = ""
    let NotInstalledDeviceCount: Int
    let OrganizationGroupUuid: String
    let Platform: Int
    let PushMode: Int
    let RootLocationGroupName: String
    let SmallIconUri: String
    let SmartGroups: [AppSmartGroupBody]
    let Status: String
    let SupportedModels: Models
    let Uuid: String

    init(_ app: AppEntry, origin: String) throws {
        let (record, package) = (app.application, app.package)
        let id = try record.storedID()
        let icon = AppIconDeviceController.address(of: app.iconUUID, origin: origin)
        ActualFileVersion = record.version
        AppVersion = app.consoleVersion
        BuildVersion = package.build
        AppType = app.kind.rawValue
        ApplicationName = record.name
        BundleId = record.bundleId
        (ApplicationFileName, ApplicationSize) = (package.fileName, app.size)
        AssignedDeviceCount = app.counts.assigned
        (InstalledDeviceCount, NotInstalledDeviceCount) = (app.counts.installed, app.counts.notInstalled)
        let assigned = app.assignments.assigned
        AssignmentStatus = assigned.isEmpty ? "NotAssigned" : "Assigned"
        (AutoUpdateVersion, EnableProvisioning) = (app.flag("AutoUpdateVersion"), app.flag("EnableProvisioning"))
        (IsDependencyFile, IsReimbursable) = (app.flag("IsDependencyFile"), app.flag("IsReimbursable"))
        CategoryList = Categories(Category: package.information.categories.map { .init(Name: $0) })
        IconFileName = app.iconUUID == nil ? "" : "icon.png"
        LargeIconUri = icon
        MediumIconUri = icon
        SmallIconUri = icon
        (LocationGroupId, OrganizationGroupUuid) = (record.groupId, app.group.uuid)
        RootLocationGroupName = app.group.name
        (Platform, PushMode) = (app.platform.rawValue, package.pushMode.number)
        SmartGroups = try assigned.map { .init(Id: try $0.smartGroup.storedID(), Name: $0.smartGroup.name) }
        Status = record.status
        Id = AdminID(id)
        Uuid = record.uuid
        SupportedModels = Models(
            Model: app.models.map { .init(ApplicationId: id, ModelId: $0.id, ModelName: $0.name) })
    }
}

/// An app as the second version of searches writes it.
struct LaterAppSearchBody: Encodable, Sendable {
    /// A smart group it is given to.
    struct SmartGroup: Encodable, Sendable {
        let name: String
        let smart_group_uuid: String
    }

    let actual_file_version: String
    let application_name: String
    let application_size: String
    let application_type: String
    let application_version: String
    let assigned_device_count: Int
    let assignment_status: String
    let bundle_id: String
    let installed_device_count: Int
    let large_icon_uri: String
    let medium_icon_uri: String
    let not_installed_device_count: Int
    let organization_group_uuid: String
    let platform: String
    let small_icon_uri: String
    let smart_groups: [SmartGroup]
    let status: String
    let uuid: String

    init(_ app: AppEntry, origin: String) {
        let record = app.application
        let icon = AppIconDeviceController.address(of: app.iconUUID, origin: origin)
        (actual_file_version, application_version) = (record.version, app.consoleVersion)
        application_name = record.name
        bundle_id = record.bundleId
        application_type = app.kind.rawValue
        application_size = app.size
        assigned_device_count = app.counts.assigned
        (installed_device_count, not_installed_device_count) = (app.counts.installed, app.counts.notInstalled)
        let assigned = app.assignments.assigned
        assignment_status = assigned.isEmpty ? "NotAssigned" : "Assigned"
        large_icon_uri = icon
        medium_icon_uri = icon
        small_icon_uri = icon
        organization_group_uuid = app.group.uuid
        platform = app.platform.laterName
        status = record.status
        uuid = record.uuid
        smart_groups = assigned.map { .init(name: $0.smartGroup.name, smart_group_uuid: $0.smartGroup.uuid) }
    }
}
