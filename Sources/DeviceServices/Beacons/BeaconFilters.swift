import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Filters of beacons, beside those every list takes (AdminAPI, "Beacons").
enum BeaconFilters {
    /// Members of the payload that can be asked for by their names on the wire.
    ///
    /// Not `BundleId`, which is `bundleId` of every list: letter case does not matter in names of parameters.
    static let members = [
        "DeviceIdentifier", "Name", "DeviceType", "AWVersion", "FriendlyName", "Model", "OsVersion", "APNSToken",
        "CustomerLocationGroupRef", "EmailAddress", "PhoneNumber", "MacAddress", "IpAddress", "TransactionIdentifier",
        "SampleValue",
    ]
    /// Notes beside the report.
    private static let columns = ["userName", "fullName", "displayName", "email"]
    /// Their names, as the description of the API spells them.
    static let parameters = Set(
        members + columns + ["compromised", "IsCompromised", "enrollmentStatus", "complianceStatus"])

    /// Narrows a query by what a request says.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and what it takes.
    static func narrow(_ query: inout RecordQuery, _ parameters: QueryParameters) throws {
        for name in ["compromised", "IsCompromised"] {
            if let isCompromised = try parameters.bool(name) { query.match("isCompromised", isCompromised) }
        }
        for member in members {
            guard let text = parameters.value(member) else { continue }
            // A number on the wire is found by its digits.
            query.add("CAST(json_extract(record.report, '$.payLoad.\(member)') AS TEXT) = ?", [text])
        }
        for column in columns {
            if let text = parameters.value(column) { query.add("record.\(column) = ? COLLATE NOCASE", [text]) }
        }
        if let status: EnrollmentStatus = try RecordQuery.state("enrollmentStatus", parameters) {
            query.match("enrollmentStatus", status.rawValue)
        }
        if let status: ComplianceStatus = try RecordQuery.state("complianceStatus", parameters) {
            query.match("complianceStatus", status.rawValue)
        }
    }
}
