import DeviceProtocol
import Foundation

/// A beacon as `/_mock` shows it (AdminAPI, "Devices").
struct BeaconBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let isCompromised: Bool
    let latitude: Double?
    let longitude: Double?
    /// The JSON as received, as text: byte for byte what the app sent.
    let report: String

    /// The body for a beacon.
    init(_ record: BeaconRecord) {
        id = record.id
        receivedAt = record.receivedAt
        isCompromised = record.isCompromised
        latitude = record.latitude
        longitude = record.longitude
        report = record.report
    }
}
