import DeviceProtocol

/// A device of a profile; members as on the wire (AdminProfiles, "On devices").
struct MDMProfileDeviceBody: Encodable, Sendable {
    let id: Int64
    let uuid: String
    let udid: String
    let friendlyName: String
    let serialNumber: String
    let platform: String
    let model: String
    let osVersion: String
    let ownership: String
    let userName: String
    let organizationGroupName: String
    let status: String
    let installedProfileVersion: Int64

    /// The body for a device.
    ///
    /// - Parameters:
    ///   - item: The device.
    ///   - udid: Its identifier as the family of the route writes it.
    /// - Throws: What reading its id throws.
    init(_ item: MDMProfileDevice, udid: String) throws {
        let device = item.device
        self.udid = udid
        (id, uuid) = (try device.storedID(), device.uuid)
        (friendlyName, serialNumber) = (device.friendlyName, device.serialNumber ?? "")
        (platform, model, osVersion) = (device.platform, device.model ?? "", device.osVersion ?? "")
        (ownership, userName, organizationGroupName) = (device.ownership, item.username ?? "", item.group)
        (status, installedProfileVersion) = (item.status.rawValue, item.state?.installedVersion ?? 0)
    }
}

/// A profile of a device.
struct DeviceMDMProfileBody: Encodable, Sendable {
    let Id: AdminID
    let Uuid: String
    let Name: String
    let Description: String
    let Status: String
    let AssignmentType: String
    let CurrentVersion: Int64
    let InstalledProfileVersion: Int64
    let LocationGroupId: AdminReferenceBody

    /// The body for a profile.
    init(_ item: MDMProfileOnDevice) throws {
        let profile = item.profile
        (Id, Uuid, Name) = (AdminID(profile.id), profile.uuid, profile.name)
        (Description, Status, AssignmentType) = (profile.description, item.status.rawValue, profile.assignmentType)
        (CurrentVersion, InstalledProfileVersion) = (profile.version, item.state?.installedVersion ?? 0)
        LocationGroupId = AdminReferenceBody(try item.home.storedID(), name: item.home.name, uuid: item.home.uuid)
    }
}

/// A page of the profiles of a device.
struct DeviceMDMProfilesBody: Encodable, Sendable {
    let DeviceProfiles: [DeviceMDMProfileBody]
    let DeviceId: AdminReferenceBody
    let Page: Int
    let PageSize: Int
    let Total: Int
}

/// A profile of a device as `/_mock` shows it.
struct MockMDMProfileBody: Encodable, Sendable {
    let id: Int64
    let uuid: String
    let name: String
    /// Code of the group that manages it.
    let group: String
    let version: Int64
    let status: String
    /// Whether a smart group gives it to the device.
    let isAssigned: Bool
    let command: String?
    let orderedAt: Timestamp?
    let installedVersion: Int64?
    let reportedAt: Timestamp?

    /// The body for a profile.
    init(_ item: MDMProfileOnDevice) {
        (id, uuid, name) = (item.profile.id, item.profile.uuid, item.profile.name)
        (group, version, status) = (item.home.code, item.profile.version, item.status.rawValue)
        (isAssigned, command) = (item.isGiven, item.state?.command?.rawValue)
        (orderedAt, installedVersion) = (item.state?.orderedAt, item.state?.installedVersion)
        reportedAt = item.state?.confirmedAt
    }
}

/// What a tester says in the place of a management client.
struct MockMDMProfileReportBody: Decodable, Sendable {
    let status: String
    let version: Int64?

    /// What it means.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for another word than those there are.
    func report() throws -> MDMProfileReport {
        switch status.lowercased() {
        case MDMProfileStatus.installed.rawValue.lowercased(): return .installed(version: version)
        case MDMProfileStatus.removed.rawValue.lowercased(): return .removed
        default: throw ConsoleError(.badRequest, "status has to be Installed or Removed.")
        }
    }
}
