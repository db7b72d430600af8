import ConsoleModel

/// A custom attribute; members as on the wire (AdminDeviceDetails, "Custom attributes").
struct DeviceAttributeBody: Encodable, Sendable {
    let Name: String
    let Value: String
    let ApplicationGroup: String

    /// The body for an attribute.
    init(_ attribute: DeviceAttributeRecord) {
        (Name, Value) = (attribute.name, attribute.value)
        ApplicationGroup = attribute.applicationGroup
    }
}

/// A device with its custom attributes.
struct DeviceAttributesBody: Encodable, Sendable {
    let DeviceId: Int64
    let DeviceUuid: String
    let Udid: String
    let SerialNumber: String
    let EnrollmentUserName: String
    let AssetNumber: String
    let CustomAttributes: [DeviceAttributeBody]

    /// The body for a device.
    init(_ holder: DeviceAttributeStore.Holder) {
        let device = holder.device
        DeviceId = device.id
        DeviceUuid = device.uuid
        Udid = device.udid
        (SerialNumber, AssetNumber) = (device.serialNumber ?? "", device.asset)
        EnrollmentUserName = device.user?.username ?? ""
        CustomAttributes = holder.attributes.map(DeviceAttributeBody.init)
    }
}
