import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

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
        platform = device.platform
        model = device.model ?? ""
        osVersion = device.osVersion ?? ""
        ownership = device.ownership
        userName = item.username ?? ""
        organizationGroupName = item.group
        (status, installedProfileVersion) = (item.status.rawValue, item.state?.installedVersion ?? 0)
    }
}

/// A profile of a device.
struct DeviceMDMProfileBody: Encodable, Sendable {
    let Id: AdminID
    let Uuid: String
    let Name: String
    let Description: String
    let Status: Int
    /// The same as a word; only this console has it.
    let StatusName: String
    let AssignmentType: String
    let CurrentVersion: Int64
    let InstalledProfileVersion: Int64
    let LocationGroupId: AdminReferenceBody

    /// The body for a profile.
    init(_ item: MDMProfileOnDevice) throws {
        let profile = item.profile
        Id = AdminID(profile.id)
        Uuid = profile.uuid
        Name = profile.name
        Description = profile.description
        (Status, StatusName) = (item.status.number, item.status.rawValue)
        AssignmentType = profile.assignmentType
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
