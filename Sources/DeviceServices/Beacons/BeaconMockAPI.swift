import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A beacon as `/_mock` shows it (AdminAPI, "Records").
struct BeaconBody: Encodable, Sendable {
    /// What the app found when it evaluated a policy.
    struct Finding: Encodable, Sendable {
        let policyIdentifier: String
        /// Name of ``statusCode``, if it has one.
        let status: String?
        let statusCode: Int
    }

    let id: Int64?
    let receivedAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let isCompromised: Bool
    let latitude: Double?
    let longitude: Double?
    /// The user of the device when it came, from the beacon or else from the console.
    let userName: String?
    let fullName: String?
    let displayName: String?
    let email: String?
    /// Name of an `EnrollmentStatus`, when it came; left out for beacons from before this was noted.
    let enrollmentStatus: String?
    /// Name of a `ComplianceStatus`, after the beacon was evaluated; left out as well.
    let complianceStatus: String?
    /// `ComplianceData`, as far as it can be read; left out if there is none.
    let complianceData: [Finding]?
    /// What is wrong with the rest of it, as a sentence.
    let complianceDataProblem: String?
    /// The JSON as received, as an object.
    let report: JSONValue
    /// The same as text: byte for byte what the app sent.
    let raw: String

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
        userName = record.userName
        fullName = record.fullName
        displayName = record.displayName
        email = record.email
        enrollmentStatus = record.enrollmentStatus.flatMap { EnrollmentStatus(rawValue: $0)?.name }
        complianceStatus = record.complianceStatus.flatMap { ComplianceStatus(rawValue: $0)?.name }
        raw = record.report
        let sent = try? BeaconReport(json: Data(raw.utf8))
        let findings = (sent?.complianceResults ?? []).map(Finding.init)
        complianceData = findings.isEmpty ? nil : findings
        complianceDataProblem = sent?.complianceProblem.map { "\($0)." }
        report = (try? JSONValue(json: Data(raw.utf8))) ?? .string(raw)
    }
}

extension BeaconBody.Finding {
    /// The body for a result.
    init(_ result: BeaconComplianceResult) {
        policyIdentifier = result.policyIdentifier
        status = ComplianceStatus(rawValue: result.status)?.name
        statusCode = result.status
    }
}

extension RecordMockController where Record == BeaconRecord, Body == BeaconBody {
    /// Beacons, read back: `/_mock/beacons`, with filters of their own (``BeaconFilters``).
    static func beacons(_ archive: RecordArchive<BeaconRecord>, pageLimit: Int) -> Self {
        Self(
            name: "beacons", archive: archive, pageLimit: pageLimit, textColumns: ["report"],
            parameters: BeaconFilters.parameters, narrow: BeaconFilters.narrow, body: BeaconBody.init)
    }
}
