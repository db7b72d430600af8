import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A registered device with what surrounds it.
struct RegisteredDeviceEntry: Sendable {
    let record: RegisteredDeviceRecord
    /// The device that enrolled by it.
    let device: DeviceRecord?
    /// Name of the user it is for; empty for any.
    let username: String

    /// Where the device stands, by the words of later versions.
    var enrollmentStatus: String {
        switch (record.kind, device) {
        case (.deny, _): "BLACKLISTED"
        case (.allow, nil): "WHITELISTED"
        case (.register, nil): EnrollmentStatus.registered.shoutedWord
        case (_, let device?): (EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown).shoutedWord
        }
    }

    /// Whether the device keeps the rules, by the words of later versions.
    var complianceStatus: String {
        (device.flatMap { ComplianceStatus(rawValue: $0.complianceStatus) } ?? .notAvailable).shoutedWord
    }
}

/// A registered device with what its own page of the admin API shows.
struct RegisteredDeviceOverview: Sendable {
    let entry: RegisteredDeviceEntry
    /// The group it belongs to.
    let group: OrganizationGroupRecord
    /// The user it is for.
    let user: UserRecord?
    /// The group of that user.
    let userGroup: OrganizationGroupRecord?
    /// When its token ends; nil without one.
    let expiresAt: Timestamp?
}

/// The filters of a list of registered devices, all of which must hold.
struct RegisteredDeviceSearch: Sendable {
    /// SQL for ``RegisteredDeviceEntry/enrollmentStatus``.
    private static let status =
        "CASE WHEN r.kind = 'BLACKLIST' THEN 'BLACKLISTED' WHEN d.id IS NULL AND r.kind = 'WHITELIST' THEN 'WHITELISTED' "
        + "WHEN d.id IS NULL THEN 'REGISTERED' \(words(EnrollmentStatus.allCases, "d.enrollmentStatus") { $0.shoutedWord }) END"
    /// SQL for ``RegisteredDeviceEntry/complianceStatus``.
    private static let compliance =
        "CASE WHEN d.id IS NULL THEN '\(ComplianceStatus.notAvailable.shoutedWord)' "
        + "\(words(ComplianceStatus.allCases, "d.complianceStatus") { $0.shoutedWord }) END"

    private var conditions: [String] = []
    private var arguments: StatementArguments = [:]

    /// Reads a query; empty parameters filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        for (name, column) in [
            ("serial_number", "r.serialNumber"), ("imei", "r.imei"), ("enrollment_status", Self.status),
            ("compliance_status", Self.compliance),
        ] {
            guard let value = query.text(name) else { continue }
            conditions.append("\(column) = :\(name)")
            arguments += [name: Self.comparable(value, name)]
        }
        if let value = query.text("device_type") {
            guard let filter = DeviceFilter(platform: value) else {
                throw ConsoleError(
                    .badRequest, "device_type is \"\(value.prefix(40))\"; it has to be a platform such as APPLE.")
            }
            if filter == .nothing { conditions.append("0") }
            if let platform = filter.value {
                conditions.append("r.platform = :platform")
                arguments += ["platform": platform.rawValue]
            }
        }
    }

    /// The words of statuses, as answers have them.
    private static let statuses =
        EnrollmentStatus.allCases.map(\.shoutedWord) + ComplianceStatus.allCases.map(\.shoutedWord)

    /// A value as it is stored: statuses in capitals, IMEIs without separators.
    private static func comparable(_ value: String, _ name: String) -> String {
        switch name {
        case "imei": value.filter { !" -/.".contains($0) }
        case "serial_number": value
        default: statuses.first { DeviceWords.areSame($0, value) } ?? value.uppercased()
        }
    }

    /// Everything.
    init() {}

    /// The condition for registered devices of a group and of those below it.
    func clause(in subtree: Subtree) -> (sql: String, arguments: StatementArguments) {
        let all = [Subtree.condition("home.path", in: ":top")] + conditions
        return (all.joined(separator: " AND "), arguments + ["top": subtree])
    }

    private static func words<State: RawRepresentable<Int>>(
        _ states: [State], _ column: String, _ word: (State) -> String
    ) -> String {
        states.map { "WHEN \(column) = \($0.rawValue) THEN '\(word($0))'" }.joined(separator: " ")
    }
}
