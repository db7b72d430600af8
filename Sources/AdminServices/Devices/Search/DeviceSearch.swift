import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// Which devices a search asks for (AdminDevices, "Searching").
///
/// The names of every version are understood in every version.
struct DeviceSearch: Sendable {
    /// Terms clients order by, in lower case and without underscores, and what they mean.
    private static let orders: [String: String] = [
        "deviceid": "device.id", "id": "device.id", "uuid": "device.uuid", "lastseen": "device.lastSeenAt",
        "friendlyname": "device.friendlyName COLLATE NOCASE",
        "devicefriendlyname": "device.friendlyName COLLATE NOCASE",
        "devicereportedname": "device.reportedName COLLATE NOCASE", "model": "device.model COLLATE NOCASE",
        "modelidentifier": "device.model COLLATE NOCASE", "platform": "device.platform",
        "platformname": "device.platform", "devicetype": "device.platform", "ownership": "device.ownership",
        "issupervised": "device.isSupervised", "managedby": "device.managedBy",
        "wifissid": "device.wifiSsid COLLATE NOCASE",
        "serialnumber": "device.serialNumber COLLATE NOCASE", "udid": "device.identifier",
        "imei": "device.imei", "macaddress": "device.macAddress COLLATE NOCASE",
        "phonenumber": "device.phone", "assetnumber": "COALESCE(device.assetNumber, device.identifier) COLLATE NOCASE",
        "operatingsystem": "device.osVersionNumber", "osbuildversion": "device.osBuildVersion",
        "enrollmentstatus": "device.enrollmentStatus", "compliancestatus": "device.complianceStatus",
        "compromisedstatus": "device.isCompromised", "lastenrolledon": "device.enrolledAt",
        "lastcompromisedcheckon": "device.compromisedCheckedAt",
        "username": userName, "enrollmentusername": userName, "useremailaddress": userAddress,
        "enrollmentuseremailaddress": userAddress, "locationgroupname": groupName, "organizationgroupname": groupName,
    ]

    private static let userName =
        "(SELECT username FROM enrollmentUser WHERE enrollmentUser.id = device.userId) COLLATE NOCASE"
    private static let userAddress =
        "COALESCE(NULLIF((SELECT email FROM enrollmentUser WHERE enrollmentUser.id = device.userId), ''), device.email) "
        + "COLLATE NOCASE"
    private static let groupName =
        "(SELECT name FROM organizationGroup WHERE organizationGroup.id = device.groupId) COLLATE NOCASE"

    /// A custom attribute by when it was set, its name and what set it; nil for any.
    struct AttributeChange: Hashable, Sendable {
        /// Then or later.
        var since: Timestamp?
        /// Before then.
        var before: Timestamp?
        /// Then or earlier.
        var until: Timestamp?
        var name: String?
        var applicationGroup: String?
    }

    /// The group whose subtree is searched; nil for the administrator's own.
    var group: RecordReference?
    /// User name.
    var user: String?
    /// Part of a model.
    var model: String?
    /// Part of a friendly name.
    var friendlyName: String?
    var platform: DevicePlatform?
    var ownership: DeviceOwnership?
    /// The compliance statuses; nil for all.
    var compliance: Set<ComplianceStatus>?
    /// Last seen then or later.
    var seenSince: Timestamp?
    /// Last seen then or earlier.
    var seenUntil: Timestamp?
    /// Last seen before then.
    var seenBefore: Timestamp?
    var enrollment: EnrollmentStatus?
    /// In its enrollment status since then or later.
    var changedSince: Timestamp?
    /// In its enrollment status since before then.
    var changedBefore: Timestamp?
    /// Ids of the devices; nil for all.
    var devices: [Int64]?
    /// Hardware addresses of the devices, without separators; nil for all.
    var addresses: [String]?
    /// Name of a tag that a device has to have; nil for any.
    var tag: String?
    /// Custom attributes a device has to have.
    var attributes: [DeviceAttributeFilter] = []
    /// An attribute that a device has to have; nil to include devices without any.
    var attributeChange: AttributeChange?
    var serialNumber: String?
    /// Whether to include only devices that have reported their security state.
    var hasToldSafety = false
    /// Whether a filter names a value that no device of this console has, so that nothing is found.
    var findsNothing = false
    /// Terms of ORDER BY, without the id that makes it stable.
    var order = "device.id"

