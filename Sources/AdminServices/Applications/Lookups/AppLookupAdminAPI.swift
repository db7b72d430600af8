import ConsoleModel
import ConsolePlatform

/// An analytics event of an app, as the admin API writes it (AdminStoreApplications, "Analytics of apps").
struct ApplicationEventSampleBody: Encodable, Sendable {
    let ApplicationID: String
    let DeviceID: Int64
    let EventData: String
    let EventName: String
    let FriendlyName: String
    let SampleTime: String
    let UserName: String
    let Version: String

    init(_ event: SDKEvent, friendlyName: String?) {
        (ApplicationID, Version) = (event.bundle, event.version)
        (DeviceID, FriendlyName) = (event.deviceID ?? 0, friendlyName ?? "")
        (EventName, EventData) = (event.name, event.value)
        (SampleTime, UserName) = (event.occurredAt.zoneless, event.username ?? "")
    }
}

/// A removal of an app from a device that was asked for (AdminStoreApplications, "Removals and management").
struct AppRemovalBody: Encodable, Sendable {
    let ApplicationId: Int64
    let ApplicationName: String
    let BundleId: String
    let CommandStatus = "Queued"
    let DeviceFriendlyName: String
    let DeviceId: Int64
    let DeviceUuid: String
    let LogTime: String
    let RequestedBy: String

    init(_ removal: AppRemoval) throws {
        (ApplicationId, ApplicationName) = (try removal.application.storedID(), removal.application.name)
        BundleId = removal.application.bundleId
        (DeviceId, DeviceUuid) = (try removal.device.storedID(), removal.device.uuid)
        DeviceFriendlyName = removal.device.friendlyName
        (LogTime, RequestedBy) = (removal.request.requestedAt.zoneless, removal.request.requestedBy)
    }
}

/// Whether an app is managed on a device.
struct AppManagementBody: Encodable, Sendable {
    let BundleId: String
    let DeviceId: Int64
    let DeviceUuid: String
    let IsManaged: Bool
    let ManagementStatus: String

    init(_ management: AppManagement) throws {
        (BundleId, IsManaged) = (management.bundle, management.isManaged)
        (DeviceId, DeviceUuid) = (try management.device.storedID(), management.device.uuid)
        let installed = management.isManaged ? "Managed" : "Unmanaged"
        ManagementStatus = management.isInstalled ? installed : "NotInstalled"
    }
}
