import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// How an app stands on a device; members as on the wire (AdminDeviceDetails, "What belongs to a device").
struct DeviceAppStatusBody: Encodable, Sendable {
    /// Something about the device.
    struct Setting: Encodable, Sendable {
        let setting: String
        let value: String
    }

    /// How the app signs users in.
    struct Authentication: Encodable, Sendable {
        let ssoenabled: Bool
        let authenticationurl: String
    }

    /// 1 if the app is on the device, 0 if not.
    let appstatus: Int
    let devicestatus: [Setting]
    let authentication: Authentication
    let isappassigned: Bool

    /// The body for an app.
    ///
    /// - Parameters:
    ///   - app: The app; nil if it has nothing to do with the device.
    ///   - device: The device.
    ///   - version: The version that is asked about; nil for any.
    ///   - authenticationURL: Where apps sign in.
    init(_ app: DeviceApp?, on device: DirectoryDeviceRecord, version: String?, authenticationURL: String) {
        let isInstalled = app?.presence == .installed
        appstatus = isInstalled && (version == nil || version == app?.version) ? 1 : 0
        devicestatus = [
            Setting(setting: "EnrollmentStatus", value: device.enrollmentStatus.word),
            Setting(setting: "ComplianceStatus", value: device.complianceStatus.word),
            Setting(setting: "CompromisedStatus", value: String(device.isCompromised)),
        ]
        authentication = Authentication(
            ssoenabled: app?.installation?.singleSignOn ?? false, authenticationurl: authenticationURL)
        isappassigned = app?.assigned != nil
    }
}

/// The users who have a device: one, or none.
struct LoggedInUsersBody: Encodable, Sendable {
    /// A user.
    struct User: Encodable, Sendable {
        let Id: Int64
        let Uuid: String
        let UserName: String
        let FirstName: String
        let LastName: String
        let Email: String
        let Domain: String
    }

    let LoggedInUsers: [User]

    /// The body for a device.
    init(_ device: DirectoryDeviceRecord) {
        LoggedInUsers = [device.user].compactMap { $0 }.map { user in
            User(
                Id: user.id, Uuid: user.uuid, UserName: user.username, FirstName: user.firstName,
                LastName: user.lastName, Email: user.email, Domain: user.domain)
        }
    }
}

/// Whether a device is encrypted: devices do not report it.
struct EncryptionStatusBody: Encodable, Sendable {
    let encryption_status = false
}

/// Updates of the operating system of a device.
struct SystemUpdatesBody: Encodable, Sendable {
    /// One update.
    struct Update: Encodable, Sendable {
        let productKey: String
        let humanReadableName: String
        let productName: String
        let version: String
        let build = ""
        let isPreview = false
        let downloadSize = 0
        let installSize = 0
        let isCritical = false
        let isConfigurationDataUpdate = false
        let isFirmwareUpdate = false
        let restartRequired = true
        let allowsInstallLater: Bool
        let appIdentifiersToClose: [String] = []
        let deviceUpdateName: String
        let releaseDate: String
        let expiationDate: String
        /// 100 once the device has the version.
        let downloadPercentComplete: Int
        /// `Scheduled`, or `Installed` once the device reports the version.
        let status: String
        let sampleTime: String
        let statusTime: String
        let deviceUpdateVersion: String
        let deviceUpdateUuid: String
    }

    let OSUpdateList: [Update]

    /// The body for updates that were ordered.
    init(_ updates: [DeviceInformationStore.OrderedUpdate]) {
        OSUpdateList = updates.map { update in
            let name = "\(update.system) \(update.version)"
            return Update(
                productKey: update.productKeys, humanReadableName: name, productName: update.system,
                version: update.version, allowsInstallLater: update.action == "InstallLater", deviceUpdateName: name,
                releaseDate: Timestamp.never.zoneless, expiationDate: Timestamp.never.zoneless,
                downloadPercentComplete: update.isInstalled ? 100 : 0,
                status: update.isInstalled ? "Installed" : "Scheduled", sampleTime: update.heardAt.zoneless,
                statusTime: update.orderedAt.zoneless, deviceUpdateVersion: update.version,
                deviceUpdateUuid: NamedUUID.of([Data("update".utf8), Data(update.version.utf8)]))
        }
    }
}