    /// Reads the query of a search.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a value that cannot be, naming the parameter.
    init(_ query: QueryParameters) throws {
        func given(_ names: String...) -> (name: String, text: String)? {
            for name in names {
                if let text = query.value(name), !text.isEmpty { return (name, text) }
            }
            return nil
        }
        if let (name, text) = given("lgid", "organization_group_uuid", "organizationgroupid"), text != "0" {
            group = RecordReference(text)
            guard group != nil else { throw Self.wrong(name, text, "an id or uuid of an organization group") }
        }
        user = given("user")?.text
        model = given("model", "model_identifier")?.text
        friendlyName = given("friendly_name", "friendlyname")?.text
        if let (name, text) = given("platform", "device_type") {
            let words = DevicePlatform.allCases.map(\.rawValue).joined(separator: ", ")
            platform = try pick(DeviceFilter(platform: text), Self.wrong(name, text, "one of \(words)"))
        }
        if let (name, text) = given("ownership") {
            ownership = try pick(DeviceFilter(ownership: text), Self.wrong(name, text, "C, E, S or Undefined"))
        }
        if let isCompliant = try query.bool("compliantstatus") {
            compliance = isCompliant ? ComplianceStatus.compliant : ComplianceStatus.nonCompliant
        }
        if let (name, text) = given("compliance_status", "compliancestatus") {
            let status = try pick(ComplianceStatus.filter(text), Self.wrong(name, text, "a compliance status"))
            if let status { compliance = compliance.map { $0.intersection([status]) } ?? [status] }
        }
        seenSince = try Self.latest(given("seensince", "seen_since"))
        seenUntil = try Self.earliest(query, "lastseen", "last_seen", "seentill", "seen_till")
        order = AdminPaging.order(query, Self.orders, ignoringUnderscores: true, default: "device.id")
    }

    /// Reads the query of the extensive and the lite search.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a value that cannot be, naming the parameter.
    init(extensive query: QueryParameters) throws {
        try self.init(query)
        func time(_ name: String) throws -> Timestamp? {
            try Self.latest(query.value(name).flatMap { $0.isEmpty ? nil : (name, $0) })
        }
        seenSince = try [seenSince, time("startdatetime")].compactMap { $0 }.max()
        seenBefore = try time("enddatetime")
        if let text = query.value("enrollmentstatus"), !text.isEmpty {
            enrollment = try pick(
                EnrollmentStatus.filter(text), Self.wrong("enrollmentstatus", text, "an enrollment status"))
        }
        (changedSince, changedBefore) = (try time("statuschangestarttime"), try time("statuschangeendtime"))
        devices = Self.list(query, "deviceid")?.compactMap { Int64($0) }
        addresses = Self.list(query, "macaddress")?.map(DeviceLocator.plain)
        attributes = try DeviceAttributeFilter.list(query)
    }

    /// The texts between the commas of a parameter; nil if there are none.
    static func list(_ query: QueryParameters, _ name: String) -> [String]? {
        let texts = (query.value(name) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return texts.isEmpty ? nil : texts.filter { !$0.isEmpty }
    }

    /// The latest of some times, each of which has to hold.
    static func latest(_ times: (name: String, text: String)?...) throws -> Timestamp? {
        try times.compactMap { $0 }.map { name, text in
            guard let time = Timestamp(lenient: text) else {
                throw wrong(name, text, "a date such as 2026-03-05 or 2026-03-05T10:20:30.000")
            }
            return time
        }.max()
    }

    /// The earliest of the dates in some parameters, a day without a time meaning its end; nil if all are empty.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    static func earliest(_ query: QueryParameters, _ names: String...) throws -> Timestamp? {
        try names.compactMap { try query.date($0, atEnd: true) }.min()
    }

    /// The value that a filter compares with; nil if it selects every device, or none, which is noted.
    ///
    /// - Throws: `wrong`, if no console knows the word.
    private mutating func pick<Value>(
        _ filter: DeviceFilter<Value>?, _ wrong: @autoclosure () -> ConsoleError
    ) throws -> Value? {
        guard let filter else { throw wrong() }
        if filter == .nothing { findsNothing = true }
        return filter.value
    }

    private static func wrong(_ name: String, _ text: String, _ rule: String) -> ConsoleError {
        ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be \(rule).")
    }
}
