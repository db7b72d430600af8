import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// The smart groups of a device; members as on the wire (AdminDeviceDetails, "What belongs to a device").
struct DeviceSmartGroupsBody: Encodable, Sendable {
    /// One of them.
    struct Item: Encodable, Sendable {
        let SmartGroupId: AdminID
        let SmartGroupName: String
    }

    let SmartGroup: [Item]

    /// The body for smart groups.
    init(_ smartGroups: [SmartGroupRecord]) throws {
        SmartGroup = try smartGroups.map { Item(SmartGroupId: AdminID(try $0.storedID()), SmartGroupName: $0.name) }
    }
}

extension ComplianceAction {
    /// As the admin API writes it.
    var word: String {
        switch self {
        case .block: "Block"
        case .wipe: "EnterpriseWipe"
        case .markNonCompliant: "MarkNonCompliant"
        }
    }
}

/// How a device stands with one rule.
struct DevicePolicyBody: Encodable, Sendable {
    /// The action for a device that breaks it.
    struct Action: Encodable, Sendable {
        let ActionType: String
    }

    let Id: AdminID
    let PolicyName: String
    let PolicyDetail: String
    let CompliantStatus: Bool
    let CompliancePending: Bool
    let LastComplianceCheck: String
    let NextComplianceCheck: String
    let ActionTaken: [Action]
    let Uuid: String

    /// The body for a rule in force.
    ///
    /// - Parameters:
    ///   - step: How the device stands with it.
    ///   - heardAt: When the device was last heard of.
    /// - Throws: What reading its id throws.
    init(_ step: ComplianceExplanation.Step, heardAt: Timestamp) throws {
        let rule = step.finding.rule
        // What an SDK profile asks for is no policy that has an id.
        Id = AdminID(step.finding.profile == nil ? try rule.storedID() : 0)
        PolicyName = step.finding.ruleName
        PolicyDetail = step.finding.sentence
        CompliantStatus = step.finding.outcome != .broken
        CompliancePending = step.finding.outcome == .unknown
        LastComplianceCheck = (step.since.map { max($0, heardAt) } ?? .never).zoneless
        NextComplianceCheck = Timestamp.never.zoneless
        ActionTaken = step.finding.outcome == .broken ? [Action(ActionType: rule.action.word)] : []
        Uuid = rule.uuid
    }
}

/// How a device stands with all rules.
struct DevicePoliciesBody: Encodable, Sendable {
    let DeviceCompliance: [DevicePolicyBody]
    let OverallCompliantStatus: String
    let Page: Int
    let PageSize: Int
    let Total: Int

    /// The body for a page of the rules of a device.
    init(_ explanation: ComplianceExplanation, _ page: PageRequest) throws {
        DeviceCompliance = try explanation.steps.dropFirst(page.offset).prefix(page.size).map {
            try DevicePolicyBody($0, heardAt: explanation.device.lastSeenAt)
        }
        OverallCompliantStatus = (ComplianceStatus(rawValue: explanation.device.complianceStatus) ?? .unknown).word
        Page = page.page
        PageSize = page.size
        Total = explanation.steps.count
    }
}

/// The security state of a device, as far as it reports it.
struct DeviceSecurityBody: Encodable, Sendable {
    let IsCompromised: Bool
    let DataProtectionEnabled = false
    let BlockLevelEncryption = false
    let FileLevelEncryption = false
    let IsEncrypted = false
    let IsPasscodePresent = false
    let IsPasscodeCompliant = false
    let PasscodeLockGracePeriod = 0
    let PasscodeLockGracePeriodEnforced = 0
}

/// The networks of a device.
struct DeviceNetworkBody: Encodable, Sendable {
    /// Its addresses.
    struct Addresses: Encodable, Sendable {
        let WifiIPAddress: String
        let CellularIPAddress = ""
    }

    /// Its Wi-Fi interface.
    struct WiFi: Encodable, Sendable {
        let WifiMacAddress: String
        let SignalStrength = ""
    }

    /// Its phone company.
    struct Cellular: Encodable, Sendable {
        let CarrierName = ""
        let CurrentSIM = ""
    }

