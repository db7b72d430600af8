import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// What an internal app is, over all its versions; names as on the wire (AdminApplications, "Figures of an app").
struct AppSummaryBody: Encodable, Sendable {
    let bundle_identifier: String
    let icon_uri: String
    let managed_by: String
    let name: String

    init(_ app: AppEntry, origin: String) {
        (bundle_identifier, name) = (app.application.bundleId, app.application.name)
        icon_uri = AppIconDeviceController.address(of: app.iconUUID, origin: origin)
        managed_by = app.group.name
    }
}

/// On how many devices the versions of an app are.
struct AppVersionCountsBody: Encodable, Sendable {
    /// Those of one version.
    struct Count: Encodable, Sendable {
        let application_version: String
        let assigned_count: Int
        let installed_count: Int
        let sideloaded_count: Int
    }

    let app_version_level_counts: [Count]

    init(_ counts: [AppFigureStore.VersionCount]) {
        app_version_level_counts = counts.map {
            Count(
                application_version: $0.version, assigned_count: $0.assigned, installed_count: $0.installed,
                sideloaded_count: $0.sideloaded)
        }
    }
}

/// How many devices have an app or not, by the reason.
struct AppReasonCountsBody: Encodable, Sendable {
    /// Those of one reason.
    struct Count: Encodable, Sendable {
        let app_reason: String
        let app_reason_display_key: String
        let device_count: Int
    }

    let app_reason_counts: [Count]

    init(_ counts: [(reason: String, count: Int)]) {
        app_reason_counts = counts.map {
            Count(app_reason: $0.reason, app_reason_display_key: $0.reason, device_count: $0.count)
        }
    }
}

/// A device with an app on it, as lists of figures write it.
struct AppFigureDeviceBody: Encodable, Sendable {
    let app_sample_last_seen: String
    let app_sample_last_seen_date: String
    let application_uuid: String
    let approval_received = false
    let assigned_version: String
    let assignment_status: String
    let assignment_type: Int
    let device_id: Int64
    let device_uuid: String
    let enrollment_user_id: Int64
    let enrollment_user_name: String
    let friendly_name: String
    let installed_status: String
    let installed_version: String
    let is_device_up: Bool
    let last_action_taken: String
    let latest_action_taken_date_time: String
    let latest_action_taken_time: String
    let latest_app_reason: String
    let latest_app_reason_date_time: String
    let latest_app_reason_time: String
    let management_type: String
    let ownership_type: String
    let requires_approval = false

    init(_ row: AppFigureDevice, at now: Timestamp) throws {
        let (device, version) = (row.device, row.assigned ?? row.installed)
        (device_id, device_uuid) = (try device.storedID(), device.uuid)
        friendly_name = device.friendlyName
        (enrollment_user_id, enrollment_user_name) = (device.userId ?? 0, row.username ?? "")
        (ownership_type, management_type) = (device.ownership, device.isManaged ? "Managed" : "Unmanaged")
        is_device_up = device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue
        application_uuid = version?.application.uuid ?? ""
        assigned_version = row.assigned?.application.version ?? ""
        let unassigned = row.isExcluded ? "Excluded" : "NotAssigned"
        assignment_status = row.assigned == nil ? unassigned : "Assigned"
        assignment_type = row.assigned == nil ? 0 : 1
        (installed_status, installed_version) = (row.status, row.reportedVersion ?? "")
        let (sample, action) = (row.lastSample, row.request?.requestedAt)
        (app_sample_last_seen_date, app_sample_last_seen) = (Self.time(sample), Self.age(sample, at: now))
        last_action_taken = row.request?.action.lastAction ?? "None"
        (latest_action_taken_date_time, latest_action_taken_time) = (Self.time(action), Self.age(action, at: now))
        latest_app_reason = row.reason
        let reason = row.reason == row.request?.action.lastAction ? action : sample
        (latest_app_reason_date_time, latest_app_reason_time) = (Self.time(reason), Self.age(reason, at: now))
    }

    /// A time; that of never if there is none.
    private static func time(_ time: Timestamp?) -> String { (time ?? .never).zoneless }

    /// How long ago a time was, in the largest unit that fits, such as `3 Hour(s)`; empty for never.
    static func age(_ time: Timestamp?, at now: Timestamp) -> String {
        guard let time else { return "" }
        let seconds = max(0, now.milliseconds - time.milliseconds) / 1000
        let units: [(length: Int64, name: String)] = [(86_400, "Day(s)"), (3600, "Hour(s)"), (60, "Minute(s)")]
        for unit in units where seconds >= unit.length { return "\(seconds / unit.length) \(unit.name)" }
        return "\(seconds) Second(s)"
    }
}
