public import Foundation

/// A message of a client to the command processor: idle or acknowledge (DeviceServices, sections 13.2 and 13.3).
public struct ProcessorMessage: Hashable, Sendable {
    /// `Status`.
    public var status: CommandStatus
    /// `UDID`.
    public var device: DeviceIdentifier
    /// `CommandUUID`; empty when idle and in built-in error answers.
    public var commandUUID: String
    /// `Requestor`, the bundle identifier; empty in built-in error answers.
    public var requestor: String
    /// `SampleTime`, in the device's local time and locale: a text to show, not to read.
    public var sampleTime: String?
    /// `ProfileList`, the stored profiles.
    public var profileList: [PropertyListValue]?
    /// `CertificateList`, from handlers of the app.
    public var certificateList: [PropertyListValue]?

    /// Members beside these, such as what answers a query.
    public var further: [String: PropertyListValue] = [:]

    /// Members that have a meaning of their own.
    private static let known: Set<String> = [
        "Status", "UDID", "CommandUUID", "Requestor", "SampleTime", "ProfileList", "CertificateList",
    ]

    /// Takes the fields.
    public init(
        status: CommandStatus, device: DeviceIdentifier, commandUUID: String = "", requestor: String = "",
        sampleTime: String? = nil, profileList: [PropertyListValue]? = nil,
        certificateList: [PropertyListValue]? = nil
    ) {
        self.status = status
        self.device = device
        self.commandUUID = commandUUID
        self.requestor = requestor
        self.sampleTime = sampleTime
        self.profileList = profileList
        self.certificateList = certificateList
    }

    /// Reads an XML or binary property list.
    ///
    /// A status that is not listed counts as unknown. Throws a `MessageError` that names the field which is missing, of
    /// the wrong kind, or longer than 1024 characters.
    public init(propertyList data: Data) throws(MessageError) {
        let fields = try PropertyListFields(data)
        guard let status = fields.value("Status")?.coercedInteger else {
            throw MessageError("must be an integer", field: "Status")
        }
        self.status = Int(exactly: status).flatMap(CommandStatus.init) ?? .unknown
        guard let device = DeviceIdentifier(try fields.text("UDID") ?? "") else {
            throw MessageError("must be \(DeviceIdentifier.rule)", field: "UDID")
        }
        self.device = device
        commandUUID = try fields.text("CommandUUID") ?? ""
        requestor = try fields.text("Requestor") ?? ""
        // For people to read: no message is refused for them.
        sampleTime = try? fields.text("SampleTime")
        profileList = try? fields.array("ProfileList")
        certificateList = try? fields.array("CertificateList")
        further = fields.members.filter { !Self.known.contains($0.key) }
    }

    /// The XML property list a client posts; binary if XML cannot hold it.
    public func encoded() throws(PropertyListError) -> Data {
        var members: [String: PropertyListValue] = [
            "Status": .integer(Int64(status.rawValue)), "UDID": .string(device.value),
            "CommandUUID": .string(commandUUID), "Requestor": .string(requestor),
        ]
        members["SampleTime"] = sampleTime.map { .string($0) }
        members["ProfileList"] = profileList.map { .array($0) }
        members["CertificateList"] = certificateList.map { .array($0) }
        members.merge(further) { own, _ in own }
        let message = PropertyListValue.dictionary(members)
        return try message.encoded(as: message.safestFormat)
    }
}
