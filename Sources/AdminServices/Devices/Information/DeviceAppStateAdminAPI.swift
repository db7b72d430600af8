import ConsoleModel
import ConsolePlatform

/// One app of a device, found by its bundle identifier; members as on the wire (AdminDeviceDetails, "Apps").
struct DeviceAppStateBody: Encodable, Sendable {
    /// The app itself.
    struct App: Encodable, Sendable {
        let identifier: String
        let type: [String]
        /// Bytes.
        let total_size: Int64
    }

    /// How it is given to the device.
    struct Assignment: Encodable, Sendable {
        let assignment_status: String
        let assigned_version: String
        let effective_date = Timestamp.never.zoneless
        let latest_uem_action: String
    }

    /// What the device reported of it.
    struct Sample: Encodable, Sendable {
        let installed_status: String
        let installed_version: String
        let latest_app_reason: String
        let latest_app_reason_time: String
        let latest_app_sample_event: String
    }

    /// How the app complies; apps have no policies here.
    struct Compliance: Encodable, Sendable {
        let compliance_status = "NotAvailable"
        let compliance_timestamp = Timestamp.never.zoneless
        let compliance_policy_status: [String] = []
    }

    let app_details: App
    let assignment_info: Assignment
    let device_sample_info: Sample
    let compliance_info = Compliance()

    /// The body for an app.
    init(_ app: DeviceApp, on device: DeviceRecord) {
        let item = DeviceAppItemBody(app, on: device)
        app_details = App(identifier: app.bundle, type: [app.type], total_size: app.file.byteCount)
        assignment_info = Assignment(
            assignment_status: item.assignment_status, assigned_version: item.assigned_version,
            latest_uem_action: item.latest_uem_action)
        let event = app.installation == nil ? "" : "AppReported"
        device_sample_info = Sample(
            installed_status: item.installed_status, installed_version: item.installed_version,
            latest_app_reason: event, latest_app_reason_time: (app.installation?.lastSeenAt ?? .never).zoneless,
            latest_app_sample_event: event)
    }
}
