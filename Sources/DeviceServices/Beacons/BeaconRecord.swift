import ConsolePlatform
import GRDB

/// A beacon as it was received.
struct BeaconRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "beacon"

    var id: Int64?
    var receivedAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var isCompromised: Bool
    /// Degrees.
    var latitude: Double?
    /// Degrees.
    var longitude: Double?
    /// The JSON as received.
    var report: String
    /// The user of the device, from the beacon or else from the console.
    var userName: String?
    var fullName: String?
    var displayName: String?
    var email: String?
    /// Raw value of an `EnrollmentStatus`; nil in rows from before it was noted.
    var enrollmentStatus: Int?
    /// Raw value of a `ComplianceStatus`; the same.
    var complianceStatus: Int?
}
