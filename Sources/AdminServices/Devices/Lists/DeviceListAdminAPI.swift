import ConsolePlatform

/// Which device an item of a list is about; members as on the wire (AdminDeviceDetails, "Lists").
struct DeviceHeadingBody: Encodable, Sendable {
    let DeviceId: Int64
    let DeviceUuid: String
    let Udid: String
    let SerialNumber: String
    let DeviceFriendlyName: String
    let OrganizationGroupId: Int64
    let OrganizationGroupUuid: String
    let UserName: String
    let LastSeen: String

    /// The heading of a device.
    init(_ device: DirectoryDeviceRecord) {
        DeviceId = device.id
        DeviceUuid = device.uuid
        Udid = device.udid
        (SerialNumber, DeviceFriendlyName) = (device.serialNumber ?? "", device.friendlyName)
        (OrganizationGroupId, OrganizationGroupUuid) = (device.group.id, device.group.uuid)
        (UserName, LastSeen) = (device.user?.username ?? "", device.lastSeenAt.zoneless)
    }
}

/// A device in a list, with the members of one of its details beside its own.
struct DeviceListItemBody<Detail: Encodable & Sendable>: Encodable, Sendable {
    let heading: DeviceHeadingBody
    let detail: Detail

    /// The item of a device.
    init(_ device: DirectoryDeviceRecord, _ detail: Detail) {
        (heading, self.detail) = (DeviceHeadingBody(device), detail)
    }

    func encode(to encoder: any Encoder) throws {
        try heading.encode(to: encoder)
        try detail.encode(to: encoder)
    }
}

/// How many devices are enrolled.
struct EnrolledDeviceCountBody: Encodable, Sendable {
    let EnrolledDevicesCount: Int
}

/// How safe a device is, as documented for the list; what is not known here is empty or 0.
struct DeviceSecurityItemBody: Encodable, Sendable {
    let DeviceId: Int64
    /// `Compromised` or `NotCompromised`.
    let CompromisedStatus: String
    let EncryptionStatus = ""
    let PasscodeStatus = ""
    let PasscodeComplianceStatus = ""
    let PasscodeLockGracePeriod = 0
    let PasscodeLockGracePeriodEnforced = 0

    /// The body for a device.
    init(_ device: DirectoryDeviceRecord) {
        (DeviceId, CompromisedStatus) = (device.id, device.isCompromised ? "Compromised" : "NotCompromised")
    }
}

/// A page of devices with how safe they are: by the documented name of the list, and by the one this console had before.
struct DeviceSecurityListBody: Encodable, Sendable {
    let Devices: [DeviceListItemBody<DeviceSecurityBody>]
    let SecurityInfo: [DeviceSecurityItemBody]
    let Page: Int
    let PageSize: Int
    let Total: Int

    /// The body for a page.
    init(_ page: ConsolePlatform.Page<DirectoryDeviceRecord>) {
        Devices = page.items.map { DeviceListItemBody($0, DeviceSecurityBody(IsCompromised: $0.isCompromised)) }
        SecurityInfo = page.items.map(DeviceSecurityItemBody.init)
        Page = page.request.page
        (PageSize, Total) = (page.request.size, page.total)
    }
}
