import ConsolePlatform
package import DeviceProtocol

/// Which apps on which devices a command is for.
struct CommandSelection: Sendable {
    /// Devices that can be named at once.
    private static let maximumDevices = 10_000
    /// Members that select.
    static let members: Set<String> = ["devices", "group", "smartGroup", "bundleId", "all"]

    /// These devices; nil for any.
    private(set) var devices: [DeviceIdentifier]?
    /// Devices of this group and those below it.
    private(set) var group: GroupCode?
    /// Devices of the smart group with this name or uuid.
    private(set) var smartGroup: String?
    /// This app; nil for every app on a device.
    private(set) var bundle: BundleIdentifier?

    /// Reads a selection; its members must fit together.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence, also when nothing selects.
    init(_ object: JSONObjectReader) throws {
        do {
            devices = try object.array("devices").map { try Self.devices($0, object) }
            group = try object.identifier("group")
            smartGroup = try object.text("smartGroup")
            bundle = try object.identifier("bundleId")
        } catch {
            throw ConsoleError(.badRequest, "The selection of devices cannot be read: \(error).")
        }
        let isNarrowed = devices != nil || group != nil || smartGroup != nil || bundle != nil
        guard isNarrowed != (object.value("all") == .bool(true)) else {
            throw ConsoleError(
                .badRequest, "Say for whom: any of devices, group, smartGroup and bundleId, or \"all\": true alone.")
        }
    }

    private static func devices(_ values: [JSONValue], _ object: JSONObjectReader) throws(MessageError)
        -> [DeviceIdentifier]
    {
        guard values.count <= maximumDevices else {
            throw object.wrong("devices", "names more than \(maximumDevices)")
        }
        var devices: [DeviceIdentifier] = []
        for value in values {
            guard case .string(let text) = value, let device = DeviceIdentifier(text) else {
                throw object.wrong("devices", "must be a list of device identifiers")
            }
            devices.append(device)
        }
        return devices
    }
}

/// An app on a device that commands can be queued for.
package struct CommandTarget: Hashable, Sendable {
    let groupID: Int64
    package let deviceID: Int64
    let installationID: Int64
    let userID: Int64?
    let device: DeviceIdentifier
    package let bundle: BundleIdentifier
}
