import ConsolePlatform
import DeviceProtocol
package import GRDB

/// A value that stands for a name in braces, such as `{EnrollmentUser}` (SDKProfile, section 3.14).
package enum LookupValue: String, CaseIterable, Sendable {
    case deviceUid = "DeviceUid"
    case deviceUidLastFour = "DeviceUidLastFour"
    case deviceUuid = "DeviceUuid"
    case deviceSerialNumber = "DeviceSerialNumber"
    case deviceSerialNumberLastFour = "DeviceSerialNumberLastFour"
    case deviceAssetNumber = "DeviceAssetNumber"
    case deviceFriendlyName = "DeviceFriendlyName"
    case deviceReportedName = "DeviceReportedName"
    case deviceModel = "DeviceModel"
    case devicePlatform = "DevicePlatform"
    case deviceOperatingSystem = "DeviceOperatingSystem"
    case deviceOwnership = "DeviceOwnership"
    case deviceIMEI = "DeviceIMEI"
    case deviceWLANMac = "DeviceWLANMac"
    case enrollmentUser = "EnrollmentUser"
    case enrollmentUserId = "EnrollmentUserId"
    case emailAddress = "EmailAddress"
    case emailUserName = "EmailUserName"
    case emailDomain = "EmailDomain"
    case firstName = "FirstName"
    case middleName = "MiddleName"
    case lastName = "LastName"
    case fullName = "FullName"
    case phoneNumber = "PhoneNumber"
    case userDomain = "UserDomain"
    case userPrincipalName = "UserPrincipalName"
    case department = "Department"
    case employeeIdentifier = "EmployeeIdentifier"
    case costCenter = "CostCenter"
    case customAttribute1 = "CustomAttribute1"
    case customAttribute2 = "CustomAttribute2"
    case customAttribute3 = "CustomAttribute3"
    case customAttribute4 = "CustomAttribute4"
    case customAttribute5 = "CustomAttribute5"
    case groupIdentifier = "GroupIdentifier"
    case organizationGroupName = "OrganizationGroupName"
    /// Where clients find the console.
    case serverUrl = "ServerUrl"
    /// A token with which the user can sign in once on the device.
    case oneTimeToken = "OneTimeToken"
}

/// A text whose look-up values are replaced.
package struct LookedUpText: Sendable {
    /// The text as clients get it.
    package internal(set) var text = ""
    /// The look-up values that it had.
    package internal(set) var used: Set<LookupValue> = []
    /// Names in braces that are none, in the order of the text, each once.
    package internal(set) var unknown: [String] = []
}

/// The values on a device that stand for names in braces in custom settings and in managed configuration.
package struct LookupValues: Sendable {
    /// The most characters of a name.
    private static let longestName = 64

    private var values: [LookupValue: String] = [:]

    /// No values: names are found, and stay as they are.
    package init() {}

    /// The values on a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - serverURL: Where clients find the console; nil if nobody asked for it by an address.
    ///   - oneTimeToken: The token; nil to leave its name in the text.
    ///   - db: The database.
    /// - Throws: What the database throws.
    package init(
        of device: DeviceRecord, serverURL: String?, oneTimeToken: String?, _ db: GRDB.Database
    ) throws {
        let group = try OrganizationGroupStore.group(id: device.groupId, db)
        let user = try UserRecord.stored(device.userId, db)
        for value in LookupValue.allCases {
            values[value] =
                switch value {
                case .serverUrl: serverURL
                case .oneTimeToken: user == nil ? nil : oneTimeToken
                case .groupIdentifier: group.code
                case .organizationGroupName: group.name
                default: Self.value(value, of: device) ?? user.map { Self.value(value, of: $0) } ?? ""
                }
        }
    }

    /// A value of the device; nil for one of its user.
    private static func value(_ value: LookupValue, of device: DeviceRecord) -> String? {
        switch value {
        case .deviceUid: device.identifier
        case .deviceUidLastFour: String(device.identifier.suffix(4))
        case .deviceUuid: device.uuid
        case .deviceSerialNumber: device.serialNumber ?? ""
        case .deviceSerialNumberLastFour: String((device.serialNumber ?? "").suffix(4))
        case .deviceAssetNumber: device.assetNumber ?? device.identifier
        case .deviceFriendlyName: device.friendlyName
        case .deviceReportedName: device.reportedName ?? ""
        case .deviceModel: device.model ?? ""
        case .devicePlatform: device.platform
        case .deviceOperatingSystem: device.osVersion ?? ""
        case .deviceOwnership: device.ownership
        case .deviceIMEI: device.imei ?? ""
        case .deviceWLANMac: device.macAddress ?? ""
        default: nil
        }
    }

    private static func value(_ value: LookupValue, of user: UserRecord) -> String {
        switch value {
        case .enrollmentUser: user.username
        case .enrollmentUserId: user.id.map(String.init) ?? ""
        case .emailAddress: user.email
        case .emailUserName:
            user.emailUsername.isEmpty ? String(user.email.prefix { $0 != "@" }) : user.emailUsername
        case .emailDomain: user.email.split(separator: "@").dropFirst().last.map(String.init) ?? ""
        case .firstName: user.firstName
        case .middleName: user.middleName
        case .lastName: user.lastName
        case .fullName: user.fullName.isEmpty ? user.shownName : user.fullName
        case .phoneNumber: user.phone
        case .userDomain: user.domain
        case .userPrincipalName: user.userPrincipalName
        case .department: user.department
        case .employeeIdentifier: user.employeeIdentifier
        case .costCenter: user.costCenter
        case .customAttribute1: user.customAttribute1
        case .customAttribute2: user.customAttribute2
        case .customAttribute3: user.customAttribute3
        case .customAttribute4: user.customAttribute4
        case .customAttribute5: user.customAttribute5
        default: ""
        }
    }

    /// Replaces the look-up values of a text, each once: what stands for one is not looked at again.
    ///
    /// A name begins with a letter and has letters, digits, underscores and hyphens. One that is no look-up value, and one
    /// without a value, stays as it is.
    package func replaced(in text: String) -> LookedUpText {
        var result = LookedUpText()
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result.text += rest[..<open]
            let after = rest[rest.index(after: open)...]
            let name = after.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            guard name.first?.isLetter == true, name.count <= Self.longestName,
                name.endIndex < after.endIndex, after[name.endIndex] == "}"
            else {
                result.text += "{"
                rest = after
                continue
            }
            result.add(String(name), values)
            rest = after[after.index(after: name.endIndex)...]
        }
        result.text += rest
        return result
    }
}

extension LookedUpText {
    fileprivate mutating func add(_ name: String, _ values: [LookupValue: String]) {
        guard let value = LookupValue(rawValue: name) else {
            if !unknown.contains(name) { unknown.append(name) }
            text += "{\(name)}"
            return
        }
        used.insert(value)
        text += values[value] ?? "{\(name)}"
    }

    /// Warnings about names that are no look-up values, each a sentence.
    ///
    /// - Parameter place: Where the text stands.
    /// - Returns: At most ten.
    package func warnings(about place: String) -> [String] {
        unknown.prefix(10).map { name in
            let meant = LookupValue.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
            let hint = meant.map { ", unlike {\($0.rawValue)}" } ?? ""
            return "\(place): {\(name)} is no look-up value\(hint): it stays as it is."
        }
    }
}
