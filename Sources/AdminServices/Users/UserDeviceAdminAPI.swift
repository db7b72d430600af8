import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A custom attribute of a device in the lists about users; names as on the wire.
struct UserDeviceAttributeBody: Encodable, Sendable {
    let Name: String
    let Value: String
    let ApplicationGroup: String

    /// The body for an attribute.
    init(_ attribute: DeviceAttributeRecord) {
        Name = attribute.name
        Value = attribute.value
        ApplicationGroup = attribute.applicationGroup
    }
}

/// An enrolled device in the list about users; names as on the wire (AdminUsers, "Devices of users").
struct EnrolledDeviceBody: Encodable, Sendable {
    let DeviceID: Int64
    let SerialNumber: String
    let AssetNumber: String
    let FriendlyName: String
    let UserName: String
    let OrganizationGroup: String
    let Platform: String
    let EnrolledDate: String
    let RegistrationDate: String
    let LastSeen: String
    let CustomAttributes: [UserDeviceAttributeBody]

    /// The body for a device.
    init(_ entry: UserDevice) throws {
        let device = entry.device
        (DeviceID, SerialNumber) = (try device.storedID(), device.serialNumber ?? "")
        (AssetNumber, FriendlyName) = (device.assetNumber ?? device.identifier.uppercased(), device.friendlyName)
        UserName = entry.username
        OrganizationGroup = entry.group
        Platform = device.platform
        EnrolledDate = (device.enrolledAt ?? .never).zoneless
        (RegistrationDate, LastSeen) = (device.createdAt.zoneless, device.lastSeenAt.zoneless)
        CustomAttributes = entry.attributes.map(UserDeviceAttributeBody.init)
    }
}

/// A registered device in the list about users; names as on the wire.
struct RegisteredDeviceBody: Encodable, Sendable {
    let SerialNumber: String
    let UDID: String
    let AssetNumber: String
    let FriendlyName: String
    let Username: String
    let OrganizationGroup: String
    let Platform: String
    let RegistrationDate: String
    let CustomAttributes: [UserDeviceAttributeBody]

    /// The body for a device.
    init(_ entry: UserDevice) {
        let device = entry.device
        (SerialNumber, UDID) = (device.serialNumber ?? "", device.identifier.uppercased())
        (AssetNumber, FriendlyName) = (device.assetNumber ?? device.identifier.uppercased(), device.friendlyName)
        Username = entry.username
        OrganizationGroup = entry.group
        Platform = device.platform
        RegistrationDate = device.createdAt.zoneless
        CustomAttributes = entry.attributes.map(UserDeviceAttributeBody.init)
    }
}

extension UserDeviceSearch {
    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ status: EnrollmentStatus, _ query: QueryParameters) throws {
        self.init(status: status)
        func read<Value>(_ name: String, _ rule: String, _ read: (String) -> Value?) throws -> Value? {
            guard let text = query.text(name) else { return nil }
            guard let value = read(text) else {
                throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be \(rule).")
            }
            return value
        }
        group = try query.group("organizationgroupid")
        groupName = query.text("organizationgroup")
        let filter = try read("platform", "a platform such as Apple", { DeviceFilter(platform: $0) })
        (platform, findsNothing) = (filter?.value, filter == .nothing)
        serialNumber = query.text("serialnumber")
        username = query.text("username")
        seen = (try query.date("seensince"), try query.date("seentill", atEnd: true))
        enrolled = (try query.date("enrolledsince"), try query.date("enrolledtill", atEnd: true))
        attributes = try DeviceAttributeFilter.list(query)
    }
}
