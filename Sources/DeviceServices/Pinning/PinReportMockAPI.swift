import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A report of a pin that did not match, as `/_mock` shows it (AdminAPI, "Records").
struct PinReportBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let device: String?
    let user: String?
    let group: String?
    /// The host whose key did not match.
    let host: String
    /// The device it claims to come from, known or not.
    let claimedDevice: String?

    /// The body for a report.
    init(_ row: RecordRow<PinReportRecord>) {
        id = row.record.id
        receivedAt = row.record.receivedAt
        device = row.origin.device
        user = row.origin.user
        group = row.origin.group
        host = row.record.host
        claimedDevice = row.record.claimedDevice
    }
}

extension RecordMockController where Record == PinReportRecord, Body == PinReportBody {
    /// Reports of pins that did not match, read back: `/_mock/pin-reports`, which also takes `host`.
    static func pinReports(_ archive: RecordArchive<PinReportRecord>, pageLimit: Int) -> Self {
        Self(
            name: "pin-reports", archive: archive, pageLimit: pageLimit, textColumns: ["host", "claimedDevice"],
            parameters: ["host"],
            narrow: { query, parameters in
                if let host = parameters.value("host") { query.match("host", host.lowercased()) }
            }, body: PinReportBody.init)
    }
}