    /// One interface.
    struct Adapter: Encodable, Sendable {
        let ConnectionType = "WiFi"
        let IPAddress: String
        let MACAddress: String
        let Name: String
        let Vendor = ""
    }

    let PhoneNumber: String
    let RoamingStatus: Bool
    let DataRoamingEnabled = false
    let VoiceRoamingEnabled = false
    let PublicIPAddress = ""
    let IPAddress: Addresses
    let WifiInfo: WiFi
    let CellularNetworkInfo = Cellular()
    let DeviceNetworkInfo: [Adapter]

    /// The body for a device.
    init(_ device: DirectoryDeviceRecord) {
        PhoneNumber = device.phone ?? ""
        RoamingStatus = device.isRoaming
        IPAddress = Addresses(WifiIPAddress: device.ipAddress ?? "")
        WifiInfo = WiFi(WifiMacAddress: device.plainMACAddress)
        let adapter = Adapter(
            IPAddress: device.ipAddress ?? "", MACAddress: device.plainMACAddress, Name: device.adapterName)
        DeviceNetworkInfo = device.hasNetwork ? [adapter] : []
    }
}

/// Something that was done to a device.
struct DeviceEventBody: Encodable, Sendable {
    /// A value before and after.
    struct Change: Encodable, Sendable {
        let EventDataType: String
        let OldValue: String
        let NewValue: String
    }

    let Id: AdminID
    let Severity: String
    let TimeStamp: String
    let Source: String
    let Event: String
    let AdminAccount: String
    let EventDataList: [Change]
    let Uuid: String

    /// The body for a row of the event log.
    init(_ event: EventLogRecord) throws {
        let id = try event.storedID()
        Id = AdminID(id)
        TimeStamp = event.at.zoneless
        Source = event.actorKind == "device" ? "Device" : "Server"
        (Event, Severity) = (event.action, DeviceEventSeverity(action: event.action).rawValue)
        AdminAccount = event.actorKind == "administrator" ? event.actor : ""
        let (before, after) = (try Self.fields(event.before), try Self.fields(event.after))
        // Custom attributes may bear any name.
        let isAttributes = event.action == EventAction.deviceAttributesChanged.rawValue
        EventDataList = Set(before.keys).union(after.keys).sorted().map { name in
            let (old, new) = (before[name] ?? "", after[name] ?? "")
            return Change(
                EventDataType: name, OldValue: isAttributes ? old : Self.told(old, of: name),
                NewValue: isAttributes ? new : Self.told(new, of: name))
        }
        Uuid = NamedUUID.of([Data("event".utf8), Data(String(id).utf8), Data(event.at.description.utf8)])
    }

    /// A value as clients know it from the device itself: the event log keeps numbers of statuses.
    private static func told(_ value: String, of name: String) -> String {
        switch (name, Int(value)) {
        case ("complianceStatus", let number?): ComplianceStatus(rawValue: number)?.word ?? value
        case ("enrollmentStatus", let number?): EnrollmentStatus(rawValue: number)?.word ?? value
        case ("isCompromised", let number?): number == 0 ? "false" : "true"
        default: value
        }
    }

    private static func fields(_ json: String?) throws -> [String: String] {
        guard let json else { return [:] }
        return try JSONDecoder().decode([String: String?].self, from: Data(json.utf8)).compactMapValues { $0 }
    }
}

/// Where a device was.
struct DevicePlaceBody: Encodable, Sendable {
    let Id: AdminID
    let DeviceId: AdminID
    let SampleTime: String
    let Latitude: Double
    let Longitude: Double
    let Elevation: Double
    let Speed: Double

    /// The body for a place.
    init(_ place: DeviceInformationStore.Place, of deviceID: Int64) {
        (Id, DeviceId) = (AdminID(place.id), AdminID(deviceID))
        SampleTime = place.at.zoneless
        (Latitude, Longitude) = (place.latitude, place.longitude)
        (Elevation, Speed) = (place.altitude ?? 0, place.speed ?? 0)
    }
}
