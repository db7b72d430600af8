import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// A beacon as `/_mock` shows it (AdminAPI, "Records").
struct BeaconBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let isCompromised: Bool
    let latitude: Double?
    let longitude: Double?
    /// The JSON as received, as text: byte for byte what the app sent.
    let report: String

    /// The body for a beacon.
    init(_ row: RecordRow<BeaconRecord>) {
        let record = row.record
        id = record.id
        receivedAt = record.receivedAt
        device = row.origin.device
        bundleId = row.origin.bundle
        user = row.origin.user
        group = row.origin.group
        isCompromised = record.isCompromised
        latitude = record.latitude
        longitude = record.longitude
        report = record.report
    }
}

extension RecordMockController where Record == BeaconRecord, Body == BeaconBody {
    /// Beacons, read back: `/_mock/beacons`, which also takes `compromised`.
    static func beacons(_ archive: RecordArchive<BeaconRecord>, pageLimit: Int) -> Self {
        Self(
            name: "beacons", archive: archive, pageLimit: pageLimit, textColumns: ["report"],
            parameters: ["compromised"],
            narrow: { query, parameters in
                if let isCompromised = try parameters.bool("compromised") {
                    query.match("isCompromised", isCompromised)
                }
            }, body: BeaconBody.init)
    }
}
