import ConsoleModel
import ConsolePlatform

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

/// A custom attribute in a search, which also has the names that are documented there.
struct FoundDeviceAttributeBody: Encodable, Sendable {
    let Name: String
    let Value: String
    let ApplicationGroup: String
    /// The same as ``ApplicationGroup``.
    let Application: String
    let Source = ""

    /// The body for an attribute.
    init(_ attribute: DeviceAttributeRecord) {
        (Name, Value) = (attribute.name, attribute.value)
        (ApplicationGroup, Application) = (attribute.applicationGroup, attribute.applicationGroup)
    }
}

/// A device whose attributes could not be set; members as on the wire.
struct DeviceAttributeRefusal: Encodable, Sendable {
    let serialNumber: String
    let userName: String
    let errorCode: Int
    let message: String
    let failedCustomAttributes: [String] = []

    /// The refusal of a device.
    init(_ serialNumber: String, _ userName: String, _ error: ConsoleError) {
        (self.serialNumber, self.userName) = (serialNumber, userName)
        (errorCode, message) = (error.number ?? 400, error.message)
    }
}

/// The result of setting attributes of a list of devices; members as on the wire.
struct DeviceAttributesResult: Encodable, Sendable {
    let totalItems: Int
    let acceptedItems: Int
    let failedItems: Int
    let activityId = ""
    let failedDevices: [DeviceAttributeRefusal]

    /// The result for a number of devices, some of which were refused.
    init(of count: Int, _ refusals: [DeviceAttributeRefusal]) {
        totalItems = count
        (acceptedItems, failedItems) = (count - refusals.count, refusals.count)
        failedDevices = refusals
    }
}

/// A device with its custom attributes.
struct DeviceAttributesBody<Attribute: Encodable & Sendable>: Encodable, Sendable {
    let DeviceId: Int64
    let DeviceUuid: String
    let Udid: String
    let SerialNumber: String
    let EnrollmentUserName: String
    let AssetNumber: String
    let CustomAttributes: [Attribute]

    /// The body for a device.
    ///
    /// - Parameters:
    ///   - holder: The device.
    ///   - attribute: Makes the body of an attribute.
    init(_ holder: DeviceAttributeStore.Holder, _ attribute: (DeviceAttributeRecord) -> Attribute) {
        let device = holder.device
        DeviceId = device.id
        DeviceUuid = device.uuid
        Udid = device.udid
        (SerialNumber, AssetNumber) = (device.serialNumber ?? "", device.asset)
        EnrollmentUserName = device.user?.username ?? ""
        CustomAttributes = holder.attributes.map(attribute)
    }
}
