/// Events of a device that targets are notified of (AdminNotifications, "Events").
enum NotificationKind: String, CaseIterable, Sendable {
    case enrollment, unenrollment, wipe, delete, complianceStatus, compromisedStatus, checkIn, checkOut
    case assetNumber, deviceMCC, friendlyName, operatingSystem, organizationGroup, ownership, phoneNumber
    case userEmailAddress

    /// Number on the wire; those above 9000 are our own, because the real ones are not published.
    ///
    /// - Parameter isDesktop: Whether the device is one, which enroll under another number.
    /// - Returns: `EventId`.
    func eventID(isDesktop: Bool) -> Int64 {
        switch self {
        case .enrollment: isDesktop ? 170 : 148
        case .unenrollment: 39
        case .wipe: 25
        case .compromisedStatus: 178
        case .friendlyName: 642
        case .delete: 9001
        case .complianceStatus: 9002
        case .checkIn: 9003
        case .checkOut: 9004
        case .assetNumber: 9010
        case .deviceMCC: 9011
        case .operatingSystem: 9012
        case .organizationGroup: 9013
        case .ownership: 9014
        case .phoneNumber: 9015
        case .userEmailAddress: 9016
        }
    }

    /// Text on the wire, `EventType`.
    var eventType: String {
        switch self {
        case .enrollment: "MDM Enrollment Complete"
        case .unenrollment: "Break MDM Confirmed"
        case .wipe: "Device Wipe"
        case .delete: "Device Deleted"
        case .complianceStatus: "Compliance Status Changed"
        case .compromisedStatus: "Compromised Status Changed"
        case .checkIn: "Device Check In"
        case .checkOut: "Device Check Out"
        case .assetNumber: "Device Asset Number Changed"
        case .deviceMCC: "Device MCC"
        case .friendlyName: "Device Friendly Name Changed"
        case .operatingSystem: "Device Operating System Changed"
        case .organizationGroup: "Device Organization Group Changed"
        case .ownership: "Device Ownership Changed"
        case .phoneNumber: "Device Phone Number Changed"
        case .userEmailAddress: "Device User Email Address Changed"
        }
    }

    /// The switch that asks for it.
    var choice: NotificationChoice {
        switch self {
        case .enrollment: .enrollment
        case .unenrollment: .unenrolledEnterpriseWipe
        case .wipe: .wipe
        case .delete: .delete
        case .complianceStatus: .complianceStatusChange
        case .compromisedStatus: .compromisedStatusChange
        case .checkIn, .checkOut: .checkOutCheckIn
        case .assetNumber: .assetNumber
        case .deviceMCC: .deviceMCC
        case .friendlyName: .friendlyName
        case .operatingSystem: .operatingSystem
        case .organizationGroup: .organizationGroup
        case .ownership: .ownership
        case .phoneNumber: .phoneNumber
        case .userEmailAddress: .userEmailAddress
        }
    }
}

/// A switch of `DeviceEvents`, by its name on the wire.
package enum NotificationChoice: String, CaseIterable, Sendable {
    case enrollment = "Enrollment"
    case complianceStatusChange = "ComplianceStatusChange"
    case compromisedStatusChange = "CompromisedStatusChange"
    case delete = "Delete"
    case unenrolledEnterpriseWipe = "UnenrolledEnterpriseWipe"
    case wipe = "Wipe"
    case checkOutCheckIn = "CheckOutCheckIn"
    case assetNumber = "AssetNumber"
    case deviceMCC = "DeviceMCC"
    case friendlyName = "FriendlyName"
    case operatingSystem = "OperatingSystem"
    case organizationGroup = "OrganizationGroup"
    case ownership = "Ownership"
    case phoneNumber = "PhoneNumber"
    case userEmailAddress = "UserEmailAddress"

    /// Those that stand in `DeviceAttributes`.
    static let attributes: Set<NotificationChoice> = [
        .assetNumber, .deviceMCC, .friendlyName, .operatingSystem, .organizationGroup, .ownership, .phoneNumber,
        .userEmailAddress,
    ]

    /// Switches as a column holds them.
    static func stored(_ choices: Set<NotificationChoice>) -> String {
        allCases.filter(choices.contains).map(\.rawValue).joined(separator: " ")
    }

    /// Reads a column; unknown values are left out.
    static func read(_ text: String) -> Set<NotificationChoice> {
        Set(text.split(separator: " ").compactMap { NotificationChoice(rawValue: String($0)) })
    }
}
