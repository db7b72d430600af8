import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A push token as `/_mock` shows it (AdminAPI, "Records").
struct PushTokenBody: Encodable, Sendable {
    let id: Int64?
    let since: Timestamp
    /// Left out while the token is in force.
    let until: Timestamp?
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let token: String

    /// The body for a push token.
    init(_ row: RecordRow<PushTokenRecord>) {
        id = row.record.id
        since = row.record.since
        until = row.record.until
        device = row.origin.device
        bundleId = row.origin.bundle
        user = row.origin.user
        group = row.origin.group
        token = row.record.token
    }
}

extension RecordMockController where Record == PushTokenRecord, Body == PushTokenBody {
    /// Push tokens, read back: `/_mock/push-tokens`, which also takes `current`.
    static func pushTokens(_ archive: RecordArchive<PushTokenRecord>, pageLimit: Int) -> Self {
        Self(
            name: "push-tokens", archive: archive, pageLimit: pageLimit, textColumns: ["token"],
            parameters: ["current"],
            narrow: { query, parameters in
                if let isCurrent = try parameters.bool("current") {
                    query.add("record.until IS \(isCurrent ? "" : "NOT ")NULL")
                }
            }, body: PushTokenBody.init)
    }
}

/// A place as `/_mock` shows it (AdminAPI, "Records").
struct DeviceLocationBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let sampledAt: Timestamp?
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let latitude: Double
    let longitude: Double
    let altitude: Double?
    let speed: Double?

    /// The body for a place.
    init(_ row: RecordRow<DeviceLocationRecord>) {
        let record = row.record
        id = record.id
        receivedAt = record.receivedAt
        sampledAt = record.sampledAt
        device = row.origin.device
        bundleId = row.origin.bundle
        user = row.origin.user
        group = row.origin.group
        latitude = record.latitude
        longitude = record.longitude
        altitude = record.altitude
        speed = record.speed
    }
}

extension RecordMockController where Record == DeviceLocationRecord, Body == DeviceLocationBody {
    /// Places, read back: `/_mock/locations`.
    static func locations(_ archive: RecordArchive<DeviceLocationRecord>, pageLimit: Int) -> Self {
        Self(
            name: "locations", archive: archive, pageLimit: pageLimit, textColumns: [],
            body: DeviceLocationBody.init)
    }
}
