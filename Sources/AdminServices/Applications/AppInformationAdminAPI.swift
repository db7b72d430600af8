import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// One app (AdminApplications, "One application").
struct AppInformationBody: Encodable, Sendable {
    /// A model of device.
    struct Model: Encodable, Sendable {
        let Name: String
        let id: Int?
    }

    let ActualFileVersion: String
    let AirwatchAppVersion: String
    let AppId: String
    let AppSizeInKB: Int64
    let ApplicationFileBlobGUID: String?
    let ApplicationFileHash: String?
    let ApplicationName: String
    let Assignments: [AppAssignmentBody]
    let AssumeManagementOfUserInstalledApp: String
    let AutoUpdateVersion: Bool
    let BuildVersion: String
    let BundleId: String
    let CategoryList: [String]
    let ChangeLog: String
    let Comments: String
    let Description: String
    let DeveloperEmail: String
    let DeveloperName: String
    let DeveloperPhone: String
    let DevicesAssignedCount: Int
    let DevicesInstalledCount: Int
    let DevicesNotInstalledCount: Int
    let DisplayName: String
    let EnableProvisioning: Bool
    let ExcludedSmartGroupGuids: [String]
    let ExcludedSmartGroupIds: [Int64]
    let IsDependencyFile: Bool
    let IsReimbursable: Bool
    let LargeIconUri: String
    let ManagedBy: String
    let ManagedByUuid: String
    let MinimumOperatingSystem: String
    let Platform: String
    let Rating: Int
    let RenewalDate: String?
    let Sdk: String
    let SdkProfileId: Int64?
    let SdkProfileUuid: String?
    let Status: String
    let SupportEmail: String
    let SupportPhone: String
    let SupportedModels: [Model]
    let id: Int64
    let uuid: String

    init(_ app: AppEntry, origin: String) throws {
        let (record, package) = (app.application, app.package)
        (ActualFileVersion, AirwatchAppVersion) = (record.version, app.consoleVersion)
        AppId = record.bundleId
        BundleId = record.bundleId
        BuildVersion = package.build
        AppSizeInKB = (package.byteCount + 1023) / 1024
        ApplicationFileBlobGUID = package.blobUuid
        ApplicationFileHash = package.sha256.isEmpty ? nil : package.sha256
        (ApplicationName, DisplayName) = (record.name, record.name)
        Assignments = try app.assignments.assigned.enumerated().map { rank, pair in
            try AppAssignmentBody(pair.smartGroup, pair.rule, rank: rank)
        }
        AssumeManagementOfUserInstalledApp = AppAssignmentBody.word(app.flag("AssumeManagementOfUserInstalledApp"))
        (AutoUpdateVersion, EnableProvisioning) = (app.flag("AutoUpdateVersion"), app.flag("EnableProvisioning"))
        (IsDependencyFile, IsReimbursable) = (app.flag("IsDependencyFile"), app.flag("IsReimbursable"))
        (DeveloperEmail, DeveloperName) = (app.text("DeveloperEmail"), app.text("DeveloperName"))
        DeveloperPhone = app.text("DeveloperPhone")
        CategoryList = package.information.categories
        ChangeLog = app.text("ChangeLog")
        Comments = app.text("Comments")
        Description = app.text("Description")
        DevicesAssignedCount = app.counts.assigned
        (DevicesInstalledCount, DevicesNotInstalledCount) = (app.counts.installed, app.counts.notInstalled)
        let excluded = app.assignments.excluded
        (ExcludedSmartGroupGuids, ExcludedSmartGroupIds) = (excluded.map(\.uuid), excluded.compactMap(\.id))
        LargeIconUri = AppIconDeviceController.address(of: app.iconUUID, origin: origin)
        (ManagedBy, ManagedByUuid) = (String(record.groupId), app.group.uuid)
        MinimumOperatingSystem = package.minimumOS
        Platform = app.platform.name
        (Rating, RenewalDate) = (package.information.rating, app.renewalDate)
        Sdk = AppAssignmentBody.word(record.profileMode != .none)
        (SdkProfileId, SdkProfileUuid) = (app.profile?.id, app.profile?.uuid)
        Status = record.status
        id = try record.storedID()
        uuid = record.uuid
        (SupportEmail, SupportPhone) = (app.text("SupportEmail"), app.text("SupportPhone"))
        SupportedModels = app.models.map { Model(Name: $0.name, id: $0.id) }
    }
}

