import DeviceProtocol

/// A log as `/_mock` lists it (AdminAPI, "Devices").
struct LogBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let bundleId: String
    let appVersion: String
    /// `none`, `application`, `crash` or `device`.
    let type: String
    /// `off`, `debug`, `information`, `warning` or `error`.
    let level: String
    let byteCount: Int

    /// The body for a log.
    init(_ record: DeviceLogRecord) {
        id = record.id
        receivedAt = record.receivedAt
        bundleId = record.bundleId
        appVersion = record.appVersion
        type = LogType(rawValue: record.type).map { "\($0)" } ?? ""
        level = LogLevel(rawValue: record.level).map { "\($0)" } ?? ""
        byteCount = record.byteCount
    }
}
