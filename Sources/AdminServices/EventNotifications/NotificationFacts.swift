import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// The data of a device in a delivery, from the view `notificationSubject`.
struct NotificationFacts: Codable, Hashable, Sendable {
    let deviceId: Int64
    let deviceUUID: String
    let identifier: String
    let friendlyName: String
    let platform: String
    let osVersion: String
    let ownership: String
    let enrollmentStatus: Int
    let complianceStatus: Int
    /// 0 or 1.
    let isCompromised: Int
    /// Milliseconds.
    let compromisedCheckedAt: Int64?
    let phone: String
    let macAddress: String
    let imei: String
    let serialNumber: String
    let assetNumber: String
    let groupId: Int64
    let groupName: String
    let groupPath: Subtree
    let userId: Int64?
    let userUUID: String
    let username: String
    let email: String

    /// Whether it is a computer.
    var isDesktop: Bool { [DevicePlatform.appleOsX.rawValue, DevicePlatform.winRT.rawValue].contains(platform) }

    /// The text receivers read, its members in the order of a real console (AdminNotifications, "What receivers get").
    func body(_ kind: NotificationKind, at time: Timestamp, as format: NotificationFormat) -> String {
        let event = JSONValue.object(members(kind, at: time))
        let data =
            switch format {
            case .json: event.encoded()
            case .xml: event.xml(root: "Eventlog")
            }
        return String(decoding: data, as: UTF8.self)
    }

    private func members(_ kind: NotificationKind, at time: Timestamp) -> [JSONMember] {
        let checkedAt = compromisedCheckedAt.map(Timestamp.init(milliseconds:))
        let mac = macAddress.isEmpty ? "000000000000" : DeviceLocator.plain(macAddress: macAddress)
        let members: [(String, JSONValue)] = [
            ("EventId", .number(String(kind.eventID(isDesktop: isDesktop)))), ("EventType", .string(kind.eventType)),
            ("DeviceId", .number(String(deviceId))), ("DeviceFriendlyName", .string(friendlyName)),
            ("EnrollmentEmailAddress", .string(email)), ("EnrollmentUserName", .string(username)),
            ("EventTime", .string(Self.written(time))),
            ("EnrollmentStatus", .string((EnrollmentStatus(rawValue: enrollmentStatus) ?? .unknown).word)),
            ("CompromisedStatus", .string(compromisedWord)),
            ("CompromisedTimeStamp", .string(Self.written(checkedAt ?? time))),
            ("ComplianceStatus", .string(ComplianceStatus(rawValue: complianceStatus)?.word ?? "")),
            ("PhoneNumber", .string(phone)), ("Udid", .string(identifier.uppercased())),
            ("SerialNumber", .string(serialNumber)), ("MACAddress", .string(mac)), ("DeviceIMEI", .string(imei)),
            ("EnrollmentUserId", .number(String(userId ?? 0))), ("AssetNumber", .string(assetNumber)),
            ("Platform", .string(platform)), ("OperatingSystem", .string(osVersion)),
            ("Ownership", .string(ownership)), ("SIMMCC", .string("")), ("CurrentMCC", .string("")),
            ("OrganizationGroupName", .string(groupName)), ("DeviceUUID", .string(deviceUUID)),
            ("EnrollmentUserUUID", .string(userUUID)),
        ]
        return members.map { JSONMember(name: $0.0, value: $0.1) }
    }

    /// Empty until the device has reported it.
    private var compromisedWord: String {
        if isCompromised != 0 { return "Compromised" }
        return compromisedCheckedAt == nil ? "" : "Not Compromised"
    }

    /// ISO 8601 with seven digits of a second, as a real console writes it.
    private static func written(_ time: Timestamp) -> String { "\(time.description.dropLast())0000Z" }
}