/// How an app is given to one smart group, as the first version writes it; switches are words.
struct AppAssignmentBody: Encodable, Sendable {
    /// A setting the app gets.
    struct Setting: Encodable, Sendable {
        let Key: String
        let `Type`: String
        let Value: String
    }

    let AdaptiveManagement: String
    let AllowManagement: String
    let AppConfig: String
    let AppConfigs: [Setting]
    let ApplicationBackup: String
    let AutoUpdateDevicesWithPreviousVersion: String
    let EffectiveDate: String
    let MacOsDesiredStateManagement: String
    let PerAppVpn: String
    let PreventRemoval: String
    let PushMode: String
    let Rank: Int
    let RemoveOnUnEnroll: String
    let SmartGroupId: Int64
    let SmartGroupName: String
    let SmartGroupUuid: String
    let VisibleInAppCatalog: Bool

    init(_ smartGroup: SmartGroupRecord, _ rule: RuleDocument, rank: Int) throws {
        AdaptiveManagement = Self.word(rule.flag("managed_access"))
        AllowManagement = Self.word(rule.flag("make_app_mdm_managed"))
        AppConfigs = rule.list("application_configuration").compactMap(Self.setting)
        AppConfig = Self.word(!AppConfigs.isEmpty)
        ApplicationBackup = Self.word(!rule.flag("prevent_application_backup"))
        AutoUpdateDevicesWithPreviousVersion = Self.word(rule.flag("auto_update_devices_with_previous_versions"))
        EffectiveDate = (rule.text("effective_date").flatMap(Timestamp.init(lenient:)) ?? .never).zoneless
        MacOsDesiredStateManagement = Self.word(rule.flag("desired_state_management"))
        let tunnel = rule.rest["tunnel"] ?? .null
        PerAppVpn = Self.word(tunnel != .object([]) && tunnel != .null)
        PreventRemoval = Self.word(rule.flag("prevent_removal"))
        PushMode = (AppPushMode(rule.text("app_delivery_method") ?? "") ?? .auto).rawValue
        Rank = rank
        RemoveOnUnEnroll = Self.word(rule.flag("remove_on_unenroll"))
        (SmartGroupId, SmartGroupName) = (try smartGroup.storedID(), smartGroup.name)
        SmartGroupUuid = smartGroup.uuid
        VisibleInAppCatalog = rule.flag("display_in_app_catalog")
    }

    /// The word for on or off.
    static func word(_ isOn: Bool) -> String { isOn ? "Enabled" : "Disabled" }

    private static func setting(_ value: JSONValue) -> Setting? {
        guard let fields = try? AdminFields(value), let key = try? fields.text("key") else { return nil }
        let type = (try? fields.text("type")) ?? ""
        return Setting(
            Key: key, Type: type.isEmpty ? "String" : type.capitalized,
            Value: (try? fields.text("value", maximum: .max)) ?? "")
    }
}

/// Assignment rules of an app, as the second version writes them.
struct AssignmentRulesBody: Encodable, Sendable {
    let assignments: [JSONValue]
    let excluded_smart_groups: [String]

    init(_ state: AssignmentState) {
        assignments = state.rules.map(\.value)
        excluded_smart_groups = state.excluded.map(\.uuid)
    }
}

/// A device that has an app or is to have it.
struct AppDeviceBody: Encodable, Sendable {
    let assigned_version: String
    let assignment_status: String
    let device_id: Int64
    let device_uuid: String
    let enrollment_user_name: String
    let friendly_name: String
    let installed_status: String
    let installed_version: String
    let last_action_taken: String

    init(_ device: AppDevice, version: String) throws {
        assigned_version = device.isAssigned ? version : ""
        assignment_status = device.isAssigned ? "Assigned" : "NotAssigned"
        (device_id, device_uuid) = (try device.device.storedID(), device.device.uuid)
        (enrollment_user_name, friendly_name) = (device.username ?? "", device.device.friendlyName)
        installed_status = device.installedStatus
        installed_version = device.installedVersion ?? ""
        last_action_taken = device.request?.action.lastAction ?? "None"
    }
}

extension AppDevice {
    /// Whether it has the app, as a word.
    var installedStatus: String { isInstalled ? "Installed" : "NotInstalled" }
}
