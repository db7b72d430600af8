import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The values that a device reports in beacons; each holds until another beacon changes it.
struct DeviceTraits: Hashable, Sendable {
    var friendlyName: String
    var reportedName: String?
    var platform: String
    var model: String?
    var osVersion: String?
    var email: String?
    var phone: String?
    var macAddress: String?
    var ipAddress: String?
    var isCompromised: Bool

    /// The traits after a beacon: what it leaves out, or leaves empty, stays.
    ///
    /// - Parameters:
    ///   - report: The beacon.
    ///   - keepsName: Whether an administrator gave the device its name.
    /// - Returns: The traits.
    func updated(by report: BeaconReport, keepingName keepsName: Bool) -> DeviceTraits {
        func told(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
        let name = keepsName ? nil : told(report.friendlyName) ?? told(report.name)
        return DeviceTraits(
            friendlyName: name ?? friendlyName,
            reportedName: told(report.name) ?? told(report.friendlyName) ?? reportedName,
            platform: told(report.deviceType).flatMap { DevicePlatform($0)?.rawValue } ?? platform,
            model: told(report.model) ?? model, osVersion: told(report.osVersion) ?? osVersion,
            email: told(report.emailAddress) ?? email, phone: told(report.phoneNumber) ?? phone,
            macAddress: told(report.macAddress) ?? macAddress, ipAddress: told(report.ipAddress) ?? ipAddress,
            isCompromised: report.findsCompromise)
    }
}

/// The values that an app reports about itself in beacons.
struct AppTraits: Hashable, Sendable {
    var appVersion: String?
    var pushToken: String?

    /// The traits after a beacon: a null or empty push token is none, what is left out stays.
    func updated(by report: BeaconReport) -> AppTraits {
        let version = report.appVersion?.isEmpty == false ? report.appVersion : appVersion
        guard let token = report.pushToken, !report.clearsPushToken else {
            return AppTraits(appVersion: version, pushToken: report.clearsPushToken ? nil : pushToken)
        }
        return AppTraits(appVersion: version, pushToken: token.isEmpty ? nil : token)
    }
}

/// Everything of a device and an app on it that a beacon may change, read at once.
struct KnownDevice: Sendable {
    let traits: DeviceTraits
    let app: AppTraits
    /// Whether an administrator gave the device its name.
    let isNamedByHand: Bool
    let isLocated: Bool
    let groupCode: String
    /// Subtree of the device's group.
    let subtree: Subtree
    let enrollmentStatus: Int
    let complianceStatus: Int
    /// Whether there are compliance rules at all, or an SDK profile of the device may ask something of it.
    let hasRules: Bool
    let standing: DeviceComplianceRecord?
    /// The user of the credential.
    let user: KnownUser?

    /// Reads device, app and user of an identity.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if they are deleted.
    static func fetch(_ identity: DeviceIdentity, _ db: GRDB.Database) throws -> KnownDevice {
        let arguments: StatementArguments = [identity.installationID, identity.userID]
        let found = try db.cachedStatement(sql: search).only(arguments) { row in
            let traits = DeviceTraits(
                friendlyName: try row.value(0), reportedName: row[1], platform: try row.value(2), model: row[3],
                osVersion: row[4], email: row[5], phone: row[6], macAddress: row[7], ipAddress: row[8],
                isCompromised: try row.value(9))
            let hasStanding: Bool = try row.value(19)
            return KnownDevice(
                traits: traits, app: AppTraits(appVersion: row[10], pushToken: row[11]),
                isNamedByHand: try row.value(12), isLocated: try row.value(13), groupCode: try row.value(14),
                subtree: try row.value(15), enrollmentStatus: try row.value(16), complianceStatus: try row.value(17),
                hasRules: try row.value(18),
                standing: hasStanding
                    ? try DeviceComplianceRecord.first(where: "deviceId = ?", [identity.deviceID], db) : nil,
                user: KnownUser(row, from: 20))
        }
        guard let found else { throw ConsoleError(.notFound, "The device is deleted.") }
        return found
    }

    private static let search = """
        SELECT device.friendlyName, device.reportedName, device.platform, device.model, device.osVersion,
            device.email, device.phone, device.macAddress, device.ipAddress, device.isCompromised,
            installation.appVersion, installation.pushToken, device.isNamedByHand,
            device.latitude IS NOT NULL, organizationGroup.code, organizationGroup.path,
            device.enrollmentStatus, device.complianceStatus,
            EXISTS (SELECT 1 FROM complianceRule WHERE isActive = 1)
                OR \(ProfileCompliance.mayAsk("device.id")),
            EXISTS (SELECT 1 FROM deviceCompliance WHERE deviceCompliance.deviceId = device.id),
            user.username, trim(user.firstName || ' ' || user.lastName), user.fullName, user.displayName, user.email
        FROM installation JOIN device ON device.id = installation.deviceId
        JOIN organizationGroup ON organizationGroup.id = device.groupId
        LEFT JOIN enrollmentUser AS user ON user.id = ?2
        WHERE installation.id = ?1
        """
}

/// The names of an enrollment user, as the console knows them.
struct KnownUser: Sendable {
    let userName: String
    /// First and last name.
    let joinedName: String?
    let fullName: String?
    let displayName: String?
    let email: String?

    /// Reads the names from five columns, the first one at a place; nil if there is no user.
    init?(_ row: PlainRow, from place: CInt) {
        guard let userName: String = row[place] else { return nil }
        self.userName = userName
        joinedName = row[place + 1]
        fullName = row[place + 2]
        displayName = row[place + 3]
        email = row[place + 4]
    }
}
