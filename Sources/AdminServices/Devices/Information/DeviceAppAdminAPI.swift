import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// An app of a device; members as on the wire (AdminDeviceDetails, "Apps").
struct DeviceAppBody: Encodable, Sendable {
    let Id: AdminID
    let ApplicationName: String
    let ApplicationIdentifier: String
    let Version: String
    let BuildVersion: String
    let AppVersion: String
    let Status: String
    let Size: String
    let `Type`: String
    let IsManaged: Bool
    let HasUpdateAvailable: Bool
    let Uuid: String

    /// The body for an app.
    init(_ app: DeviceApp) throws {
        Id = AdminID(try app.application?.storedID() ?? 0)
        ApplicationName = app.application?.name ?? app.bundle
        ApplicationIdentifier = app.bundle
        Version = app.version
        BuildVersion = app.build
        AppVersion = app.version
        (Status, Size) = (app.state.rawValue, String(app.file.byteCount))
        `Type` = app.type
        IsManaged = app.application != nil
        HasUpdateAvailable = app.hasUpdate
        Uuid = app.application?.uuid ?? ""
    }
}

/// An app of a device as the search for them answers it; members as on the wire.
struct DeviceAppItemBody: Encodable, Sendable {
    let application_uuid: String
    let assigned_version: String
    let assignment_status: String
    let bundle_id: String
    let device_uuid: String
    let has_update_available: Bool
    let installed_status: String
    let installed_version: String
    let is_managed: Bool
    let latest_uem_action: String
    let name: String
    let platform: String
    /// Bytes.
    let size: Int64
    let type: String

    /// The body for an app.
    init(_ app: DeviceApp, on device: DeviceRecord) {
        application_uuid = app.application?.uuid ?? ""
        assigned_version = app.assigned?.version ?? ""
        assignment_status = app.assigned == nil ? "NotAssigned" : "Assigned"
        (bundle_id, device_uuid) = (app.bundle, device.uuid)
        has_update_available = app.hasUpdate
        installed_status = app.presence == .pendingInstall ? "NotInstalled" : app.presence.rawValue
        installed_version = app.installation?.appVersion ?? ""
        is_managed = app.application != nil
        let isAwaited = app.installation == nil || app.hasUpdate
        latest_uem_action = app.isUnwanted ? "RemoveRequested" : isAwaited ? "InstallRequested" : "None"
        (name, platform) = (app.application?.name ?? app.bundle, device.platform)
        (size, type) = (app.file.byteCount, app.type)
    }
}
