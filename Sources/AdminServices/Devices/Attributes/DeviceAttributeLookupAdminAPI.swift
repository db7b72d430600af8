import ConsoleHTTP
import ConsolePlatform

/// The result of removing attributes, which has a form of its own; members as on the wire (AdminDeviceDetails, "Custom
/// attributes").
struct AttributeRemovalResult: Encodable, Sendable {
    /// Attributes that were not removed.
    struct List: Encodable, Sendable {
        /// The id of the request.
        let ActivityId: String
        let Faults: [Item]
    }

    /// Why one was not removed.
    struct Item: Encodable, Sendable {
        let ErrorCode: Int
        let ItemValue: String
        let Message: String
    }

    let TotalItems: Int
    let AcceptedItems: Int
    let FailedItems: Int
    let Faults: List

    /// The result for some attributes.
    init(of count: Int, _ refusals: [(value: String, error: ConsoleError)], _ call: AdminCall) {
        (TotalItems, FailedItems) = (count, refusals.count)
        AcceptedItems = count - refusals.count
        self.Faults = List(
            ActivityId: call.activityID,
            Faults: refusals.map { value, error in
                Item(
                    ErrorCode: error.number ?? (error.code == .notFound ? 404 : 400), ItemValue: value,
                    Message: error.message)
            })
    }
}

/// A device with changes of its attributes.
struct DeviceAttributeChangesBody: Encodable, Sendable {
    /// One change.
    struct Change: Encodable, Sendable {
        let CustomAttributeName: String
        let OldValue: String
        let NewValue: String
        let ModifiedDate: String
        let LocationGroupID: String
        let LocationGroupName: String
        let ApplicationGroup: String
        let Source: String
    }

    let DeviceID: String
    let FriendlyName: String
    let CustomAttributeChanges: [Change]

    /// The body for a device.
    init(_ device: DeviceAttributeStore.ChangedDevice) {
        (DeviceID, FriendlyName) = (String(device.id), device.friendlyName)
        CustomAttributeChanges = device.changes.map { change in
            Change(
                CustomAttributeName: change.name, OldValue: change.before ?? "", NewValue: change.after ?? "",
                ModifiedDate: change.at.zoneless, LocationGroupID: change.groupID.map(String.init) ?? "",
                LocationGroupName: change.groupName, ApplicationGroup: change.applicationGroup,
                Source: change.source)
        }
    }
}
