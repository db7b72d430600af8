import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A report of data usage as `/_mock` shows it (AdminAPI, "Records").
struct DataUsageBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    /// The JSON as received, as text.
    let report: String

    /// The body for a report.
    init(_ row: RecordRow<DataUsageRecord>) {
        (id, receivedAt) = (row.record.id, row.record.receivedAt)
        (device, bundleId) = (row.origin.device, row.origin.bundle)
        (user, group) = (row.origin.user, row.origin.group)
        report = row.record.report
    }
}

extension RecordMockController where Record == DataUsageRecord, Body == DataUsageBody {
    /// Data usage, read back: `/_mock/data-usage`.
    static func dataUsage(_ archive: RecordArchive<DataUsageRecord>, pageLimit: Int) -> Self {
        Self(
            name: "data-usage", archive: archive, pageLimit: pageLimit, textColumns: ["report"],
            body: DataUsageBody.init)
    }
}
